import { isJsonObject, type Json } from "../core/json.ts";
import { takesObjects } from "./field-reading.ts";
import type { MappingNode } from "./mapping-tree.ts";

/**
 * Whether a value bypasses the field with its name, inside `subobjects: false`: objects are dotted names there, even
 * where the name is mapped to a field that does not take objects.
 */
export function bypassesField(node: MappingNode, value: Json): boolean {
  if (typeof value !== "object" || node.kind !== "field" || takesObjects(node)) return false;
  return node.field.takesStructure ? isJsonObject(value) : holdsObject(value);
}

function holdsObject(value: Json): boolean {
  return Array.isArray(value) ? value.some(holdsObject) : isJsonObject(value);
}
