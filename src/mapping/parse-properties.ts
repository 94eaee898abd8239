/**
 * Parses objects, fields and aliases. Parse errors are reported in the order of the text, before those of building
 * nodes.
 */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { javaMapOrder } from "../compat/java-map-order.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import { fieldTypes } from "./field-types.ts";
import { checkIndexScript } from "./index-script.ts";
import { flattenedFields } from "./flatten-objects.ts";
import type { MappingContext } from "./mapping-context.ts";
import { javaClassName, javaText, nullPointer, mapperParsing, parseException } from "./mapping-error.ts";
import {
  type AliasNode,
  type Dynamic,
  type FieldNode,
  joinPath,
  type MappingNode,
  type ObjectNode,
} from "./mapping-tree.ts";
import { cannotChange, mergeNodes, noAlias } from "./merge-nodes.ts";
import { atRoot, type Surroundings } from "./merge-reason.ts";
import { isInRoot, nestedKeys, readNested, withoutDoubles } from "./nested.ts";
import { checkPriority, PASSTHROUGH, passthroughKeys, readPassthrough, withDimensions } from "./passthrough.ts";
import { commonParameters, readFlag, readBoolean, readMeta, readParameters } from "./parameter.ts";
import { checkDimension } from "./time-series/time-series-dimension.ts";
import { type KeepMode, readKeepMode, SYNTHETIC_SOURCE_KEEP } from "./synthetic-source/keep-mode.ts";

const typesByName = new Map(fieldTypes.map((type) => [type.name, type]));

const NESTED = "nested";

/** Keys of an object's definition. */
export const objectKeys: readonly string[] = [
  "type",
  "dynamic",
  "enabled",
  "subobjects",
  "properties",
  "include_in_all",
  "synthetic_source_keep",
  "store_array_source",
];

/** Whether a type with this name exists. */
export function isType(name: string): boolean {
  return typesByName.has(name) || name === "object" || name === NESTED || name === PASSTHROUGH || name === "alias";
}

/** A node that is parsed but not built yet. */
export type Unbuilt<Node extends MappingNode> = (around: Surroundings) => Node;

/** An object whose members are being parsed. */
interface Holder {
  readonly name: string;
  readonly path: string;
  readonly subobjects: boolean;
  /** Nesting of objects, including this one. */
  readonly level: number;
}

/** Parses an object and everything below it; `rootKey` receives the keys that only a root can have. */
export function readObject(
  name: string,
  path: string,
  body: JsonObject,
  context: MappingContext,
  rootKey?: (key: string, value: Json) => void,
  level = 0,
): Unbuilt<ObjectNode> {
  const isNested = body["type"] === NESTED;
  const nested = isNested ? readNested(name, body) : undefined;
  const keep = body["type"] === PASSTHROUGH ? undefined : readObjectKeep(path, body, isNested, rootKey !== undefined);
  const passthrough = body["type"] === PASSTHROUGH ? readPassthrough(name, body) : undefined;
  const subobjects = passthrough ? false : readSubobjects(body["subobjects"]);
  let children: readonly Unbuilt<MappingNode>[] = [];
  let dynamic: Dynamic | undefined;
  let enabled: boolean | undefined;
  for (const key of Object.keys(body)) {
    rootKey?.(key, body[key] ?? null);
    if (key === "dynamic") dynamic = readDynamic(body["dynamic"]);
    if (key === "enabled") enabled = readFlag(body, "enabled", "enabled.enabled");
    if (key === "properties") {
      const properties = passthrough ? withDimensions(body[key] ?? null, passthrough) : (body[key] ?? null);
      children = readProperties(properties, { name, path, subobjects: subobjects !== false, level }, context);
    }
  }
  return (around) => {
    if (passthrough) checkPriority(path, passthrough);
    const inner = {
      ...around,
      dynamic: dynamic ?? around.dynamic,
      inRoot: nested ? isInRoot(nested, around) : around.inRoot,
    };
    const built = buildChildren(children, inner, subobjects !== false);
    const included = nested && withoutDoubles(nested, around);
    return {
      kind: "object",
      name,
      path,
      dynamic,
      enabled,
      subobjects,
      keep,
      passthrough,
      nested: included,
      children: built,
    };
  };
}

