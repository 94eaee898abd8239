/** Replaces objects inside `subobjects: false` by fields with dotted names (ObjectMapper.asFlattenedFieldMappers). */
import { illegalArgument } from "../compat/errors.ts";
import { type Dynamic, type FieldNode, joinPath, type ObjectNode } from "./mapping-tree.ts";

/** The fields of an object, with dotted names. Throws 400 for an object with options other than its fields. */
export function flattenedFields(node: ObjectNode, dynamic: Dynamic, above = ""): FieldNode[] {
  const name = joinPath(above, node.name);
  refuseOptions(node, dynamic, name);
  return [...node.children.values()].flatMap((child) => {
    if (child.kind === "object") return flattenedFields(child, dynamic, name);
    return child.kind === "field" ? [{ ...child, name: joinPath(name, child.name) }] : [];
  });
}

function refuseOptions(node: ObjectNode, dynamic: Dynamic, name: string): void {
  const refuse = (why: string): never => {
    throw illegalArgument(
      `Object mapper [${name}] was found in a context where subobjects is set to false. Auto-flattening [${name}] failed because ${why}`,
    );
  };
  if (node.dynamic !== undefined && node.dynamic !== dynamic) {
    refuse(
      `the value of [dynamic] (${node.dynamic.toUpperCase()}) is not compatible with the value from its parent context (${dynamic.toUpperCase()})`,
    );
  }
  if (node.enabled === false) refuse("the value of [enabled] is [false]");
  if (node.subobjects === true) refuse("the value of [subobjects] is [true]");
}
