/** The plan of any of many terms of a field, all scored alike (Lucene's constant score wrappers of multi-term queries). */
import type { MappedField } from "../../mapping/field-type.ts";
import type { SegmentReader, TermsReader } from "../../segment/segment-reader.ts";
import type { Operator, OperatorContext } from "../operator.ts";
import type { Plan, PlanOptions } from "../query.ts";
import { constantPlan } from "./constant-plan.ts";
import { hasOrdinal, postingOf } from "./posting-of.ts";
import { termsOperator } from "./terms-operator.ts";

/** Ordinals of terms: ascending ones, or all of `[from, to)`. */
export type TermSelection = Uint32Array | { readonly from: number; readonly to: number };

/** Terms to be planned. */
export interface PlannedTerms {
  readonly field: MappedField;
  readonly kind: string;
  readonly description: string;
  /** The terms wanted, in the dictionary of one segment. */
  select(terms: TermsReader): TermSelection;
}

export function planTerms(planned: PlannedTerms, options: PlanOptions): Plan {
  const { field, kind, description } = planned;
  const selections = new WeakMap<SegmentReader, TermSelection>();
  const selected = (segment: SegmentReader): TermSelection | undefined => {
    const terms = segment.terms(field.path);
    if (!terms) return undefined;
    const known = selections.get(segment);
    if (known) return known;
    const selection = planned.select(terms);
    selections.set(segment, selection);
    return selection;
  };
  return constantPlan(
    {
      kind,
      description,
      operator(context: OperatorContext): Operator | undefined {
        const selection = selected(context.reader);
        return selection && selectionSize(selection) > 0 ? termsOperator(context, field.path, selection) : undefined;
      },
      matches(segment, doc) {
        const selection = selected(segment);
        return selection !== undefined && hasSelected(segment, field.path, selection, doc);
      },
      count: (segment) => countOf(segment, field.path, selected(segment)),
    },
    options,
  );
}

/** Number of terms of a selection. */
export function selectionSize(selection: TermSelection): number {
  return selection instanceof Uint32Array ? selection.length : Math.max(0, selection.to - selection.from);
}

/** Known only where terms cannot share documents: none, or a single one. */
function countOf(segment: SegmentReader, path: string, selection: TermSelection | undefined): number | undefined {
  if (!selection || selectionSize(selection) === 0) return 0;
  const terms = segment.terms(path);
  if (!terms || selectionSize(selection) > 1 || segment.field(path)?.terms?.detail === "none") return undefined;
  return terms.docFreq(selection instanceof Uint32Array ? (selection[0] ?? 0) : selection.from);
}

function hasSelected(segment: SegmentReader, path: string, selection: TermSelection, doc: number): boolean {
  const accepted = selection instanceof Uint32Array ? new Set(selection) : undefined;
  const accepts = (ordinal: number): boolean => {
    if (accepted) return accepted.has(ordinal);
    return !(selection instanceof Uint32Array) && ordinal >= selection.from && ordinal < selection.to;
  };
  if (segment.column(path)) return hasOrdinal(segment, path, doc, accepts);
  const from = selection instanceof Uint32Array ? 0 : selection.from;
  for (let index = 0; index < selectionSize(selection); index++) {
    const ordinal = selection instanceof Uint32Array ? (selection[index] ?? 0) : from + index;
    if (postingOf(segment, path, ordinal, doc)) return true;
  }
  return false;
}