/** Definitions of the same name, dotted and nested, are merged. */
function buildChildren(
  unbuilt: readonly Unbuilt<MappingNode>[],
  around: Surroundings,
  subobjects: boolean,
): Map<string, MappingNode> {
  const children = new Map<string, MappingNode>();
  for (const build of unbuilt) {
    const node = build(around);
    const existing = children.get(node.name);
    const merged = existing ? mergeDefinitions(existing, node, around) : node;
    if (subobjects || merged.kind !== "object") children.set(node.name, merged);
    else for (const field of flattenedFields(merged, around.dynamic)) children.set(field.name, field);
  }
  return children;
}

/** Merges two definitions within one object; these are merged before those of its parents. */
function mergeDefinitions(existing: MappingNode, node: MappingNode, around: Surroundings): MappingNode {
  if (existing.kind === "alias" && node.kind !== "alias") throw noAlias(node.path);
  if (existing.kind === "field" && node.kind === "object")
    throw cannotChange(node.path, existing.type.name, objectMapper(node));
  return mergeNodes(existing, node, around);
}

/** The name of an object's class in messages. */
function objectMapper({ nested, passthrough }: ObjectNode): string {
  return nested ? "NestedObjectMapper" : passthrough ? "PassThroughObjectMapper" : "ObjectMapper";
}

/** The members of a definition that belong to none of its type's parameters. */
export function leftOver(type: string, definition: JsonObject): JsonObject {
  if (type !== "object" && type !== NESTED && type !== PASSTHROUGH) return {};
  const own = type === NESTED ? nestedKeys : type === PASSTHROUGH ? passthroughKeys : [];
  const isOwn = (key: string): boolean => own.includes(key) && ownOf(definition, key) !== null;
  const others = Object.keys(definition).filter(
    (key) => !isOwn(key) && (!objectKeys.includes(key) || (type === PASSTHROUGH && key === "subobjects")),
  );
  return Object.fromEntries(javaMapOrder(others).map((key) => [key, ownOf(definition, key) ?? null]));
}

/** `synthetic_source_keep` of an object, and its older name, which means the same whatever its value. */
function readObjectKeep(path: string, body: JsonObject, nested: boolean, root: boolean): KeepMode | undefined {
  const given = body[SYNTHETIC_SOURCE_KEEP];
  if (given === null) throw noValue();
  const keep =
    body["store_array_source"] !== undefined ? "arrays" : given === undefined ? undefined : readKeepMode(given);
  if (keep === undefined) return undefined;
  if (root && keep !== "none")
    throw mapperParsing(`root object can't be configured with [${SYNTHETIC_SOURCE_KEEP}:${keep}]`);
  if (nested && keep === "arrays") {
    throw new RequestError(
      500,
      "mapper_exception",
      `parameter [ ${SYNTHETIC_SOURCE_KEEP} ] can't be set to [arrays] for nested object [${path}]`,
    );
  }
  return keep;
}

/** The 400 for null as an option of an object. */
function noValue(): RequestError {
  return nullPointer('Cannot invoke "Object.toString()" because "fieldNode" is null');
}

function readDynamic(value: Json | undefined): Dynamic | undefined {
  if (value === undefined) return undefined;
  if (value === null) throw noValue();
  const text = javaText(value).toLowerCase();
  if (text === "strict" || text === "runtime") return text;
  try {
    return readBoolean(value) ? "true" : "false";
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new RequestError(400, "illegal_argument_exception", "Could not convert [dynamic.dynamic] to boolean", {
      cause: error,
    });
  }
}

function readSubobjects(value: Json | undefined): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === "boolean" || typeof value === "string" ? String(value).toLowerCase() : undefined;
  // `auto` requires a feature flag that Elasticsearch's releases do not enable.
  if (text !== "true" && text !== "false") throw parseException(`unknown subobjects value: ${javaText(value)}`);
  return text === "true";
}

function readProperties(value: Json, holder: Holder, context: MappingContext): readonly Unbuilt<MappingNode>[] {
  if (Array.isArray(value) && value.length === 0) return [];
  if (!isJsonObject(value)) throw parseException("properties must be a map type");
  const nodes: Unbuilt<MappingNode>[] = [];
  for (const [name, definition] of Object.entries(value)) {
    const parts = fieldNameParts(name, holder.subobjects);
    if (Array.isArray(definition) && definition.length === 0) continue;
    if (!isJsonObject(definition)) {
      // As in Elasticsearch, the message names the class of the key.
      throw mapperParsing(`Expected map for property [fields] on field [${name}] but got a class java.lang.String`);
    }
    nodes.push(readNode(name, parts, holder, definition, context));
  }
  return nodes;
}

