/** Merging two definitions of one node. */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { flattenedFields } from "./flatten-objects.ts";
import type { FieldNode, MappingNode, ObjectNode } from "./mapping-tree.ts";
import type { Surroundings } from "./merge-reason.ts";
import { mergeNested, mixedNested } from "./nested.ts";
import { parameterConflicts } from "./parameter.ts";
import { mergePassthrough } from "./passthrough.ts";

/** The 400 that lists all conflicts of a mapper. */
export function refuseConflicts(path: string, conflicts: readonly string[]): void {
  if (conflicts.length === 0) return;
  throw illegalArgument(`Mapper for [${path}] conflicts with existing mapper:\n\t${conflicts.join("\n\t")}`);
}

/** Merges a later definition of an object into an earlier one. */
export function mergeObjects(before: ObjectNode, after: ObjectNode, around: Surroundings): ObjectNode {
  if (before.passthrough && !after.passthrough) throw fieldAndObject(before.path);
  if ((before.nested === undefined) !== (after.nested === undefined)) throw mixedNested(before.path);
  if (around.reason === "update") refuseChanges(before, after);
  // A parameter repeated in an update is not returned for that.
  const subobjects = around.reason === "create" ? (after.subobjects ?? before.subobjects) : before.subobjects;
  return {
    ...before,
    dynamic: after.dynamic ?? before.dynamic,
    enabled: after.enabled ?? before.enabled,
    subobjects,
    keep: after.keep ?? before.keep,
    nested: mergeNested(before, after, around.reason),
    passthrough: mergePassthrough(before, after),
    children: mergeChildren(before, after, subobjects !== false, {
      ...around,
      dynamic: before.dynamic ?? around.dynamic,
    }),
  };
}

/**
 * Merges the children of two definitions of an object; with `subobjects: false`, child objects are flattened to dotted
 * names.
 */
function mergeChildren(
  before: ObjectNode,
  after: ObjectNode,
  subobjects: boolean,
  around: Surroundings,
): Map<string, MappingNode> {
  const children = new Map<string, MappingNode>();
  const add = (node: MappingNode): void => {
    if (subobjects || node.kind !== "object") children.set(node.name, node);
    else for (const field of flattenedFields(node, around.dynamic)) children.set(field.name, field);
  };
  for (const node of before.children.values()) add(node);
  for (const node of after.children.values()) {
    const existing = children.get(node.name);
    if (!existing) add(node);
    else children.set(node.name, mergeChild(existing, node, around));
  }
  return children;
}

/** As `mergeNodes`, but when an index is created a later field replaces an earlier one. */
function mergeChild(before: MappingNode, after: MappingNode, around: Surroundings): MappingNode {
  if (before.kind !== "object" && after.kind === "object")
    throw after.nested ? mixedNested(after.path) : fieldAndObject(after.path);
  return around.reason === "create" && before.kind !== "object" ? after : mergeNodes(before, after, around);
}

/** Throws 500 `mapper_exception` for options of an object that an update must not change. */
function refuseChanges(before: ObjectNode, after: ObjectNode): void {
  const refuse = (parameter: string): never => {
    throw new RequestError(
      500,
      "mapper_exception",
      `the [${parameter}] parameter can't be updated for the object mapping [${before.path === "" ? "_doc" : before.path}]`,
    );
  };
  if (after.enabled !== undefined && after.enabled !== (before.enabled ?? true)) refuse("enabled");
  if (after.subobjects !== undefined && after.subobjects !== (before.subobjects ?? true)) refuse("subobjects");
  if (after.keep !== undefined && after.keep !== before.keep) refuse(" synthetic_source_keep ");
}

/** The later definition of a node, if it may replace the earlier one. Throws RequestError. */
export function mergeNodes(before: MappingNode, after: MappingNode, around: Surroundings): MappingNode {
  if (before.kind === "object" && after.kind === "object") return mergeObjects(before, after, around);
  if ((before.kind === "object" && before.nested) || (after.kind === "object" && after.nested))
    throw mixedNested(before.path);
  if (before.kind === "object" || after.kind === "object") throw fieldAndObject(before.path);
  if (before.kind === "alias") {
    if (after.kind === "alias") return after;
    throw noAlias(before.path);
  }
  if (after.kind === "alias") throw cannotChange(before.path, before.type.name, "FieldAliasMapper");
  return mergeFields(before, after);
}

/** The later definition wins, where allowed; multi-fields are merged. */
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

/** The 400 for a path that is both an object and a field. */
function fieldAndObject(path: string): RequestError {
  return illegalArgument(`can't merge a non object mapping [${path}] with an object mapping`);
}

/** The 400 for a definition other than an alias merged into an alias. */
export function noAlias(path: string): RequestError {
  return illegalArgument(`Cannot merge a field alias mapping [${path}] with a mapping that is not for a field alias.`);
}

/** The 400 for a change of type. */
export function cannotChange(path: string, from: string, to: string): RequestError {
  return illegalArgument(`mapper [${path}] cannot be changed from type [${from}] to [${to}]`);
}
