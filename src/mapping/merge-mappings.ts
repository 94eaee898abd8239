/** Merging mappings: put_mapping, dynamic updates, templates. */
import { illegalArgument, RequestError } from "../core/errors.ts";
import type { IndexAnalysis } from "../analysis/analyzers-of.ts";
import type { FlatSettings } from "../analysis/component-groups.ts";
import type { JsonObject } from "../core/json.ts";
import { MappingContext } from "./mapping-context.ts";
import { javaText, mapperParsing } from "./mapping-error.ts";
import { countFields, type FieldNode, fieldsBelow, type MappingNode, type ObjectNode, othersBelow, type RootMapping } from "./mapping-tree.ts";
import { checkNested, checkNestedUpdate, mixedNested } from "./nested.ts";
import { cannotChange, mappingError, parseRootMapping, typeName } from "./parse-mapping.ts";
import { parameterConflicts } from "./parameter.ts";
import { showMapping } from "./show-mapping.ts";
import { sourceConflicts } from "./source-mapping.ts";

/**
 * The mapping that results from `current` (as this function answers it, `{}` for none) and `update`, in the form in which
 * get_mapping shows it. Throws the original's errors; `current` is never changed. Without `analysis`, the settings stand for it alone.
 */
export function mergeMappings(current: JsonObject, update: JsonObject, settings: FlatSettings, analysis?: IndexAnalysis): JsonObject {
  return showMapping(mergedRoot(current, update, new MappingContext(settings, analysis)));
}

/** As `mergeMappings`, as a tree. */
export function mergedRoot(current: JsonObject, update: JsonObject, context: MappingContext): RootMapping {
  const before = parseRootMapping(current, context);
  let after: RootMapping;
  try {
    after = parseRootMapping(update, context);
  } catch (error) {
    throw mappingError(error);
  }
  const merged = mergeRoots(before, after);
  // The first mapping of an index is taken as it is.
  const isFirst = Object.keys(current).length === 0;
  if (after.source && !isFirst) refuseConflicts("_source", sourceConflicts(before.source, after.source));
  checkLimits(merged.object, context, merged.runtime?.size);
  checkReferences(merged.object, merged.runtime);
  return merged;
}

function mergeRoots(before: RootMapping, after: RootMapping): RootMapping {
  if (before.routingRequired !== undefined && after.routingRequired !== undefined && before.routingRequired !== after.routingRequired) {
    refuseConflicts("_routing", [conflict("required", before.routingRequired, after.routingRequired)]);
  }
  return {
    object: mergeObjects(before.object, after.object),
    runtime: mergeRuntime(before.runtime, after.runtime),
    dynamicTemplates: after.dynamicTemplates ?? before.dynamicTemplates,
    dynamicDateFormats: after.dynamicDateFormats ?? before.dynamicDateFormats,
    dateDetection: after.dateDetection ?? before.dateDetection,
    numericDetection: after.numericDetection ?? before.numericDetection,
    source: after.source ?? before.source,
    routingRequired: after.routingRequired ?? before.routingRequired,
    meta: after.meta ?? before.meta,
  };
}

/** Definitions are replaced, whatever they were; those set to null go. */
function mergeRuntime(before: RootMapping["runtime"], after: RootMapping["runtime"]): RootMapping["runtime"] {
  const merged = new Map([...(before ?? []), ...(after ?? [])]);
  for (const [name, field] of merged) if (field === null) merged.delete(name);
  return merged.size > 0 ? merged : undefined;
}

function conflict(name: string, from: boolean, to: boolean): string {
  return `Cannot update parameter [${name}] from [${javaText(from)}] to [${javaText(to)}]`;
}

function refuseConflicts(path: string, conflicts: readonly string[]): void {
  if (conflicts.length === 0) return;
  throw illegalArgument(`Mapper for [${path}] conflicts with existing mapper:\n\t${conflicts.join("\n\t")}`);
}

