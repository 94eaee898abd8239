/** Intervals: places of words in a field, and how they are put together (Lucene's `IntervalsSource`). */
import type { MappedField } from "../../mapping/field-type.ts";
import type { Expression } from "../expression.ts";
import type { TermExpansion } from "../multi-term/term-expansion.ts";
import type { QueryScript } from "../scripts/query-script.ts";
import { termText } from "../term/term-text.ts";

/** What the intervals of a filter are to those that it leaves. */
export type IntervalRelation =
  | "containing"
  | "contained_by"
  | "overlapping"
  | "not_containing"
  | "not_contained_by"
  | "not_overlapping";

/** A script that picks intervals. */
export interface IntervalScript {
  readonly query: QueryScript<"interval">;
  /** Its source, or the id of a stored one. */
  readonly name: string;
}

export type IntervalSource =
  | { readonly kind: "term"; readonly field: MappedField; readonly bytes: Uint8Array }
  /** Any of the terms that a query on them expands to. */
  | {
      readonly kind: "terms";
      readonly query: Expression;
      readonly expansion: TermExpansion;
      /** The pattern as Lucene shows it. */
      readonly pattern: string;
    }
  | { readonly kind: "none" }
  /** Of those that overlap, the ones that contain no other. */
  | { readonly kind: "or"; readonly parts: readonly IntervalSource[] }
  /** The parts next to each other, in order. */
  | { readonly kind: "block"; readonly parts: readonly IntervalSource[] }
  | { readonly kind: "ordered"; readonly parts: readonly IntervalSource[] }
  | { readonly kind: "unordered"; readonly parts: readonly IntervalSource[] }
  /** So many successive ones. */
  | { readonly kind: "repeated"; readonly inner: IntervalSource; readonly count: number; readonly inOrder: boolean }
  | { readonly kind: "max_gaps"; readonly inner: IntervalSource; readonly most: number }
  /** Those that a script picks. */
  | { readonly kind: "scripted"; readonly inner: IntervalSource; readonly script: IntervalScript }
  /** Wider by some positions on both sides. */
  | { readonly kind: "extended"; readonly inner: IntervalSource; readonly before: number; readonly after: number }
  /** The position before or after each. */
  | { readonly kind: "beside"; readonly inner: IntervalSource; readonly side: "before" | "after" }
  | {
      readonly kind: "related";
      readonly relation: IntervalRelation;
      readonly inner: IntervalSource;
      readonly reference: IntervalSource;
    }
  /** As they are in another field. */
  | { readonly kind: "field"; readonly inner: IntervalSource; readonly path: string };

const relationTexts: Readonly<Record<IntervalRelation, string>> = {
  containing: "CONTAINING",
  contained_by: "CONTAINED_BY",
  overlapping: "OVERLAPPING",
  not_containing: "NOT_CONTAINING",
  not_contained_by: "NOT_CONTAINED_BY",
  not_overlapping: "NON_OVERLAPPING",
};

/** The greatest position. */
export const UNLIMITED = 0x7f_ff_ff_ff;

/** Lucene's text form; equal texts of one field mean equal intervals. */
export function intervalText(source: IntervalSource): string {
  switch (source.kind) {
    case "term":
      return termText(source.bytes);
    case "terms":
      return `MultiTerm(${source.pattern})`;
    case "none":
      return "no_match";
    case "or":
      return `or(${listed(source.parts)})`;
    case "block":
      return `BLOCK(${listed(source.parts)})`;
    case "ordered":
      return `ORDERED(${listed(source.parts)})`;
    case "unordered":
      return `UNORDERED(${listed(source.parts)})`;
    case "repeated":
      return `${source.inOrder ? "ORDERED" : "UNORDERED"}(${repeatedText(source)})`;
    case "max_gaps":
      return `MAXGAPS/${source.most}(${intervalText(source.inner)})`;
    case "scripted":
      return `FILTER(${source.script.name})(${intervalText(source.inner)})`;
    case "extended":
      return `EXTEND(${intervalText(source.inner)},${source.before},${source.after})`;
    case "beside":
      return `${source.side === "before" ? "PRECEDING" : "FOLLOWING"}(${intervalText(source.inner)})`;
    case "related":
      return `${relationTexts[source.relation]}(${intervalText(source.inner)},${intervalText(source.reference)})`;
    case "field":
      return `FIELD(${source.path},${intervalText(source.inner)})`;
  }
}

function listed(parts: readonly IntervalSource[]): string {
  return parts.map((part) => (part.kind === "repeated" ? repeatedText(part) : intervalText(part))).join(",");
}

function repeatedText({ inner, count }: Extract<IntervalSource, { kind: "repeated" }>): string {
  return Array.from({ length: count }, () => intervalText(inner)).join(",");
}

/** The least number of positions of an interval. Positions beyond these make it count less. */
export function leastExtent(source: IntervalSource): number {
  switch (source.kind) {
    case "term":
    case "terms":
    case "beside":
      return 1;
    case "none":
      return 0;
    case "or":
      return source.parts.length === 0 ? 0 : Math.min(...source.parts.map(leastExtent));
    case "block":
    case "ordered":
    case "unordered":
      return source.parts.reduce((sum, part) => sum + leastExtent(part), 0);
    case "extended":
      return Math.min(UNLIMITED, source.before + leastExtent(source.inner) + source.after);
    // Lucene counts a repeated one once.
    case "repeated":
    case "max_gaps":
    case "scripted":
    case "related":
    case "field":
      return leastExtent(source.inner);
  }
}
