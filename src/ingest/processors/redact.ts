import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { ownOf, putAll } from "../../core/names.ts";
import { valueOf } from "../config/fields-of.ts";
import { notOfClass } from "../document/ingest-document.ts";
import { javaText } from "../document/java-values.ts";
import { Grok } from "../grok/grok.ts";
import { grokPatterns } from "../grok/pattern-bank.ts";
import type { ProcessorKind } from "../processor.ts";
import type { ProcessorConfig } from "../config/processor-config.ts";

/** Where a text is covered, and what by. */
interface Covered {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** Covers what patterns find in a text by their names. */
export const redact: ProcessorKind = {
  name: "redact",

  create(config) {
    const field = config.string("field");
    const given = config.list("patterns").map(javaText);
    const ignoreMissing = config.boolean("ignore_missing", true);
    const prefix = config.optionalString("prefix") ?? "<";
    const suffix = config.optionalString("suffix") ?? ">";
    const traces = config.boolean("trace_redact", false);
    // All that this server has is free to use.
    config.boolean("skip_if_unlicensed", false);
    if (given.every((one) => one === "")) throw config.error("patterns", "List of patterns must not be empty");
    const patterns = compile(config, given);
    return (document) => {
      const text = valueOf(document, field, ignoreMissing);
      if (text === null) {
        if (ignoreMissing) return;
        throw illegalArgument(`field [${field}] is null or missing`);
      }
      if (typeof text !== "string") throw notOfClass(field, text, "java.lang.String");
      const covered = joined(patterns.flatMap((pattern) => pattern.places(text)));
      if (covered.length === 0) return;
      let made = "";
      let at = 0;
      for (const { start, end, name } of covered) {
        made += `${text.slice(at, start)}${prefix}${name}${suffix}`;
        at = end;
      }
      document.set(field, made + text.slice(at));
      if (traces) document.set("_ingest._redact._is_redacted", true);
    };
  },
};

function compile(config: ProcessorConfig, given: readonly string[]): Grok[] {
  const own = config.optionalMap("pattern_definitions") ?? {};
  const bank: Record<string, string> = { ...grokPatterns("v1") };
  putAll(bank, Object.fromEntries(Object.keys(own).map((name) => [name, javaText(ownOf(own, name) ?? null)])));
  try {
    return given.map((pattern) => new Grok(pattern, bank));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw config.error("patterns", `Invalid regex pattern found in: [${given.join(", ")}]. ${error.message}`);
  }
}

/** In order; those that overlap become one, with the name of the longest. */
function joined(found: readonly Covered[]): Covered[] {
  const all: (Covered & { readonly length: number })[] = [];
  const ordered = found
    .filter(({ start, end }) => end > start)
    .sort((one, other) => one.start - other.start || other.end - one.end);
  for (const { start, end, name } of ordered) {
    const last = all.at(-1);
    const length = end - start;
    if (!last || start >= last.end) all.push({ start, end, name, length });
    else {
      const longer = length > last.length ? { name, length } : last;
      const joinedEnd = Math.max(end, last.end);
      all[all.length - 1] = { start: last.start, end: joinedEnd, name: longer.name, length: longer.length };
    }
  }
  return all;
}
