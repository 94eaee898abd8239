/** What the field of an enrich policy is mapped to, by its kind and its sources (`EnrichPolicyRunner`). */
import { RequestError } from "../../../compat/errors.ts";
import { isJsonObject, type JsonObject } from "../../../core/json.ts";
import { ownOf } from "../../../core/names.ts";
import type { SearchTarget } from "../../../search/search-service.ts";
import type { Services } from "../../operation.ts";
import type { EnrichPolicy } from "./policies.ts";

/** The `properties` of an enrich index. Throws 400 for sources that do not have the field, or not as it must be. */
export function matchProperties(
  { cluster }: Services,
  targets: readonly SearchTarget[],
  name: string,
  { kind, matchField, indices }: EnrichPolicy,
): JsonObject {
  const found: JsonObject[] = [];
  for (const { index } of targets) {
    const mapping = ownOf(cluster.state.indices, index)?.mapping ?? {};
    if (!isJsonObject(mapping["properties"]))
      throw failed(
        `Enrich policy execution for [${name}] failed. No mapping available on source [${index}] included in [${indices.join(", ")}]`,
      );
    const field = fieldAt(mapping, matchField.split("."));
    if (!field)
      throw failed(
        `Enrich policy execution for [${name}] failed while validating field mappings for index [${index}]`,
        failed(`Could not find field [${matchField}] in the mapping of index [${index}]`),
      );
    found.push(field);
  }
  return nested(
    matchField.split("."),
    kind === "match" ? KEYWORD : kind === "geo_match" ? SHAPE : rangeOf(name, found),
  );
}

const KEYWORD: JsonObject = { type: "keyword", doc_values: false };
const SHAPE: JsonObject = { type: "geo_shape", doc_values: false };

/** All sources must have the same kind of range. */
function rangeOf(name: string, fields: readonly JsonObject[]): JsonObject {
  const types = new Set(fields.map(({ type }) => (typeof type === "string" ? type : "object")));
  const [type = ""] = types;
  if (types.size > 1)
    throw failed(`Multiple distinct mapping types for field '${name}' - indices(s) of type [${[...types].join(", ")}]`);
  if (!type.endsWith("_range") && type !== "ip")
    throw failed(`Field '${name}' has type [${type}] which doesn't appear to be a range type`);
  const formats = new Set(fields.flatMap(({ format }) => (typeof format === "string" ? [format] : [])));
  if (formats.size > 1) throw failed(`Multiple distinct formats specified for field '${name}'`);
  const [format] = formats;
  return { type, doc_values: false, ...(format === undefined ? {} : { format }) };
}

function fieldAt(mapping: JsonObject, names: readonly string[]): JsonObject | undefined {
  let field = mapping;
  for (const [at, name] of names.entries()) {
    const { properties, fields } = field;
    const next =
      (isJsonObject(properties) ? ownOf(properties, name) : undefined) ??
      (isJsonObject(fields) ? ownOf(fields, name) : undefined);
    if (!isJsonObject(next)) return undefined;
    if (next["type"] === "nested" && at < names.length - 1)
      throw failed(
        `Could not traverse mapping to field [${names.join(".")}]. The [${name}] field must be regular object but was [nested].`,
      );
    field = next;
  }
  return field;
}

function nested([name = "", ...rest]: readonly string[], field: JsonObject): JsonObject {
  return { [name]: rest.length === 0 ? field : { type: "object", properties: nested(rest, field) } };
}

function failed(reason: string, cause?: RequestError): RequestError {
  return new RequestError(400, "exception", reason, { cause });
}
