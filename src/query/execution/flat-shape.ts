/** Operators that are nothing but terms, for which the kernel has whole-query loops. */
import type { TermScoring } from "../scoring/term-scoring.ts";
import type { Operator } from "../operator.ts";

/** A term of a field, with what it scores by; without scoring its documents score 0. */
export interface TermClause {
  readonly field: string;
  readonly ordinal: number;
  readonly scoring: TermScoring | undefined;
}

/** How terms stand in groups, each of which scores the sum of its terms. */
export interface TermGroups {
  /** Numbers of terms, in the order of the clauses; at least two groups. */
  readonly sizes: readonly number[];
  /** Float32: the share of the groups that are not the best. */
  readonly tieBreaker: number;
}

/** Documents with all or with any of the terms (one term is both), that match the filter and not the exclusion. */
export interface FlatShape {
  /**
   * "best": documents with any of the terms, which score as the best group of terms does; "phrase": at least two terms
   * at their places.
   */
  readonly join: "all" | "any" | "best" | "phrase";
  readonly clauses: readonly TermClause[];
  /** Where the best counts. */
  readonly groups?: TermGroups | undefined;
  /** Where any counts: numbers of terms, in the order of the clauses, of which the best scores for all. */
  readonly blends?: readonly number[] | undefined;
  /** Of a phrase: the place of each term. All score by the whole phrase. */
  readonly places?: readonly number[] | undefined;
  /** Of a phrase of two different terms: how far they may be moved. */
  readonly slop?: number | undefined;
  /**
   * Terms that raise the score of documents that match, beside one required term: each side is rounded before they are
   * added.
   */
  readonly optional?: readonly TermClause[] | undefined;
  readonly filter?: Operator | undefined;
  readonly excluded?: Operator | undefined;
}

/** The terms of which any must match, of an operator that is nothing else. */
export function anyOfTerms({ flat }: Operator): readonly TermClause[] | undefined {
  if (!flat || flat.filter || flat.excluded || flat.optional) return undefined;
  return flat.clauses.length === 1 || (flat.join === "any" && !flat.blends) ? flat.clauses : undefined;
}

/** The terms of which any must match and the best scores, of an operator that is nothing else. */
export function bestOfTerms({ flat }: Operator): readonly TermClause[] | undefined {
  if (!flat || flat.filter || flat.excluded || flat.optional) return undefined;
  if (flat.clauses.length === 1) return flat.clauses;
  const { groups } = flat;
  return groups?.tieBreaker === 0 && groups.sizes.every((size) => size === 1) ? flat.clauses : undefined;
}

/** The shape with a further restriction, or undefined when it has that one already. */
export function restricted(
  shape: FlatShape | undefined,
  more: { filter: Operator } | { excluded: Operator },
): FlatShape | undefined {
  if (!shape) return undefined;
  if ("filter" in more) return shape.filter ? undefined : { ...shape, ...more };
  return shape.excluded ? undefined : { ...shape, ...more };
}
