/** The errors of scripts that are refused, or whose language is not implemented (`ScriptService`). */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { ownOf } from "../core/names.ts";
import type { ScriptLanguage } from "./script-language.ts";
import type { InlineScript, Script } from "./script.ts";
import type { StoredScripts } from "./stored-scripts.ts";

/** Maximum size of a source in bytes: the default of Elasticsearch's `script.max_size_in_bytes`. */
export const MAX_SOURCE_BYTES = 65_535;

/** A documented language that is not implemented yet. */
interface AbsentLanguage {
  /** Whether the language supports a context. */
  takes(context: string): boolean;
  /** The message for an unsupported context. */
  refusal(context: string): string;
}

/** Contexts that expressions support. */
const EXPRESSION_CONTEXTS = [
  "aggs",
  "aggregation_selector",
  "bucket_aggregation",
  "field",
  "filter",
  "number_sort",
  "score",
  "terms_set",
];

const absentLanguages: ReadonlyMap<string, AbsentLanguage> = new Map([
  ["painless", { takes: () => true, refusal: (context) => `script context [${context}] not supported` }],
  [
    "expression",
    {
      takes: (context) => EXPRESSION_CONTEXTS.includes(context),
      refusal: (context) => `expression engine does not know how to handle script context [${context}]`,
    },
  ],
  [
    "mustache",
    {
      takes: (context) => context === "template" || context === "ingest_template",
      refusal: (context) => `mustache engine does not know how to handle context [${context}]`,
    },
  ],
]);

/** The error of a script in a place where no scripts run yet, in any language. */
export function absentScript(script: Script, context: string): RequestError {
  if (script.kind === "stored") return missingScript(script.id);
  return refusalOf(script, context) ?? notRun(script);
}

/** Whether the language of a script is implemented. */
export function hasLanguage({ lang }: InlineScript, languages: readonly ScriptLanguage[]): boolean {
  return languages.some(({ name }) => name === lang);
}

/** Why a script is refused; `context` is undefined when the language is implemented. */
export function refusalOf({ lang, source }: InlineScript, context: string | undefined): RequestError | undefined {
  const absent = absentLanguages.get(lang);
  if (context !== undefined && !absent) return illegalArgument(`script_lang not supported [${lang}]`);
  const bytes = Buffer.byteLength(source, "utf8");
  if (bytes > MAX_SOURCE_BYTES) {
    return illegalArgument(
      `exceeded max allowed inline script size in bytes [${MAX_SOURCE_BYTES}] with size [${bytes}] for script [${source}]`,
    );
  }
  if (context === undefined || !absent || absent.takes(context)) return undefined;
  return illegalArgument(absent.refusal(context));
}

/** A script with its source. Throws RequestError 404 for a stored one that is not there. */
export function inlineScript(script: Script, stored: StoredScripts): InlineScript {
  if (script.kind === "inline") return script;
  const { id, params } = script;
  const found = ownOf(stored, id);
  if (!found) throw missingScript(id);
  const { source, lang, options = {} } = found;
  return { kind: "inline", source, lang, options, params };
}

function missingScript(id: string): RequestError {
  return new RequestError(404, "resource_not_found_exception", `unable to find script [${id}] in cluster state`);
}

/** The 400 for running a script whose language is not implemented. */
export function notRun({ source, lang }: Pick<InlineScript, "source" | "lang">): RequestError {
  const cause = illegalArgument(`this server does not run scripts in [${lang}] yet`);
  return new RequestError(400, "script_exception", "runtime error", {
    details: { script_stack: [], script: source, lang },
    cause,
  });
}
