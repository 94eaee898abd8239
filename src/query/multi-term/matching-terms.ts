/** Documents with any of several terms, by the method that suits the field and the number of terms. */
import { READS } from "../../segment/field-reads.ts";
import type { Operator, OperatorContext } from "../operator.ts";
import { DisjunctionOperator } from "../boolean/disjunction-operator.ts";
import { MatchNoneOperator } from "../match-none/match-none-operator.ts";
import { asRange, ordinalAt, ordinalCount, type OrdinalSelection } from "./ordinal-selection.ts";
import { OrdinalsOperator } from "./ordinals-operator.ts";
import { PredicateOperator } from "../execution/predicate.ts";
import { PresenceOperator } from "../field-exists/presence.ts";
import { TermOperator } from "../term/term-operator.ts";
import { TermsUnionOperator } from "./terms-union-operator.ts";

/** Up to this many terms are merged window by window. */
const JOINED_TERMS = 16;
/**
 * A range of more terms than this is compared in the column: opening a term costs as much as testing a few hundred
 * documents.
 */
const OPENED_TERMS = 64;
/** Dictionaries up to this size get a bit set in scratch with one bit for each term (256 KiB). */
const LARGEST_SET = 1 << 21;

/** The operator, without scores. The field has postings or a column of ordinals. */
export function matchingTerms(context: OperatorContext, field: string, selection: OrdinalSelection): Operator {
  const count = ordinalCount(selection);
  if (count === 0) return new MatchNoneOperator();
  const column = context.reader.column(field, READS.postings);
  const ordinals = column?.type === "u16" || column?.type === "u32";
  const indexed = context.postings(field) !== 0;
  if (!indexed) return inColumn(context, field, selection);
  if (count <= JOINED_TERMS) {
    const terms = Array.from(
      { length: count },
      (_, i) => new TermOperator(context, { field, ordinal: ordinalAt(selection, i), scoring: undefined }),
    );
    return terms.length === 1 ? terms[0]! : new DisjunctionOperator(context, terms);
  }
  return ordinals && count > OPENED_TERMS && asRange(selection)
    ? new OrdinalsOperator(context, field, selection)
    : new TermsUnionOperator(context, field, selection);
}

function inColumn(context: OperatorContext, field: string, selection: OrdinalSelection): Operator {
  const terms = context.reader.terms(field)?.count ?? 0;
  const { starts, values, onHeap } = context.reader.column(field, READS.postings)!;
  const range = asRange(selection);
  if (!onHeap && (range || terms <= LARGEST_SET)) return new OrdinalsOperator(context, field, selection);
  const wanted = range
    ? { has: (ordinal: number) => ordinal >= range.from && ordinal < range.to }
    : new Set(selection as Uint32Array);
  return new PredicateOperator(context, new PresenceOperator(context, field), (doc) => {
    const end = starts ? starts[doc + 1]! : doc + 1;
    for (let at = starts ? starts[doc]! : doc; at < end; at++) if (wanted.has(Number(values[at]))) return true;
    return false;
  });
}
