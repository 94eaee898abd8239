/** Reads mappings, as users write them, into trees. Errors are the original's, without `Failed to parse mapping`. */
import { dateFormat } from "../core/dates/date-format.ts";
import { illegalArgument, RequestError } from "../core/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { mappingOfTemplate, matchMappingTypes, parseDynamicTemplates, type DynamicTemplate } from "./dynamic-template.ts";
import { fieldTypes } from "./field-types.ts";
import type { MappingContext } from "./mapping-context.ts";
import { javaClass, javaText, mapperParsing, wrapError } from "./mapping-error.ts";
import {
  type AliasNode,
  type Dynamic,
  type FieldNode,
  joinPath,
  type MappingNode,
  type ObjectNode,
  type RootMapping,
} from "./mapping-tree.ts";
import { commonParameters, readBoolean, readFlag, readMeta, readParameters } from "./parameter.ts";
import { metadataFieldNames } from "./metadata-fields.ts";
import { nestedKeys, readNested } from "./nested.ts";
import { parseRuntimeField, parseRuntimeSection } from "./runtime/parse-runtime.ts";
import { runtimeTypes } from "./runtime/runtime-types.ts";
import { readSource } from "./source-mapping.ts";
import { type KeepMode, readKeepMode, SYNTHETIC_SOURCE_KEEP } from "./synthetic-source/keep-mode.ts";

const typesByName = new Map(fieldTypes.map((type) => [type.name, type]));

const NESTED = "nested";

/** Keys of an object's definition. */
const OBJECT_KEYS = new Set(["type", "dynamic", "enabled", "subobjects", "properties", "include_in_all", "synthetic_source_keep", "store_array_source"]);

/** Reads a whole mapping; a `_doc` level around it is accepted. */
export function parseRootMapping(body: JsonObject, context: MappingContext): RootMapping {
  const own = Object.keys(body);
  const typed = own.length === 1 && own[0] === "_doc" && isJsonObject(body["_doc"]) ? body["_doc"] : body;
  const unsupported = Object.keys(typed).filter((key) => !ROOT_KEYS.has(key));
  if (unsupported.length > 0) {
    const listed = unsupported.sort().map((key) => `[${key} : ${javaText(typed[key])}]`);
    throw mapperParsing(`Root mapping definition has unsupported parameters:  ${listed.join(" ")}`);
  }
  refuseRootKeys(typed);
  const object = parseObject("", "", typed, context, true);
  const templates = typed["dynamic_templates"] === undefined ? undefined : parseDynamicTemplates(typed["dynamic_templates"]);
  if (templates) for (const template of templates) checkTemplate(template, context);
  return {
    object,
    runtime: typed["runtime"] === undefined ? undefined : parseRuntimeSection(typed["runtime"], context),
    dynamicTemplates: templates,
    dynamicDateFormats: typed["dynamic_date_formats"] === undefined ? undefined : readDateFormats(typed["dynamic_date_formats"]),
    dateDetection: readFlag(typed, "date_detection", "date_detection"),
    numericDetection: readFlag(typed, "numeric_detection", "numeric_detection"),
    source: typed["_source"] === undefined ? undefined : readSource(typed["_source"], context.settings["index.mapping.source.mode"]),
    routingRequired: typed["_routing"] === undefined ? undefined : readRouting(typed["_routing"]),
    meta: readRootMeta(typed["_meta"]),
  };
}

const ROOT_KEYS = new Set([
  ...OBJECT_KEYS,
  "dynamic_templates",
  "dynamic_date_formats",
  "date_detection",
  "numeric_detection",
  "runtime",
  "_source",
  "_routing",
  "_meta",
  "_field_names",
  "_id",
  "_index",
  "_ignored",
  "_seq_no",
  "_version",
  "_doc_count",
  "_data_stream_timestamp",
]);

/** Root keys that the original refuses by themselves, and those that come with a later issue. */
function refuseRootKeys(body: JsonObject): void {
  for (const key of ["_id", "_index", "_ignored", "_seq_no", "_version", "_doc_count"]) {
    if (body[key] !== undefined) throw mapperParsing(`${key} is not configurable`);
  }
  if (body["_field_names"] !== undefined) {
    if (isJsonObject(body["_field_names"]) && Object.keys(body["_field_names"]).length === 0) return;
    throw mapperParsing(
      "The `enabled` setting for the `_field_names` field has been deprecated and removed. Please remove it from your mappings and templates.",
    );
  }
  if (body["_data_stream_timestamp"] !== undefined) throw mapperParsing("[_data_stream_timestamp] is not supported by this server yet");
}

