/** Merging two definitions of one node. */
import { illegalArgument, RequestError } from "../core/errors.ts";
import type { FieldNode, MappingNode, ObjectNode } from "./mapping-tree.ts";
import type { MergeReason } from "./merge-reason.ts";
import { mergeNested, mixedNested } from "./nested.ts";
import { parameterConflicts } from "./parameter.ts";
import { mergePassthrough } from "./passthrough.ts";

/** 400 with all conflicts of a mapper. */
export function refuseConflicts(path: string, conflicts: readonly string[]): void {
  if (conflicts.length === 0) return;
  throw illegalArgument(`Mapper for [${path}] conflicts with existing mapper:\n\t${conflicts.join("\n\t")}`);
}

/** The later definition of an object added to the earlier one. */
export function mergeObjects(before: ObjectNode, after: ObjectNode, reason: MergeReason): ObjectNode {
  if ((before.nested === undefined) !== (after.nested === undefined)) throw mixedNested(before.path);
  const passthrough = mergePassthrough(before, after);
  if (reason === "update") refuseChanges(before, after);
  const children = new Map(before.children);
  for (const [name, node] of after.children) {
    const existing = children.get(name);
    children.set(name, existing ? mergeChildren(existing, node, reason) : node);
  }
  return {
    ...before,
    dynamic: after.dynamic ?? before.dynamic,
    enabled: after.enabled ?? before.enabled,
    subobjects: after.subobjects ?? before.subobjects,
    keep: after.keep ?? before.keep,
    nested: mergeNested(before, after, reason),
    passthrough,
    children,
  };
}

/** Throws 500 `mapper_exception` for what an update may not say of an object. */
function refuseChanges(before: ObjectNode, after: ObjectNode): void {
  const refuse = (parameter: string): never => {
    throw new RequestError(
      500,
      "mapper_exception",
      `the [${parameter}] parameter can't be updated for the object mapping [${before.path === "" ? "_doc" : before.path}]`,
    );
  };
  if (after.enabled !== undefined && after.enabled !== (before.enabled ?? true) && before.path !== "") refuse("enabled");
  if (after.subobjects !== undefined && after.subobjects !== (before.subobjects ?? true) && before.children.size > 0) refuse("subobjects");
  if (after.keep !== undefined && after.keep !== before.keep) refuse(" synthetic_source_keep ");
}

/** As `mergeNodes`, of what two definitions of one object hold: a field that comes later replaces one of a new index. */
function mergeChildren(before: MappingNode, after: MappingNode, reason: MergeReason): MappingNode {
  return reason === "create" && before.kind !== "object" && after.kind !== "object" ? after : mergeNodes(before, after, reason);
}

/** The later definition of a node, where it may take the place of the earlier one. Throws RequestError. */
export function mergeNodes(before: MappingNode, after: MappingNode, reason: MergeReason): MappingNode {
  if (before.kind === "object" && after.kind === "object") return mergeObjects(before, after, reason);
  if ((before.kind === "object" && before.nested) || (after.kind === "object" && after.nested)) throw mixedNested(before.path);
  if (before.kind === "object" || after.kind === "object") throw illegalArgument(`can't merge a non object mapping [${before.path}] with an object mapping`);
  if (before.kind === "alias" || after.kind === "alias") {
    if (before.kind === "alias" && after.kind === "alias") return after;
    throw illegalArgument(
      before.kind === "alias"
        ? `Cannot merge a field alias mapping [${before.path}] with a mapping that is not for a field alias.`
        : `mapper [${before.path}] cannot be changed from type [${typeName(before)}] to [FieldAliasMapper]`,
    );
  }
  return mergeFields(before, after);
}

/** The later definition holds, where it may; multi-fields add up. */
function mergeFields(before: FieldNode, after: FieldNode): FieldNode {
  if (before.type !== after.type) throw cannotChange(before.path, before.type.name, after.type.name);
  refuseConflicts(before.path, parameterConflicts(before.type.definitions, before.values, after.values));
  const multiFields = new Map(before.multiFields);
  for (const [name, field] of after.multiFields) {
    const existing = multiFields.get(name);
    multiFields.set(name, existing ? mergeFields(existing, field) : field);
  }
  return { ...after, multiFields, keep: after.keep ?? before.keep };
}

/** The name of a node's type in messages. */
function typeName(node: MappingNode): string {
  if (node.kind === "object") return "ObjectMapper";
  return node.kind === "alias" ? "alias" : node.type.name;
}

/** 400 for a node that would have to be of two types. */
export function cannotChange(path: string, from: string, to: string): RequestError {
  return illegalArgument(`mapper [${path}] cannot be changed from type [${from}] to [${to}]`);
}
