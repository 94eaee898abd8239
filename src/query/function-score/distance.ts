/** How far the values of a field are from an origin: numbers, dates and geo points. */
import { parseDecimal } from "../../compat/body-reader.ts";
import { parseDistance } from "../../compat/distance-units.ts";
import { illegalArgument, parsingException, RequestError } from "../../compat/errors.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { decodeLatitude, decodeLongitude } from "../../core/geo-encoding.ts";
import { javaDouble } from "../../core/float32.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { isGeoPoint } from "../../mapping/field-capabilities.ts";
import { requireFieldData } from "../../mapping/field-data.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { parseGeoPoint } from "../../mapping/geo/geo-point-value.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { NumberColumn } from "../columns/number-column.ts";
import { expressionKey } from "../expression.ts";
import { arcMeters, arcMetersFrom } from "../geo/haversine.ts";
import type { SearcherView } from "../query.ts";
import { numberOf, textOf } from "./read-scalar.ts";

/** Distances on an index. */
export interface Distance {
  /** Elasticsearch's class name. */
  readonly type: "GeoFieldDataScoreFunction" | "NumericFieldDataScoreFunction";
  readonly key: string;
  readonly scale: number;
  readonly decay: number;
  /** What explanations write before the distances. */
  readonly opening: "[" | " of: [";
  open(segment: SegmentReader): SegmentDistances;
}

/** Distances in a segment. */
export interface SegmentDistances {
  /** Adds the distance of each value of a document, less the offset. */
  add(doc: number, into: number[]): void;
  /** The distances of documents with at most one value, 0 without; false, and nothing is written, where others are. */
  singles(docs: Uint32Array, count: number, into: Float64Array): boolean;
  /** The formula of each distance of a document. */
  describe(doc: number): readonly string[];
}

const DEFAULT_DECAY = 0.5;
const keys = ["origin", "scale", "offset", "decay"] as const;

type Options = Partial<Record<(typeof keys)[number], Json>>;

/** Throws RequestError 400 for a field or parameters that do not fit. */
export function readDistance(searcher: SearcherView, path: string, body: JsonObject): Distance {
  const field = searcher.mapping.field(path);
  if (!field) throw parsingException(`unknown field [${path}]`);
  const { dates, valuesSource, valueFormat } = field.capabilities;
  if (dates) return fromDate(searcher, field, path, optionsOf(body));
  if (isGeoPoint(field)) return fromPoint(searcher, field, path, optionsOf(body));
  if (valuesSource === "numbers" && valueFormat === "decimal")
    return fromNumber(searcher, field, path, optionsOf(body));
  throw illegalArgument(`field [${path}] is of type [${field.type}], but only numeric types are supported.`);
}

function optionsOf(body: JsonObject): Options {
  for (const key of Object.keys(body))
    if (!keys.some((known) => known === key)) throw parseFailure(`parameter [${key}] not supported!`);
  return body;
}

function parseFailure(reason: string): RequestError {
  return new RequestError(400, "parse_exception", reason);
}

function decayOf({ decay }: Options): number {
  return decay === undefined ? DEFAULT_DECAY : numberOf(decay);
}

interface Bounds {
  readonly scale: number;
  readonly offset: number;
  readonly decay: number;
}

function check({ scale, offset, decay }: Bounds): void {
  if (!(scale > 0)) throw illegalArgument("function_score : scale must be > 0.0.");
  if (!(decay > 0 && decay < 1)) throw illegalArgument("function_score : decay must be in the range [0..1].");
  if (offset < 0) throw illegalArgument("function_score : offset must be > 0.0");
}

function fromNumber({ index }: SearcherView, field: MappedField, path: string, options: Options): Distance {
  const { origin, scale, offset = 0 } = options;
  if (origin === undefined || scale === undefined)
    throw parseFailure("both [scale] and [origin] must be set for numeric fields.");
  const bounds = { scale: numberOf(scale), offset: numberOf(offset), decay: decayOf(options) };
  const place = numberOf(origin);
  requireFieldData(field, path, index);
  return numeric(field, place, bounds);
}

const TIME = "DecayFunctionParser";

function fromDate({ index, nowMs }: SearcherView, field: MappedField, path: string, options: Options): Distance {
  const { origin, scale, offset } = options;
  const place = origin === undefined ? nowMs : instantOf(field, origin, nowMs);
  if (scale === undefined) throw parseFailure("[scale] must be set for date fields.");
  const bounds = {
    scale: parseTimeMs(textOf(scale), `${TIME}.scale`),
    offset: offset === undefined ? 0 : parseTimeMs(textOf(offset), `${TIME}.offset`),
    decay: decayOf(options),
  };
  requireFieldData(field, path, index);
  return numeric(field, place, bounds);
}

