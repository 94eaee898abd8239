/** The documents of many terms. */
import { PostingsReader } from "../../segment/postings/postings-reader.ts";
import type { Operator, OperatorContext } from "../operator.ts";
import { DisjunctionOperator } from "../operators/disjunction.ts";
import { DocListOperator } from "../operators/doc-list.ts";
import { PredicateOperator } from "../operators/predicate.ts";
import { PresenceOperator } from "../operators/presence.ts";
import { TermOperator } from "../operators/term.ts";
import { hasOrdinal } from "./posting-of.ts";
import { selectionSize, type TermSelection } from "./terms-plan.ts";

/** Terms up to here are joined window by window; more are read once into a list of documents. */
const JOINED_TERMS = 16;

/** An operator over a selection of at least one term. */
export function termsOperator(context: OperatorContext, field: string, selection: TermSelection): Operator {
  if (context.postings(field) === 0) return ordinalsOperator(context, field, selection);
  const size = selectionSize(selection);
  const ordinalAt = (index: number): number => (selection instanceof Uint32Array ? (selection[index] ?? 0) : selection.from + index);
  if (size > JOINED_TERMS) return new DocListOperator(context, documents(context, field, size, ordinalAt));
  const terms = Array.from({ length: size }, (_, index) => new TermOperator(context, { field, ordinal: ordinalAt(index), scoring: undefined }));
  const [only] = terms;
  return terms.length === 1 && only ? only : new DisjunctionOperator(context, terms);
}

/** A field that is in its column only: its documents are looked at one by one. */
function ordinalsOperator(context: OperatorContext, field: string, selection: TermSelection): Operator {
  const wanted = selection instanceof Uint32Array ? new Set(selection) : undefined;
  const accepts = (ordinal: number): boolean =>
    wanted ? wanted.has(ordinal) : !(selection instanceof Uint32Array) && ordinal >= selection.from && ordinal < selection.to;
  return new PredicateOperator(context, new PresenceOperator(context, field), (doc) => hasOrdinal(context.reader, field, doc, accepts));
}

function documents(context: OperatorContext, field: string, size: number, ordinalAt: (index: number) => number): Uint32Array {
  const { reader } = context;
  const bits = new Uint32Array((reader.docCount + 31) >>> 5);
  const directory = reader.field(field)?.terms;
  if (!directory) return new Uint32Array(0);
  const postings = new PostingsReader(reader.data, directory);
  for (let index = 0; index < size; index++) {
    postings.open(ordinalAt(index));
    if ((index & 255) === 0) context.checkpoint();
    for (let count = postings.nextBlock(); count > 0; count = postings.nextBlock()) {
      for (let at = 0; at < count; at++) {
        const doc = postings.docs[at]!;
        bits[doc >>> 5]! |= 1 << (doc & 31);
      }
    }
  }
  return listed(bits);
}

/** The set bits as an ascending list. */
function listed(bits: Uint32Array): Uint32Array {
  const docs: number[] = [];
  for (let word = 0; word < bits.length; word++) {
    let left = bits[word]!;
    while (left !== 0) {
      docs.push(word * 32 + 31 - Math.clz32(left & -left));
      left &= left - 1;
    }
  }
  return Uint32Array.from(docs);
}
