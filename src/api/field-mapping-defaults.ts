/** The mapping of a field with everything that it leaves to defaults (`get_field_mapping?include_defaults`). */
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { Mapping } from "../mapping/mapping.ts";
import { type FieldNode, fieldsBelow } from "../mapping/mapping-tree.ts";

/** No limit to the length of a keyword. */
const UNLIMITED = 2 ** 31 - 1;
/** Types whose values no script can make. */
const WITHOUT_SCRIPT: ReadonlySet<string> = new Set(["text", "binary"]);

/** The complete definitions of all fields of an index, by path; the metadata with what analysis has read. */
export function completeFields(metadata: IndexMetadata): Map<string, JsonObject> {
  const { root } = Mapping.parse(metadata);
  return new Map([...fieldsBelow(root.object)].map((node) => [node.path, complete(node, metadata.settings)]));
}

type Settings = IndexMetadata["settings"];

function complete(node: FieldNode, settings: Settings): JsonObject {
  const type = node.type.name;
  const values = Object.entries(node.values.values).map(([name, value]) => [name, value ?? inherited(name, node, settings)]);
  const fields = [...node.multiFields].map(([name, field]): [string, JsonObject] => [name, complete(field, settings)]);
  return {
    type,
    ...Object.fromEntries(values),
    ...(fields.length > 0 ? { fields: Object.fromEntries(fields) } : {}),
    ...(WITHOUT_SCRIPT.has(type) ? {} : { script: null, on_script_error: "fail" }),
    meta: node.meta ?? {},
    ...(node.copyTo.length > 0 ? { copy_to: [...node.copyTo] } : {}),
  };
}

/** What a parameter that is not given comes to. */
function inherited(name: string, node: FieldNode, settings: Settings): Json {
  const { values } = node.values;
  switch (name) {
    case "ignore_malformed":
      return settings["index.mapping.ignore_malformed"] === "true";
    case "coerce":
      return settings["index.mapping.coerce"] !== "false";
    case "ignore_above":
      return Number(settings["index.mapping.ignore_above"] ?? UNLIMITED);
    case "analyzer":
      return "default";
    case "search_analyzer":
      return values["analyzer"] ?? "default";
    case "search_quote_analyzer":
      return values["search_analyzer"] ?? values["analyzer"] ?? "default";
    case "index_phrases":
      return false;
    case "fielddata_frequency_filter":
      return { min: 0, max: UNLIMITED, min_segment_size: 0 };
    default:
      return null;
  }
}
