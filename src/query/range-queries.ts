/** Documents with a value between bounds (Elasticsearch's `MappedFieldType.rangeQuery`). */
import { illegalArgument } from "../compat/errors.ts";
import { valueText } from "../compat/value-text.ts";
import type { Json } from "../core/json.ts";
import type { MappedField, RangeBounds } from "../mapping/field-type.ts";
import { selectWhere } from "./automata/select-terms.ts";
import type { Expression } from "./expression.ts";
import { matchAll } from "./match-all/match-all-expression.ts";
import { matchNone } from "./match-none/match-none-expression.ts";
import { matchingTerms } from "./multi-term/multi-term-expression.ts";
import { inRange } from "./range/range-expression.ts";
import type { SearcherView } from "./query.ts";
import { keyedRange } from "./keyed-queries.ts";
import { runtimeRange } from "./runtime/runtime-queries.ts";
import { refuseUnsearchable } from "./searchable-field.ts";

/** Documents with a value between bounds. */
export function rangeOf(searcher: SearcherView, field: MappedField, bounds: RangeBounds): Expression {
  if (field.runtime) return runtimeRange(searcher, field, bounds);
  if (field.keyed) return keyedRange(field, field.keyed, bounds);
  if (field.constant !== undefined)
    return constantInRange(field.constant, bounds) ? matchAll() : matchNone("the constant is beside the range");
  if (!field.capabilities.rangeQuery)
    throw illegalArgument(`Field [${field.path}] of type [${field.type}] does not support range queries`);
  refuseUnsearchable(searcher, field);
  return field.relates ? inRelation(field, bounds) : inRange(field, field.range(bounds));
}

function constantInRange(constant: string | null, { gte, gt, lte, lt }: RangeBounds): boolean {
  if (constant === null) return false;
  const compare = (bound: Json): number => Buffer.compare(Buffer.from(constant), Buffer.from(valueText(bound)));
  const lower = gte ?? gt ?? null;
  const upper = lte ?? lt ?? null;
  if (lower !== null && compare(lower) < (lower === gte ? 0 : 1)) return false;
  return upper === null || compare(upper) <= (upper === lte ? 0 : -1);
}

/** Documents with a range in the given relation to the queried range. */
export function inRelation(field: MappedField, bounds: RangeBounds): Expression {
  const { relation = "intersects" } = bounds;
  const test = field.relates?.(bounds, relation);
  if (!test) return matchNone(`${field.path} has no ranges`);
  const description = `${field.path}:${relation}${JSON.stringify([bounds.gte ?? bounds.gt, bounds.lte ?? bounds.lt], (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value))}`;
  return matchingTerms({
    field,
    type: "BinaryRangeFieldRangeQuery",
    description,
    options: JSON.stringify([
      bounds.gte !== undefined,
      bounds.lte !== undefined,
      bounds.format,
      bounds.timeZone,
      bounds.nowMs,
    ]),
    select: (terms) => selectWhere(terms, test),
    accepts: (bytes) => test(bytes, 0),
    rewrite: { form: "constant" },
  });
}
