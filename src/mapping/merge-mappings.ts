/** Merging mappings: put_mapping, dynamic updates, templates. */
import { illegalArgument } from "../compat/errors.ts";
import type { IndexAnalysis } from "../analysis/analyzers-of.ts";
import type { FlatSettings } from "../analysis/component-groups.ts";
import type { JsonObject } from "../core/json.ts";
import { checkTimestampField } from "./data-stream-timestamp.ts";
import { checkSize } from "./check-size.ts";
import { MappingContext } from "./mapping-context.ts";
import { mapperParsing } from "./mapping-error.ts";
import {
  countFields,
  type FieldNode,
  fieldsBelow,
  type ObjectNode,
  othersBelow,
  type RootMapping,
} from "./mapping-tree.ts";
import { mergeObjects, refuseConflicts } from "./merge-nodes.ts";
import { atRoot, type MergeReason } from "./merge-reason.ts";
import { checkSeries } from "./time-series/check-series.ts";
import { checkDimensionPlaces, countDimensions } from "./time-series/time-series-dimension.ts";
import { DATA_STREAM_TIMESTAMP, metadataFieldNames } from "./metadata-fields.ts";
import { checkNestedFields, checkNestedScopes } from "./nested.ts";
import { mappingError, parseRootMapping } from "./parse-mapping.ts";
import { checkPriorities } from "./passthrough.ts";
import { ScriptCompiler } from "../scripting/script-compiler.ts";
import { runtimeFieldsByPath } from "./runtime/runtime-field.ts";
import { showMapping } from "./show-mapping.ts";
import { sourceConflicts } from "./source-mapping.ts";

/**
 * The mapping that results from `current` (as this function answers it, `{}` for none) and `update`, in the form in
 * which get_mapping shows it, but that an empty one has `properties`: `{}` is none. Throws Elasticsearch's errors;
 * `current` is never changed. Without `analysis`, the settings stand for it alone.
 */
export function mergeMappings(
  current: JsonObject,
  update: JsonObject,
  settings: FlatSettings,
  analysis?: IndexAnalysis,
  reason: MergeReason = "update",
): JsonObject {
  const shown = showMapping(
    mergedRoot(current, update, new MappingContext(settings, new ScriptCompiler().atOnce, analysis), reason),
  );
  // No members at all means no mapping.
  return Object.keys(shown).length > 0 || isNone(update, reason) ? shown : { properties: {} };
}

/** Whether an index is created without a mapping. */
function isNone(mapping: JsonObject, reason: MergeReason): boolean {
  return reason === "create" && Object.keys(mapping).length === 0;
}

/** As `mergeMappings`, as a tree. */
export function mergedRoot(
  current: JsonObject,
  update: JsonObject,
  context: MappingContext,
  reason: MergeReason = "update",
): RootMapping {
  checkSize(update, context);
  // An index without a mapping has no fields, not even metadata fields, so no name is too long.
  if (isNone(update, reason)) return parseRootMapping(update, context, reason);
  const before = parseRootMapping(current, context, reason);
  let after: RootMapping;
  try {
    after = parseRootMapping(update, context, reason);
  } catch (error) {
    throw mappingError(error);
  }
  // The first mapping of an index is taken as it is.
  const isFirst = Object.keys(current).length === 0;
  const merged = mergeRoots(
    before,
    after,
    isFirst ? after.object : mergeObjects(before.object, after.object, { ...atRoot, reason }),
  );
  if (!isFirst) refuseMetadataChanges(before, after);
  checkPriorities(merged.object);
  checkNames(merged.object);
  checkSeries(merged, context.settings);
  if (merged.timestampRequired) checkTimestampField(merged.object);
  checkReferences(merged.object, runtimeFieldsByPath(merged.runtime));
  checkLimits(merged.object, context, merged.runtime?.size);
  return merged;
}

function mergeRoots(before: RootMapping, after: RootMapping, object: ObjectNode): RootMapping {
  return {
    object,
    runtime: mergeRuntime(before.runtime, after.runtime),
    dynamicTemplates: after.dynamicTemplates ?? before.dynamicTemplates,
    dynamicDateFormats: after.dynamicDateFormats ?? before.dynamicDateFormats,
    dateDetection: after.dateDetection ?? before.dateDetection,
    numericDetection: after.numericDetection ?? before.numericDetection,
    source: after.source ?? before.source,
    routingRequired: after.routingRequired ?? before.routingRequired,
    sizeEnabled: after.sizeEnabled ?? before.sizeEnabled,
    timestampRequired: after.timestampRequired ?? before.timestampRequired,
    meta: after.meta ?? before.meta,
  };
}

/** Definitions are replaced as a whole; those set to null are removed. */
function mergeRuntime(before: RootMapping["runtime"], after: RootMapping["runtime"]): RootMapping["runtime"] {
  const merged = new Map([...(before ?? []), ...(after ?? [])]);
  for (const [name, field] of merged) if (field === null) merged.delete(name);
  return merged.size > 0 ? merged : undefined;
}

