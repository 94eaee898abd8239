/** The body of `geo_shape` and `shape` (Elasticsearch's `AbstractGeometryQueryBuilder`). */
import { BodyReader, tokenName } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { valueText } from "../../compat/value-text.ts";
import type { Geometry } from "../../mapping/shapes/geometry.ts";
import { parseGeometry } from "../../mapping/shapes/parse-geometry.ts";
import type { QueryHead } from "../kind-query.ts";
import type { DocumentReference } from "../document-reference.ts";
import { readHead } from "../query-head.ts";
import type { ParseContext } from "../query-kind.ts";
import type { ShapeRelationName } from "./shape-relation.ts";

/** A parsed shape query. */
export interface ShapeQueryBody {
  readonly head: QueryHead;
  readonly field: string;
  /** Undefined: the shape is in a document that is not known yet. */
  readonly shape: Geometry | undefined;
  readonly relation: ShapeRelationName;
  readonly ignoreUnmapped: boolean;
}

/** The queries that have such a body. */
export type ShapeQueryName = "geo_shape" | "shape";

/** Elasticsearch's default index of indexed shapes. */
const DEFAULT_INDEX = "shapes";
const DEFAULT_PATH = "shape";

const relations: readonly ShapeRelationName[] = ["intersects", "disjoint", "within", "contains"];
const strategies: readonly string[] = ["recursive", "term"];
const options: readonly string[] = ["boost", "_name", "ignore_unmapped"];

/** The value under the field. */
interface FieldPart {
  shape: Geometry | undefined;
  indexed: DocumentReference | undefined;
  relation: ShapeRelationName | undefined;
  strategy: string | undefined;
}

/** `kind` is the name of the query. Throws 400. */
export function readShapeQuery(kind: ShapeQueryName, body: Json, { reference }: ParseContext): ShapeQueryBody {
  const read = new BodyReader(kind, body);
  const head = readHead(kind, read, body);
  const ignoreUnmapped = read.boolean("ignore_unmapped") ?? false;
  let field = "";
  let part: FieldPart = { shape: undefined, indexed: undefined, relation: undefined, strategy: undefined };
  for (const [key, value] of Object.entries(body as JsonObject)) {
    if (isJsonObject(value)) {
      if (field !== "") throw parsingException(`point specified twice. [${key}]`);
      field = key;
      part = readFieldPart(kind, value);
    } else if (!options.includes(key)) throw parsingException(`query does not support [${key}]`);
  }
  if (field === "") throw illegalArgument("fieldName is required");
  if (!part.shape && !part.indexed) throw illegalArgument("either shape or indexedShapeId is required");
  const relation = part.relation ?? "intersects";
  if (part.strategy === "term" && relation !== "intersects") {
    throw illegalArgument(`strategy [term] only supports relation [intersects] found relation [${relation}]`);
  }
  if (!part.shape && !reference)
    throw illegalArgument(
      `[${kind}] query: [indexed_shape] is not supported in filters of aliases and roles, give the [shape] itself`,
    );
  const found = part.shape || !part.indexed ? undefined : reference?.(part.indexed);
  const shape = found === undefined ? part.shape : readShape(found);
  // Elasticsearch scores nothing unless a boost is given.
  const boost = (body as JsonObject)["boost"] === undefined ? 0 : head.boost;
  return { head: { kind: head.kind, boost, name: head.name }, field, shape, relation, ignoreUnmapped };
}

function readFieldPart(kind: ShapeQueryName, body: JsonObject): FieldPart {
  const part: FieldPart = { shape: undefined, indexed: undefined, relation: undefined, strategy: undefined };
  for (const [key, value] of Object.entries(body)) {
    if (key === "shape") part.shape = readShape(value);
    else if (key === "relation") part.relation = relationOf(value);
    else if (key === "indexed_shape") {
      part.indexed = indexedShape(kind, value);
    } else if (key === "strategy" && kind === "geo_shape") part.strategy = strategyOf(value);
    else throw parsingException(`query does not support [${key}]`);
  }
  return part;
}

function readShape(value: Json): Geometry | undefined {
  return withoutPlace(() => parseGeometry(value, { coerce: true, right: true, ignoreZ: true }));
}

/** The place of an indexed shape; undefined when no document is named. */
function indexedShape(query: ShapeQueryName, value: Json): DocumentReference | undefined {
  const text = (name: string): string | undefined => {
    const given = isJsonObject(value) ? (ownOf(value, name) ?? null) : null;
    return given === null ? undefined : valueText(given);
  };
  const id = text("id");
  if (id === undefined) return undefined;
  const index = text("index") ?? DEFAULT_INDEX;
  return { query, index, id, path: text("path") ?? DEFAULT_PATH, routing: text("routing") };
}

function relationOf(value: Json): ShapeRelationName {
  if (value === null || typeof value === "object")
    throw illegalArgument(`Expected text at 1:1 but found ${tokenName(value)}`);
  const known = relations.find((name) => name === String(value).toLowerCase());
  if (!known) throw parsingException(`Unknown shape operation [${String(value)} ]`);
  return known;
}

/** How Elasticsearch once searched its prefix trees; it has no effect any more. */
function strategyOf(value: Json): string {
  const text = valueText(value);
  if (!strategies.includes(text)) throw illegalArgument(`Unknown strategy [${text}]`);
  return text;
}

/** The position in the query is unknown here, so errors are reported without it. */
function withoutPlace<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof RequestError ? placeless(error) : error;
  }
}

function placeless(error: RequestError): RequestError {
  const { status, type, message, details, cause } = error;
  return new RequestError(status, type, message.replace("[%LINE%:%COLUMN%] ", ""), {
    details,
    cause: cause && placeless(cause),
  });
}
