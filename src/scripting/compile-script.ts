/** From scripts to programs (`ScriptService.compile`). */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { scriptLanguages } from "./languages.ts";
import type { ScriptLanguage } from "./script-language.ts";
import type { ScriptContext, ScriptPrograms } from "./script-programs.ts";
import type { InlineScript, Script } from "./script.ts";

/** Bytes of a source: the default of Elasticsearch's `script.max_size_in_bytes`. */
const MAX_SOURCE_BYTES = 65_535;

/** A program when it is to run. Throws RequestError 400 where its language is documented and not there. */
export type ScriptSource<Context extends ScriptContext> = () => ScriptPrograms[Context];

/** A documented language that nothing runs yet. */
interface AbsentLanguage {
  /** Whether its scripts are for a context. */
  takes(context: string): boolean;
  /** What it says to a context that is not its own. */
  refusal(context: string): string;
}

/** What expressions are for. */
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

/**
 * Compiles a script, or, where its language is documented and not there, answers what fails when it is to run: what
 * holds the script is kept. Throws RequestError 400 for a script that no language takes.
 */
export function compileScript<Context extends ScriptContext>(
  script: InlineScript,
  context: Context,
  languages: readonly ScriptLanguage[] = scriptLanguages,
): ScriptSource<Context> {
  const language = languages.find(({ name }) => name === script.lang);
  const refusal = refusalOf(script, language ? undefined : context);
  if (refusal) throw refusal;
  if (language) {
    const program = language.compile(script, context);
    return () => program;
  }
  return () => {
    throw notRun(script);
  };
}

/** The error of a script that is to run where no script runs yet, whatever its language. */
export function absentScript(script: Script, context: string): RequestError {
  if (script.kind === "stored") return missingScript(script.id);
  return refusalOf(script, context) ?? notRun(script);
}

/** Why no language takes a script; `context` is undefined where there is the language. */
function refusalOf({ lang, source }: InlineScript, context: string | undefined): RequestError | undefined {
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

/**
 * The script itself: that of an id would be one of the cluster, of which there is none. Throws RequestError 404 for an
 * id.
 */
export function inlineScript(script: Script): InlineScript {
  if (script.kind === "inline") return script;
  throw missingScript(script.id);
}

function missingScript(id: string): RequestError {
  return new RequestError(404, "resource_not_found_exception", `unable to find script [${id}] in cluster state`);
}

/** 400 for a script that is to run and whose language is not there: the one error for all of them. */
export function notRun({ source, lang }: Pick<InlineScript, "source" | "lang">): RequestError {
  const cause = illegalArgument(`this server does not run scripts in [${lang}] yet`);
  return new RequestError(400, "script_exception", "runtime error", {
    details: { script_stack: [], script: source, lang },
    cause,
  });
}