function readDateFormats(value: Json): string[] {
  const formats = (Array.isArray(value) ? value : [value]).map(javaText);
  for (const format of formats) {
    if (format.startsWith("epoch_")) throw mapperParsing(`Epoch [${format}] is not supported as dynamic date format`);
    if (format !== "none") dateFormat(format);
  }
  return formats.filter((format) => format !== "none");
}

function readRootMeta(value: Json | undefined): JsonObject | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isJsonObject(value)) throw mapperParsing("[_meta] must be an object");
  return value;
}

function readRouting(value: Json): boolean {
  if (!isJsonObject(value)) throw mapperParsing("[_routing] config must be an object");
  for (const key of Object.keys(value)) if (key !== "required") throw mapperParsing(`unknown parameter [${key}] on metadata field [_routing]`);
  return value["required"] !== undefined && readBoolean(value["required"] ?? false);
}

/** Checks that a template makes a field of at least one of its kinds. */
function checkTemplate(template: DynamicTemplate, context: MappingContext): void {
  const failures: RequestError[] = [];
  const kinds = template.kinds.filter((kind) => kind !== "object" || JSON.stringify(template.mapping).includes('"object"'));
  for (const kind of kinds.length > 0 ? kinds : template.kinds) {
    if (JSON.stringify(template.mapping).includes("{name}")) return; // Depends on names that are not known yet.
    try {
      const mapping = mappingOfTemplate(template, `__dynamic__${template.name}`, kind);
      const type = javaText(mapping["type"]);
      if (template.runtime) {
        checkRuntimeTemplate(template.name, mapping, context);
        return;
      }
      if (type !== "object" && !typesByName.has(type)) throw illegalArgument(`No mapper found for type [${type}]`);
      if (type === "object") return;
      parseField(`__dynamic__${template.name}`, `__dynamic__${template.name}`, mapping, context);
      return;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      failures.push(error);
    }
  }
  const last = failures.at(-1);
  if (!last) return;
  const tried = template.kinds.length === matchMappingTypes.length ? matchMappingTypes : template.kinds;
  const reason = `dynamic template [${template.name}] has invalid content [${JSON.stringify(template.shown)}], attempted to validate it with the following match_mapping_type: [${tried.join(", ")}]`;
  throw new RequestError(400, "illegal_argument_exception", reason, { cause: last });
}

/** Checks the definition that a template makes; what is read before its type is told without it. */
function checkRuntimeTemplate(name: string, mapping: JsonObject, context: MappingContext): void {
  const type = javaText(mapping["type"]);
  if (!runtimeTypes.some((candidate) => candidate.name === type)) throw illegalArgument(`No runtime field found for type [${type}]`);
  parseRuntimeField(`__dynamic__${name}`, mapping, context);
}

/** Reads an object (or the root) and all below it. */
export function parseObject(name: string, path: string, body: JsonObject, context: MappingContext, root = false): ObjectNode {
  const isNested = body["type"] === NESTED;
  if (!root) {
    const unsupported = Object.keys(body).filter((key) => !OBJECT_KEYS.has(key) && !(isNested && nestedKeys.includes(key)));
    if (unsupported.length > 0) {
      const listed = unsupported.sort().map((key) => `[${key} : ${javaText(body[key])}]`);
      throw mapperParsing(`Mapping definition for [${name}] has unsupported parameters:  ${listed.join(" ")}`);
    }
  }
  const nested = isNested ? readNested(name, body) : undefined;
  const keep = readObjectKeep(name, body, isNested, root);
  const subobjects = readSubobjects(body["subobjects"]);
  const children = new Map<string, MappingNode>();
  const properties = body["properties"];
  if (properties !== undefined && properties !== null) {
    if (isJsonObject(properties)) parseProperties(properties, path, subobjects !== false, context, children);
    else if (!Array.isArray(properties) || properties.length > 0) throw mapperParsing("properties must be a map type");
  }
  return {
    kind: "object",
    name,
    path,
    dynamic: readDynamic(body["dynamic"]),
    enabled: readFlag(body, "enabled", "enabled.enabled"),
    subobjects,
    keep,
    nested,
    children,
  };
}

/** `synthetic_source_keep` of an object, and its older name, which says the same whatever its value. */
function readObjectKeep(name: string, body: JsonObject, nested: boolean, root: boolean): KeepMode | undefined {
  const given = body[SYNTHETIC_SOURCE_KEEP];
  const keep = body["store_array_source"] !== undefined ? "arrays" : given === undefined ? undefined : readKeepMode(given);
  if (keep === undefined) return undefined;
  if (root) throw mapperParsing(`root object can't be configured with [${SYNTHETIC_SOURCE_KEEP}:${keep}]`);
  if (nested && keep === "arrays") {
    throw new RequestError(500, "mapper_exception", `parameter [ ${SYNTHETIC_SOURCE_KEEP} ] can't be set to [arrays] for nested object [${name}]`);
  }
  return keep;
}