/** The parts of a name with dots. */
function fieldNameParts(name: string, subobjects: boolean): string[] {
  if (name === "") throw illegalArgument("field name cannot be an empty string");
  if (name.trim() === "") throw illegalArgument("field name cannot contain only whitespaces");
  if (!subobjects) return [name];
  if (/^\.+$/.test(name)) throw illegalArgument("field name cannot contain only dots");
  const parts = name.split(".");
  // A dot at the end is ignored, as in Java's split.
  while (parts.at(-1) === "") parts.pop();
  for (const part of parts) if (part.trim() === "") throw illegalArgument("field name cannot be an empty string");
  return parts;
}

function readNode(
  label: string,
  parts: readonly string[],
  holder: Holder,
  definition: JsonObject,
  context: MappingContext,
): Unbuilt<MappingNode> {
  const type = nodeType(label, definition);
  if (!holder.subobjects && type === NESTED) {
    const held = holder.path === "" ? "_doc" : holder.name;
    throw mapperParsing(`Tried to add nested object [${label}] to object [${held}] which does not support subobjects`);
  }
  const name = parts.at(-1) ?? "";
  const path = parts.reduce(joinPath, holder.path);
  const build = readTyped(type, { name, path, label }, definition, context, holder.level);
  const others = Object.entries(leftOver(type, definition));
  if (others.length > 0) {
    throw mapperParsing(
      `Mapping definition for [${label}] has unsupported parameters:  ${others.map(([key, value]) => `[${key} : ${javaText(value)}]`).join(" ")}`,
    );
  }
  return parts.length === 1 ? build : (around) => withinObjects(parts, holder.path, build(around));
}

/** A node inside the objects that its dotted name implies. */
function withinObjects(parts: readonly string[], parent: string, node: MappingNode): MappingNode {
  const [name = "", ...rest] = parts;
  if (rest.length === 0) return node;
  const path = joinPath(parent, name);
  const child = withinObjects(rest, path, node);
  return {
    kind: "object",
    name,
    path,
    dynamic: undefined,
    enabled: undefined,
    subobjects: undefined,
    children: new Map([[child.name, child]]),
  };
}

/** Parses a node of a type; `level`: enclosing objects. As in Elasticsearch, nested objects do not count. */
export function readTyped(
  type: string,
  names: FieldNames,
  definition: JsonObject,
  context: MappingContext,
  level = 0,
): Unbuilt<MappingNode> {
  const { name, path } = names;
  const limit = context.limit("index.mapping.depth.limit", 20);
  if (type === "object" && level >= limit) throw mapperParsing(`Limit of mapping depth [${limit}] has been exceeded`);
  if (type === "object" || type === NESTED || type === PASSTHROUGH) {
    return readObject(name, path, definition, context, undefined, type === "object" ? level + 1 : level);
  }
  if (type !== "alias") return readField(names, { ...definition, type }, context);
  const alias = parseAlias(name, path, definition);
  return () => alias;
}

function nodeType(label: string, definition: JsonObject): string {
  const { type } = definition;
  if (type !== undefined && type !== null) return javaText(type);
  if (definition["properties"] !== undefined && definition["properties"] !== null) return "object";
  if (Object.keys(definition).length === 1 && definition["enabled"] !== undefined && definition["enabled"] !== null)
    return "object";
  throw mapperParsing(`No type specified for field [${label}]`);
}

function parseAlias(name: string, path: string, definition: JsonObject): AliasNode {
  const target = definition["path"];
  if (target === undefined || target === null)
    throw mapperParsing(`The [path] property must be specified for field [${name}].`);
  const unsupported = Object.keys(definition).filter((key) => key !== "type" && key !== "path");
  if (unsupported.length > 0) {
    throw mapperParsing(
      `Mapping definition for [${name}] has unsupported parameters:  ${unsupported.map((key) => `[${key} : ${javaText(ownOf(definition, key))}]`).join(" ")}`,
    );
  }
  return { kind: "alias", name, path, target: javaText(target) };
}

/** The names of a field: its own name, its full path, and the name in its definition. */
export interface FieldNames {
  readonly name: string;
  readonly path: string;
  readonly label: string;
  /** Path of the parent field of a multi-field. */
  readonly multiFieldOf?: string;
}

/** Parses and builds a field with its multi-fields. */
export function parseField(name: string, path: string, definition: JsonObject, context: MappingContext): FieldNode {
  return readField({ name, path, label: name }, definition, context)(atRoot);
}

