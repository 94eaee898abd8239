/** A search over users, roles or API keys: query, order, page, as the bodies of `_security/_query/…` say it. */
import { contentParseException } from "../../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { valueText } from "../../../compat/value-text.ts";
import { refuseInvalid } from "../security-operation.ts";
import { fieldNamed, type RecordField } from "./record-fields.ts";
import { type QueryContext, readRecordQuery, type RecordMatcher } from "./record-query.ts";

/** A body that was read. */
export interface RecordSearch {
  readonly matches: RecordMatcher;
  readonly orders: readonly Order[];
  readonly from: number;
  readonly size: number;
  /** The values behind which the page begins. */
  readonly after: readonly Json[] | undefined;
}

/** A page of what was found. */
export interface RecordPage {
  readonly total: number;
  readonly count: number;
  /** With `_sort` where an order was asked for. */
  readonly records: readonly JsonObject[];
  /** All that match, for aggregations. */
  readonly matching: readonly JsonObject[];
}

interface Order {
  readonly field: RecordField | undefined;
  readonly descending: boolean;
}

const DEFAULT_SIZE = 10;
const MAX_RESULT_WINDOW = 10_000;
const FIELDS = ["query", "from", "size", "sort", "search_after"];
// What Elasticsearch sorts records without a value by: the end of its numbers.
const LAST = 9_223_372_036_854_775_807n;

/** Reads a body; `what` is what Elasticsearch calls it, `more` are fields read elsewhere. */
export function readSearch(
  what: string,
  body: JsonObject,
  more: readonly string[],
  context: QueryContext,
): RecordSearch {
  for (const field of Object.keys(body))
    if (!FIELDS.includes(field) && !more.includes(field))
      throw contentParseException(`[${what}] unknown field [${field}]`);
  const from = integer(what, "from", body["from"]);
  const size = integer(what, "size", body["size"]);
  refuseInvalid([
    size !== undefined && size < 0 ? `[size] parameter cannot be negative but was [${size}]` : undefined,
    from !== undefined && from < 0 ? `[from] parameter cannot be negative but was [${from}]` : undefined,
  ]);
  const end = (from ?? 0) + (size ?? DEFAULT_SIZE);
  if (end > MAX_RESULT_WINDOW) throw windowTooLarge(end);
  const after = body["search_after"];
  if (after !== undefined && !Array.isArray(after))
    throw contentParseException(`[${what}] search_after doesn't support values of this type`);
  return {
    matches: body["query"] === undefined ? () => true : readQuery(what, body["query"], context),
    orders: readOrders(body["sort"], context),
    from: from ?? 0,
    size: size ?? DEFAULT_SIZE,
    after,
  };
}

/** Finds the page. */
export function searchRecords(search: RecordSearch, records: readonly JsonObject[]): RecordPage {
  const { matches, orders, from, size, after } = search;
  const matching = records.filter(matches);
  const keyed = matching.map((record, place) => ({
    record,
    keys: orders.map(({ field }) => keyOf(field, record, place)),
  }));
  const compare = (one: readonly Json[], other: readonly Json[]): number => {
    for (const [at, { descending }] of orders.entries()) {
      const compared = compareKeys(one[at] ?? null, other[at] ?? null);
      if (compared !== 0) return descending ? -compared : compared;
    }
    return 0;
  };
  if (orders.length > 0) keyed.sort((one, other) => compare(one.keys, other.keys));
  if (after !== undefined && after.length !== orders.length)
    throw illegalArgument(`search_after has ${after.length} value(s) but sort has ${orders.length}.`);
  const behind = after === undefined ? keyed : keyed.filter(({ keys }) => compare(keys, after) > 0);
  const page = behind.slice(from, from + size);
  return {
    total: matching.length,
    count: page.length,
    records: page.map(({ record, keys }) => (orders.length > 0 ? { ...record, _sort: [...keys] } : record)),
    matching,
  };
}

function readQuery(what: string, query: Json, context: QueryContext): RecordMatcher {
  try {
    return readRecordQuery(query, context);
  } catch (error) {
    if (!(error instanceof RequestError) || error.type !== "parsing_exception") throw error;
    throw contentParseException(`[${what}] failed to parse field [query]`, error);
  }
}

function readOrders(sort: Json | undefined, { fields }: QueryContext): Order[] {
  if (sort === undefined) return [];
  return (Array.isArray(sort) ? sort : [sort]).map((one) => {
    const [name, options] = isJsonObject(one) ? (Object.entries(one)[0] ?? ["", null]) : [valueText(one), null];
    const order = isJsonObject(options) ? options["order"] : options;
    if (name === "_doc" || name === "_score") return { field: undefined, descending: order === "desc" };
    const field = fieldNamed(fields, name);
    if (field.kind === "text") throw illegalArgument(`sorting is not supported for field [${name}]`);
    return { field, descending: order === "desc" };
  });
}

/** What a record is sorted by; of several values the least. */
function keyOf(field: RecordField | undefined, record: JsonObject, place: number): Json {
  if (!field) return place;
  const values = field.values(record).map((value): Json => (typeof value === "boolean" ? Number(value) : value));
  if (values.length === 0) return field.kind === "date" ? LAST : null;
  return values.reduce((least, value) => (compareKeys(value, least) < 0 ? value : least));
}

/** Records without a value come last. */
function compareKeys(one: Json, other: Json): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === "string" || typeof other === "string")
    return Buffer.compare(Buffer.from(valueText(one)), Buffer.from(valueText(other)));
  return one < other ? -1 : one > other ? 1 : 0;
}

function integer(what: string, field: string, value: Json | undefined): number | undefined {
  if (value === undefined) return undefined;
  const number = typeof value === "string" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isInteger(number))
    throw contentParseException(`[${what}] failed to parse field [${field}]`);
  return number;
}

function windowTooLarge(end: number): RequestError {
  return illegalArgument(
    `Result window is too large, from + size must be less than or equal to: [${MAX_RESULT_WINDOW}] but was [${end}]. See the scroll api for a more efficient way to request large data sets. This limit can be set by changing the [index.max_result_window] index level setting.`,
  );
}
