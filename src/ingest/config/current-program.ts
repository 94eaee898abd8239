/** Programs of scripts in pipelines: a stored script is looked up for each document, as it may change. */
import type { ScriptReader } from "../../scripting/script-compiler.ts";
import type { ScriptContext, ScriptPrograms } from "../../scripting/script-programs.ts";
import type { Script } from "../../scripting/script.ts";

/** Compiles the script at once. Throws RequestError 400 where that fails, 404 for a stored one that is not there. */
export function currentProgram<Context extends ScriptContext>(
  scripts: ScriptReader,
  script: Script,
  context: Context,
): () => ScriptPrograms[Context] {
  const compile = (): ScriptPrograms[Context] => scripts.program(script, context)();
  const program = compile();
  return script.kind === "stored" ? compile : () => program;
}
