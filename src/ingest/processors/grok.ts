import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { ownOf, putAll } from "../../core/names.ts";
import { valueOf } from "../config/fields-of.ts";
import type { ProcessorConfig } from "../config/processor-config.ts";
import { notOfClass, type IngestDocument } from "../document/ingest-document.ts";
import { javaText } from "../document/java-values.ts";
import { Grok } from "../grok/grok.ts";
import { type GrokPatterns, grokPatterns, isEcsMode } from "../grok/pattern-bank.ts";
import type { ProcessorKind } from "../processor.ts";

/** Where the number of the pattern is told that matched. */
const MATCH_INDEX = "_ingest._grok_match_index";

/** Takes a text apart by patterns with names. */
export const grok: ProcessorKind = {
  name: "grok",

  create(config) {
    const field = config.string("field");
    const patterns = config.list("patterns").map(javaText);
    const traces = config.boolean("trace_match", false);
    const ignoreMissing = config.boolean("ignore_missing", false);
    if (patterns.length === 0) throw config.error("patterns", "List of patterns must not be empty");
    const bank = bankOf(config);
    const compiled = compile(config, patterns, { bank, traces });
    return (document) => {
      const text = valueOf(document, field, ignoreMissing);
      if (text === null) {
        if (ignoreMissing) return;
        throw illegalArgument(`field [${field}] is null, cannot process it.`);
      }
      if (typeof text !== "string") throw notOfClass(field, text, "java.lang.String");
      const values = compiled.captures(text);
      if (!values) throw illegalArgument(`Provided Grok expressions do not match field value: [${text}]`);
      for (const name of Object.keys(values)) document.set(name, ownOf(values, name) ?? null);
      if (traces) tellMatch(document, patterns.length);
    };
  },
};

function bankOf(config: ProcessorConfig): GrokPatterns {
  const mode = config.optionalString("ecs_compatibility") ?? "disabled";
  const own = config.optionalMap("pattern_definitions") ?? {};
  if (!isEcsMode(mode)) throw config.error("ecs_compatibility", `unsupported mode '${mode}'`);
  const bank: Record<string, string> = { ...grokPatterns(mode) };
  putAll(bank, Object.fromEntries(Object.keys(own).map((name) => [name, javaText(ownOf(own, name) ?? null)])));
  return bank;
}

function compile(
  config: ProcessorConfig,
  patterns: readonly string[],
  { bank, traces }: { readonly bank: GrokPatterns; readonly traces: boolean },
): Grok {
  const [first = ""] = patterns;
  const joined =
    patterns.length === 1
      ? first
      : patterns.map((one, at) => (traces ? `(?<${MATCH_INDEX}.${at}>${one})` : `(?:${one})`)).join("|");
  try {
    return new Grok(joined, bank);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw config.error("patterns", `Invalid regex pattern found in: [${patterns.join(", ")}]. ${error.message}`);
  }
}

function tellMatch(document: IngestDocument, count: number): void {
  const found = count > 1 ? document.find(MATCH_INDEX) : undefined;
  const index = typeof found === "object" && found !== null ? Object.keys(found)[0] : "0";
  document.set(MATCH_INDEX, index ?? "0");
}
