/**
 * Documents with a value, or any of several values (Elasticsearch's `MappedFieldType.termQuery` and `termsQuery`).
 * Query kinds, full text and query strings all come here.
 */
import { ipNetwork } from "../compat/ip-network.ts";
import { valueText } from "../compat/value-text.ts";
import type { Json } from "../core/json.ts";
import type { MappedField } from "../mapping/field-type.ts";
import { booleanOf } from "./boolean/boolean-expression.ts";
import { constantScore } from "./constant-score/constant-score-expression.ts";
import type { Expression } from "./expression.ts";
import { feature } from "./feature/feature-expression.ts";
import { ids } from "./ids/ids-expression.ts";
import { matchAll } from "./match-all/match-all-expression.ts";
import { matchNone } from "./match-none/match-none-expression.ts";
import { inRange } from "./range/range-expression.ts";
import { term } from "./term/term-expression.ts";
import { anyTerm } from "./terms/terms-expression.ts";
import { isIndexConstant, matchesIndex } from "./index-constants.ts";
import type { SearcherView } from "./query.ts";
import { keyedTerm, keyedTerms } from "./keyed-queries.ts";
import { runtimeTerm, runtimeTerms } from "./runtime/runtime-queries.ts";
import { refuseUnsearchable } from "./searchable-field.ts";
import { inRelation } from "./range-queries.ts";

/** Documents with exactly this value. */
export function termOf(searcher: SearcherView, field: MappedField, value: Json): Expression {
  if (field.runtime) return runtimeTerm(searcher, field, value);
  if (field.keyed) return keyedTerm(field, field.keyed, value);
  if (isIndexConstant(field))
    return matchesIndex(searcher, field, valueText(value)) ? matchAll() : matchNone("another index");
  if (field.path === "_id") return ids([valueText(value)]);
  refuseUnsearchable(searcher, field);
  const { exactQuery } = field.capabilities;
  if (exactQuery === "address") return addressOf(searcher, field, value);
  if (exactQuery === "feature") return feature(field, valueText(value));
  if (field.relates) return inRelation(field, { gte: value, lte: value, nowMs: searcher.nowMs });
  const bytes = field.term(value);
  return bytes ? term(field, bytes) : exactRange(searcher, field, value);
}

/** Documents with an address, or with any address of a network. */
function addressOf(searcher: SearcherView, field: MappedField, value: Json): Expression {
  const network = typeof value === "string" ? ipNetwork(value) : undefined;
  if (!network) return exactRange(searcher, field, value);
  return inRange(field, { unit: "term", from: network.from, to: network.to, includeFrom: true, includeTo: true });
}

/** Values converted between two tests for cancellation. */
const VALUES_PER_CHECKPOINT = 512;

/** Memory of one value beside its bytes, roughly. */
const VALUE_BYTES = 128;

/** Documents with any of the values, all with the same score. */
export function termsOf(searcher: SearcherView, field: MappedField, values: readonly Json[]): Expression {
  if (field.runtime) return runtimeTerms(searcher, field, values);
  if (field.keyed) return keyedTerms(field, field.keyed, values);
  if (isIndexConstant(field)) {
    return values.some((value) => matchesIndex(searcher, field, valueText(value)))
      ? matchAll()
      : matchNone("another index");
  }
  if (field.path === "_id") return ids(values.map(String));
  refuseUnsearchable(searcher, field);
  const terms: Uint8Array[] = [];
  const ranges: Expression[] = [];
  let heldBytes = 0;
  for (const [place, value] of values.entries()) {
    if (place % VALUES_PER_CHECKPOINT === VALUES_PER_CHECKPOINT - 1) searcher.planning?.checkpoint();
    const bytes = isNetwork(field, value) ? undefined : field.term(value);
    heldBytes += VALUE_BYTES + (bytes?.length ?? 0);
    if (bytes) terms.push(bytes);
    else ranges.push(termOf(searcher, field, value));
  }
  searcher.planning?.reserve(heldBytes);
  const any = terms.length > 0 ? anyTerm(field, terms) : undefined;
  if (ranges.length === 0) return any ?? matchNone("no terms");
  const all = any ? [any, ...ranges] : ranges;
  return all.length === 1 ? (all[0] as Expression) : anyOf(all);
}

/** Any of several expressions, with a constant score. */
function anyOf(expressions: readonly Expression[]): Expression {
  return constantScore(booleanOf(expressions.map((expression) => ({ occur: "should", expression }))));
}

function isNetwork(field: MappedField, value: Json): boolean {
  return field.capabilities.exactQuery === "address" && typeof value === "string" && value.includes("/");
}

function exactRange(searcher: SearcherView, field: MappedField, value: Json): Expression {
  return inRange(field, field.range({ gte: value, lte: value, nowMs: searcher.nowMs }));
}
