/**
 * Matches of a term or phrase whose similarity has its own formula: scored when the segment is started, since the
 * kernel has only one formula.
 */
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import { PostingsReader } from "../../segment/postings/postings-reader.ts";
import type { Operator, OperatorContext } from "../operator.ts";
import { DocListOperator } from "../ids/doc-list-operator.ts";
import type { ComputedScorer } from "../scoring/similarity.ts";

/** Documents, ascending, with their frequencies. */
export interface Frequencies {
  readonly docs: Uint32Array;
  readonly freqs: Float32Array;
}

/** The matches of synonymous terms: their frequencies are added. */
export function computedTerms(
  context: OperatorContext,
  field: string,
  ordinals: readonly number[],
  scorer: ComputedScorer,
): Operator | undefined {
  const terms = context.reader.field(field)?.terms;
  if (!terms || terms.detail === "none") return undefined;
  const sums = new Map<number, number>();
  const reader = new PostingsReader(context.reader.data, terms);
  for (const ordinal of ordinals) {
    reader.open(ordinal);
    for (let count = reader.nextBlock(); count > 0; count = reader.nextBlock()) {
      context.checkpoint();
      for (let at = 0; at < count; at++)
        sums.set(reader.docs[at]!, (sums.get(reader.docs[at]!) ?? 0) + reader.freqs[at]!);
    }
  }
  const docs = Uint32Array.from(sums.keys()).sort();
  return computedList(context, field, { docs, freqs: Float32Array.from(docs, (doc) => sums.get(doc) ?? 0) }, scorer);
}

/** A list of documents, scored. */
export function computedList(
  context: OperatorContext,
  field: string,
  { docs, freqs }: Frequencies,
  scorer: ComputedScorer,
): Operator {
  const norms = context.reader.norms(field);
  const scores = Float32Array.from(docs, (doc, at) => scorer.compute(freqs[at] ?? 0, norms?.[doc] ?? 1));
  return new DocListOperator(context, docs, scores);
}

/** All matches of an operator. */
export function matchesOf(context: OperatorContext, operator: Operator): Uint32Array {
  const found: number[] = [];
  const window = context.window();
  for (let base = operator.nextWindow(0); base !== NO_MORE_DOCS; base = operator.nextWindow(base + WINDOW_DOCS)) {
    context.checkpoint();
    if (!operator.fill(base, window, false)) continue;
    for (let place = 0; place < WINDOW_DOCS; place++)
      if (((window.bits[place >>> 5]! >>> (place & 31)) & 1) === 1) found.push(base + place);
  }
  return Uint32Array.from(found);
}
