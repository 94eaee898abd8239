/** The interface of a script language: one language, one file, one line in `languages.ts`. */
import type { JsonObject } from "../core/json.ts";
import type { InlineScript } from "./script.ts";
import type { ScriptContext, ScriptPrograms } from "./script-programs.ts";

/** A documented language. */
export interface ScriptLanguage {
  /** Its name in `lang`. */
  readonly name: string;
  /** The contexts that it knows. */
  readonly contexts: readonly string[];
  /**
   * Compiles a source to a program that is then bound to parameters. Throws RequestError 400 for an invalid source or
   * an unsupported context.
   */
  compile<Context extends ScriptContext>(
    script: Pick<InlineScript, "source" | "options">,
    context: Context,
  ): CompiledScript<Context>;
}

/** A compiled program without its parameters; it may be bound many times. */
export type CompiledScript<Context extends ScriptContext> = (params: JsonObject) => ScriptPrograms[Context];
