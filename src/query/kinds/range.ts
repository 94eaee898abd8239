/** `range`: documents with a value between bounds. */
import { illegalArgument, parsingException, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { BodyReader } from "../../compat/body-reader.ts";
import { timeZone } from "../../compat/time-zone.ts";
import type { MappedField, RangeBounds, RangeRelation } from "../../mapping/field-type.ts";
import { dateRelation } from "../range/date-relation.ts";
import { refuseExpensive } from "../expensive-queries.ts";
import { constantScore } from "../constant-score/constant-score-expression.ts";
import type { Expression } from "../expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { existingFields } from "../existing-fields.ts";
import { existsOf } from "../exists-queries.ts";
import { rangeOf } from "../range-queries.ts";
import { searchableField, unmapped } from "../searchable-field.ts";
import { kindQuery } from "../kind-query.ts";
import { unwrapped } from "../query-shard-exception.ts";
import { readHead, requireFieldBody } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import type { SearcherView } from "../query.ts";

const relations: readonly RangeRelation[] = ["intersects", "contains", "within"];

export const range: QueryKind = {
  name: "range",
  summary: "Matches documents with a value between two bounds in a field.",

  parse(body) {
    const { field: path, read } = requireFieldBody("range", body);
    if (!read) throw parsingException(`[range] query does not support [${path}]`);
    const head = readHead("range", read, body);
    const bounds = readBounds(read);
    const relation = readRelation(read);
    read.end();
    const build = (searcher: SearcherView): Expression => {
      const field = searchableField(searcher, path);
      if (!field) return unmapped(path);
      // Open on both sides, it asks for any value, whatever the field is.
      if (isOpen(bounds)) return existingFields(searcher, path);
      return dateErrorsAsTheyAre(() => inField(searcher, field, { ...bounds, relation, nowMs: searcher.nowMs }));
    };
    return kindQuery(head, build, "as built");
  },
};

const isOpen = ({ gte, gt, lte, lt }: Omit<RangeBounds, "nowMs">): boolean =>
  gte === undefined && gt === undefined && lte === undefined && lt === undefined;

/** When all dates of a shard lie within the range, or all outside it, values need not be compared one by one. */
function inField(searcher: SearcherView, field: MappedField, bounds: RangeBounds): Expression {
  if (field.capabilities.texts !== undefined) refuseExpensive(searcher, field, "range");
  if (!field.capabilities.dates || field.runtime) return rangeOf(searcher, field, bounds);
  const relation = dateRelation(searcher, field, field.range(bounds));
  if (relation === "disjoint") return matchNone('The "range" query was rewritten to a "match_none" query.');
  return relation === "within" ? constantScore(existsOf(searcher, field)) : rangeOf(searcher, field, bounds);
}

/** Elasticsearch checks dates before it creates the query, and reports the error unwrapped. */
function dateErrorsAsTheyAre<T>(build: () => T): T {
  try {
    return build();
  } catch (error) {
    throw error instanceof RequestError && error.type === "parse_exception" ? unwrapped(error) : error;
  }
}

function readBounds(read: BodyReader): Omit<RangeBounds, "nowMs"> {
  let lower: Json = null;
  let upper: Json = null;
  let includeLower = true;
  let includeUpper = true;
  // Several keys may set the same bound; the last one in the body wins.
  for (const key of read.keys()) {
    if (key === "from" || key === "gte" || key === "gt") {
      lower = bound(read, key);
      if (key !== "from") includeLower = key === "gte";
    } else if (key === "to" || key === "lte" || key === "lt") {
      upper = bound(read, key);
      if (key !== "to") includeUpper = key === "lte";
    } else if (key === "include_lower") {
      includeLower = read.boolean(key) ?? true;
    } else if (key === "include_upper") {
      includeUpper = read.boolean(key) ?? true;
    }
  }
  return {
    ...(lower === null ? {} : includeLower ? { gte: lower } : { gt: lower }),
    ...(upper === null ? {} : includeUpper ? { lte: upper } : { lt: upper }),
    format: read.string("format"),
    timeZone: readTimeZone(read),
  };
}

function bound(read: BodyReader, key: string): Json {
  const value = read.json(key) ?? null;
  if (isJsonObject(value)) throw parsingException(`[range] query does not support [${Object.keys(value)[0] ?? key}]`);
  if (Array.isArray(value)) throw parsingException(`[range] query does not support [${key}]`);
  return value;
}

function readTimeZone(read: BodyReader): string | undefined {
  const zone = read.string("time_zone");
  if (zone === undefined) return undefined;
  try {
    timeZone(zone);
    return zone;
  } catch {
    const cause = new RequestError(400, "zone_rules_exception", `Unknown time-zone ID: ${zone}`);
    throw new RequestError(400, "illegal_argument_exception", `java.time.zone.ZoneRulesException: ${cause.message}`, {
      cause,
    });
  }
}

/** `relation` applies to range fields; on plain values it has no effect, but a wrong one is refused. */
function readRelation(read: BodyReader): RangeRelation | undefined {
  const relation = read.string("relation");
  if (relation === undefined) return undefined;
  const known = relations.find((name) => name === relation.toLowerCase());
  if (known) return known;
  if (relation.toLowerCase() !== "disjoint") throw illegalArgument(`${relation} is not a valid relation`);
  throw illegalArgument("[range] query does not support relation [disjoint]");
}
