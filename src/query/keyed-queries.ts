/** Queries on one key of a flattened field: on the terms of that key in the field that holds all keys. */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { valueText } from "../compat/value-text.ts";
import type { Json } from "../core/json.ts";
import type { KeyedField, MappedField, RangeBounds } from "../mapping/field-type.ts";
import { acceptsBytes, type ByteAutomaton } from "../core/automata/byte-automaton.ts";
import { automatonOf } from "./automata/request-automata.ts";
import { beginsWith, prefixRange, selectTerms } from "./automata/select-terms.ts";
import { foldedTermAutomaton, prefixAutomaton } from "../compat/regexp/wildcard-pattern.ts";
import { type Expression, expressionKey } from "./expression.ts";
import { matchingTerms } from "./multi-term/multi-term-expression.ts";
import { inRange } from "./range/range-expression.ts";
import { term } from "./term/term-expression.ts";
import { anyTerm } from "./terms/terms-expression.ts";
import type { SearcherView } from "./query.ts";

const encoder = new TextEncoder();
const constant = { form: "constant" } as const;

/** Documents with exactly this value under the key. */
export function keyedTerm(field: MappedField, keyed: KeyedField, value: Json): Expression {
  refuseUnsearchable(keyed.all);
  return term(keyed.all, termOf(field, value));
}

export function keyedTerms(field: MappedField, keyed: KeyedField, values: readonly Json[]): Expression {
  refuseUnsearchable(keyed.all);
  return anyTerm(
    keyed.all,
    values.map((value) => termOf(field, value)),
  );
}

export function keyedRange(field: MappedField, keyed: KeyedField, bounds: RangeBounds): Expression {
  refuseUnsearchable(keyed.all);
  return inRange(keyed.all, field.range(bounds));
}

/** Documents with a value under the key that begins with `text`; an empty text matches any value. */
export function keyedPrefix(searcher: SearcherView, keyed: KeyedField, text: string, ignoreCase: boolean): Expression {
  const prefix = keyed.prefix + text;
  // The key is case-sensitive: only the automaton of the value accepts both cases.
  if (ignoreCase) return keyedAutomaton(searcher, keyed, `${prefix}*`, () => prefixAutomaton(text, true));
  const bytes = encoder.encode(prefix);
  return matchingTerms({
    field: keyed.all,
    type: "PrefixQuery",
    description: `${keyed.all.path}:${prefix}*`,
    select: (terms) => prefixRange(terms, bytes),
    accepts: (candidate) => beginsWith(candidate, bytes),
    rewrite: constant,
  });
}

/** Documents with this value under the key, in any case. */
export function keyedFoldedTerm(searcher: SearcherView, keyed: KeyedField, value: Json): Expression {
  const text = valueText(value);
  return keyedAutomaton(searcher, keyed, keyed.prefix + text, () => foldedTermAutomaton(text));
}

/** Throws for patterns that cannot be used on keys, with Elasticsearch's message. */
export function refuseKeyedPattern(kind: "wildcard" | "regexp" | "fuzzy"): never {
  throw new RequestError(
    400,
    "unsupported_operation_exception",
    `[${kind}] queries are not currently supported on keyed [flattened] fields.`,
  );
}

function keyedAutomaton(
  { planning }: SearcherView,
  keyed: KeyedField,
  description: string,
  make: () => ByteAutomaton,
): Expression {
  const key = encoder.encode(keyed.prefix);
  const whole = afterBytes(key, automatonOf(planning, expressionKey("keyed", keyed.prefix, description), make));
  return matchingTerms({
    field: keyed.all,
    type: "AutomatonQuery",
    description: `${keyed.all.path}:${description}`,
    select: (terms) => selectTerms(terms, whole, planning?.checkpoint),
    accepts: (candidate) => acceptsBytes(whole, candidate),
    rewrite: constant,
  });
}

/**
 * An automaton that reads fixed bytes before another one: its states below `bytes.length` count those bytes. `bytes` is
 * not empty.
 */
function afterBytes(bytes: Uint8Array, inner: ByteAutomaton): ByteAutomaton {
  const { length } = bytes;
  return {
    start: 0,
    heldBytes: inner.heldBytes + length,
    step(state, byte) {
      if (state >= length) {
        const next = inner.step(state - length, byte);
        return next < 0 ? next : next + length;
      }
      if (byte !== bytes[state]) return -1;
      return state + 1 === length ? inner.start + length : state + 1;
    },
    accepts: (state) => state >= length && inner.accepts(state - length),
    least: (state) => (state >= length ? inner.least(state - length) : bytes[state]!),
    greatest: (state) => (state >= length ? inner.greatest(state - length) : bytes[state]!),
  };
}

function termOf(field: MappedField, value: Json): Uint8Array {
  return field.term(value) ?? new Uint8Array(0);
}

function refuseUnsearchable(field: MappedField): void {
  if (!field.searchable && !field.aggregatable)
    throw illegalArgument(`Cannot search on field [${field.path}] since it is not indexed.`);
}
