/** `indices.get_field_mapping`: the mappings of single fields. */
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import { illegalArgument } from "../../core/errors.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { simpleMatchAny } from "../../core/wildcard.ts";
import { booleanParameter, listParameter } from "../../http/parameters.ts";
import { DESCRIBED_INDICES, indexOptions } from "../index-options.ts";
import type { Operation } from "../operation.ts";
import { visibleIndices } from "../visible-indices.ts";

/** Fields that every index has; shown without parameters. */
const METADATA_FIELDS = [
  "_data_stream_timestamp", "_doc_count", "_field_names", "_id", "_ignored", "_ignored_source", "_index", "_index_mode",
  "_nested_path", "_routing", "_seq_no", "_source", "_tier", "_version",
];

export const getFieldMapping: Operation = {
  name: "indices.get_field_mapping",
  privilege: { index: "view_index_metadata" },

  async handle(request, node) {
    const { parameters } = request;
    if (booleanParameter(parameters, "include_defaults", false)) {
      throw illegalArgument("[include_defaults] is not supported by this server yet");
    }
    const patterns = listParameter(parameters, "fields") ?? [];
    const indices = visibleIndices(node, request.principal, parameters["index"], indexOptions(parameters, DESCRIBED_INDICES), "view_index_metadata");
    checkIndexBlocks(indices.map(({ metadata }) => metadata), "metadata_read");
    const body = Object.fromEntries(indices.map(({ metadata }) => [metadata.name, { mappings: fieldMappings(metadata.mapping, patterns) }]));
    return { status: 200, body };
  },
};

/** `{field: {full_name, mapping: {last part: definition}}}` of the fields that match. */
function fieldMappings(mapping: JsonObject, patterns: readonly string[]): JsonObject {
  const shown: JsonObject = {};
  for (const [name, definition] of leafFields(mapping, "")) {
    if (!simpleMatchAny(patterns, name)) continue;
    shown[name] = { full_name: name, mapping: { [name.slice(name.lastIndexOf(".") + 1)]: definition } };
  }
  for (const name of METADATA_FIELDS) if (simpleMatchAny(patterns, name)) shown[name] = { full_name: name, mapping: {} };
  return shown;
}

/** Every field that is no object, multi-fields included. */
function* leafFields(mapping: JsonObject, prefix: string): Generator<[name: string, definition: JsonObject]> {
  const properties = mapping["properties"];
  if (!isJsonObject(properties)) return;
  for (const [key, definition] of Object.entries(properties)) {
    if (!isJsonObject(definition)) continue;
    const name = prefix + key;
    const type = definition["type"];
    if (definition["properties"] !== undefined || type === undefined || type === "object" || type === "nested") {
      yield* leafFields(definition, `${name}.`);
      continue;
    }
    yield [name, definition];
    const fields = definition["fields"];
    if (isJsonObject(fields)) yield* leafFields({ properties: fields }, `${name}.`);
  }
}
