/** A mapping as a tree, used to parse, merge, render and apply it. Nodes are immutable. */
import type { JsonObject } from "../core/json.ts";
import type { DynamicTemplate } from "./dynamic-template.ts";
import type { FieldType, IndexableField } from "./field-type.ts";
import type { ParameterValues } from "./parameter.ts";
import type { RuntimeFields } from "./runtime/runtime-field.ts";
import type { KeepMode } from "./synthetic-source/keep-mode.ts";

/** How unmapped names are handled. */
export type Dynamic = "true" | "false" | "strict" | "runtime";

/** Whether the fields of a nested object are also indexed in its parents. Undefined: not given, which means false. */
export interface NestedOptions {
  readonly includeInParent: boolean | undefined;
  readonly includeInRoot: boolean | undefined;
}

/** Options of a pass-through object, in addition to those of objects. */
export interface PassthroughOptions {
  /** If several objects have a field of this name, the one with the highest priority wins. */
  readonly priority: number;
  /** Whether its fields are dimensions of a time series. Undefined: not given. */
  readonly dimensions: boolean | undefined;
}

/** An object, or the root. */
export interface ObjectNode {
  readonly kind: "object";
  readonly name: string;
  /** Full path; empty for the root. */
  readonly path: string;
  /** Undefined: inherited from the parent. */
  readonly dynamic: Dynamic | undefined;
  /** Undefined: not given, which means true. */
  readonly enabled: boolean | undefined;
  readonly subobjects: boolean | undefined;
  /** `synthetic_source_keep`; undefined: not given. */
  readonly keep?: KeepMode | undefined;
  /** Set for objects whose fields can be named without the object. */
  readonly passthrough?: PassthroughOptions | undefined;
  /** Set for nested objects. */
  readonly nested?: NestedOptions | undefined;
  readonly children: ReadonlyMap<string, MappingNode>;
}

/** A field with a type. */
export interface FieldNode {
  readonly kind: "field";
  readonly name: string;
  readonly path: string;
  readonly type: FieldType;
  readonly field: IndexableField;
  readonly values: ParameterValues;
  readonly multiFields: ReadonlyMap<string, FieldNode>;
  readonly copyTo: readonly string[];
  readonly meta: JsonObject | undefined;
  /** `synthetic_source_keep`; undefined: not given. */
  readonly keep?: KeepMode | undefined;
}

/** A field alias. */
export interface AliasNode {
  readonly kind: "alias";
  readonly name: string;
  readonly path: string;
  readonly target: string;
}

export type MappingNode = ObjectNode | FieldNode | AliasNode;

/** Not available, stored, or synthetic. */
export type SourceMode = "disabled" | "stored" | "synthetic";

/** The `_source` of documents. Undefined members were not given. */
export interface SourceMapping {
  readonly enabled: boolean | undefined;
  readonly mode: SourceMode | undefined;
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
}

/** A whole mapping. Undefined members were not given. */
export interface RootMapping {
  readonly object: ObjectNode;
  /** By name; null: to be removed by an update. */
  readonly runtime: RuntimeFields | undefined;
  readonly dynamicTemplates: readonly DynamicTemplate[] | undefined;
  readonly dynamicDateFormats: readonly string[] | undefined;
  readonly dateDetection: boolean | undefined;
  readonly numericDetection: boolean | undefined;
  readonly source: SourceMapping | undefined;
  readonly routingRequired: boolean | undefined;
  /** Whether `_size` is indexed. */
  readonly sizeEnabled?: boolean | undefined;
  /** Whether documents must have exactly one `@timestamp`. */
  readonly timestampRequired?: boolean | undefined;
  readonly meta: JsonObject | undefined;
}

/** All fields below a node, multi-fields included, each with its node. */
export function* fieldsBelow(node: MappingNode): Generator<FieldNode> {
  if (node.kind === "field") {
    yield node;
    yield* node.multiFields.values();
  } else if (node.kind === "object") {
    for (const child of node.children.values()) yield* fieldsBelow(child);
  }
}

/** Whether models embed texts of the documents. */
export function hasSemanticFields(root: ObjectNode): boolean {
  return semanticNodes(root).next().done !== true;
}

/** Whether documents have queries as values. */
export function hasStoredQueries(root: ObjectNode): boolean {
  return [...fieldsBelow(root)].some(({ field }) => field.capabilities.queries);
}

/** Fields whose texts models embed, each with the field that it is a multi-field of. */
export function* semanticNodes(
  node: MappingNode,
): Generator<{ readonly node: FieldNode; readonly holder: FieldNode | undefined }> {
  if (node.kind === "object") for (const child of node.children.values()) yield* semanticNodes(child);
  if (node.kind !== "field") return;
  if (node.field.semantic) yield { node, holder: undefined };
  for (const inner of node.multiFields.values()) if (inner.field.semantic) yield { node: inner, holder: node };
}

/** Objects and aliases below a node, excluding itself. */
export function* othersBelow(node: ObjectNode): Generator<ObjectNode | AliasNode> {
  for (const child of node.children.values()) {
    if (child.kind === "field") continue;
    yield child;
    if (child.kind === "object") yield* othersBelow(child);
  }
}

/** Fields, multi-fields, objects and aliases: what index.mapping.total_fields.limit counts. */
export function countFields(root: ObjectNode): number {
  let count = 0;
  for (const _field of fieldsBelow(root)) count++;
  for (const _other of othersBelow(root)) count++;
  return count;
}

/** An object without options or fields. */
export function emptyObject(name: string, path: string): ObjectNode {
  return {
    kind: "object",
    name,
    path,
    dynamic: undefined,
    enabled: undefined,
    subobjects: undefined,
    children: new Map(),
  };
}

/** `parent.name`, or the name alone below the root. */
export function joinPath(parent: string, name: string): string {
  return parent === "" ? name : `${parent}.${name}`;
}
