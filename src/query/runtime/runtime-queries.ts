/** The queries for a value, range or pattern on a runtime field (Elasticsearch's `AbstractScriptFieldType`). */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { formatIpAddress } from "../../compat/ip-address.ts";
import { ipNetwork } from "../../compat/ip-network.ts";
import type { Json } from "../../core/json.ts";
import { valueText } from "../../compat/value-text.ts";
import type { ConvertedRange, MappedField, RangeBounds } from "../../mapping/field-type.ts";
import type { RuntimeQueries } from "../../mapping/runtime/runtime-values.ts";
import { booleanOf } from "../boolean/boolean-expression.ts";
import { constantScore } from "../constant-score/constant-score-expression.ts";
import type { Expression } from "../expression.ts";
import { fieldExists } from "../field-exists/field-exists-expression.ts";
import { isMatchNone, matchNone } from "../match-none/match-none-expression.ts";
import { inRange } from "../range/range-expression.ts";
import { runtimeMatch } from "./runtime-match-expression.ts";
import { term } from "../term/term-expression.ts";
import { anyTerm } from "../terms/terms-expression.ts";
import type { SearcherView } from "../query.ts";

const LONG_MIN = -9223372036854775808n;
const LONG_MAX = 9223372036854775807n;
const DEFAULT_DATE_FORMAT = "strict_date_optional_time||epoch_millis";
const LEAST_ADDRESS = new Uint8Array(16);
const LARGEST_ADDRESS = new Uint8Array(16).fill(0xff);

/** Documents with exactly this value. */
export function runtimeTerm(searcher: SearcherView, field: MappedField, value: Json): Expression {
  if (field.capabilities.geometry) {
    throw illegalArgument(
      `Geometry fields do not support exact searching, use dedicated geometry queries instead: [${field.path}]`,
    );
  }
  const network = networkOf(field, value);
  if (network)
    return onRuntime(searcher, field, "RangeQuery", (column) => inRange(column, network), rangeText(field, network));
  const exact = exactOf(field);
  const build = (column: MappedField): Expression => oneValue(column, exact, value, searcher.nowMs);
  return onRuntime(
    searcher,
    field,
    "TermQuery",
    build,
    `${field.path}:${exact === "instant" ? dateText(field, value, searcher.nowMs) : valueText(value)}`,
  );
}

/** Documents with any of the values, all with the same score. */
export function runtimeTerms(searcher: SearcherView, field: MappedField, values: readonly Json[]): Expression {
  const networks = values.filter((value) => networkOf(field, value));
  if (networks.length > 0) {
    // As in Elasticsearch, an address within several of the networks scores for each.
    const others = values.filter((value) => !networks.includes(value));
    const parts = [
      ...(others.length > 0 ? [runtimeTerms(searcher, field, others)] : []),
      ...networks.map((value) => runtimeTerm(searcher, field, value)),
    ];
    return parts.length === 1 ? parts[0]! : booleanOf(parts.map((expression) => ({ occur: "should", expression })));
  }
  const [only] = values;
  if (only === undefined) return matchNone("no terms");
  if (values.length === 1 || field.capabilities.geometry) return runtimeTerm(searcher, field, only);
  const exact = exactOf(field);
  const build = (column: MappedField): Expression => {
    if (exact === "text")
      return anyTerm(
        column,
        values.map((value) => Buffer.from(valueText(value), "utf8")),
      );
    const found = values
      .map((value) => oneValue(column, exact, value, searcher.nowMs))
      .filter((expression) => !isMatchNone(expression));
    return found.length === 0 ? matchNone("no value fits the field") : anyOf(found);
  };
  return onRuntime(searcher, field, "TermsQuery", build, `${field.path}:[${values.map(valueText).join(", ")}]`);
}

/** Documents with a value between bounds. */
export function runtimeRange(searcher: SearcherView, field: MappedField, bounds: RangeBounds): Expression {
  if (!field.capabilities.rangeQuery)
    throw illegalArgument(`Runtime field [${field.path}] of type [${field.type}] does not support range queries`);
  if (exactOf(field) === "flag") return booleanRange(searcher, field, bounds);
  if (!field.runtime?.values) return refuseLookup(field, "RangeQuery");
  const range = field.range(inFormat(field, bounds));
  return onRuntime(searcher, field, "RangeQuery", (column) => inRange(column, range), rangeText(field, range));
}

/** Documents with a value. */
export function runtimeExists(searcher: SearcherView, field: MappedField): Expression {
  return onRuntime(
    searcher,
    field,
    "ExistsQuery",
    fieldExists,
    `${field.path}:${field.runtime?.queries?.className ?? ""}ScriptFieldExistsQuery`,
  );
}

/**
 * A query on a runtime field: the one that `build` makes for a field with doc values only. `form` is the suffix of
 * Elasticsearch's class name. Throws where runtime fields may not be searched.
 */
export function onRuntime(
  searcher: SearcherView,
  field: MappedField,
  form: string,
  build: (column: MappedField) => Expression,
  text?: string,
): Expression {
  if (!field.runtime?.values) return refuseLookup(field, form);
  if (searcher.allowsExpensive === false) {
    throw new RequestError(
      500,
      "exception",
      "queries cannot be executed against runtime fields while [search.allow_expensive_queries] is set to [false].",
    );
  }
  const inner = build({ ...field, runtime: undefined });
  if (isMatchNone(inner)) return inner;
  return runtimeMatch({
    field,
    type: `${field.runtime?.queries?.className ?? ""}ScriptField${form}`,
    description: text ?? inner.description,
    inner,
  });
}

