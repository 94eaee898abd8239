/** Makes the types of shapes on the globe and in the plane. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { geometries } from "../field-capabilities.ts";
import { baseField, defineFieldType } from "../define-field-type.ts";
import type { FieldType, IndexableField, ValueContext } from "../field-type.ts";
import { javaText } from "../mapping-error.ts";
import {
  booleanParameter,
  coerceParameter,
  docValuesParameter,
  ignoreMalformedParameter,
  indexParameter,
  type Parameter,
  settingFlag,
  storeParameter,
} from "../parameter.ts";
import { ValueError } from "../value-error.ts";
import { centroidOf } from "./centroid.ts";
import type { Geometry } from "./geometry.ts";
import { GeoJsonError } from "./geojson-error.ts";
import { rightOf } from "./geojson.ts";
import { type GeometryOptions, parseGeometry } from "./parse-geometry.ts";
import type { ShapeGrid } from "./shape-grid.ts";
import { PartCollector } from "./shape-parts.ts";
import { encodeShape } from "./shape-value.ts";
import { showGeometry } from "./show-geometry.ts";

/** The parts of a shape type. */
export interface ShapeKind {
  /** Documented type name. */
  readonly name: string;
  readonly grid: ShapeGrid;
  /** Whether the space is the globe, where boxes and lines may cross the date line. */
  readonly wraps: boolean;
  /** Normalizes a geometry; `right`: outer rings are counterclockwise. */
  normalize(geometry: Geometry, right: boolean): Geometry;
  /** Throws for a geometry that cannot be indexed, even where malformed values are ignored. */
  refuse(geometry: Geometry): void;
}

const orientationParameter: Parameter = {
  name: "orientation",
  fallback: "RIGHT",
  updateable: true,
  explicit: true,
  read: (value) => (rightOf(javaText(value)) ? "RIGHT" : "LEFT"),
};

/** The type of a kind of shapes. */
export function shapeType(kind: ShapeKind, summary: string): FieldType {
  const capabilities = geometries({ space: kind.wraps ? "globe" : "plane", of: "shapes" });
  return defineFieldType({
    name: kind.name,
    summary,
    incomplete: "aggregations over it are missing.",
    parameters: [
      indexParameter,
      docValuesParameter,
      ...(kind.wraps ? [storeParameter] : []),
      ignoreMalformedParameter,
      booleanParameter("ignore_z_value", true, { updateable: true, explicit: true }),
      coerceParameter,
      orientationParameter,
    ],

    create({ values, shown }, context): IndexableField {
      const { path } = context;
      const flag = (name: string): boolean =>
        ownOf(values, name) === null
          ? settingFlag(context, `index.mapping.${name}`, false)
          : ownOf(values, name) === true;
      const ignoreMalformed = flag("ignore_malformed");
      const right = values["orientation"] === "RIGHT";
      const options: GeometryOptions = { coerce: flag("coerce"), right, ignoreZ: values["ignore_z_value"] === true };
      const indexed = values["index"] === true;
      const aggregatable = values["doc_values"] === true;
      const kept = indexed || aggregatable;
      const base = baseField(path, {
        type: kind.name,
        capabilities,
        searchable: indexed,
        aggregatable,
        spec: { terms: undefined, norms: false, column: kept ? "ordinals" : undefined },
        shown,
      });
      return {
        ...base,
        takesStructure: true,

        index(value, target) {
          const collected = new Collected(kind, right, options);
          forEachItem(value, target, (item) => {
            try {
              collected.add(item);
            } catch (error) {
              if (!(error instanceof RequestError))
                throw error instanceof ValueError ? unsupported(error, item) : error;
              if (!ignoreMalformed) throw malformed(error, item);
              target.ignore(path);
            }
          });
          const bytes = kept ? collected.bytes() : undefined;
          if (bytes) target.builder.addOrdinalTerm(target.field, bytes, 0, bytes.length);
        },

        // Elasticsearch passes no values to multi-fields.
        multiFieldValues: () => [],

        format() {
          throw new RequestError(
            500,
            "unsupported_operation_exception",
            "scripts and term aggs are not supported by geo_shape or shape doc values",
          );
        },

        parseValue() {
          throw illegalArgument(`Field [${path}] of type [${kind.name}] does not support this use of values`);
        },

        fetch: (sourceValue, format) => shownValue(kind, sourceValue, format, right, options),
      };
    },
  });
}

/** Calls `use` for each value in nested arrays, and tracks its location. */
function forEachItem(value: Json, target: ValueContext, use: (item: Json) => void, level = 0): void {
  if (!Array.isArray(value)) {
    use(value);
    return;
  }
  for (let index = 0; index < value.length; index++) {
    target.itemAt(index, level);
    forEachItem(value[index]!, target, use, level + 1);
  }
}

/** The geometries of one value of a document. */
class Collected {
  readonly #kind: ShapeKind;
  readonly #right: boolean;
  readonly #options: GeometryOptions;
  readonly #parts: PartCollector;
  readonly #geometries: Geometry[] = [];

  constructor(kind: ShapeKind, right: boolean, options: GeometryOptions) {
    this.#kind = kind;
    this.#right = right;
    this.#options = options;
    this.#parts = new PartCollector(kind.grid, kind.wraps);
  }

  /** Throws RequestError 400; nothing of the geometry is kept then. */
  add(value: Json): void {
    const geometry = parseGeometry(value, this.#options);
    if (!geometry) return;
    this.#kind.refuse(geometry);
    this.#parts.addWhole(this.#kind.normalize(geometry, this.#right));
    this.#geometries.push(geometry);
  }

  /** Undefined when all are empty. */
  bytes(): Uint8Array | undefined {
    const centroid = this.#parts.xs.length === 0 ? undefined : centroidOf(this.#geometries);
    return centroid && encodeShape(this.#parts, centroid);
  }
}

/** The error for a malformed value; like Elasticsearch's it has no preview. */
function malformed(cause: RequestError, part: Json): ValueError {
  const error = withPart(new ValueError(cause), part);
  error.preview = false;
  if (cause instanceof GeoJsonError) error.causePlace = { steps: cause.steps, atEnd: cause.atEnd };
  return error;
}

/** The error for a value that the type never accepts; it is reported for the document. */
function unsupported(error: ValueError, part: Json): ValueError {
  error.ofDocument = isJsonObject(part) ? "last" : "value";
  return error;
}

function withPart(error: ValueError, part: Json): ValueError {
  error.part = part;
  return error;
}

function shownValue(
  kind: ShapeKind,
  value: Json,
  format: string | undefined,
  right: boolean,
  options: GeometryOptions,
): Json | undefined {
  if (format !== undefined && format !== "geojson" && format !== "wkt")
    throw illegalArgument(`Unrecognized geometry format [${format}].`);
  try {
    const geometry = parseGeometry(value, options);
    return geometry && showGeometry(kind.normalize(geometry, right), format);
  } catch {
    return undefined; // A malformed geometry was ignored at index time.
  }
}
