/** Operators that are nothing but terms, for which the kernel has whole-query loops. */
import type { TermScoring } from "../scoring/term-scoring.ts";
import type { Operator } from "../operator.ts";

/** A term of a field, with what it scores by; without scoring its documents score 0. */
export interface TermClause {
  readonly field: string;
  readonly ordinal: number;
  readonly scoring: TermScoring | undefined;
}

/** Documents with all or with any of the terms (one term is both), that match the filter and not the exclusion. */
export interface FlatShape {
  readonly join: "all" | "any";
  readonly clauses: readonly TermClause[];
  readonly filter?: Operator | undefined;
  readonly excluded?: Operator | undefined;
}

/** The shape with a further restriction, or undefined when it has that one already. */
export function restricted(shape: FlatShape | undefined, more: { filter: Operator } | { excluded: Operator }): FlatShape | undefined {
  if (!shape) return undefined;
  if ("filter" in more) return shape.filter ? undefined : { ...shape, ...more };
  return shape.excluded ? undefined : { ...shape, ...more };
}
