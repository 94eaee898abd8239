/** The interface of a language of scripts: one language, one file, one line in `languages.ts`. */
import type { JsonObject } from "../core/json.ts";
import type { InlineScript } from "./script.ts";
import type { ScriptContext, ScriptPrograms } from "./script-programs.ts";

/** A documented language. */
export interface ScriptLanguage {
  /** As `lang` names it. */
  readonly name: string;
  /**
   * The program of a source, to be bound to parameters. Throws RequestError 400 where the source makes none, or the
   * language is none for the context.
   */
  compile<Context extends ScriptContext>(
    script: Pick<InlineScript, "source" | "options">,
    context: Context,
  ): CompiledScript<Context>;
}

/** A program without its parameters; it may be bound many times. */
export type CompiledScript<Context extends ScriptContext> = (params: JsonObject) => ScriptPrograms[Context];
