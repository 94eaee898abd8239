/** `distance_feature`: documents with an instant or a point, the nearer to an origin the better. */
import { BodyReader, contentParseException } from "../../compat/body-reader.ts";
import { parseDistance } from "../../compat/distance-units.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { valueText } from "../../compat/value-text.ts";
import { javaDouble } from "../../core/float32.ts";
import type { Json } from "../../core/json.ts";
import { isGeoPoint } from "../../mapping/field-capabilities.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { parseGeoPoint } from "../../mapping/geo/geo-point-value.ts";
import { distanceFeature as nearTo } from "../distance-feature/distance-feature-expression.ts";
import { instantDistance } from "../distance-feature/instant-distance.ts";
import { pointDistance } from "../distance-feature/point-distance.ts";
import type { Expression } from "../expression.ts";
import { kindQuery } from "../kind-query.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import type { SearcherView } from "../query.ts";

const NANOS_IN_MILLISECOND = 1_000_000n;

export const distanceFeature: QueryKind = {
  name: "distance_feature",
  summary: "Matches documents with an instant or a point, and scores them by how near it is to an origin.",

  parse(body) {
    const read = new BodyReader("distance_feature", body, "object");
    const head = readHead("distance_feature", read, body);
    const field = read.string("field");
    const origin = read.json("origin");
    const pivot = read.string("pivot");
    read.end();
    const missing = Object.entries({ field, origin, pivot }).flatMap(([key, value]) =>
      value === undefined ? [key] : [],
    );
    if (field === undefined || origin === undefined || pivot === undefined)
      throw illegalArgument(`Required [${missing.join(", ")}]`);
    if (origin === null || typeof origin === "boolean")
      throw contentParseException("[distance_feature] origin must be a date or a point");
    return kindQuery(head, (searcher) => near(searcher, field, origin, pivot));
  },
};

function near(searcher: SearcherView, path: string, origin: Json, pivot: string): Expression {
  const field = searcher.mapping.field(path);
  if (!field) return matchNone(`Can't run [distance_feature] query on unmapped fields!`);
  if (field.capabilities.dates) return nearInstant(searcher, field, origin, pivot);
  if (isGeoPoint(field)) {
    const point = parseGeoPoint(origin, false);
    const meters = parseDistance(pivot, 1);
    if (!(meters > 0)) throw illegalArgument(`pivotDistance must be > 0, got ${javaDouble(meters)}`);
    return nearTo(field, pointDistance(field, point, meters));
  }
  throw illegalArgument(
    `Illegal data type of [${field.type}]![distance_feature] query can only be run on a date, date_nanos or geo_point field type!`,
  );
}

function nearInstant({ nowMs }: SearcherView, field: MappedField, origin: Json, pivot: string): Expression {
  // The end of what the origin names, as in Elasticsearch.
  const range = field.range({ lte: valueText(origin), nowMs });
  const place = range.unit === "number" || range.unit === "bigint" ? BigInt(range.to ?? 0) : 0n;
  const milliseconds = BigInt(Math.trunc(parseTimeMs(pivot, "distance_feature.pivot")));
  const distance = field.capabilities.dates === "nanoseconds" ? milliseconds * NANOS_IN_MILLISECOND : milliseconds;
  if (distance <= 0n) throw illegalArgument(`pivotDistance must be > 0, got ${distance}`);
  return nearTo(field, instantDistance(field, place, distance));
}
