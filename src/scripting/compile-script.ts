/** From scripts to programs (`ScriptService.compile`). */
import { illegalArgument, RequestError } from "../core/errors.ts";
import { scriptLanguages } from "./languages.ts";
import type { ScriptLanguage } from "./script-language.ts";
import type { ScriptContext, ScriptPrograms } from "./script-programs.ts";
import type { InlineScript, Script } from "./script.ts";

/** Bytes of a source: the default of the original's `script.max_size_in_bytes`. */
const MAX_SOURCE_BYTES = 65_535;

/** A program when it is to run. Throws RequestError 400 where its language is documented and not there. */
export type ScriptSource<Context extends ScriptContext> = () => ScriptPrograms[Context];

/** Documented languages, with what they say to a context that is not theirs: none of those that there are belongs to the latter two. */
const documented: Readonly<Record<string, (context: ScriptContext) => string | undefined>> = {
  painless: () => undefined,
  expression: (context) => `expression engine does not know how to handle script context [${context}]`,
  mustache: (context) => `mustache engine does not know how to handle context [${context}]`,
};

/**
 * Compiles a script, or, where its language is documented and not there, answers what fails when it is to run: what holds the script is kept.
 * Throws RequestError 400 for a script that no language takes.
 */
export function compileScript<Context extends ScriptContext>(
  script: InlineScript,
  context: Context,
  languages: readonly ScriptLanguage[] = scriptLanguages,
): ScriptSource<Context> {
  const { lang, source } = script;
  const language = languages.find(({ name }) => name === lang);
  if (!language && !Object.hasOwn(documented, lang)) throw illegalArgument(`script_lang not supported [${lang}]`);
  const bytes = Buffer.byteLength(source, "utf8");
  if (bytes > MAX_SOURCE_BYTES) {
    throw illegalArgument(`exceeded max allowed inline script size in bytes [${MAX_SOURCE_BYTES}] with size [${bytes}] for script [${source}]`);
  }
  if (language) {
    const program = language.compile(script, context);
    return () => program;
  }
  const refusal = documented[lang]?.(context);
  if (refusal !== undefined) throw illegalArgument(refusal);
  return () => {
    throw notRun(script);
  };
}

/** The script itself: that of an id would be one of the cluster, of which there is none. Throws RequestError 404 for an id. */
export function inlineScript(script: Script): InlineScript {
  if (script.kind === "inline") return script;
  throw new RequestError(404, "resource_not_found_exception", `unable to find script [${script.id}] in cluster state`);
}

/** 400 for a script that is to run and whose language is not there: the one error for all of them. */
export function notRun({ source, lang }: Pick<InlineScript, "source" | "lang">): RequestError {
  const cause = illegalArgument(`this server does not run scripts in [${lang}] yet`);
  return new RequestError(400, "script_exception", "runtime error", { details: { script_stack: [], script: source, lang }, cause });
}