function refuseMetadataChanges(before: RootMapping, after: RootMapping): void {
  if (after.source) refuseConflicts("_source", sourceConflicts(before.source, after.source));
  const { routingRequired: from = false } = before;
  const { routingRequired: to = from } = after;
  if (from !== to) refuseConflicts("_routing", [`Cannot update parameter [required] from [${from}] to [${to}]`]);
  if (before.timestampRequired && after.timestampRequired === false) {
    refuseConflicts(DATA_STREAM_TIMESTAMP, ["Cannot update parameter [enabled] from [true] to [false]"]);
  }
}

/** Checks index.mapping.*.limit, with Elasticsearch's messages. */
export function checkLimits(root: ObjectNode, context: MappingContext, runtimeFields = 0): void {
  const totalLimit = context.limit("index.mapping.total_fields.limit", 1000);
  if (countFields(root) + runtimeFields > totalLimit)
    throw illegalArgument(`Limit of total fields [${totalLimit}] has been exceeded`);
  const depthLimit = context.limit("index.mapping.depth.limit", 20);
  for (const node of othersBelow(root)) if (node.kind === "object") checkDepth(node.path, depthLimit);
  const nameLimit = context.limit("index.mapping.field_name_length.limit", Number.MAX_SAFE_INTEGER);
  if (nameLimit < Number.MAX_SAFE_INTEGER) checkNameLengths(root, nameLimit);
  checkNestedFields(root, context.limit("index.mapping.nested_fields.limit", 50));
  const dimensionLimit = context.limit("index.mapping.dimension_fields.limit", 32_768);
  if (countDimensions(root) > dimensionLimit)
    throw illegalArgument(`Limit of total dimension fields [${dimensionLimit}] has been exceeded`);
}

/** Throws for an object that is nested too deep. */
export function checkDepth(path: string, limit: number): void {
  if (path.split(".").length + 1 > limit)
    throw illegalArgument(`Limit of mapping depth [${limit}] has been exceeded due to object field [${path}]`);
}

/**
 * Throws for names that are too long. As in Elasticsearch, names of metadata fields count: no limit below the longest
 * of them can be met.
 */
function checkNameLengths(root: ObjectNode, limit: number): void {
  const names = [...othersBelow(root), ...fieldsBelow(root)].map((node) => node.name);
  for (const name of [...names, ...metadataFieldNames]) {
    if (name.length > limit)
      throw illegalArgument(`Field name [${name}] is longer than the limit of [${limit}] characters`);
  }
}

/**
 * Throws for two fields with the same path, metadata fields included; with `subobjects: false`, a dotted name may
 * collide with a multi-field.
 */
function checkNames(root: ObjectNode): void {
  const fields = new Set(metadataFieldNames);
  const others = [...othersBelow(root)];
  for (const { kind, path } of others) {
    if (kind === "object" && fields.has(path))
      throw mapperParsing(`Field [${path}] is defined both as an object and a field`);
  }
  for (const { path } of fieldsBelow(root)) {
    if (fields.has(path)) throw mapperParsing(`Field [${path}] is defined more than once`);
    fields.add(path);
  }
  for (const { kind, path } of others) {
    if (kind === "alias" && fields.has(path))
      throw mapperParsing(`Alias [${path}] is defined both as an alias and a concrete field`);
  }
}

/** Aliases must point to fields; `copy_to` must not name multi-fields. */
function checkReferences(root: ObjectNode, runtime: ReadonlyMap<string, unknown>): void {
  const fields = new Map<string, FieldNode>();
  const multiFields = new Set<string>();
  for (const field of fieldsBelow(root)) {
    fields.set(field.path, field);
    for (const inner of field.multiFields.values()) multiFields.add(inner.path);
  }
  const others = new Map([...othersBelow(root)].map((node) => [node.path, node]));
  const isField = (path: string): boolean => fields.has(path) || runtime.has(path) || metadataFieldNames.has(path);
  for (const node of others.values()) {
    if (node.kind !== "alias") continue;
    const prefix = `Invalid [path] value [${node.target}] for field alias [${node.path}]:`;
    if (node.target === node.path) throw mapperParsing(`${prefix} an alias cannot refer to itself.`);
    const target = others.get(node.target);
    const isAlias = target?.kind === "alias";
    if (!isField(isAlias ? target.target : node.target))
      throw mapperParsing(`${prefix} an alias must refer to an existing field in the mappings.`);
    if (isAlias) throw mapperParsing(`${prefix} an alias cannot refer to another alias.`);
  }
  for (const field of fields.values()) {
    field.field.checkReferences?.((path) => fields.get(path)?.type.name);
    if (field.copyTo.length > 0 && multiFields.has(field.path))
      throw illegalArgument(`[copy_to] may not be used to copy from a multi-field: [${field.path}]`);
    for (const target of field.copyTo) {
      if (multiFields.has(target))
        throw illegalArgument(`[copy_to] may not be used to copy to a multi-field: [${target}]`);
      if (others.get(target)?.kind === "object")
        throw illegalArgument(`Cannot copy to field [${target}] since it is mapped as an object`);
    }
  }
  checkNestedScopes(root);
  checkDimensionPlaces(root);
  const joins = [...fields.values()].filter((field) => field.type.name === "join").map((field) => field.path);
  if (joins.length > 1)
    throw illegalArgument(`Only one [parent-join] field can be defined per index, got [${joins.join(", ")}]`);
}
