/** Operators that consist of terms alone, for which the kernel has whole-query loops. */
import type { TermScoring } from "../scoring/term-scoring.ts";
import type { Operator } from "../operator.ts";

/** A term of a field with its scoring; without scoring its documents score 0. */
export interface TermClause {
  readonly field: string;
  readonly ordinal: number;
  readonly scoring: TermScoring | undefined;
}

/** Terms in groups; each group scores the sum of its terms. */
export interface TermGroups {
  /** Number of terms of each group, in the order of the clauses; at least two groups. */
  readonly sizes: readonly number[];
  /** Float32: the share of the scores of groups other than the best one. */
  readonly tieBreaker: number;
}

/** Documents with all or any of the terms (a single term is both) that match the filter and not the exclusion. */
export interface FlatShape {
  /**
   * "best": documents with any of the terms, which score as their best group of terms; "phrase": at least two terms at
   * given positions.
   */
  readonly join: "all" | "any" | "best" | "phrase";
  readonly clauses: readonly TermClause[];
  /** For "best". */
  readonly groups?: TermGroups | undefined;
  /**
   * For "any": number of terms of each group, in the order of the clauses; the best term of a group gives its score.
   */
  readonly blends?: readonly number[] | undefined;
  /** For "phrase": the position of each term. The phrase is scored as a whole. */
  readonly places?: readonly number[] | undefined;
  /** For a phrase of two different terms: the slop. */
  readonly slop?: number | undefined;
  /**
   * Optional terms, which raise the score of documents that match one required term: each side is rounded before they
   * are added.
   */
  readonly optional?: readonly TermClause[] | undefined;
  readonly filter?: Operator | undefined;
  readonly excluded?: Operator | undefined;
}

/** The terms of an operator that is a plain disjunction of terms; undefined for others. */
export function anyOfTerms({ flat }: Operator): readonly TermClause[] | undefined {
  if (!flat || flat.filter || flat.excluded || flat.optional) return undefined;
  return flat.clauses.length === 1 || (flat.join === "any" && !flat.blends) ? flat.clauses : undefined;
}

/** The terms of an operator that matches any of them and scores as the best; undefined for others. */
export function bestOfTerms({ flat }: Operator): readonly TermClause[] | undefined {
  if (!flat || flat.filter || flat.excluded || flat.optional) return undefined;
  if (flat.clauses.length === 1) return flat.clauses;
  const { groups } = flat;
  return groups?.tieBreaker === 0 && groups.sizes.every((size) => size === 1) ? flat.clauses : undefined;
}

/** The shape with a filter or exclusion added; undefined when it already has one. */
export function restricted(
  shape: FlatShape | undefined,
  more: { filter: Operator } | { excluded: Operator },
): FlatShape | undefined {
  if (!shape) return undefined;
  if ("filter" in more) return shape.filter ? undefined : { ...shape, ...more };
  return shape.excluded ? undefined : { ...shape, ...more };
}
