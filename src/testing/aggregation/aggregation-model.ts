/** Test support: aggregations over plain objects, slow and obvious, and random documents and requests for them. */
import fc from "fast-check";
import type { Json, JsonObject } from "../../core/json.ts";

/** A document of the model; an absent or empty array is an absent field. */
export interface ModelDocument {
  readonly k?: readonly string[];
  readonly n?: readonly number[];
  readonly d?: readonly number[];
  readonly t?: readonly number[];
  readonly b?: readonly boolean[];
  readonly i: number;
  readonly dead: boolean;
}

/** Mapping of the model's fields. */
export const MODEL_FIELDS: JsonObject = {
  k: { type: "keyword" },
  n: { type: "long" },
  d: { type: "double" },
  t: { type: "date" },
  b: { type: "boolean" },
  i: { type: "integer" },
};

const several = <Value>(one: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> =>
  fc.oneof({ weight: 3, arbitrary: one.map((value) => [value]) }, fc.array(one, { maxLength: 4 }));
const quarters = fc.integer({ min: -40, max: 40 }).map((value) => value / 4);

/** Documents with absent, several and repeated values. Sums of their numbers are exact in any order. */
export const modelDocuments: fc.Arbitrary<ModelDocument[]> = fc.array(
  fc.record(
    {
      k: several(fc.constantFrom("a", "b", "ab", "é", "\u{1f600}", "z", "")),
      n: several(fc.oneof(fc.integer({ min: -10, max: 10 }), fc.constantFrom(20_000, -12_345))),
      d: several(quarters),
      t: several(fc.integer({ min: -3, max: 400 }).map((hours) => Date.UTC(2020, 1, 20) + hours * 3_600_000)),
      b: several(fc.boolean()),
      i: fc.integer({ min: 0, max: 5 }),
      dead: fc.integer({ min: 0, max: 6 }).map((value) => value === 0),
    },
    { requiredKeys: ["i", "dead"] },
  ),
  { maxLength: 60 },
);

type Field = "k" | "n" | "d" | "t" | "b" | "i";

function numbers(document: ModelDocument, field: Field): number[] {
  const value = document[field];
  const values: readonly (string | number | boolean)[] =
    value === undefined ? [] : Array.isArray(value) ? value : [value];
  return values.map(Number).sort((left, right) => left - right);
}

function keys(document: ModelDocument, field: Field): (number | string)[] {
  if (field !== "k") return [...new Set(numbers(document, field))];
  return [...new Set(document.k ?? [])];
}

const numeric = fc.constantFrom<Field>("n", "d", "i");
const anyField = fc.constantFrom<Field>("k", "n", "d", "t", "b", "i");
const metric = fc.oneof(
  fc
    .tuple(fc.constantFrom("min", "max", "avg", "sum", "stats"), numeric)
    .map(([kind, field]): JsonObject => ({ [kind]: { field } })),
  fc
    .tuple(fc.constantFrom("min", "max", "sum", "avg"), numeric)
    .map(([kind, field]): JsonObject => ({ [kind]: { field, missing: 3 } })),
  fc
    .tuple(fc.constantFrom("value_count", "cardinality"), anyField)
    .map(([kind, field]): JsonObject => ({ [kind]: { field } })),
);
const query = fc.oneof(
  fc.boolean().map((value): JsonObject => ({ term: { b: value } })),
  fc.constantFrom("a", "z", "none").map((value): JsonObject => ({ term: { k: value } })),
  fc.integer({ min: -10, max: 10 }).map((from): JsonObject => ({ range: { n: { gte: from } } })),
);
const bucket = fc.oneof(
  fc
    .tuple(anyField, fc.constantFrom("_key", "_count"), fc.constantFrom("asc", "desc"))
    .map(([field, by, direction]): JsonObject => ({ terms: { field, size: 1000, order: { [by]: direction } } })),
  fc
    .tuple(numeric, fc.constantFrom(0.5, 3, 10), fc.constantFrom(0, 1, -2.5))
    .map(([field, interval, offset]): JsonObject => ({
      histogram: { field, interval: field === "n" ? interval * 1000 : interval, offset },
    })),
  fc
    .constantFrom({ calendar_interval: "month" }, { calendar_interval: "week" }, { fixed_interval: "7h" })
    .map((interval): JsonObject => ({ date_histogram: { field: "t", ...interval, min_doc_count: 1 } })),
  fc.tuple(numeric, quarters, quarters).map(([field, from, to]): JsonObject => ({
    range: { field, ranges: [{ to: from }, { from: Math.min(from, to), to: Math.max(from, to) }, { from: to }] },
  })),
  query.map((filter): JsonObject => ({ filter })),
  fc
    .tuple(query, query, fc.boolean())
    .map(([x, y, other]): JsonObject => ({ filters: { filters: { x, y }, other_bucket: other } })),
  anyField.map((field): JsonObject => ({ missing: { field } })),
);

/** Random aggregations, three levels deep at most. */
export const modelRequests: fc.Arbitrary<JsonObject> = level(2);

function level(below: number): fc.Arbitrary<JsonObject> {
  const withChildren =
    below === 0 ? bucket : fc.tuple(bucket, level(below - 1)).map(([body, aggs]): JsonObject => ({ ...body, aggs }));
  const one = fc.oneof({ weight: 1, arbitrary: metric }, { weight: 2, arbitrary: withChildren });
  return fc
    .array(one, { minLength: 1, maxLength: 3 })
    .map((list) => Object.fromEntries(list.map((body, place) => [`a${place}`, body])));
}

/** What a search over the living documents shows. */
export function modelAnswer(documents: readonly ModelDocument[], request: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(request).map(([name, definition]) => [name, answer(documents, definition as JsonObject)]),
  );
}

