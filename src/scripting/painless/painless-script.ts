/** A script of Painless in a context: compiled once, run many times. */
import { CompileFault } from "./compile-fault.ts";
import { compileScript, parsedScript, type RunnableScript } from "./compile/compile-script.ts";
import type { ContextDefinition } from "./compile/context-definition.ts";
import { beginRun } from "./runtime/limits.ts";
import { compileError, runtimeError } from "./script-error.ts";

export class PainlessScript {
  readonly #source: string;
  readonly #script: RunnableScript;

  /** Throws RequestError 400 `script_exception` (compile error). */
  constructor(source: string, context: ContextDefinition) {
    this.#source = source;
    this.#script = compiled(source, context);
  }

  /** Runs it on what the context's variables are read from. Throws RequestError 400 `script_exception`. */
  run(on: unknown): unknown {
    beginRun();
    try {
      return this.#script.run(on);
    } catch (error) {
      throw this.failure(error);
    }
  }

  /** An error as the caller of a request sees it. */
  failure(error: unknown): unknown {
    return runtimeError(this.#source, this.#script, error) ?? error;
  }
}

function compiled(source: string, context: ContextDefinition): RunnableScript {
  try {
    return compileScript(parsedScript(source), context);
  } catch (error) {
    if (error instanceof CompileFault) throw compileError(source, error);
    throw error;
  }
}
