/** Renders mappings for get_mapping. */
import type { JsonObject } from "../core/json.ts";
import { putAll } from "../core/names.ts";
import type { FieldNode, MappingNode, ObjectNode, RootMapping } from "./mapping-tree.ts";
import { showPassthrough } from "./passthrough.ts";
import { showSource } from "./source-mapping.ts";

/** The whole mapping, with properties sorted by name. */
export function showMapping(root: RootMapping): JsonObject {
  const shown: JsonObject = {};
  const { object } = root;
  if (object.dynamic !== undefined) shown["dynamic"] = object.dynamic;
  if (object.enabled === false) shown["enabled"] = false;
  if (object.subobjects !== undefined) shown["subobjects"] = object.subobjects;
  if (root.meta !== undefined) shown["_meta"] = root.meta;
  if (root.routingRequired) shown["_routing"] = { required: true };
  if (root.timestampRequired) shown["_data_stream_timestamp"] = { enabled: true };
  if (root.sizeEnabled) shown["_size"] = { enabled: true };
  const sourceShown = showSource(root.source);
  if (sourceShown) shown["_source"] = sourceShown;
  if (root.dynamicDateFormats !== undefined) shown["dynamic_date_formats"] = [...root.dynamicDateFormats];
  if (root.dynamicTemplates !== undefined)
    shown["dynamic_templates"] = root.dynamicTemplates.map((template) => ({ [template.name]: template.shown }));
  if (root.dateDetection !== undefined) shown["date_detection"] = root.dateDetection;
  if (root.numericDetection !== undefined) shown["numeric_detection"] = root.numericDetection;
  if (root.runtime && root.runtime.size > 0) shown["runtime"] = showRuntime(root.runtime);
  if (object.children.size > 0) shown["properties"] = showChildren(object.children);
  return shown;
}

function showRuntime(fields: NonNullable<RootMapping["runtime"]>): JsonObject {
  return Object.fromEntries([...fields.keys()].sort().flatMap((name) => [[name, fields.get(name)?.shown ?? {}]]));
}

function showChildren(children: ReadonlyMap<string, MappingNode>): JsonObject {
  return Object.fromEntries([...children.keys()].sort().map((name) => [name, showNode(children.get(name)!)]));
}

function showNode(node: MappingNode): JsonObject {
  if (node.kind === "alias") return { type: "alias", path: node.target };
  return node.kind === "field" ? showField(node) : showObject(node);
}

function showObject(node: ObjectNode): JsonObject {
  const shown: JsonObject = {};
  if (node.nested) {
    shown["type"] = "nested";
    if (node.nested.includeInParent) shown["include_in_parent"] = true;
    if (node.nested.includeInRoot) shown["include_in_root"] = true;
  } else if (node.passthrough) putAll(shown, showPassthrough(node.passthrough));
  else if (node.children.size === 0) shown["type"] = "object";
  if (node.dynamic !== undefined) shown["dynamic"] = node.dynamic;
  if (node.enabled === false) shown["enabled"] = false;
  if (node.subobjects !== undefined && !node.passthrough) shown["subobjects"] = node.subobjects;
  if (node.keep !== undefined) shown["synthetic_source_keep"] = node.keep;
  if (node.children.size > 0) shown["properties"] = showChildren(node.children);
  return shown;
}

/** One field with its multi-fields. */
export function showField(node: FieldNode): JsonObject {
  const shown: JsonObject = { type: node.type.name };
  if (node.multiFields.size > 0) {
    shown["fields"] = Object.fromEntries(
      [...node.multiFields.keys()].sort().map((name) => [name, showField(node.multiFields.get(name)!)]),
    );
  }
  if (node.copyTo.length > 0) shown["copy_to"] = [...node.copyTo];
  if (node.meta) shown["meta"] = node.meta;
  if (node.keep !== undefined) shown["synthetic_source_keep"] = node.keep;
  return { ...shown, ...node.values.shown };
}
