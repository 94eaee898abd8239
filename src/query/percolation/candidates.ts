/**
 * What documents must have for an expression to match, as far as the expression alone tells: terms and ranges, and how
 * many of them (Elasticsearch's QueryAnalyzer). Never too much: a document that matches has at least `minimum` of them.
 */
import type { QueryRange, QueryTerm } from "../../mapping/stored-query.ts";

export interface Candidates {
  /** Nothing is needed: any document may match. */
  readonly everything: boolean;
  /** Documents that have what is needed match; otherwise they only may. */
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

/** The same, where having what is needed is not enough. */
export function inexact(candidates: Candidates | undefined): Candidates | undefined {
  return candidates && { ...candidates, exact: false };
}

/** What all parts need together. Undefined parts are not known, and leave the rest inexact; all unknown: undefined. */
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
    // Of a part that needs some of several, others may be there instead: their sum does not tell.
    exact &&= part.exact && part.terms.length + part.ranges.length === part.minimum;
    for (const one of part.terms) {
      // What two parts need is counted once.
      if (keep(terms, termKey(one), one)) continue;
      needed = Math.max(0, needed - 1);
      exact = false;
    }
    for (const one of part.ranges) {
      // Of a document to be looked up one range is made for each field.
      if (rangeFields.has(one.field)) needed = Math.max(0, needed - 1);
      keep(ranges, rangeKey(one), one);
      exact = false;
    }
    for (const one of part.ranges) rangeFields.add(one.field);
    minimum += needed;
  }
  return { everything: false, exact, terms: [...terms.values()], ranges: [...ranges.values()], minimum };
}

/** What any `required` of the parts need. An unknown part leaves all unknown. */
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
  // The least that any choice of parts needs; parts that need the same things, or ranges, count for one.
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

/** Whether it is new. */
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
