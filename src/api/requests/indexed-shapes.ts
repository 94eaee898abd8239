/**
 * `indexed_shape` of the queries `geo_shape` and `shape`: the shape of a document is put into the request before it is
 * sent to the search side, which knows neither names nor rights (Elasticsearch rewrites such queries by a get).
 */
import { illegalArgument, RequestError, fromPortableError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import { valueText } from "../../compat/value-text.ts";
import type { Principal } from "../../security/principal.ts";
import type { Services } from "../operation.ts";
import { readableIndex } from "../targets/readable-index.ts";
import { aliasRouting } from "../targets/write-target.ts";

/** Where Elasticsearch looks for shapes when a query does not say. */
const DEFAULT_INDEX = "shapes";
const DEFAULT_PATH = "shape";

/** Whether a body may name a shape in a document. */
export function namesShape(body: string): boolean {
  return body.includes('"indexed_shape"');
}

/**
 * A body with the shapes themselves in the place of where they are; one without such places as it is. Throws 400, 404,
 * and 403 as a get does.
 */
export async function withIndexedShapes(services: Services, principal: Principal, body: string): Promise<string> {
  if (!namesShape(body)) return body;
  let parsed: Json;
  try {
    parsed = parseJson(body);
  } catch {
    return body; // A body that cannot be read is refused by the search side.
  }
  const fields = fieldsOf(parsed);
  for (const field of fields) {
    const { indexed_shape: place } = field;
    if (!isJsonObject(place) || (field["shape"] ?? null) !== null || (place["id"] ?? null) === null) continue;
    field["shape"] = await shapeAt(services, principal, place);
    delete field["indexed_shape"];
  }
  return stringifyJson(parsed);
}

/** The objects under the field of each query of shapes, wherever it stands. */
function fieldsOf(value: Json): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(fieldsOf);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const own =
      (key === "geo_shape" || key === "shape") && isJsonObject(inner) ? Object.values(inner).filter(isJsonObject) : [];
    return [...own.filter((field) => field["indexed_shape"] !== undefined), ...fieldsOf(inner)];
  });
}

async function shapeAt(services: Services, principal: Principal, place: JsonObject): Promise<Json> {
  const text = (name: string): string | undefined =>
    ownOf(place, name) === undefined || ownOf(place, name) === null ? undefined : valueText(ownOf(place, name));
  const name = text("index") ?? DEFAULT_INDEX;
  const id = text("id") ?? "";
  const path = text("path") ?? DEFAULT_PATH;
  services.authorizeIndices(principal, "indices:data/read/get", [name]);
  const { metadata, access } = readableIndex(services, principal, name);
  const routing = aliasRouting(metadata, name, text("routing"));
  const get = {
    index: metadata.name,
    id,
    routing,
    realtime: true,
    version: undefined,
    versionType: "internal" as const,
    whole: false,
  };
  const [result] = await services.get([{ metadata, access, get }]);
  if (result && !("found" in result)) throw fromPortableError(result);
  if (!result?.found) throw illegalArgument(`Shape with ID [${id}] not found`);
  const source = new TextDecoder().decode(result.source);
  if (source === "") throw illegalArgument(`Shape with ID [${id}] source disabled`);
  let shape: Json | undefined = parseJson(source);
  for (const step of path.split(".")) shape = isJsonObject(shape) ? ownOf(shape, step) : undefined;
  if (shape === undefined || shape === null)
    throw new RequestError(500, "illegal_state_exception", `Shape with name [${id}] found but missing ${path} field`);
  return shape;
}