function answer(documents: readonly ModelDocument[], definition: JsonObject): JsonObject {
  const kind = Object.keys(definition).find((key) => key !== "aggs") ?? "";
  const body = definition[kind] as JsonObject;
  const below = (some: readonly ModelDocument[]): JsonObject => ({
    doc_count: some.length,
    ...modelAnswer(some, (definition["aggs"] ?? {}) as JsonObject),
  });
  const field = body["field"] as Field;
  switch (kind) {
    case "terms":
      return termsAnswer(documents, body, below);
    case "histogram":
      return { buckets: histogramAnswer(documents, body, below) };
    case "date_histogram":
      return { buckets: dateAnswer(documents, body, below) };
    case "range":
      return { buckets: rangeAnswer(documents, body, below) };
    case "filter":
      return below(documents.filter((document) => matches(document, body)));
    case "filters":
      return { buckets: filtersAnswer(documents, body, below) };
    case "missing":
      return below(documents.filter((document) => keys(document, field).length === 0));
    case "cardinality":
      return { value: new Set(documents.flatMap((document) => keys(document, field))).size };
    case "value_count":
      return {
        value: documents.reduce(
          (sum, document) => sum + (field === "k" ? keys(document, field) : numbers(document, field)).length,
          0,
        ),
      };
    default:
      return metricAnswer(
        kind,
        documents.flatMap((document) => withMissing(numbers(document, field), body["missing"])),
      );
  }
}

type Below = (documents: readonly ModelDocument[]) => JsonObject;

function withMissing(values: number[], missing: Json | undefined): number[] {
  return values.length === 0 && missing !== undefined ? [Number(missing)] : values;
}

function metricAnswer(kind: string, values: readonly number[]): JsonObject {
  const none = values.length === 0;
  const sum = values.reduce((left, right) => left + right, 0);
  const all = {
    min: none ? null : Math.min(...values),
    max: none ? null : Math.max(...values),
    avg: none ? null : sum / values.length,
    sum,
  };
  return kind === "stats" ? { count: values.length, ...all } : { value: all[kind as keyof typeof all] };
}

function termsAnswer(documents: readonly ModelDocument[], body: JsonObject, below: Below): JsonObject {
  const field = body["field"] as Field;
  const groups = new Map<number | string, ModelDocument[]>();
  for (const document of documents)
    for (const key of keys(document, field)) groups.set(key, [...(groups.get(key) ?? []), document]);
  const [[by, direction]] = Object.entries(body["order"] as JsonObject) as [[string, Json]];
  const sign = direction === "asc" ? 1 : -1;
  const entries = [...groups].sort(([leftKey, left], [rightKey, right]) => {
    const byKey =
      typeof leftKey === "string"
        ? Buffer.compare(Buffer.from(leftKey), Buffer.from(String(rightKey)))
        : leftKey - Number(rightKey);
    return by === "_key" ? sign * byKey : sign * (left.length - right.length) || byKey;
  });
  const buckets = entries.map(([key, some]) => ({ key, ...keyText(field, key), ...below(some) }));
  return { doc_count_error_upper_bound: 0, sum_other_doc_count: 0, buckets };
}

