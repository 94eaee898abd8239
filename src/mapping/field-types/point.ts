import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { javaDouble } from "../../core/float32.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { geometries } from "../field-capabilities.ts";
import { baseField, defineFieldType } from "../define-field-type.ts";
import type { FieldType, IndexableField, ValueContext } from "../field-type.ts";
import { isCoordinatePair } from "../geo/geo-point-value.ts";
import { parseJavaDouble } from "../numbers/fraction-type.ts";
import {
  booleanParameter,
  docValuesParameter,
  ignoreMalformedParameter,
  indexParameter,
  settingFlag,
  storeParameter,
} from "../parameter.ts";
import { parsePlanePoint, type PlanePoint } from "../shapes/plane-point.ts";
import { plane } from "../shapes/shape-grid.ts";
import { showGeometry } from "../shapes/show-geometry.ts";
import { badToken, tokenNameOf, ValueError } from "../value-error.ts";

const pointValues = geometries({ space: "plane", of: "points" });

/** Points in a plane: a column of float32 coordinates, x first, encoded as integers of the same order. */
export const point: FieldType = defineFieldType({
  name: "point",
  summary: "Points in a plane.",
  parameters: [
    indexParameter,
    docValuesParameter,
    storeParameter,
    ignoreMalformedParameter,
    booleanParameter("ignore_z_value", true, { updateable: true, explicit: true }),
    {
      name: "null_value",
      fallback: null,
      updateable: false,
      acceptsNull: true,
      read: (value) => ({ ...parsePlanePoint(value, true) }),
      text: (value) =>
        isJsonObject(value) ? `${javaDouble(Number(value["x"]))}, ${javaDouble(Number(value["y"]))}` : "null",
    },
  ],

  create({ values, shown }, context): IndexableField {
    const { path } = context;
    const ignoreMalformed =
      values["ignore_malformed"] === null
        ? settingFlag(context, "index.mapping.ignore_malformed", false)
        : values["ignore_malformed"] === true;
    const ignoreZ = values["ignore_z_value"] === true;
    const nullValue = values["null_value"] ?? null;
    const replacement = nullValue === null ? undefined : parsePlanePoint(nullValue, true);
    const indexed = values["index"] === true;
    const column = values["doc_values"] === true;
    const base = baseField(path, {
      type: "point",
      capabilities: pointValues,
      searchable: indexed,
      aggregatable: column,
      spec: { terms: undefined, norms: false, column: indexed || column ? "point" : undefined },
      shown,
    });

    const add = ({ x, y }: PlanePoint, target: ValueContext): void => {
      for (const [name, value] of Object.entries({ x, y })) {
        if (!ignoreMalformed && !Number.isFinite(value))
          throw illegalArgument(`illegal ${name} value [${javaDouble(value)}] for ${path}`);
      }
      plane.check(x, y);
      if (base.spec.column) target.builder.addPoint(target.field, plane.encodeX(x), plane.encodeY(y));
      else target.builder.addPresence(target.field);
    };

    const addOne = (value: Json, target: ValueContext): void => {
      try {
        const read = value === null ? replacement : parsePlanePoint(value, ignoreZ);
        if (read) add(read, target);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        if (!ignoreMalformed) throw malformed(error, value);
        target.ignore(path);
      }
    };

    /** A point given as an array; errors have the locations that Elasticsearch reports. */
    const addPair = (value: readonly Json[], target: ValueContext): void => {
      const [x = null, y, z] = value;
      if (y === undefined) throw notNumeric("END_ARRAY", "last");
      if (typeof y !== "number" && typeof y !== "bigint" && typeof y !== "string") {
        target.item(1);
        throw notNumeric(tokenNameOf(y), "value");
      }
      if (z !== undefined) target.item(2);
      if (z !== undefined && typeof z !== "number" && typeof z !== "bigint") {
        throw told(new RequestError(400, "parse_exception", "field type does not accept > 3 dimensions"), "value");
      }
      if (z !== undefined && !ignoreZ) {
        const reason = `Exception parsing coordinates: found Z value [${javaDouble(Number(z))}] but [ignore_z_value] parameter is [false]`;
        throw told(new RequestError(400, "parse_exception", reason), "value");
      }
      if (value.length > 3) {
        if (!ignoreMalformed) target.item(3);
        else target.ignore(path);
        if (!ignoreMalformed) throw told(new RequestError(400, "parse_exception", "point expected"), undefined);
      }
      target.item(undefined);
      addOne({ x, y }, target);
    };

    return {
      ...base,
      takesStructure: true,
      multiFieldValues: () => [],

      index(value, target) {
        if (!Array.isArray(value)) addOne(value, target);
        else if (isCoordinatePair(value)) addPair(value, target);
        else {
          value.forEach((item, index) => {
            target.item(index);
            addOne(item, target);
          });
        }
      },

      formatPoint: (first, second) => `${javaDouble(plane.decodeX(first))}, ${javaDouble(plane.decodeY(second))}`,

      fetchStored(sourceValue) {
        const items = Array.isArray(sourceValue) && !isCoordinatePair(sourceValue) ? sourceValue : [sourceValue];
        return items.flatMap((item) => storedPoint(item ?? null, ignoreZ, replacement) ?? []);
      },

      fetch(sourceValue, format) {
        if (format !== undefined && format !== "geojson" && format !== "wkt")
          throw illegalArgument(`Unrecognized geometry format [${format}].`);
        const items = Array.isArray(sourceValue) && !isCoordinatePair(sourceValue) ? sourceValue : [sourceValue];
        const points = items.flatMap((item) => shownPoint(item, format, ignoreZ) ?? []);
        return points.length > 0 ? points : undefined;
      },
    };
  },
});

/** The error of Elasticsearch's JSON parser for a token that is not a number. */
function notNumeric(token: string, ofDocument: "value" | "last"): ValueError {
  const error = badToken(
    "json_parse_exception",
    `Current token (${token}) not numeric, can not use numeric value accessors`,
  );
  error.ofDocument = ofDocument;
  return error;
}

function told(cause: RequestError, ofDocument: ValueError["ofDocument"]): ValueError {
  const error = new ValueError(cause);
  error.preview = false;
  error.ofDocument = ofDocument;
  return error;
}

/** Elasticsearch reports unreadable points without a preview. */
function malformed(cause: RequestError, part: Json): ValueError {
  const error = new ValueError(cause);
  error.preview = false;
  error.part = part;
  return error;
}

/** The stored form of a point, `x, y`. */
function storedPoint(value: Json, ignoreZ: boolean, replacement: PlanePoint | undefined): string | undefined {
  const shown = value === null ? replacement : shownPoint(value, undefined, ignoreZ);
  if (shown === undefined || shown === null || typeof shown !== "object") return undefined;
  const [x, y] =
    "coordinates" in shown ? (shown["coordinates"] as Json[]) : [(shown as PlanePoint).x, (shown as PlanePoint).y];
  return `${javaDouble(Number(x))}, ${javaDouble(Number(y))}`;
}

function shownPoint(value: Json, format: string | undefined, ignoreZ: boolean): Json | undefined {
  try {
    if (value === null) return undefined;
    // For an array that is too long, the beginning was indexed nevertheless; its y may be a string.
    const readable = Array.isArray(value)
      ? value.slice(0, 3).map((item) => (typeof item === "string" ? (parseJavaDouble(item) ?? item) : item))
      : value;
    const { x, y } = parsePlanePoint(readable, ignoreZ);
    return showGeometry({ type: "Point", x, y, z: undefined }, format);
  } catch {
    return undefined; // A malformed point was ignored at index time.
  }
}
