/** The interface of a context: its definition, and the programs of its scripts. */
import type { CompiledScript } from "../../script-language.ts";
import type { ScriptContext } from "../../script-programs.ts";
import type { ContextDefinition } from "../compile/context-definition.ts";
import type { PainlessScript } from "../painless-script.ts";

/** A context of the language. */
export interface PainlessContext<Context extends ScriptContext = ScriptContext> {
  readonly name: Context;
  readonly definition: ContextDefinition;
  /** A program of a script that was compiled for the definition. */
  bind(script: PainlessScript): CompiledScript<Context>;
}

/** A context; the types of its programs are known where it is made. */
export function painlessContextOf<Context extends ScriptContext>(
  name: Context,
  definition: ContextDefinition,
  bind: (script: PainlessScript) => CompiledScript<Context>,
): PainlessContext {
  return { name, definition, bind };
}
