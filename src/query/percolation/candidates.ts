/**
 * What a document must have for an expression to match, as far as the expression can tell: terms and ranges, and how
 * many of them (Elasticsearch's QueryAnalyzer). It never asks for too much: every matching document has at least
 * `minimum` of them.
 */
import type { QueryRange, QueryTerm } from "../../mapping/stored-query.ts";

export interface Candidates {
  /** No requirement: any document may match. */
  readonly everything: boolean;
  /** Whether having the requirements is sufficient to match; otherwise it is only necessary. */
  readonly exact: boolean;
  readonly terms: readonly QueryTerm[];
  readonly ranges: readonly QueryRange[];
  readonly minimum: number;
}

/** Any document may match. */
export const anyDocument: Candidates = { everything: true, exact: false, terms: [], ranges: [], minimum: 0 };
/** No document matches. */
export const noDocument: Candidates = { everything: false, exact: true, terms: [], ranges: [], minimum: 0 };

/** Documents with any of some terms of a field. */
export function anyOfTerms(field: string, terms: readonly Uint8Array[]): Candidates {
  return {
    everything: false,
    exact: true,
    terms: terms.map((term) => ({ field, term })),
    ranges: [],
    minimum: Math.min(1, terms.length),
  };
}

/** The same requirements, no longer sufficient. */
export function inexact(candidates: Candidates | undefined): Candidates | undefined {
  return candidates && { ...candidates, exact: false };
}

/**
 * The requirements of all parts together. Undefined parts are unknown and make the result inexact; if all are unknown
 * the result is undefined.
 */
export function allOf(parts: readonly (Candidates | undefined)[]): Candidates | undefined {
  const known = parts.filter((part) => part !== undefined);
  const [only] = known;
  if (only === undefined) return undefined;
  if (parts.length === 1) return only;
  if (known.some(isNothing)) return noDocument;
  if (known.every((part) => part.everything)) return known.length === parts.length ? anyDocument : undefined;
  const terms = new Map<string, QueryTerm>();
  const ranges = new Map<string, QueryRange>();
  const rangeFields = new Set<string>();
  let exact = known.length === parts.length;
  let minimum = 0;
  for (const part of known) {
    let needed = part.minimum;
    // A part that needs only some of its terms may be satisfied by others, so the sum of the minimums is not exact.
    exact &&= part.exact && part.terms.length + part.ranges.length === part.minimum;
    for (const one of part.terms) {
      // What two parts need counts once.
      if (keep(terms, termKey(one), one)) continue;
      needed = Math.max(0, needed - 1);
      exact = false;
    }
    for (const one of part.ranges) {
      // The percolator looks up one range for each field of a document, so further ranges do not count.
      if (rangeFields.has(one.field)) needed = Math.max(0, needed - 1);
      keep(ranges, rangeKey(one), one);
      exact = false;
    }
    for (const one of part.ranges) rangeFields.add(one.field);
    minimum += needed;
  }
  return { everything: false, exact, terms: [...terms.values()], ranges: [...ranges.values()], minimum };
}

/** The requirements when at least `required` of the parts must match. An unknown part makes the result unknown. */
export function someOf(parts: readonly (Candidates | undefined)[], required: number): Candidates | undefined {
  const alive: Candidates[] = [];
  for (const part of parts) {
    if (part === undefined) return undefined;
    if (!isNothing(part)) alive.push(part);
  }
  const [only] = alive;
  if (only === undefined || alive.length < required) return noDocument;
  if (alive.length === 1) return only;
  if (alive.filter((part) => part.everything).length >= required) return anyDocument;
  const terms = new Map<string, QueryTerm>();
  const ranges = new Map<string, QueryRange>();
  let repeated = false;
  for (const part of alive) {
    for (const one of part.terms) if (!keep(terms, termKey(one), one)) repeated = true;
    for (const one of part.ranges) keep(ranges, rangeKey(one), one);
  }
  // The least that any choice of parts needs. With shared requirements or ranges, all parts count as one.
  const needs = alive.map((part) => part.minimum).sort((one, other) => one - other);
  const least = needs.slice(0, required).reduce((sum, one) => sum + one, 0);
  const minimum = repeated || ranges.size > 0 ? Math.min(1, least) : least;
  const exact =
    !repeated &&
    ranges.size === 0 &&
    alive.every((part) => part.exact && part.minimum === 1 && (required === 1 || part.terms.length === 1));
  return { everything: false, exact, terms: [...terms.values()], ranges: [...ranges.values()], minimum };
}

function isNothing(candidates: Candidates): boolean {
  return (
    candidates === noDocument ||
    (!candidates.everything && candidates.exact && candidates.terms.length + candidates.ranges.length === 0)
  );
}

/** Adds an entry; returns false when the key is already there, otherwise true. */
function keep<Value>(into: Map<string, Value>, key: string, value: Value): boolean {
  if (into.has(key)) return false;
  into.set(key, value);
  return true;
}

function termKey({ field, term }: QueryTerm): string {
  return `${field}\0${Buffer.from(term).toString("latin1")}`;
}

function rangeKey({ field, from, to }: QueryRange): string {
  return `${field}\0${Buffer.from(from).toString("latin1")}\0${Buffer.from(to).toString("latin1")}`;
}
