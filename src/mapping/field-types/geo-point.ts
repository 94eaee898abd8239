import { javaDouble } from "../../core/float32.ts";
import { decodeLatitude, decodeLongitude, encodeLatitude, encodeLongitude } from "../../core/geo-encoding.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { queryShapeError } from "../geo/query-shape-error.ts";
import { geohashOf } from "../geo/geohash.ts";
import { type GeoPointValue, isCoordinatePair, normalizePoint, parseGeoPoint } from "../geo/geo-point-value.ts";
import { geometries } from "../field-capabilities.ts";
import { baseField, defineFieldType } from "../define-field-type.ts";
import type { FieldType, IndexableField, ShownValue, ValueContext } from "../field-type.ts";
import { indexScript } from "../index-script.ts";
import { checkMetric } from "../numbers/check-metric.ts";
import { parseJavaDouble } from "../numbers/fraction-type.ts";
import {
  booleanParameter,
  choiceParameter,
  dimensionParameter,
  docValuesParameter,
  ignoreMalformedParameter,
  indexParameter,
  metricTypes,
  type Parameter,
  readBoolean,
  settingFlag,
  storeParameter,
} from "../parameter.ts";
import { badToken, fractionFormatException, ofDocument, tokenNameOf, ValueError } from "../value-error.ts";

const pointValues = geometries({ space: "globe", of: "points" });

/** `time_series_metric`; a point supports one kind. */
const positionParameter = choiceParameter("time_series_metric", null, ["position"], { known: metricTypes });

/** `time_series_dimension`, which points refuse. */
const noDimension: Parameter = {
  ...dimensionParameter,
  read(value) {
    if (readBoolean(value)) throw illegalArgument("Parameter [time_series_dimension] cannot be set to geo_point");
    return false;
  },
};

/** Points on the globe: a column of encoded latitudes and longitudes. */
export const geoPoint: FieldType = defineFieldType({
  name: "geo_point",
  summary: "Points on the globe.",
  parameters: [
    docValuesParameter,
    storeParameter,
    ignoreMalformedParameter,
    booleanParameter("ignore_z_value", true, { updateable: true, explicit: true }),
    {
      name: "null_value",
      fallback: null,
      updateable: false,
      acceptsNull: true,
      read: readNullValue,
      text: (value) =>
        isJsonObject(value) ? `${javaDouble(Number(value["lat"]))}, ${javaDouble(Number(value["lon"]))}` : "null",
    },
    indexParameter,
    positionParameter,
    noDimension,
  ],

  script: indexScript({
    excludes: ["null_value", "ignore_malformed", "ignore_z_value"],
    program: (script, scripts) => scripts.program(script, "geo_point_field"),
    index: ({ lat, lon }, field, target) => field.index({ lat, lon }, target),
  }),

  create({ values, shown }, context): IndexableField {
    const { path } = context;
    checkMetric(values);
    const ignoreMalformed =
      values["ignore_malformed"] === null
        ? settingFlag(context, "index.mapping.ignore_malformed", false)
        : values["ignore_malformed"] === true;
    const ignoreZ = values["ignore_z_value"] === true;
    const replacement = values["null_value"] === null ? undefined : parseGeoPoint(values["null_value"] ?? null, true);
    const indexed = values["index"] === true;
    const column = values["doc_values"] === true;
    const base = baseField(path, {
      type: "geo_point",
      capabilities: pointValues,
      searchable: indexed,
      aggregatable: column,
      spec: { terms: undefined, norms: false, column: indexed || column ? "point" : undefined },
      shown,
    });

    const name = path.slice(path.lastIndexOf(".") + 1);
    const add = (point: GeoPointValue, target: ValueContext): void => {
      let { lat, lon } = point;
      if (ignoreMalformed && Number.isFinite(lat) && Number.isFinite(lon)) ({ lat, lon } = normalizePoint(point));
      checkRange(name, lat, lon);
      if (base.spec.column) target.builder.addPoint(target.field, encodeLatitude(lat), encodeLongitude(lon));
      else target.builder.addPresence(target.field);
    };

    const addOne = (value: Json, target: ValueContext): void => {
      if (value === null) {
        if (replacement) add(replacement, target);
        return;
      }
      try {
        add(parseGeoPoint(value, ignoreZ), target);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        if (!ignoreMalformed) throw geoError(error);
        target.ignore(path);
      }
    };

    /** Adds one of several points; an error has the location of that point. */
    const addItem = (item: Json, target: ValueContext): void => {
      try {
        addOne(item, target);
      } catch (error) {
        if (error instanceof ValueError) error.part ??= item;
        throw error;
      }
    };

    /** Adds [lon, lat]; errors have the locations that Elasticsearch reports. */
    const addPair = (value: readonly Json[], target: ValueContext): void => {
      if (value.length === 1) {
        const error = badToken(
          "json_parse_exception",
          "Current token (END_ARRAY) not numeric, can not use numeric value accessors",
        );
        error.ofDocument = "last";
        throw error;
      }
      const latitude = latitudeOf(value[1]!, target);
      if (value.length > 3 && !ignoreMalformed) target.item(3);
      try {
        addOne([value[0]!, latitude, ...value.slice(2)], target);
      } catch (error) {
        if (error instanceof ValueError && value.length === 3 && !ignoreZ) {
          target.item(2);
          error.ofDocument = "value";
        } else if (error instanceof ValueError && error.cause.message.startsWith("illegal ")) error.ofDocument = "last";
        throw error;
      }
    };

    return {
      ...base,
      takesStructure: true,
      syntheticSource: column ? { order: "sorted", text: pointText } : undefined,
      term: () => queryShapeError(path),

      index(value, target) {
        if (!Array.isArray(value)) addOne(value, target);
        else if (isCoordinatePair(value)) addPair(value, target);
        else {
          value.forEach((item, index) => {
            target.item(index);
            addItem(item, target);
          });
        }
      },

      multiFieldValues(value) {
        const points = Array.isArray(value) && !isCoordinatePair(value) ? value : [value];
        return points.flatMap((item) => geohashes(item, ignoreZ));
      },

      fetchStored(sourceValue) {
        const points = Array.isArray(sourceValue) && !isCoordinatePair(sourceValue) ? sourceValue : [sourceValue];
        return points.flatMap((point) => storedPoint(point, ignoreZ, replacement) ?? []);
      },

      fetch(sourceValue, format) {
        if (format !== undefined && format !== "geojson" && format !== "wkt")
          throw illegalArgument(`Unrecognized geometry format [${format}].`);
        if (Array.isArray(sourceValue) && !isCoordinatePair(sourceValue))
          return sourceValue.flatMap((item) => fetchPoint(item, format, ignoreZ, replacement) ?? []);
        return fetchPoint(sourceValue, format, ignoreZ, replacement);
      },
    };
  },
});