function refuseLookup(field: MappedField, form: string): Expression {
  if (form === "ExistsQuery") return matchNone("lookup fields have no values");
  if (form === "RangeQuery")
    throw illegalArgument(`Field [${field.path}] of type [${field.type}] does not support range queries`);
  throw illegalArgument(`Cannot search on field [${field.path}] since it is a lookup field.`);
}

/** Throws for a pattern on a field whose values are not text. */
export function requireTexts(field: MappedField, kind: "prefix" | "wildcard" | "regexp" | "fuzzy"): void {
  if (field.capabilities.texts) return;
  const allowed =
    kind === "prefix" || kind === "wildcard" ? "keyword, text and wildcard fields" : "keyword and text fields";
  throw illegalArgument(
    `Can only use ${kind} queries on ${allowed} - not on [${field.path}] which is a runtime field of type [${field.type}]`,
  );
}

/** How the field matches exact values. */
function exactOf(field: MappedField): RuntimeQueries["exact"] {
  return field.runtime?.queries?.exact ?? "value";
}

function oneValue(column: MappedField, exact: RuntimeQueries["exact"], value: Json, nowMs: number): Expression {
  switch (exact) {
    case "text":
      return term(column, Buffer.from(valueText(value), "utf8"));
    case "flag": {
      const wanted = booleanValue(value) ? 1 : 0;
      return inRange(column, { unit: "number", from: wanted, to: wanted });
    }
    case "instant":
      return inRange(column, instantBounds(column, value, nowMs));
    case "value":
      return inRange(column, column.range({ gte: value, lte: value, nowMs }));
  }
}

/** Dates are searched to the millisecond: a year does not include all its days. */
function instantBounds(column: MappedField, value: Json, nowMs: number): ConvertedRange {
  const range = column.range(inFormat(column, { gte: value, nowMs }));
  return range.unit === "number" ? { ...range, to: range.from } : range;
}

/** Numbers are parsed in the field's format too: unlike for indexed dates they are not always milliseconds. */
function inFormat(field: MappedField, bounds: RangeBounds): RangeBounds {
  const format = field.parameters["format"];
  if (!field.capabilities.dates || bounds.format !== undefined) return bounds;
  return { ...bounds, format: typeof format === "string" ? format : DEFAULT_DATE_FORMAT };
}

function dateText(field: MappedField, value: Json, nowMs: number): string {
  const range = instantBounds(field, value, nowMs);
  return range.unit === "number" ? String(range.from) : valueText(value);
}

function networkOf(field: MappedField, value: Json): ConvertedRange | undefined {
  const network =
    field.capabilities.exactQuery === "address" && typeof value === "string" ? ipNetwork(value) : undefined;
  return network && { unit: "term", from: network.from, to: network.to, includeFrom: true, includeTo: true };
}

function anyOf(expressions: readonly Expression[]): Expression {
  return constantScore(booleanOf(expressions.map((expression) => ({ occur: "should", expression }))));
}

function booleanRange(searcher: SearcherView, field: MappedField, bounds: RangeBounds): Expression {
  const { isTrue, isFalse } = allowedBooleans(bounds);
  if (isTrue && isFalse) return runtimeExists(searcher, field);
  return isTrue || isFalse ? runtimeTerm(searcher, field, isTrue) : matchNone("neither true nor false allowed");
}

function booleanValue(value: Json): boolean {
  const text = valueText(value);
  if (text === "true") return true;
  if (text === "false" || text === "") return false;
  throw illegalArgument(`Failed to parse value [${text}] as only [true] or [false] are allowed.`);
}

/** As in Elasticsearch, a missing bound is false. */
function allowedBooleans({ gte, gt, lte, lt }: RangeBounds): { readonly isTrue: boolean; readonly isFalse: boolean } {
  const read = (value: Json | undefined): boolean => value !== undefined && value !== null && booleanValue(value);
  const includesLower = (gt ?? null) === null;
  const includesUpper = (lt ?? null) === null;
  const lower = read(gte ?? gt);
  const upper = read(lte ?? lt);
  return {
    isTrue: (!lower || includesLower) && upper && includesUpper,
    isFalse: !lower && includesLower && (upper || includesUpper),
  };
}

/** A range in the text of Elasticsearch's runtime field queries; undefined: the usual text. */
function rangeText(field: MappedField, range: ConvertedRange): string | undefined {
  if (range.unit === "empty") return undefined;
  if (range.unit === "term") return field.capabilities.exactQuery === "address" ? addressText(field, range) : undefined;
  const [least, most] = field.capabilities.sortColumn === "double" ? ["-Infinity", "Infinity"] : [LONG_MIN, LONG_MAX];
  return `${field.path}:[${range.from ?? least} TO ${range.to ?? most}]`;
}

function addressText(field: MappedField, { from, to }: Extract<ConvertedRange, { unit: "term" }>): string {
  return `${field.path}:[${formatIpAddress(from ?? LEAST_ADDRESS)} TO ${formatIpAddress(to ?? LARGEST_ADDRESS)}]`;
}
