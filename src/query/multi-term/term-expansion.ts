/** Which terms of a field a query expands to. */
import type { MappedField } from "../../mapping/field-type.ts";
import type { TermsReader } from "../../segment/segment-reader.ts";
import { MAX_CLAUSE_COUNT } from "../limits.ts";
import type { SearcherView } from "../query.ts";
import type { RewriteMethod } from "../rewrite-method.ts";
import { ordinalAt, ordinalCount, type OrdinalSelection } from "./ordinal-selection.ts";

/** The accepted terms of a field. */
export interface TermExpansion {
  readonly field: MappedField;
  /** Lucene's text form. */
  readonly description: string;
  /** Ordinals of the accepted terms of one segment. */
  select(terms: TermsReader): OrdinalSelection;
  /** The accepted terms with a boost each; when absent every boost is 1. */
  weigh?(terms: TermsReader): { readonly ordinals: Uint32Array; readonly boosts: Float32Array };
  readonly rewrite: RewriteMethod;
}

/** A term with its boost, a float32. */
export interface WeighedTerm {
  readonly bytes: Uint8Array;
  readonly boost: number;
}

/**
 * The `size` accepted terms of all segments with the highest boosts, lower terms first among equals; in byte order.
 * Without a limit, too many terms are refused by `tooMany`.
 */
export function expandedTerms(
  expansion: TermExpansion,
  searcher: SearcherView,
  size: number,
  tooMany: () => Error,
): readonly WeighedTerm[] {
  const { checkpoint } = searcher.planning ?? {};
  const found: WeighedTerm[] = [];
  const segments = new Set(searcher.segments.map((segment) => segment.terms(expansion.field.path)));
  for (const terms of segments) {
    // The best terms of all segments are among the best of each.
    if (!terms) continue;
    checkpoint?.();
    for (const candidate of bestOf(expansion, terms, size, tooMany)) found.push(candidate);
  }
  found.sort((one, other) => Buffer.compare(one.bytes, other.bytes));
  const distinct =
    segments.size === 1
      ? found
      : found.filter((own, at) => at === 0 || Buffer.compare(own.bytes, found[at - 1]!.bytes) !== 0);
  if (size === Number.POSITIVE_INFINITY && distinct.length > MAX_CLAUSE_COUNT) throw tooMany();
  const boosts = Float32Array.from(distinct, (candidate) => candidate.boost);
  return bestPlaces(boosts, size).map((place) => distinct[place]!);
}

function bestOf(expansion: TermExpansion, terms: TermsReader, size: number, tooMany: () => Error): WeighedTerm[] {
  const weighed = expansion.weigh?.(terms);
  const selection = weighed ? weighed.ordinals : expansion.select(terms);
  const count = ordinalCount(selection);
  // Throws before clauses are made for too many terms.
  if (size === Number.POSITIVE_INFINITY && count > MAX_CLAUSE_COUNT) throw tooMany();
  const boosts = weighed?.boosts;
  const places = boosts ? bestPlaces(boosts, size) : Array.from({ length: Math.min(count, size) }, (_, place) => place);
  return places.map((place) => ({
    bytes: terms.bytes(ordinalAt(selection, place)).slice(),
    boost: boosts?.[place] ?? 1,
  }));
}

/** Indexes of the `size` highest boosts, the first ones among equals, ascending. */
function bestPlaces(boosts: Float32Array, size: number): number[] {
  if (boosts.length <= size) return Array.from(boosts, (_boost, place) => place);
  const least = Float32Array.from(boosts).sort()[boosts.length - size]!;
  let above = 0;
  for (const boost of boosts) if (boost > least) above++;
  let equals = size - above;
  const places: number[] = [];
  for (let place = 0; place < boosts.length; place++)
    if (boosts[place]! > least || (boosts[place] === least && equals-- > 0)) places.push(place);
  return places;
}