function mergeObjects(before: ObjectNode, after: ObjectNode): ObjectNode {
  checkNestedUpdate(before, after);
  if (after.enabled !== undefined && after.enabled !== (before.enabled ?? true) && before.path !== "") {
    throw new RequestError(500, "mapper_exception", `the [enabled] parameter can't be updated for the object mapping [${before.path}]`);
  }
  if (after.subobjects !== undefined && after.subobjects !== (before.subobjects ?? true) && before.children.size > 0) {
    throw new RequestError(
      500,
      "mapper_exception",
      `the [subobjects] parameter can't be updated for the object mapping [${before.path === "" ? "_doc" : before.path}]`,
    );
  }
  if (after.keep !== undefined && after.keep !== before.keep) {
    throw new RequestError(500, "mapper_exception", `the [ synthetic_source_keep ] parameter can't be updated for the object mapping [${before.path}]`);
  }
  const children = new Map(before.children);
  for (const [name, node] of after.children) {
    const existing = children.get(name);
    children.set(name, existing ? mergeNodes(existing, node) : node);
  }
  return {
    ...before,
    dynamic: after.dynamic ?? before.dynamic,
    enabled: after.enabled ?? before.enabled,
    subobjects: after.subobjects ?? before.subobjects,
    children,
  };
}

function mergeNodes(before: MappingNode, after: MappingNode): MappingNode {
  if (before.kind === "object" && after.kind === "object") return mergeObjects(before, after);
  if ((before.kind === "object" && before.nested) || (after.kind === "object" && after.nested)) throw mixedNested(before.path);
  if (before.kind === "object" || after.kind === "object") throw illegalArgument(`can't merge a non object mapping [${before.path}] with an object mapping`);
  if (before.kind === "alias" || after.kind === "alias") {
    if (before.kind === "alias" && after.kind === "alias") return after;
    throw illegalArgument(
      before.kind === "alias"
        ? `Cannot merge a field alias mapping [${before.path}] with a mapping that is not for a field alias.`
        : `mapper [${before.path}] cannot be changed from type [${typeName(before)}] to [alias]`,
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

/** index.mapping.*.limit, in the original's words. */
export function checkLimits(root: ObjectNode, context: MappingContext, runtimeFields = 0): void {
  const totalLimit = context.limit("index.mapping.total_fields.limit", 1000);
  if (countFields(root) + runtimeFields > totalLimit) throw illegalArgument(`Limit of total fields [${totalLimit}] has been exceeded`);
  const depthLimit = context.limit("index.mapping.depth.limit", 20);
  const nameLimit = context.limit("index.mapping.field_name_length.limit", Number.MAX_SAFE_INTEGER);
  for (const node of othersBelow(root)) {
    checkNameLength(node.name, nameLimit);
    if (node.kind === "object") checkDepth(node.path, depthLimit);
  }
  for (const field of fieldsBelow(root)) checkNameLength(field.name, nameLimit);
  const joins = [...fieldsBelow(root)].filter((field) => field.type.name === "join").map((field) => field.path);
  if (joins.length > 1) throw illegalArgument(`Only one [parent-join] field can be defined per index, got [${joins.join(", ")}]`);
  checkNested(root, context.limit("index.mapping.nested_fields.limit", 50));
}

/** Refuses an object that lies too deep. */
export function checkDepth(path: string, limit: number): void {
  if (path.split(".").length + 1 > limit) throw illegalArgument(`Limit of mapping depth [${limit}] has been exceeded due to object field [${path}]`);
}

/** Refuses a name that is too long. */
export function checkNameLength(name: string, limit: number): void {
  if (name.length > limit) throw illegalArgument(`Field name [${name}] is longer than the limit of [${limit}] characters`);
}

/** Aliases must lead to fields, copies may not lead to multi-fields. */
function checkReferences(root: ObjectNode, runtime: RootMapping["runtime"]): void {
  const fields = new Set<string>();
  const multiFields = new Set<string>();
  for (const field of fieldsBelow(root)) {
    fields.add(field.path);
    for (const inner of field.multiFields.values()) multiFields.add(inner.path);
  }
  const others = new Map([...othersBelow(root)].map((node) => [node.path, node]));
  for (const node of others.values()) {
    if (node.kind !== "alias") continue;
    const prefix = `Invalid [path] value [${node.target}] for field alias [${node.path}]:`;
    if (node.target === node.path) throw mapperParsing(`${prefix} an alias cannot refer to itself.`);
    if (others.get(node.target)?.kind === "alias") throw mapperParsing(`${prefix} an alias cannot refer to another alias.`);
    if (!fields.has(node.target) && !runtime?.has(node.target)) throw mapperParsing(`${prefix} an alias must refer to an existing field in the mappings.`);
  }
  for (const field of fieldsBelow(root)) {
    for (const target of field.copyTo) {
      if (multiFields.has(target)) throw illegalArgument(`[copy_to] may not be used to copy to a multi-field: [${target}]`);
      if (others.get(target)?.kind === "object") throw illegalArgument(`Cannot copy to field [${target}] since it is mapped as an object`);
    }
  }
}