function readField(names: FieldNames, definition: JsonObject, context: MappingContext): Unbuilt<FieldNode> {
  const { name, path, label, multiFieldOf } = names;
  const typeText = javaText(definition["type"]);
  const type = typesByName.get(typeText);
  if (!type) {
    throw mapperParsing(
      `The mapper type [${typeText}] declared on field [${label}] does not exist. It might have been created within a future version or requires a plugin to be installed. Check the documentation.`,
    );
  }
  if (multiFieldOf !== undefined && type.notInMultiFields)
    throw mapperParsing(`Field [${name}] of type [${type.name}] can't be used in multifields`);
  let multiFields: readonly Unbuilt<FieldNode>[] = [];
  let copyTo: readonly string[] = [];
  let meta: JsonObject | undefined;
  let keep: KeepMode | undefined;
  const fieldContext = context.field(path);
  type.refuse?.(definition, name);
  const values = readParameters(type.definitions, type.name, definition, fieldContext, name, (key, value) => {
    if (key === "meta" && value === null)
      throw mapperParsing(`[meta] on mapper [${name}] of type [${type.name}] must not have a [null] value`);
    if (key === "fields") multiFields = readMultiFields(names, value, context);
    if (key === "copy_to") copyTo = readCopyTo(value);
    if (key === "meta") meta = readMeta(value, name);
    if (key === SYNTHETIC_SOURCE_KEEP) keep = readKeepMode(value);
  });
  checkDimension(values);
  if (type.script) checkIndexScript(type.script, values, multiFields.length > 0, copyTo.length > 0);
  return (around) => {
    for (const refused of type.refuses ?? []) {
      if (refused === "copy_to" ? copyTo.length > 0 : multiFields.length > 0)
        throw illegalArgument(`${type.name} field [${name}] does not support [${refused}]`);
    }
    const own = Object.fromEntries(Object.entries(definition).filter(([key]) => !commonParameters.has(key)));
    const parsed = type.parse(own, fieldContext);
    if (parsed.semantic && around.inRoot !== undefined)
      throw illegalArgument(`${type.name} field [${path}] cannot be nested`);
    const shown = {
      ...values,
      shown: Object.fromEntries(Object.entries(parsed.parameters).filter(([key]) => key !== "type")),
    };
    const field =
      copyTo.length === 0 ? parsed : { ...parsed, parameters: { ...parsed.parameters, copy_to: [...copyTo] } };
    // Documents pass values to multi-fields in the order of their names.
    const byName = multiFields.map((build) => build(around)).toSorted((one, other) => (one.name < other.name ? -1 : 1));
    const inner = new Map(byName.map((node) => [node.name, node]));
    const shownMeta = meta && Object.keys(meta).length > 0 ? meta : undefined;
    return { kind: "field", name, path, type, field, values: shown, multiFields: inner, copyTo, meta: shownMeta, keep };
  };
}

function readCopyTo(value: Json): string[] {
  const targets = Array.isArray(value) ? value : [value];
  // Elasticsearch dereferences each of them.
  if (targets.includes(null)) throw nullPointer("null");
  return targets.map(javaText);
}

function readMultiFields(
  { name, path, multiFieldOf }: FieldNames,
  value: Json,
  context: MappingContext,
): readonly Unbuilt<FieldNode>[] {
  if (multiFieldOf !== undefined) {
    throw illegalArgument(
      `Encountered a multi-field [${name}] which itself contains a multi-field. Defining chained multi-fields is not supported.`,
    );
  }
  if (Array.isArray(value) && value.length === 0) return [];
  if (value === null) throw nullPointer('Cannot invoke "Object.getClass()" because "propNode" is null');
  if (!isJsonObject(value)) {
    throw mapperParsing(
      `expected map for property [fields] on field [${javaText(value)}] or [fields] but got a class ${javaClassName(value)}`,
    );
  }
  return Object.entries(value).map(([part, definition]) => {
    if (part.includes("."))
      throw mapperParsing(`Field name [${part}] which is a multi field of [${name}] cannot contain '.'`);
    if (!isJsonObject(definition))
      throw mapperParsing(`illegal field [${part}], only fields can be specified inside fields`);
    const type = definition["type"];
    if (type === undefined || type === null) throw mapperParsing(`no type specified for property [${part}]`);
    if (type === "object" || type === NESTED || type === PASSTHROUGH || type === "alias")
      throw mapperParsing(`Type [${type}] cannot be used in multi field`);
    return readField({ name: part, path: joinPath(path, part), label: part, multiFieldOf: path }, definition, context);
  });
}