/** The start of an instant in the unit of the column. */
function instantOf(field: MappedField, value: Json, nowMs: number): number {
  const range = field.range({ gte: textOf(value), nowMs });
  return range.unit === "number" || range.unit === "bigint" ? Number(range.from) : nowMs;
}

function numeric(field: MappedField, origin: number, bounds: Bounds): Distance {
  check(bounds);
  const { scale, offset, decay } = bounds;
  return {
    type: "NumericFieldDataScoreFunction",
    key: expressionKey(field.path, origin, scale, offset, decay),
    scale,
    decay,
    opening: "[",
    open(segment) {
      const column = new NumberColumn(segment, field);
      return {
        add(doc, into) {
          const end = column.end(doc);
          for (let at = column.start(doc); at < end; at++)
            into.push(Math.max(0, Math.abs(column.at(at) - origin) - offset));
        },
        singles(docs, count, into) {
          if (!column.singles(docs, count, into)) return false;
          for (let i = 0; i < count; i++) {
            const value = into[i]!;
            into[i] = Number.isNaN(value) ? 0 : Math.max(0, Math.abs(value - origin) - offset);
          }
          return true;
        },
        describe(doc) {
          const texts: string[] = [];
          for (let at = column.start(doc); at < column.end(doc); at++)
            texts.push(
              `Math.max(Math.abs(${javaDouble(column.at(at))}(=doc value) - ${javaDouble(origin)}(=origin))) - ${javaDouble(offset)}(=offset), 0)`,
            );
          return texts;
        },
      };
    },
  };
}

function fromPoint({ index }: SearcherView, field: MappedField, path: string, options: Options): Distance {
  const { origin, scale, offset = "0km" } = options;
  if (scale === undefined) throw parseFailure("[origin] and [scale] must be set for geo fields.");
  const point = origin === undefined ? { lat: 0, lon: 0 } : parseGeoPoint(origin, false);
  const bounds = {
    scale: metersOf(textOf(scale)),
    offset: metersOf(textOf(offset)),
    decay: decayOf(options),
  };
  requireFieldData(field, path, index);
  check(bounds);
  return {
    type: "GeoFieldDataScoreFunction",
    key: expressionKey(field.path, point.lat, point.lon, bounds.scale, bounds.offset, bounds.decay),
    scale: bounds.scale,
    decay: bounds.decay,
    opening: " of: [",
    open: (segment) => pointDistances(segment, field.path, point, bounds.offset),
  };
}

function metersOf(text: string): number {
  return /[a-z]$/i.test(text) ? parseDistance(text, 1) : parseDecimal(text);
}

function pointDistances(
  segment: SegmentReader,
  path: string,
  origin: { readonly lat: number; readonly lon: number },
  offset: number,
): SegmentDistances {
  const column = segment.column(path);
  const presence = column ? segment.presence(path) : undefined;
  const start = (doc: number): number => (column?.starts ? column.starts[doc]! : doc);
  const end = (doc: number): number => {
    if (!column) return doc;
    if (column.starts) return column.starts[doc + 1]!;
    return presence === undefined || ((presence[doc >>> 5]! >>> (doc & 31)) & 1) === 1 ? doc + 1 : doc;
  };
  const latitude = (at: number): number => decodeLatitude(Number(column!.values[at]));
  const longitude = (at: number): number => decodeLongitude(column!.values2![at]!);
  return {
    add(doc, into) {
      const to = end(doc);
      for (let at = start(doc); at < to; at++)
        into.push(Math.max(0, arcMeters(origin.lat, origin.lon, latitude(at), longitude(at)) - offset));
    },
    singles(docs, count, into) {
      if (!column || column.starts) return false;
      const { values, values2 } = column;
      if (!(values instanceof Int32Array) || !values2) return false;
      const meters = arcMetersFrom(origin.lat, origin.lon);
      for (let i = 0; i < count; i++) {
        const doc = docs[i]!;
        const has = presence === undefined || ((presence[doc >>> 5]! >>> (doc & 31)) & 1) === 1;
        into[i] = has ? Math.max(0, meters(decodeLatitude(values[doc]!), decodeLongitude(values2[doc]!)) - offset) : 0;
      }
      return true;
    },
    describe(doc) {
      const texts: string[] = [];
      for (let at = start(doc); at < end(doc); at++) {
        const points = `${javaDouble(latitude(at))}, ${javaDouble(longitude(at))}(=doc value),${javaDouble(origin.lat)}, ${javaDouble(origin.lon)}(=origin)`;
        texts.push(`Math.max(arcDistance(${points}) - ${javaDouble(offset)}(=offset), 0)`);
      }
      return texts;
    },
  };
}
