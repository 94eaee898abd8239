/** The mapping of a field with everything that it leaves to defaults (`get_field_mapping?include_defaults`). */
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { Mapping } from "../../mapping/mapping.ts";
import { type FieldNode, fieldsBelow } from "../../mapping/mapping-tree.ts";
import { withModeDefaults } from "../../mapping/time-series/index-mode.ts";

/** No limit to the length of a keyword. */
const UNLIMITED = 2 ** 31 - 1;
/**
 * Parameters that are not shown unless they are given: of types that share their definitions with others, and names of
 * old.
 */
const ONLY_GIVEN: ReadonlySet<string> = new Set(["max_input_len", "contexts"]);
/** How tokens of a `sparse_vector` are pruned by default. */
const PRUNING: JsonObject = {
  prune: true,
  pruning_config: { tokens_freq_ratio_threshold: 5, tokens_weight_threshold: 0.4 },
};

/** The complete definitions of all fields of an index, by path; the metadata with what analysis has read. */
export function completeFields(metadata: IndexMetadata): Map<string, JsonObject> {
  const { root } = Mapping.parse(metadata);
  return new Map(
    [...fieldsBelow(root.object)].map((node) => [node.path, complete(node, withModeDefaults(metadata.settings))]),
  );
}

type Settings = IndexMetadata["settings"];

function complete(node: FieldNode, settings: Settings): JsonObject {
  const type = node.type.name;
  const shown = Object.entries(node.values.values).filter(([name, value]) => value !== null || !ONLY_GIVEN.has(name));
  const own =
    type.endsWith("_range") && type !== "date_range"
      ? shown.filter(([name]) => name !== "format" && name !== "locale")
      : shown;
  const values = own
    .map(([name, value]) => [name, value ?? inherited(name, node, settings)])
    .filter(([name, value]) => value !== null || !isLeftOut(type, name));
  const fields = [...node.multiFields].map(([name, field]): [string, JsonObject] => [name, complete(field, settings)]);
  return {
    type,
    ...Object.fromEntries(values),
    ...(fields.length > 0 ? { fields: Object.fromEntries(fields) } : {}),
    meta: node.meta ?? {},
    ...(node.copyTo.length > 0 ? { copy_to: [...node.copyTo] } : {}),
    ...(node.keep === undefined ? {} : { synthetic_source_keep: node.keep }),
  };
}

/** Of vectors that are not indexed, or in no way of their own, nothing is said of how. */
function isLeftOut(type: string, name: Json | undefined): boolean {
  return type === "dense_vector" && (name === "similarity" || name === "index_options");
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
    case "index_options":
      return node.type.name === "sparse_vector" ? PRUNING : null;
    default:
      return null;
  }
}
