/** `indices.get_field_mapping`: the mappings of single fields. */
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import { simpleMatchAny } from "../../compat/wildcard.ts";
import { booleanParameter, listParameter } from "../../http/parameters.ts";
import { completeFields } from "../requests/field-mapping-defaults.ts";
import { DESCRIBED_INDICES, indexOptions } from "../targets/index-options.ts";
import { metadataFieldNames } from "../../mapping/metadata-fields.ts";
import type { Operation } from "../operation.ts";
import { filterMapping } from "../requests/filter-mapping.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

/** Fields that every index has; shown without parameters. */
const METADATA_FIELDS = [...metadataFieldNames];

export const getFieldMapping: Operation = {
  name: "indices.get_field_mapping",
  actions: ["indices:admin/mappings/fields/get"],

  async handle(request, services) {
    const { parameters } = request;
    const includeDefaults = booleanParameter(parameters, "include_defaults", false);
    const patterns = listParameter(parameters, "fields") ?? [];
    const indices = visibleIndices(
      services,
      request.principal,
      parameters["index"],
      indexOptions(parameters, DESCRIBED_INDICES),
      "view_index_metadata",
    );
    checkIndexBlocks(
      indices.map(({ metadata }) => metadata),
      "metadata_read",
    );
    const body = Object.fromEntries(
      indices.map(({ metadata, access }) => {
        const complete = includeDefaults ? completeFields(services.analyses.withResources(metadata)) : undefined;
        // An index without a mapping has no fields at all.
        const isMapped = Object.keys(metadata.mapping).length > 0;
        return [
          metadata.name,
          { mappings: isMapped ? fieldMappings(filterMapping(metadata.mapping, access), patterns, complete) : {} },
        ];
      }),
    );
    return { status: indices.length === 0 ? 404 : 200, body };
  },
};

/** `{field: {full_name, mapping: {last part: definition}}}` of the fields that match. */
function fieldMappings(
  mapping: JsonObject,
  patterns: readonly string[],
  complete: ReadonlyMap<string, JsonObject> | undefined,
): JsonObject {
  const shown: JsonObject = {};
  for (const { name, leaf, definition } of leafFields(mapping, "")) {
    if (simpleMatchAny(patterns, name))
      put(shown, name, { full_name: name, mapping: { [leaf]: complete?.get(name) ?? definition } });
  }
  for (const name of METADATA_FIELDS)
    if (simpleMatchAny(patterns, name)) put(shown, name, metadataMapping(name, mapping, complete !== undefined));
  return shown;
}

/**
 * A metadata field, with what the mapping says of it; of `_source` also what it leaves to defaults, where it says
 * something.
 */
function metadataMapping(name: string, mapping: JsonObject, withDefaults: boolean): JsonObject {
  const given = ownOf(mapping, name);
  if (!isJsonObject(given)) return { full_name: name, mapping: {} };
  const defaults = name === "_source" && withDefaults ? { includes: [], excludes: [] } : {};
  return { full_name: name, mapping: { [name]: { ...defaults, ...given } } };
}

/** A field; `leaf` is its name in the object that holds it, which has dots where that has no objects. */
interface LeafField {
  readonly name: string;
  readonly leaf: string;
  readonly definition: JsonObject;
}

/** Every field that is no object, multi-fields included. */
function* leafFields(mapping: JsonObject, prefix: string): Generator<LeafField> {
  const properties = mapping["properties"];
  if (!isJsonObject(properties)) return;
  for (const [key, definition] of Object.entries(properties)) {
    if (!isJsonObject(definition)) continue;
    const name = prefix + key;
    const type = definition["type"];
    if (
      definition["properties"] !== undefined ||
      type === undefined ||
      type === "object" ||
      type === "nested" ||
      type === "passthrough"
    ) {
      yield* leafFields(definition, `${name}.`);
      continue;
    }
    yield { name, leaf: key, definition };
    const fields = definition["fields"];
    if (isJsonObject(fields)) yield* leafFields({ properties: fields }, `${name}.`);
  }
}
