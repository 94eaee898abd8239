/**
 * The plan for any of many terms of a field, with a constant score (Lucene's constant score wrappers of multi-term
 * queries).
 */
import { READS } from "../../segment/field-reads.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { SegmentReader, TermsReader } from "../../segment/segment-reader.ts";
import type { Operator, OperatorContext } from "../operator.ts";
import { matchingTerms } from "../multi-term/matching-terms.ts";
import { ordinalAt, ordinalCount, type OrdinalSelection } from "../multi-term/ordinal-selection.ts";
import type { Plan, PlanOptions } from "../query.ts";
import { constantPlan, type MatchLeaf } from "../constant-score/constant-plan.ts";
import { hasOrdinal, postingOf } from "../term/posting-of.ts";

/** Of more terms, the first ones stand for all. */
const MOST_COUNTED = 256;
/** Opening a term costs as much as reading so many documents. */
const OPENED_DOCS = 100;

/** Terms to be planned. */
export interface PlannedTerms {
  readonly field: MappedField;
  readonly kind: string;
  readonly description: string;
  /** The requested terms, in the dictionary of one segment. */
  select(terms: TermsReader): OrdinalSelection;
}

export function planTerms(planned: PlannedTerms, options: PlanOptions): Plan {
  return constantPlan(termsLeaf(planned), options);
}

/** Documents with any of the terms; terms are looked up when needed. */
export function termsLeaf(planned: PlannedTerms): MatchLeaf {
  const { field, kind } = planned;
  const selections = new WeakMap<SegmentReader, OrdinalSelection>();
  const selected = (segment: SegmentReader): OrdinalSelection | undefined => {
    const terms = segment.terms(field.path);
    if (!terms) return undefined;
    const known = selections.get(segment);
    if (known) return known;
    const selection = planned.select(terms);
    selections.set(segment, selection);
    return selection;
  };
  return {
    kind,
    get description() {
      return planned.description;
    },
    operator(context: OperatorContext): Operator | undefined {
      const selection = selected(context.reader);
      return selection && ordinalCount(selection) > 0 ? matchingTerms(context, field.path, selection) : undefined;
    },
    matches(segment, doc) {
      const selection = selected(segment);
      return selection !== undefined && hasSelected(segment, field.path, selection, doc);
    },
    count: (segment) => countOf(segment, field.path, selected(segment)),
    cost: (segment) => costOfTerms(segment, field.path, selected(segment)),
  };
}

/** The postings of the terms; at most one look at each document, where there is a column. */
function costOfTerms(segment: SegmentReader, path: string, selection: OrdinalSelection | undefined): number {
  const terms = segment.terms(path);
  const count = selection ? ordinalCount(selection) : 0;
  if (!terms || !selection || count === 0) return 0;
  const known = Math.min(count, MOST_COUNTED);
  let docs = 0;
  for (let index = 0; index < known; index++) docs += terms.docFreq(ordinalAt(selection, index));
  const postings = Math.ceil((docs * count) / known) + count * OPENED_DOCS;
  return segment.column(path, READS.postings) ? Math.min(postings, segment.docCount + count) : postings;
}

/** Known only when terms cannot share documents: for none or a single one. */
function countOf(segment: SegmentReader, path: string, selection: OrdinalSelection | undefined): number | undefined {
  if (!selection || ordinalCount(selection) === 0) return 0;
  const terms = segment.terms(path);
  if (!terms || ordinalCount(selection) > 1 || segment.field(path)?.terms?.detail === "none") return undefined;
  return terms.docFreq(ordinalAt(selection, 0));
}

function hasSelected(segment: SegmentReader, path: string, selection: OrdinalSelection, doc: number): boolean {
  const accepted = selection instanceof Uint32Array ? new Set(selection) : undefined;
  const accepts = (ordinal: number): boolean => {
    if (accepted) return accepted.has(ordinal);
    return !(selection instanceof Uint32Array) && ordinal >= selection.from && ordinal < selection.to;
  };
  if (segment.column(path, READS.postings)) return hasOrdinal(segment, path, doc, accepts);
  for (let index = 0; index < ordinalCount(selection); index++) {
    if (postingOf(segment, path, ordinalAt(selection, index), doc)) return true;
  }
  return false;
}
