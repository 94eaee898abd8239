/** The sources of composite keys: how each reads its body, makes keys of documents, and shows and reads them. */
import { BodyReader } from "../../compat/body-reader.ts";
import { RequestError, illegalArgument, parsingException } from "../../compat/errors.ts";
import { float64Text } from "../../compat/json/json-text.ts";
import { timeZone, utc } from "../../compat/time-zone.ts";
import { valueText } from "../../compat/value-text.ts";
import { type Json, type JsonObject, isJsonObject } from "../../core/json.ts";
import { type BoundingBox, parseBoundingBox } from "../../query/geo/bounding-box.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { AggregationParseContext } from "../aggregation-kind.ts";
import {
  failedField,
  readBoolean,
  readInteger,
  readNumber,
  readText,
  unsupportedToken,
  withinField,
} from "../declared-values.ts";
import { readInterval, readOffset } from "../histogram/date-intervals.ts";
import { intervalLength } from "../histogram/interval-length.ts";
import { type Rounding, calendarRounding, fixedRounding, withOffset } from "../histogram/rounding.ts";
import { documentKeys } from "../keyed/document-keys.ts";
import type { TuplePart } from "../keyed/tuple-keys.ts";
import type { PartKeys } from "../keyed/segment-tuples.ts";
import { PointValues } from "../points/point-values.ts";
import { compareTiles, isTileInside, tileCells } from "../points/tiles.ts";
import type { IntervalLength } from "../time/calendar-unit.ts";
import { type ValueFormat, numberText, parseLong, parseNumber, termBytes, termText } from "../values/value-format.ts";
import { type RequestedValues, type ValuesSource, readValues } from "../values/values-source.ts";
import { WithMissing, mappedKeys } from "./part-keys.ts";

/** One source of a request. */
export interface CompositeSource {
  readonly name: string;
  readonly sign: 1 | -1;
  readonly missingBucket: boolean;
  /** The sign of null in the order of keys: -1 before all others. */
  readonly missingSign: 1 | -1;
  readonly values: RequestedValues;
  /** The key parts of a segment's documents; undefined when no document has any. */
  readonly parts: (reader: SegmentReader, source: ValuesSource) => PartKeys | undefined;
  readonly compare: (left: TuplePart, right: TuplePart) => number;
  show(part: TuplePart, shown: ShownSource): unknown;
  /** The part that the response shows as `value`. Throws 400. */
  read(value: Json, source: ValuesSource): TuplePart;
  /** Of a source of time: how long its intervals are. */
  readonly lengthOf?: IntervalLength;
}

/** What rendering needs of a source on an index. */
export interface ShownSource {
  readonly format: ValueFormat;
  readonly fractional: boolean;
}

/** Reads `[{name: {kind: body}}]`. Throws 400. */
export function readSources(name: string, given: Json, context: AggregationParseContext): CompositeSource[] {
  const list = Array.isArray(given) ? given : [given];
  const sources = list.map((one) => {
    const [entry] = isJsonObject(one) ? Object.entries(one) : [];
    const [kind] = entry && isJsonObject(entry[1]) ? Object.entries(entry[1]) : [];
    if (!entry || !kind || !isJsonObject(kind[1])) throw parsingException(`Expected [START_OBJECT] in [${name}]`);
    return readSource(entry[0], { kind: kind[0], body: kind[1] }, context);
  });
  const names = sources.map((source) => source.name);
  if (sources.length === 0) throw failedBuild("Composite [sources] cannot be null or empty");
  const twice = names.filter((one, place) => names.indexOf(one) !== place);
  if (twice.length > 0)
    throw failedBuild(`Composite source names must be unique, found duplicates: [${twice.join(",")}]`);
  return sources;
}

function failedBuild(why: string): RequestError {
  return new RequestError(
    400,
    "x_content_parse_exception",
    "Failed to build [composite] after last required field arrived",
    { cause: illegalArgument(why) },
  );
}

type SourceParts = Pick<CompositeSource, "parts" | "compare" | "show" | "read" | "lengthOf"> & {
  readonly values: RequestedValues;
};

const KINDS = ["terms", "histogram", "date_histogram", "geotile_grid"];