function readDynamic(value: Json | undefined): Dynamic | undefined {
  if (value === undefined || value === null) return undefined;
  const text = javaText(value).toLowerCase();
  if (text === "strict" || text === "runtime") return text;
  try {
    return readBoolean(value) ? "true" : "false";
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new RequestError(400, "illegal_argument_exception", "Could not convert [dynamic.dynamic] to boolean", { cause: error });
  }
}

function readSubobjects(value: Json | undefined): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (value === "auto") throw mapperParsing("subobjects [auto] is not supported by this server yet");
  return readBoolean(value);
}

function parseProperties(properties: JsonObject, parent: string, subobjects: boolean, context: MappingContext, into: Map<string, MappingNode>): void {
  for (const [name, definition] of Object.entries(properties)) {
    if (Array.isArray(definition) && definition.length === 0) continue;
    if (!isJsonObject(definition)) {
      throw mapperParsing(`Expected map for property [fields] on field [${name}] but got a class java.lang.${javaClass(definition)}`);
    }
    const parts = fieldNameParts(name, subobjects);
    if (parent === "" && metadataFieldNames.has(parts[0]!)) throw new DefinedTwice(parts[0]!);
    if (!subobjects && definition["type"] === NESTED) {
      const holder = parent === "" ? "_doc" : parent;
      throw mapperParsing(`Tried to add nested object [${name}] to object [${holder}] which does not support subobjects`);
    }
    addNode(into, parent, parts, definition, context);
  }
}

/** A name that stands for a metadata field already; the original tells it without `Failed to parse mapping`. */
export class DefinedTwice extends RequestError {
  constructor(name: string) {
    super(400, "mapper_parsing_exception", `Field [${name}] is defined more than once`);
  }
}

/** The parts of a name with dots. */
function fieldNameParts(name: string, subobjects: boolean): string[] {
  if (name === "") throw illegalArgument("field name cannot be an empty string");
  if (name.trim() === "") throw illegalArgument("field name cannot contain only whitespaces");
  if (!subobjects) return [name];
  if (/^\.+$/.test(name)) throw illegalArgument("field name cannot contain only dots");
  const parts = name.split(".");
  for (const part of parts) if (part.trim() === "") throw illegalArgument("field name cannot be an empty string");
  return parts;
}

function addNode(into: Map<string, MappingNode>, parent: string, parts: readonly string[], definition: JsonObject, context: MappingContext): void {
  const [name = "", ...rest] = parts;
  const path = joinPath(parent, name);
  if (rest.length > 0) {
    const existing = into.get(name);
    if (existing && existing.kind !== "object") throw cannotChange(path, typeName(existing), "ObjectMapper");
    const children = new Map(existing?.children ?? []);
    addNode(children, path, rest, definition, context);
    into.set(
      name,
      existing ? { ...existing, children } : { kind: "object", name, path, dynamic: undefined, enabled: undefined, subobjects: undefined, children },
    );
    return;
  }
  const node = parseNode(name, path, definition, context);
  const existing = into.get(name);
  if (existing?.kind === "object" && node.kind === "object")
    into.set(name, { ...existing, ...node, children: new Map([...existing.children, ...node.children]) });
  else if (existing) throw cannotChange(path, typeName(existing), typeName(node));
  else into.set(name, node);
}

/** The name of a node's type in messages. */
export function typeName(node: MappingNode): string {
  if (node.kind === "object") return "ObjectMapper";
  return node.kind === "alias" ? "alias" : node.type.name;
}

/** 400 for a node that would have to be of two types. */
export function cannotChange(path: string, from: string, to: string): RequestError {
  return illegalArgument(`mapper [${path}] cannot be changed from type [${from}] to [${to}]`);
}

function parseNode(name: string, path: string, definition: JsonObject, context: MappingContext): MappingNode {
  const type = nodeType(name, definition);
  if (type === "object" || type === NESTED) return parseObject(name, path, definition, context);
  if (type === "alias") return parseAlias(name, path, definition);
  return parseField(name, path, definition, context);
}

function nodeType(name: string, definition: JsonObject): string {
  const { type } = definition;
  if (type !== undefined && type !== null) return javaText(type);
  if (definition["properties"] !== undefined) return "object";
  if (Object.keys(definition).length === 1 && definition["enabled"] !== undefined) return "object";
  throw mapperParsing(`No type specified for field [${name}]`);
}

