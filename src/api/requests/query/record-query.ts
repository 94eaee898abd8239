/**
 * Queries over users, roles and API keys: the kinds that Elasticsearch takes here, answered by looking at each record.
 */
import { didYouMean } from "../../../compat/did-you-mean.ts";
import { RequestError, illegalArgument, parsingException } from "../../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { type NameTable, nameTable, ownOf } from "../../../core/names.ts";
import { valueText } from "../../../compat/value-text.ts";
import { matchesPattern } from "../../../access/index-patterns.ts";
import { momentOf } from "./moments.ts";
import { fieldNamed, type RecordField, type RecordFields, termsOf, words } from "./record-fields.ts";

/** Whether a record, as answers show it, matches. */
export type RecordMatcher = (record: JsonObject) => boolean;

/** What a query is read with. */
export interface QueryContext {
  readonly fields: RecordFields;
  readonly nowMs: number;
  /** Id of a record, for `ids`. */
  readonly idOf: (record: JsonObject) => string;
}

type Reader = (body: Json, context: QueryContext) => RecordMatcher;

const kinds: NameTable<Reader> = nameTable({
  match_all: () => () => true,
  match_none: () => () => false,
  bool: readBool,
  ids: readIds,
  term: (body, context) =>
    single("term", body, context, "value", (field, value) => equals(field, valueText(value), value)),
  terms: readTerms,
  prefix: (body, context) =>
    single("prefix", body, context, "value", (_, value, options) =>
      withCase(options, valueText(value), (text, term) => term.startsWith(text)),
    ),
  wildcard: (body, context) =>
    single("wildcard", body, context, "value", (_, value, options) =>
      withCase(options, valueText(value), (text, term) => matchesPattern(text, term)),
    ),
  match: (body, context) => single("match", body, context, "query", readMatch),
  exists: readExists,
  range: readRange,
  simple_query_string: readSimple,
});

/** Reads a query; throws 400 for a kind that is not taken here, or a field that may not be named. */
export function readRecordQuery(query: Json, context: QueryContext): RecordMatcher {
  if (!isJsonObject(query)) throw parsingException("[_na] query malformed, must start with start_object");
  const [entry, ...more] = Object.entries(query);
  if (!entry) throw illegalArgument("query malformed, empty clause found");
  const [kind, body] = entry;
  if (more.length > 0)
    throw parsingException(`[${kind}] malformed query, expected [END_OBJECT] but found [FIELD_NAME]`);
  const reader = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (!reader) throw noSuchKind(kind);
  return reader(body, context);
}

/** Kinds that are queries elsewhere. */
const OTHER_KINDS =
  "boosting combined_fields common constant_score dis_max distance_feature function_score fuzzy geo_bounding_box geo_distance geo_grid geo_polygon geo_shape has_child has_parent intervals knn match_bool_prefix match_phrase match_phrase_prefix more_like_this multi_match nested parent_id percolate pinned query_string rank_feature regexp rule script script_score semantic shape span_containing span_field_masking span_first span_multi span_near span_not span_or span_term span_within sparse_vector term terms_set text_expansion weighted_tokens wrapper".split(
    " ",
  );

function noSuchKind(kind: string): RequestError {
  if (OTHER_KINDS.includes(kind))
    return illegalArgument(`Query type [${kind}] is not currently supported in this context`);
  const cause = new RequestError(400, "named_object_not_found_exception", `[1:1] unknown field [${kind}]`);
  const hint = didYouMean(kind, [...Object.keys(kinds), ...OTHER_KINDS]);
  return new RequestError(400, "parsing_exception", `unknown query [${kind}]${hint}`, {
    details: { line: 1, col: 1 },
    cause,
  });
}

function readBool(body: Json, context: QueryContext): RecordMatcher {
  if (!isJsonObject(body)) throw parsingException("[bool] query malformed, no start_object after query name");
  const clauses: Record<string, RecordMatcher[]> = { must: [], filter: [], should: [], must_not: [] };
  for (const [occur, given] of Object.entries(body)) {
    const list = ownOf(clauses, occur);
    if (list) for (const one of Array.isArray(given) ? given : [given]) list.push(readRecordQuery(one, context));
    else if (occur !== "minimum_should_match" && occur !== "boost" && occur !== "_name") {
      throw new RequestError(400, "x_content_parse_exception", `[1:1] [bool] unknown field [${occur}]`);
    }
  }
  const { must = [], filter = [], should = [], must_not: mustNot = [] } = clauses;
  const required = [...must, ...filter];
  const least =
    body["minimum_should_match"] === undefined
      ? required.length === 0 && should.length > 0
        ? 1
        : 0
      : Number(body["minimum_should_match"]);
  return (record) =>
    required.every((matches) => matches(record)) &&
    !mustNot.some((matches) => matches(record)) &&
    (should.length === 0 || should.filter((matches) => matches(record)).length >= least);
}

function readIds(body: Json, { idOf }: QueryContext): RecordMatcher {
  const values = isJsonObject(body) && Array.isArray(body["values"]) ? body["values"].map(String) : undefined;
  if (!values) throw illegalArgument("[ids] requires providing at least one value for [values]");
  return (record) => values.includes(idOf(record));
}