function readSource(
  name: string,
  { kind, body }: { readonly kind: string; readonly body: JsonObject },
  context: AggregationParseContext,
): CompositeSource {
  if (!KINDS.includes(kind)) throw parsingException(`invalid source type: ${kind}`);
  const read = new BodyReader(kind, body, "object");
  const missingBucket = readBoolean(read, "missing_bucket") ?? false;
  const missingOrder = readMissingOrder(read);
  const order = readOrder(read);
  const parts =
    kind === "terms"
      ? termsSource(name, read, context)
      : kind === "histogram"
        ? histogramSource(name, read, context)
        : kind === "date_histogram"
          ? dateSource(name, read, context)
          : tileSource(name, read, context);
  const sign = order === "desc" ? -1 : 1;
  const missingSign = missingOrder === "first" ? -1 : missingOrder === "last" ? 1 : sign === 1 ? -1 : 1;
  return {
    ...parts,
    values:
      missingOrder !== undefined && !missingBucket
        ? failing(parts.values, "missingOrder can only be set if missingBucket is true")
        : parts.values,
    name,
    sign,
    missingBucket,
    missingSign,
    parts(reader, source) {
      const found = parts.parts(reader, source);
      return missingBucket ? new WithMissing(found) : found;
    },
  };
}

function readOrder(read: BodyReader): string {
  const order = readText(read, "order")?.toLowerCase() ?? "asc";
  if (order === "asc" || order === "desc") return order;
  throw failedField(read, "order", illegalArgument(`Unknown SortOrder [${order}]`));
}

function readMissingOrder(read: BodyReader): string | undefined {
  const order = readText(read, "missing_order")?.toLowerCase();
  if (order === undefined || ["first", "last", "default"].includes(order)) return order;
  throw failedField(read, "missing_order", illegalArgument(`Unknown missing order: [${order}]`));
}

function compareParts(left: TuplePart, right: TuplePart): number {
  return left! < right! ? -1 : left! > right! ? 1 : 0;
}

const unscripted = { keyless: true } as const;

function termsSource(name: string, read: BodyReader, context: AggregationParseContext): SourceParts {
  const values = readValues(name, read, context, {
    shapes: ["numbers", "ordinals"],
    unmapped: "text",
    formattable: false,
    ...unscripted,
  });
  return {
    values,
    parts: (reader, source) => documentKeys(reader, source),
    compare: compareParts,
    show(part, { format, fractional }) {
      if (typeof part === "string") return termText(format, Buffer.from(part, "latin1"));
      if (format.type === "boolean") return Number(part) !== 0;
      return fractional ? float64Text(Number(part)) : part;
    },
    read(value, { shape, format, fractional }) {
      if (shape === "ordinals") {
        if (typeof value !== "string")
          throw illegalArgument(`invalid value, expected string, got ${javaTypeOf(value)}`);
        return Buffer.from(termBytes(format, value)).toString("latin1");
      }
      if (typeof value === "number" || typeof value === "bigint") return fractional ? Number(value) : value;
      if (typeof value === "boolean") return Number(value);
      return fractional ? parseAfter(valueText(value)) : parseLongAfter(valueText(value), format, context.nowMs);
    },
  };
}

function javaTypeOf(value: Json): string {
  if (typeof value === "number") return Number.isInteger(value) ? "Integer" : "Double";
  return typeof value === "boolean" ? "Boolean" : "Object";
}

function parseAfter(text: string): number {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isNaN(number)) throw new RequestError(400, "number_format_exception", `For input string: "${text}"`);
  return number;
}

function parseLongAfter(text: string, format: ValueFormat, nowMs: number): number | bigint {
  if (format.type === "date" || format.type === "boolean") return parseLong(format, text, nowMs);
  parseAfter(text);
  return parseLong(format, text, nowMs);
}

function histogramSource(name: string, read: BodyReader, context: AggregationParseContext): SourceParts {
  const interval = readNumber(read, "interval");
  if (interval === undefined) throw illegalArgument("[interval] must be greater than 0 for [histogram] source");
  if (!(interval > 0))
    throw failedField(read, "interval", illegalArgument("[interval] must be greater than 0 for [histogram] source"));
  const values = readValues(name, read, context, {
    shapes: ["numbers"],
    unmapped: "number",
    formattable: false,
    ...unscripted,
  });
  return {
    values,
    parts: (reader, source) => mappedKeys(documentKeys(reader, source), (key) => Math.floor(key / interval) * interval),
    compare: compareParts,
    show: (part) => float64Text(Number(part)),
    read: (value) => (typeof value === "number" ? value : parseAfter(valueText(value))),
  };
}