/** A point of the column: latitude << 32 | longitude. */
function pointText(value: ShownValue): string {
  const encoded = value as bigint;
  const lat = decodeLatitude(Number(BigInt.asIntN(32, encoded >> 32n)));
  const lon = decodeLongitude(Number(BigInt.asIntN(32, encoded)));
  return `{"lat":${javaDouble(lat)},"lon":${javaDouble(lon)}}`;
}

function storedPoint(value: Json, ignoreZ: boolean, replacement: GeoPointValue | undefined): string | undefined {
  const shown = fetchPoint(value, undefined, ignoreZ, replacement);
  if (!isJsonObject(shown) || !Array.isArray(shown["coordinates"])) return undefined;
  const [lon, lat] = shown["coordinates"];
  return `${javaDouble(Number(lat))}, ${javaDouble(Number(lon))}`;
}

function fetchPoint(
  value: Json,
  format: string | undefined,
  ignoreZ: boolean,
  replacement: GeoPointValue | undefined,
): Json | undefined {
  let point: GeoPointValue | undefined;
  try {
    point = value === null ? replacement : parseGeoPoint(value, ignoreZ);
  } catch {
    return undefined; // A malformed point was ignored at index time.
  }
  if (!point || Math.abs(point.lat) > 90 || Math.abs(point.lon) > 180) return undefined;
  return format === "wkt"
    ? `POINT (${javaDouble(point.lon)} ${javaDouble(point.lat)})`
    : { type: "Point", coordinates: [point.lon, point.lat] };
}

function geohashes(value: Json, ignoreZ: boolean): string[] {
  try {
    const { lat, lon } = parseGeoPoint(value, ignoreZ);
    return [geohashOf(lat, lon)];
  } catch {
    return []; // Null, or malformed and ignored by the field itself.
  }
}

function checkRange(path: string, lat: number, lon: number): void {
  if (!(lat >= -90 && lat <= 90)) throw illegalArgument(`illegal latitude value [${javaDouble(lat)}] for ${path}`);
  if (!(lon >= -180 && lon <= 180)) throw illegalArgument(`illegal longitude value [${javaDouble(lon)}] for ${path}`);
}

/** The second number of a pair, which may be a string. Throws ValueError even where malformed points are ignored. */
function latitudeOf(value: Json, target: ValueContext): number {
  if (typeof value === "number" || typeof value === "bigint") return Number(value);
  target.item(1);
  const parsed = typeof value === "string" ? parseJavaDouble(value) : undefined;
  if (parsed === undefined) {
    throw typeof value === "string"
      ? ofDocument(fractionFormatException(value.trim()))
      : tokenOfDocument(`Current token (${tokenNameOf(value)}) not numeric, can not use numeric value accessors`);
  }
  target.item(undefined);
  return parsed;
}

function tokenOfDocument(reason: string): ValueError {
  const error = badToken("json_parse_exception", reason);
  error.ofDocument = "value";
  return error;
}

/** Elasticsearch reports unreadable points without a preview. */
function geoError(cause: RequestError): ValueError {
  const error = new ValueError(cause);
  error.preview = false;
  return error;
}

function readNullValue(value: Json): Json {
  const { lat, lon } = parseGeoPoint(value, true);
  checkRange("null_value", lat, lon);
  return { lat, lon };
}
