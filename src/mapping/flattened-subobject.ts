import { isJsonObject, type Json } from "../core/json.ts";
import { takesObjects } from "./field-reading.ts";
import type { MappingNode } from "./mapping-tree.ts";

/**
 * Whether a value goes past what is mapped by its name, below `subobjects: false`: objects are names with dots there,
 * also where a field is mapped that takes none.
 */
export function isPassedBy(node: MappingNode, value: Json): boolean {
  if (typeof value !== "object" || node.kind !== "field" || takesObjects(node)) return false;
  return node.field.takesStructure ? isJsonObject(value) : holdsObject(value);
}

function holdsObject(value: Json): boolean {
  return Array.isArray(value) ? value.some(holdsObject) : isJsonObject(value);
}