function dateSource(name: string, read: BodyReader, context: AggregationParseContext): SourceParts {
  const interval = readInterval(read);
  const offsetMs = readOffset(read);
  const pattern = readText(read, "format");
  const values = readValues(name, read, context, {
    shapes: ["numbers"],
    unmapped: "date",
    formattable: false,
    timeZone: true,
    givenFormat: pattern,
    ...unscripted,
  });
  if (!interval)
    return dateParts(
      failing(values, "Invalid interval specified, must be non-null and non-empty"),
      fixedRounding(1, utc),
      pattern,
      context,
    );
  const zone = values.timeZone === undefined ? utc : timeZone(values.timeZone);
  const rounding =
    "calendar" in interval ? calendarRounding(interval.calendar, zone) : fixedRounding(interval.fixedMs, zone);
  return {
    ...dateParts(values, withOffset(rounding, offsetMs), pattern, context),
    lengthOf: intervalLength(interval, rounding),
  };
}

function dateParts(
  values: RequestedValues,
  rounding: Rounding,
  pattern: string | undefined,
  context: AggregationParseContext,
): SourceParts {
  return {
    values,
    parts: (reader, source) => mappedKeys(documentKeys(reader, source), (key) => rounding.round(key)),
    compare: compareParts,
    show: (part, { format }) => (pattern === undefined ? part : numberText(format, Number(part))),
    read(value, { format }) {
      if (typeof value === "number") return value;
      return pattern === undefined
        ? parseAfter(valueText(value))
        : parseNumber(format, valueText(value), context.nowMs);
    },
  };
}

/** Values that fail on the shards. */
function failing(values: RequestedValues, why: string): RequestedValues {
  const source = (): never => {
    throw illegalArgument(why);
  };
  return { ...values, source, on: source };
}

function tileSource(name: string, read: BodyReader, context: AggregationParseContext): SourceParts {
  const zoom = readInteger(read, "precision") ?? 7;
  if (zoom < 0 || zoom > 29)
    throw failedField(
      read,
      "precision",
      illegalArgument(`Invalid geotile_grid precision of ${zoom}. Must be between 0 and 29.`),
    );
  const bounds = read.json("bounds");
  if (bounds !== undefined && !isJsonObject(bounds)) throw unsupportedToken(read, "bounds", bounds);
  const box = bounds && withinField(read, "bounds", () => parseBoundingBox(bounds));
  const values = readValues(name, read, context, {
    shapes: ["points"],
    unmapped: "text",
    formattable: false,
    ...unscripted,
  });
  return {
    values,
    parts(reader, source) {
      const points = new PointValues(reader, source);
      return points.any ? tileKeys(points, zoom, box) : undefined;
    },
    compare: (left, right) => compareTiles(String(left), String(right)),
    show: (part) => part,
    read(value) {
      if (typeof value === "string" && /^\d+\/\d+\/\d+$/.test(value)) return value;
      throw illegalArgument(
        `Invalid geotile_grid hash string of ${valueText(value)}. Must be three integers in a form "zoom/x/y".`,
      );
    },
  };
}

function tileKeys(points: PointValues, zoom: number, box: BoundingBox | undefined): PartKeys {
  const cells = tileCells(zoom);
  let codes = new Float64Array(0);
  let places = new Uint32Array(0);
  return {
    get codes() {
      return codes;
    },
    get places() {
      return places;
    },
    load(docs, count) {
      const loaded = points.load(docs, count);
      if (codes.length < loaded) {
        codes = new Float64Array(points.places.length);
        places = new Uint32Array(points.places.length);
      }
      let kept = 0;
      for (let i = 0; i < loaded; i++) {
        const code = cells.number(points.lats[i]!, points.lons[i]!);
        if (box && !isTileInside(cells.name(code), zoom, box)) continue;
        codes[kept] = code;
        places[kept++] = points.places[i]!;
      }
      return kept;
    },
    key: (at) => cells.name(codes[at]!),
  };
}

/** The error of a value of `after`. */
export function incompatibleAfter(name: string, place: number, cause: RequestError): RequestError {
  const why = `incompatible value in the position ${place}: ${cause.message}`;
  return new RequestError(
    400,
    "parse_exception",
    `Cannot set after key in the composite aggregation [${name}] - ${why}`,
    {
      cause: illegalArgument(why),
    },
  );
}
