/** A mapping as a tree: what parsing, merging, showing and document parsing work on. Nodes are immutable. */
import type { JsonObject } from "../core/json.ts";
import type { DynamicTemplate } from "./dynamic-template.ts";
import type { FieldType, IndexableField } from "./field-type.ts";
import type { ParameterValues } from "./parameter.ts";
import type { RuntimeFields } from "./runtime/runtime-field.ts";
import type { KeepMode } from "./synthetic-source/keep-mode.ts";

/** What happens to names that are not mapped. */
export type Dynamic = "true" | "false" | "strict" | "runtime";

/** What of a nested object goes to the objects around it as well. Undefined: not given, which is false. */
export interface NestedOptions {
  readonly includeInParent: boolean | undefined;
  readonly includeInRoot: boolean | undefined;
}

/** What a pass-through object says beside what objects do. */
export interface PassthroughOptions {
  /** Which of several objects a name without its object is looked for in: the highest. */
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
  /** Undefined: as the parent's. */
  readonly dynamic: Dynamic | undefined;
  /** Undefined: not given, which is true. */
  readonly enabled: boolean | undefined;
  readonly subobjects: boolean | undefined;
  /** `synthetic_source_keep`; undefined: not given. */
  readonly keep?: KeepMode | undefined;
  /** Set for objects whose fields can be named without them. */
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

/** Another name of a field. */
export interface AliasNode {
  readonly kind: "alias";
  readonly name: string;
  readonly path: string;
  readonly target: string;
}

export type MappingNode = ObjectNode | FieldNode | AliasNode;

/** Not shown, as it came, or made from what is indexed. */
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
  /** By name; null: to be removed, in an update. */
  readonly runtime: RuntimeFields | undefined;
  readonly dynamicTemplates: readonly DynamicTemplate[] | undefined;
  readonly dynamicDateFormats: readonly string[] | undefined;
  readonly dateDetection: boolean | undefined;
  readonly numericDetection: boolean | undefined;
  readonly source: SourceMapping | undefined;
  readonly routingRequired: boolean | undefined;
  /** Whether the size of sources is indexed. */
  readonly sizeEnabled?: boolean | undefined;
  /** Whether documents must have one time. */
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

/** Objects and aliases below a node, itself not included. */
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

/** An object of which nothing is said. */
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
