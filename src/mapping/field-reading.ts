/**
 * How field types read objects. It follows Elasticsearch's mappers, whose behaviour shows where several fields get the
 * same value.
 */
import { RequestError } from "../compat/errors.ts";
import { isJsonObject, type Json } from "../core/json.ts";
import { isCoordinatePair } from "./geo/geo-point-value.ts";
import type { FieldNode } from "./mapping-tree.ts";
import { badToken, badValue, badValueBecause, ofDocument, type ValueError } from "./value-error.ts";

const RANGE = "_range";

/** Types whose values are objects, except ranges (`FieldMapper.supportsParsingObject`). */
const TAKE_OBJECTS: ReadonlySet<string> = new Set([
  "aggregate_metric_double",
  "completion",
  "flattened",
  "geo_point",
  "geo_shape",
  "histogram",
  "join",
  "percolator",
  "point",
  "rank_features",
  "semantic_text",
  "shape",
  "sparse_vector",
]);

/** Types that override `FieldMapper.parse`: its error wrapping and multi-fields do not apply to them. */
const READ_BY_THEMSELVES: ReadonlySet<string> = new Set([
  "dense_vector",
  "join",
  "percolator",
  "rank_features",
  "sparse_vector",
]);

/** Whether the values of a field may be objects. */
export function takesObjects({ type }: FieldNode): boolean {
  return TAKE_OBJECTS.has(type.name) || type.name.endsWith(RANGE);
}

/** Whether errors about unreadable values do not mention the field. */
export function isFrameless(type: string): boolean {
  return READ_BY_THEMSELVES.has(type) || type === "completion";
}

/** Whether multi-fields of the field get values. */
export function hasReadMultiFields({ type }: FieldNode): boolean {
  return !READ_BY_THEMSELVES.has(type.name);
}

/** Whether errors of multi-fields are reported for the field: a geo_point passes points to them while it reads. */
export function wrapsMultiFields({ type }: FieldNode): boolean {
  return type.name === "geo_point";
}

/** Whether the field consumes an object, so that its multi-fields only see the closing bracket. */
export function consumes({ type }: FieldNode, value: Json): boolean {
  return isJsonObject(value) && (type.name.endsWith(RANGE) || type.name === "aggregate_metric_double");
}

/**
 * The part of a value that `copy_to` receives: for a single point of three numbers the last one, since Elasticsearch
 * stops reading there.
 */
export function copiedPart({ type }: FieldNode, value: Json): Json {
  const isTriple = type.name === "geo_point" && Array.isArray(value) && value.length === 3 && isCoordinatePair(value);
  return isTriple ? value[2]! : value;
}

/**
 * The error of a multi-field that receives the closing bracket of an object; undefined for types that ignore it.
 * `holder` is the name of the field that consumed the object.
 */
export function refusedBracket(inner: FieldNode, holder: string): ValueError | undefined {
  const error = bracketError(inner, holder);
  if (!error) return undefined;
  error.noticedAtEnd = true;
  error.previewText = "null";
  return error;
}

function bracketError({ type, values, path }: FieldNode, holder: string): ValueError | undefined {
  const { name } = type;
  const token = (words: string): ValueError => badToken("json_parse_exception", `Current token (END_OBJECT) ${words}`);
  if (name.endsWith(RANGE)) {
    const reason = `[%LINE%:%COLUMN%] error parsing field [${path}], expected an object but got ${holder}`;
    return badValueBecause(new RequestError(400, "document_parsing_exception", reason));
  }
  switch (name) {
    case "binary":
      return values.values["doc_values"] === true || values.values["store"] === true
        ? token("not VALUE_STRING or VALUE_EMBEDDED_OBJECT, can not access as binary")
        : undefined;
    case "boolean":
      return token("not of boolean type");
    case "byte":
    case "double":
    case "float":
    case "half_float":
    case "integer":
    case "long":
    case "rank_feature":
    case "scaled_float":
    case "short":
    case "unsigned_long":
      return token("not numeric, can not use numeric value accessors");
    case "completion": {
      const cause = new RequestError(
        400,
        "parsing_exception",
        `failed to parse [${holder}]: expected text or object, but got END_OBJECT`,
      );
      return ofDocument(cause, "last");
    }
    case "geo_point": {
      if (values.values["ignore_malformed"] === true) return undefined;
      const error = badValueBecause(new RequestError(400, "parse_exception", "geo_point expected"));
      error.preview = false;
      return error;
    }
    case "flattened":
      return badValueBecause(
        new RequestError(
          400,
          "parsing_exception",
          "Failed to parse object: expecting token of type [START_OBJECT] but found [END_OBJECT]",
        ),
      );
    default:
      return badValue("Expected text at %LINE%:%COLUMN% but found END_OBJECT");
  }
}