function keyText(field: Field, key: number | string): JsonObject {
  if (field === "t") return { key_as_string: new Date(Number(key)).toISOString() };
  return field === "b" ? { key_as_string: String(key === 1) } : {};
}

function grouped(
  documents: readonly ModelDocument[],
  field: Field,
  keyOf: (value: number) => number,
): Map<number, ModelDocument[]> {
  const groups = new Map<number, ModelDocument[]>();
  for (const document of documents) {
    for (const key of new Set(numbers(document, field).map(keyOf)))
      groups.set(key, [...(groups.get(key) ?? []), document]);
  }
  return groups;
}

function histogramAnswer(documents: readonly ModelDocument[], body: JsonObject, below: Below): JsonObject[] {
  const interval = Number(body["interval"]);
  const offset = Number(body["offset"]);
  const groups = grouped(documents, body["field"] as Field, (value) => Math.floor((value - offset) / interval));
  if (groups.size === 0) return [];
  const first = Math.min(...groups.keys());
  const last = Math.max(...groups.keys());
  return Array.from({ length: last - first + 1 }, (_, place) => ({
    key: (first + place) * interval + offset,
    ...below(groups.get(first + place) ?? []),
  }));
}

function dateAnswer(documents: readonly ModelDocument[], body: JsonObject, below: Below): JsonObject[] {
  const groups = grouped(documents, "t", (value) => {
    const date = new Date(value);
    if (body["calendar_interval"] === "month") return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
    if (body["calendar_interval"] === "week")
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
    return Math.floor(value / (7 * 3_600_000)) * 7 * 3_600_000;
  });
  return [...groups.keys()]
    .sort((left, right) => left - right)
    .map((key) => ({ key, ...keyText("t", key), ...below(groups.get(key)!) }));
}

function rangeAnswer(documents: readonly ModelDocument[], body: JsonObject, below: Below): JsonObject[] {
  const ranges = (body["ranges"] as JsonObject[]).map((range) => ({
    from: Number(range["from"] ?? -Infinity),
    to: Number(range["to"] ?? Infinity),
  }));
  const text = (bound: number): string =>
    Number.isFinite(bound)
      ? Number.isInteger(bound)
        ? `${bound === 0 ? (Object.is(bound, -0) ? "-0" : "0") : bound}.0`
        : String(bound)
      : "*";
  ranges.sort((left, right) => (left.from === right.from ? order(left.to, right.to) : order(left.from, right.from)));
  return ranges.map(({ from, to }) => ({
    key: `${text(from)}-${text(to)}`,
    ...(Number.isFinite(from) ? { from } : {}),
    ...(Number.isFinite(to) ? { to } : {}),
    ...below(
      documents.filter((document) =>
        numbers(document, body["field"] as Field).some((value) => value >= from && value < to),
      ),
    ),
  }));
}

function order(left: number, right: number): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function filtersAnswer(documents: readonly ModelDocument[], body: JsonObject, below: Below): JsonObject {
  const filters = Object.entries(body["filters"] as JsonObject);
  const buckets = filters.map(([name, filter]): [string, JsonObject] => [
    name,
    below(documents.filter((document) => matches(document, filter as JsonObject))),
  ]);
  const rest = documents.filter((document) => !filters.some(([, filter]) => matches(document, filter as JsonObject)));
  return Object.fromEntries(body["other_bucket"] === true ? [...buckets, ["_other_", below(rest)]] : buckets);
}

function matches(document: ModelDocument, filter: JsonObject): boolean {
  const term = filter["term"] as JsonObject | undefined;
  if (term && "b" in term) return (document.b ?? []).includes(term["b"] as boolean);
  if (term) return (document.k ?? []).includes(String(term["k"]));
  const from = Number(((filter["range"] as JsonObject)["n"] as JsonObject)["gte"]);
  return numbers(document, "n").some((value) => value >= from);
}
