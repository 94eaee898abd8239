/** A script of Painless in a context: compiled once, run many times. */
import type { ScriptColumns } from "../script-document.ts";
import { CompileFault } from "./compile-fault.ts";
import { compileScript, parsedScript, type RunnableScript } from "./compile/compile-script.ts";
import type { ContextDefinition } from "./compile/context-definition.ts";
import { keyOfTypes, type ReadTypes, type TypedReads, typeReads } from "./compile/typed-reads.ts";
import { beginRun, Stopped } from "./runtime/limits.ts";
import type { JavaMap } from "./runtime/maps.ts";
import { compileError, runtimeError } from "./script-error.ts";

/** Forms of a script by the types of what it reads; further ones run as all that is known of them is nothing. */
const MOST_FORMS = 8;

/** What a script runs on over the documents of a segment. */
interface ReadRun {
  readonly params: JavaMap;
  /** See ScriptSegment. */
  readonly checkpoint: (() => void) | undefined;
}

export class PainlessScript {
  readonly #source: string;
  readonly #context: ContextDefinition;
  readonly #script: RunnableScript;
  /** By what the types are. */
  readonly #forms = new Map<string, RunnableScript>();

  /** Throws RequestError 400 `script_exception` (compile error). */
  constructor(source: string, context: ContextDefinition) {
    this.#source = source;
    this.#context = context;
    this.#script = compiled(source, context);
  }

  /** Runs it on what the context's variables are read from. Throws RequestError 400 `script_exception`. */
  run(on: unknown): unknown {
    return this.#run(this.#script, on);
  }

  /** The same on the documents of a segment, which `on` moves over, by code for the types of its columns. */
  over(on: TypedReads & ReadRun, columns: ScriptColumns): () => unknown {
    const { reads } = this.#script;
    const types = typeReads(reads, on, { columns, param: (name) => on.params.find(name)?.value ?? null });
    const script = types ? this.#formOf(types) : this.#script;
    return () => this.#run(script, on, on.checkpoint);
  }

  /** An error as the caller of a request sees it. */
  failure(error: unknown): unknown {
    return this.#failure(this.#script, error);
  }

  #run(script: RunnableScript, on: unknown, checkpoint?: () => void): unknown {
    beginRun(checkpoint);
    try {
      return script.run(on);
    } catch (error) {
      throw this.#failure(script, error);
    }
  }

  #failure(script: RunnableScript, error: unknown): unknown {
    if (error instanceof Stopped) return error.cause;
    return runtimeError(this.#source, script, error) ?? error;
  }

  #formOf(types: ReadTypes): RunnableScript {
    const key = keyOfTypes(types);
    const known = this.#forms.get(key);
    if (known) return known;
    if (this.#forms.size === MOST_FORMS) return this.#script;
    const made = compileScript(parsedScript(this.#source), this.#context, types);
    this.#forms.set(key, made);
    return made;
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
