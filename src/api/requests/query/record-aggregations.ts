/** Aggregations over API keys: the kinds that Elasticsearch takes here, but for `composite`. */
import { illegalArgument, parsingException } from "../../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { type NameTable, nameTable } from "../../../core/names.ts";
import { valueText } from "../../../compat/value-text.ts";
import { momentOf } from "./moments.ts";
import { fieldNamed, type RecordField } from "./record-fields.ts";
import { type QueryContext, readRecordQuery } from "./record-query.ts";

/** What aggregations are read with. */
export interface AggregationContext extends QueryContext {
  /** Whether names of results say the kind (`sterms#users`). */
  readonly typed: boolean;
}

type Kind = (
  body: JsonObject,
  records: readonly JsonObject[],
  inner: Inner,
  context: AggregationContext,
) => { readonly type: string; readonly result: JsonObject };
/** Results of the aggregations below, for the records of one bucket. */
type Inner = (records: readonly JsonObject[]) => JsonObject;

const kinds: NameTable<Kind> = nameTable({
  terms: termsAggregation,
  filter: (body, records, inner, context) => ({
    type: "filter",
    result: bucket(records.filter(readRecordQuery(body, context)), inner),
  }),
  filters: filtersAggregation,
  missing(body, records, inner, context) {
    const field = fieldOf(body, context);
    return {
      type: "missing",
      result: bucket(
        records.filter((record) => field.values(record).length === 0),
        inner,
      ),
    };
  },
  cardinality(body, records, _inner, context) {
    const field = fieldOf(body, context);
    return { type: "cardinality", result: { value: new Set(records.flatMap((record) => field.values(record))).size } };
  },
  value_count(body, records, _inner, context) {
    const field = fieldOf(body, context);
    return {
      type: "value_count",
      result: { value: records.reduce((count, record) => count + field.values(record).length, 0) },
    };
  },
  range: (body, records, inner, context) => ranges("range", body, records, { inner, context }),
  date_range: (body, records, inner, context) => ranges("date_range", body, records, { inner, context }),
});

const DEFAULT_BUCKETS = 10;

/** Results by name. Throws 400 for a kind that is not taken here. */
export function aggregate(asked: JsonObject, records: readonly JsonObject[], context: AggregationContext): JsonObject {
  const results = new Map<string, Json>();
  for (const [name, body] of Object.entries(asked)) {
    if (!isJsonObject(body)) throw parsingException(`Found two aggregation type definitions in [${name}]`);
    const { aggs, aggregations, meta: _meta, ...own } = body;
    const [entry, ...more] = Object.entries(own);
    if (!entry || more.length > 0) throw parsingException(`Expected one aggregation type definition in [${name}]`);
    const [type, options] = entry;
    const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
    if (!kind) throw illegalArgument(`Unsupported API Keys agg [${name}] of type [${type}]`);
    if (!isJsonObject(options)) throw parsingException(`Expected [START_OBJECT] under [${type}] in [${name}]`);
    const below = aggs ?? aggregations;
    const inner: Inner = (found) => (isJsonObject(below) ? aggregate(below, found, context) : {});
    const answer = kind(options, records, inner, context);
    results.set(context.typed ? `${answer.type}#${name}` : name, answer.result);
  }
  return Object.fromEntries(results);
}

function bucket(records: readonly JsonObject[], inner: Inner): JsonObject {
  return { doc_count: records.length, ...inner(records) };
}

function fieldOf(body: JsonObject, { fields }: AggregationContext): RecordField {
  const name = body["field"];
  if (typeof name !== "string")
    throw illegalArgument("Required one of fields [field, script], but none were specified. ");
  return fieldNamed(fields, name);
}

/** Buckets by value, the largest first; equal ones in the order of their values. */
function termsAggregation(
  body: JsonObject,
  records: readonly JsonObject[],
  inner: Inner,
  context: AggregationContext,
): ReturnType<Kind> {
  const field = fieldOf(body, context);
  const found = new Map<Json, JsonObject[]>();
  for (const record of records)
    for (const value of new Set(field.values(record))) found.set(value, [...(found.get(value) ?? []), record]);
  const size = typeof body["size"] === "number" ? body["size"] : DEFAULT_BUCKETS;
  const sorted = [...found].sort(
    ([one, some], [other, others]) => others.length - some.length || (valueText(one) < valueText(other) ? -1 : 1),
  );
  const shown = sorted.slice(0, size);
  const rest = sorted.slice(size).reduce((sum, [, members]) => sum + members.length, 0);
  const buckets = shown.map(([value, members]): JsonObject => ({
    key: typeof value === "boolean" ? Number(value) : value,
    ...(typeof value === "boolean" ? { key_as_string: String(value) } : {}),
    ...bucket(members, inner),
  }));
  const type = field.kind === "date" || field.kind === "boolean" ? "lterms" : "sterms";
  return { type, result: { doc_count_error_upper_bound: 0, sum_other_doc_count: rest, buckets } };
}

function filtersAggregation(
  body: JsonObject,
  records: readonly JsonObject[],
  inner: Inner,
  context: AggregationContext,
): ReturnType<Kind> {
  const { filters } = body;
  const one = (query: Json): JsonObject => bucket(records.filter(readRecordQuery(query, context)), inner);
  if (Array.isArray(filters)) return { type: "filters", result: { buckets: filters.map(one) } };
  if (!isJsonObject(filters)) throw parsingException("[filters] must be an object or an array");
  return {
    type: "filters",
    result: { buckets: Object.fromEntries(Object.entries(filters).map(([name, query]) => [name, one(query)])) },
  };
}

/** Buckets between bounds: `from` belongs to them, `to` does not. */
function ranges(
  type: string,
  body: JsonObject,
  records: readonly JsonObject[],
  { inner, context }: { inner: Inner; context: AggregationContext },
): ReturnType<Kind> {
  const field = fieldOf(body, context);
  const bound = (value: Json | undefined): number | undefined => {
    if (value === undefined || value === null) return undefined;
    return typeof value === "number" ? value : momentOf(valueText(value), context.nowMs, false);
  };
  const given = Array.isArray(body["ranges"]) ? body["ranges"].filter(isJsonObject) : [];
  if (given.length === 0) throw illegalArgument("No [ranges] specified for the [range] aggregation");
  const buckets = given.map((range): JsonObject => {
    const from = bound(range["from"]);
    const to = bound(range["to"]);
    const members = records.filter((record) =>
      field.values(record).some((value) => Number(value) >= (from ?? -Infinity) && Number(value) < (to ?? Infinity)),
    );
    const key = typeof range["key"] === "string" ? range["key"] : `${from ?? "*"}-${to ?? "*"}`;
    return {
      key,
      ...(from === undefined ? {} : { from, from_as_string: String(from) }),
      ...(to === undefined ? {} : { to, to_as_string: String(to) }),
      ...bucket(members, inner),
    };
  });
  return { type, result: { buckets } };
}