function parseAlias(name: string, path: string, definition: JsonObject): AliasNode {
  const target = definition["path"];
  if (target === undefined || target === null) throw mapperParsing(`The [path] property must be specified for field [${name}].`);
  const unsupported = Object.keys(definition).filter((key) => key !== "type" && key !== "path");
  if (unsupported.length > 0) {
    throw mapperParsing(
      `Mapping definition for [${name}] has unsupported parameters:  ${unsupported.map((key) => `[${key} : ${javaText(definition[key])}]`).join(" ")}`,
    );
  }
  return { kind: "alias", name, path, target: javaText(target) };
}

/** Reads a field and its multi-fields. */
export function parseField(name: string, path: string, definition: JsonObject, context: MappingContext, multiFieldOf?: string): FieldNode {
  const typeText = javaText(definition["type"]);
  const type = typesByName.get(typeText);
  if (!type) {
    throw mapperParsing(
      `The mapper type [${typeText}] declared on field [${name}] does not exist. It might have been created within a future version or requires a plugin to be installed. Check the documentation.`,
    );
  }
  for (const refused of type.refuses ?? []) {
    if (definition[refused] !== undefined) throw illegalArgument(`${type.name} field [${name}] does not support [${refused}]`);
  }
  const multiFields = parseMultiFields(name, path, definition["fields"], context, multiFieldOf !== undefined);
  const copyTo = readCopyTo(definition["copy_to"]);
  if (multiFieldOf !== undefined && copyTo.length > 0) throw new CopyFromMultiField(path);
  const meta = definition["meta"] === undefined || definition["meta"] === null ? undefined : readMeta(definition["meta"], name);
  const keep = definition[SYNTHETIC_SOURCE_KEEP] === undefined ? undefined : readKeepMode(definition[SYNTHETIC_SOURCE_KEEP]);
  const own = Object.fromEntries(Object.entries(definition).filter(([key]) => !commonParameters.has(key)));
  const fieldContext = context.field(path);
  const parsed = type.parse(own, fieldContext);
  const values = readParameters(type.definitions, type.name, own, fieldContext);
  const shown = { ...values, shown: Object.fromEntries(Object.entries(parsed.parameters).filter(([key]) => key !== "type")) };
  const field = copyTo.length === 0 ? parsed : { ...parsed, parameters: { ...parsed.parameters, copy_to: [...copyTo] } };
  return { kind: "field", name, path, type, field, values: shown, multiFields, copyTo, meta: meta && Object.keys(meta).length > 0 ? meta : undefined, keep };
}

/** Multi-fields have one source, their field. Told without `Failed to parse mapping`. */
export class CopyFromMultiField extends RequestError {
  constructor(path: string) {
    super(400, "illegal_argument_exception", `[copy_to] may not be used to copy from a multi-field: [${path}]`);
  }
}

function readCopyTo(value: Json | undefined): string[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map(javaText);
}

function parseMultiFields(name: string, path: string, value: Json | undefined, context: MappingContext, inner: boolean): Map<string, FieldNode> {
  const fields = new Map<string, FieldNode>();
  if (value === undefined || value === null) return fields;
  if (Array.isArray(value) && value.length === 0) return fields;
  if (!isJsonObject(value)) throw mapperParsing(`expected map for property [fields] on field [${name}] but got a class java.lang.${javaClass(value)}`);
  if (inner && Object.keys(value).length > 0) {
    throw illegalArgument(`Encountered a multi-field [${name}] which itself contains a multi-field. Defining chained multi-fields is not supported.`);
  }
  for (const [part, definition] of Object.entries(value)) {
    if (part.includes(".")) throw mapperParsing(`Field name [${part}] which is a multi field of [${name}] cannot contain '.'`);
    if (!isJsonObject(definition)) throw mapperParsing(`Illegal field [${part}], only fields can be specified inside fields`);
    const type = definition["type"];
    if (type === undefined || type === null) throw mapperParsing(`no type specified for property [${part}]`);
    if (type === "object" || type === "nested" || type === "alias") throw mapperParsing(`Type [${type}] cannot be used in multi field`);
    fields.set(part, parseField(part, joinPath(path, part), definition, context, path));
  }
  return fields;
}

/** Wraps an error of a mapping as the original shows it. */
export function mappingError(error: unknown): unknown {
  if (!(error instanceof RequestError) || error instanceof DefinedTwice || error instanceof CopyFromMultiField) return error;
  return wrapError("mapper_parsing_exception", `Failed to parse mapping: ${error.message}`, error);
}