function readTerms(body: Json, { fields }: QueryContext): RecordMatcher {
  const entry = isJsonObject(body)
    ? Object.entries(body).find(([name]) => name !== "boost" && name !== "_name")
    : undefined;
  if (!entry || !Array.isArray(entry[1])) throw parsingException("[terms] query requires an array of terms");
  const found = fieldNamed(fields, entry[0]);
  const wanted = entry[1].map((value) => equals(found, valueText(value), value));
  return (record) => termsIn(found, record).some((term) => wanted.some((matches) => matches(term)));
}

type TermTest = (term: string) => boolean;

/** `{field: value}`, or `{field: {key: value, …}}`. */
function single(
  kind: string,
  body: Json,
  { fields }: QueryContext,
  key: string,
  read: (field: RecordField, value: Json, options: JsonObject) => TermTest,
): RecordMatcher {
  const [entry, ...more] = isJsonObject(body) ? Object.entries(body) : [];
  if (!entry) throw parsingException(`[${kind}] query malformed, no field after start_object`);
  if (more.length > 0)
    throw parsingException(
      `[${kind}] query doesn't support multiple fields, found [${entry[0]}] and [${more[0]?.[0]}]`,
    );
  const [name, given] = entry;
  const options = isJsonObject(given) ? given : {};
  const value = isJsonObject(given) ? ownOf(given, key) : given;
  if (value === undefined || value === null) throw illegalArgument("value cannot be null");
  const found = fieldNamed(fields, name);
  const test = read(found, value, options);
  return (record) => termsIn(found, record).some(test);
}

function termsIn(field: RecordField, record: JsonObject): string[] {
  return field.values(record).flatMap((value) => termsOf(field, value));
}

/** Moments compare as such, however they are written. */
function equals({ kind }: RecordField, text: string, value: Json): TermTest {
  if (kind !== "date") return (term) => term === text;
  const moment = typeof value === "number" ? value : momentOf(text, 0, false);
  return (term) => Number(term) === moment;
}

function withCase(options: JsonObject, text: string, test: (text: string, term: string) => boolean): TermTest {
  return options["case_insensitive"] === true
    ? (term) => test(text.toLowerCase(), term.toLowerCase())
    : (term) => test(text, term);
}

function readMatch(field: RecordField, value: Json): TermTest {
  if (field.kind !== "text") return equals(field, valueText(value), value);
  const wanted = words(valueText(value));
  return (term) => wanted.includes(term);
}

function readExists(body: Json, { fields }: QueryContext): RecordMatcher {
  const name = isJsonObject(body) ? body["field"] : undefined;
  if (typeof name !== "string") throw parsingException("[exists] must be provided with a [field]");
  const found = fieldNamed(fields, name);
  return (record) => termsIn(found, record).length > 0;
}

const BOUNDS = ["gt", "gte", "lt", "lte"] as const;

function readRange(body: Json, { fields, nowMs }: QueryContext): RecordMatcher {
  const [entry] = isJsonObject(body) ? Object.entries(body) : [];
  if (!entry || !isJsonObject(entry[1]))
    throw parsingException("[range] query malformed, no start_object after query name");
  const [name, given] = entry;
  const found = fieldNamed(fields, name);
  const tests = BOUNDS.flatMap((bound): TermTest[] => {
    const value = given[bound];
    if (value === undefined || value === null) return [];
    if (found.kind !== "date")
      return [(term) => isWithin(bound, Buffer.compare(Buffer.from(term), Buffer.from(valueText(value))))];
    const moment =
      typeof value === "number" ? value : momentOf(valueText(value), nowMs, bound === "gt" || bound === "lte");
    return [(term) => isWithin(bound, Number(term) - moment)];
  });
  return (record) => termsIn(found, record).some((term) => tests.every((test) => test(term)));
}

function isWithin(bound: (typeof BOUNDS)[number], difference: number): boolean {
  if (bound === "gt") return difference > 0;
  if (bound === "gte") return difference >= 0;
  return bound === "lt" ? difference < 0 : difference <= 0;
}

/** Words joined by or, `-` before one that must not be there, `*` behind a prefix, `"…"` around a phrase. */
function readSimple(body: Json, { fields }: QueryContext): RecordMatcher {
  if (!isJsonObject(body) || typeof body["query"] !== "string")
    throw parsingException("[simple_query_string] query text missing");
  const given = Array.isArray(body["fields"]) ? body["fields"].map(String) : ["*"];
  const names = given.includes("*")
    ? Object.keys(fields).filter((name) => ownOf(fields, name)?.kind !== "flattened")
    : given;
  const searched = names.map((name) => fieldNamed(fields, name));
  const all = valueText(body["default_operator"] ?? "or").toLowerCase() === "and";
  const tokens = body["query"].match(/-?"[^"]*"|[^\s"|+]+/g) ?? [];
  const tests = tokens.map((token): RecordMatcher => {
    const negative = token.startsWith("-");
    const text = token.slice(negative ? 1 : 0).replaceAll('"', "");
    const matches = (record: JsonObject): boolean => searched.some((field) => simpleTerm(field, text, record));
    return negative ? (record) => !matches(record) : matches;
  });
  return (record) => (all ? tests.every((test) => test(record)) : tests.some((test) => test(record)));
}

function simpleTerm(field: RecordField, text: string, record: JsonObject): boolean {
  const terms = termsIn(field, record);
  if (text.endsWith("*")) {
    const prefix = field.kind === "text" ? text.slice(0, -1).toLowerCase() : text.slice(0, -1);
    return terms.some((term) => term.startsWith(prefix));
  }
  const wanted = field.kind === "text" ? words(text) : [text];
  return wanted.length > 0 && wanted.every((word) => terms.includes(word));
}
