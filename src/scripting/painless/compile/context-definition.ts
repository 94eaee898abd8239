/** What scripts of a context see beside their own variables, and what they answer. */
import type { Type } from "./types.ts";

/** A variable of the context: `params`, `doc`, `_score`. */
export interface ContextVariable {
  readonly type: Type;
  /** Makes its value out of what the program runs on. */
  readonly read: (run: never) => unknown;
  /**
   * For `doc`: `doc['x'].value` without the list of values. The column of a field, and the first value of the document
   * in it.
   */
  readonly firstValues?: {
    readonly column: (run: never, field: string) => unknown;
    readonly value: (column: never, run: never) => unknown;
    /** The number of values. */
    readonly count: (column: never, run: never) => number;
    /** The first value of the field of a place among those that are read (`typed-reads.ts`). */
    readonly typed: (place: number) => (run: never) => unknown;
  };
  /** For `params`: the number of a place among those that are read. */
  readonly typedItem?: (place: number) => (run: never) => number;
}

/** A function of the context: `emit`, `cosineSimilarity`. */
export interface ContextFunction {
  readonly parameters: readonly Type[];
  readonly returns: Type;
  /** Takes what the program runs on, and the arguments. */
  readonly call: (run: never, ...args: never[]) => unknown;
}

export interface ContextDefinition {
  readonly name: string;
  readonly returns: Type;
  readonly variables: ReadonlyMap<string, ContextVariable>;
  /** By name and number of arguments: `emit/1`. */
  readonly functions: ReadonlyMap<string, ContextFunction>;
}
