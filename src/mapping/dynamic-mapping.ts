/** First pass over a document: the mapping that it needs beyond the present one. */
import { javaText } from "./mapping-error.ts";
import { dateFormat } from "../core/dates/date-format.ts";
import { illegalArgument, RequestError } from "../core/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { type DynamicTemplate, mappingOfTemplate, type MatchMappingType, runtimeTypesByKind } from "./dynamic-template.ts";
import type { DocumentInput } from "./document-parser.ts";
import type { ValueContext } from "./field-type.ts";
import { DocumentPlace } from "./document-place.ts";
import { aliasWritten, documentError, noObject } from "./document-error.ts";
import type { CompiledMapping } from "./compiled-mapping.ts";
import { countFields, type Dynamic, type FieldNode, joinPath, type MappingNode, type ObjectNode } from "./mapping-tree.ts";
import { cannotChange } from "./merge-nodes.ts";
import { parseField } from "./parse-properties.ts";
import { checkDepth, mergeMappings } from "./merge-mappings.ts";
import { metadataFieldNames } from "./metadata-fields.ts";
import { readMetadataValue } from "./metadata-value.ts";
import { nameParts } from "./name-parts.ts";
import { isPassedBy } from "./passed-by.ts";
import { PASSTHROUGH } from "./passthrough.ts";
import { parseJavaDouble } from "./numbers/fraction-type.ts";
import { ValueCheck } from "./value-check.ts";

/** Formats by which texts are taken for dates, unless the mapping says others. */
const DEFAULT_DATE_FORMATS: readonly string[] = ["strict_date_optional_time", "yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis"];

/** Lengths of arrays of fractions that are taken for vectors. */
const LEAST_VECTOR = 128;
const MOST_VECTOR = 4096;

/** The empty object for paths that are not mapped yet. */
function emptyObject(name: string, path: string): ObjectNode {
  return { kind: "object", name, path, dynamic: undefined, enabled: undefined, subobjects: undefined, children: new Map() };
}

/** Looks for what is missing in one document. */
export class DynamicMapping {
  readonly #mapping: CompiledMapping;
  readonly #document: DocumentInput;
  readonly #place: DocumentPlace;
  /** New definitions by full path. */
  readonly #added = new Map<string, JsonObject>();
  readonly #addedObjects = new Set<string>();
  /** New fields by path and definition. */
  readonly #fields = new Map<string, FieldNode>();
  readonly #check: ValueCheck;
  /** Definitions of one path that do not go together, which is told when nothing else is wrong. */
  #conflict: RequestError | undefined;
  readonly #room: number;
  /** Fields of the room that are taken, multi-fields counted. */
  #taken = 0;
  /** New runtime fields; of several definitions of a name the last one counts. */
  readonly #addedRuntime = new Map<string, JsonObject>();

  constructor(mapping: CompiledMapping, document: DocumentInput, storedQuery?: ValueContext["storedQuery"]) {
    this.#mapping = mapping;
    this.#document = document;
    this.#place = new DocumentPlace(document);
    const limit = mapping.context.limit("index.mapping.total_fields.limit", 1000);
    this.#room = limit - countFields(mapping.root.object) - (mapping.root.runtime?.size ?? 0);
    this.#check = new ValueCheck(document, this.#place, (node, value, depth) => this.#copies(node, value, depth), storedQuery);
  }

  /** The update to be merged, or undefined when nothing is missing. */
  update(): JsonObject | undefined {
    const { object } = this.#mapping.root;
    if (object.enabled === false) return undefined;
    this.#object(object, this.#document.source, 0, object.dynamic ?? "true", true);
    if (this.#added.size + this.#addedRuntime.size === 0) return undefined;
    if (this.#conflict) throw this.#conflict;
    const update = nestDefinitions(this.#added, this.#mapping.root.object);
    if (this.#addedRuntime.size > 0) update["runtime"] = Object.fromEntries(this.#addedRuntime);
    this.#mustMerge(update);
    return update;
  }

  /** The update must merge: conflicts inside the document show here, before anything is changed. */
  #mustMerge(update: JsonObject): void {
    const { root, context } = this.#mapping;
    const limitless = { ...context.settings, "index.mapping.total_fields.limit": String(Number.MAX_SAFE_INTEGER) };
    const settings = root.object.subobjects === false ? { properties: {}, subobjects: false } : { properties: {} };
    mergeMappings(settings, update, limitless, context.analysis);
  }

  #object(node: ObjectNode, object: JsonObject, depth: number, dynamic: Dynamic, root = false): void {
    for (const key in object) {
      const value = object[key] ?? null;
      this.#place.set(depth, key);
      const child = node.children.get(key);
      if (child && !(node.subobjects === false && isPassedBy(child, value))) this.#known(child, value, depth + 1, dynamic);
      else this.#named(node, key, value, depth + 1, dynamic, root);
    }
  }

  /** A name that is no child as it stands: with dots, or not mapped. */
  #named(node: ObjectNode, key: string, value: Json, depth: number, dynamic: Dynamic, root: boolean): void {
    if (root && metadataFieldNames.has(key)) {
      readMetadataValue(key, value, { documentId: this.#document.id, place: this.#place, depth });
      return;
    }
    if (node.subobjects === false) {
      this.#flat(node, key, value, depth, dynamic);
      return;
    }
    const parts = nameParts(key, this.#place, depth, node.path);
    this.#descend(node, parts, value, depth, dynamic);
  }

  #descend(node: ObjectNode, parts: readonly string[], value: Json, depth: number, dynamic: Dynamic): void {
    const [name = "", ...rest] = parts;
    const child = node.children.get(name);
    if (child?.kind === "object" && rest.length > 0) {
      if (child.enabled !== false) this.#descendInto(child, rest, value, depth, child.dynamic ?? dynamic);
      return;
    }
    if (child) {
      this.#known(child, nest(rest, value), depth, dynamic);
      return;
    }
    this.#unmapped(node, name, nest(rest, value), depth, dynamic);
  }

  #descendInto(node: ObjectNode, parts: readonly string[], value: Json, depth: number, dynamic: Dynamic): void {
    if (node.subobjects === false) this.#flat(node, parts.join("."), value, depth, dynamic);
    else this.#descend(node, parts, value, depth, dynamic);
  }

  /** Below `subobjects: false` names keep their dots, and objects become names with dots. */
  #flat(node: ObjectNode, name: string, value: Json, depth: number, dynamic: Dynamic): void {
    const child = node.children.get(name);
    if (child && !isPassedBy(child, value)) {
      this.#known(child, value, depth, dynamic);
      return;
    }
    if (isJsonObject(value)) {
      for (const key in value) {
        this.#place.set(depth, key);
        this.#flat(node, `${name}.${key}`, value[key] ?? null, depth + 1, dynamic);
      }
      return;
    }
    if (Array.isArray(value) && (child !== undefined || value.some(isJsonObject))) {
      value.forEach((item, index) => {
        this.#place.set(depth, index);
        this.#flat(node, name, item, depth + 1, dynamic);
      });
      return;
    }
    this.#unmapped(node, name, value, depth, dynamic);
  }

  #known(node: MappingNode, value: Json, depth: number, dynamic: Dynamic, inArray = false): void {
    if (node.kind === "field") {
      const definition = node.field.definitionBy?.(value);
      if (definition === undefined) this.#check.value(node, value, depth);
      else if (this.#add(node.path, definition, depth)) this.#checkNew(node.name, node.path, definition, value, depth);
      return;
    }
    if (node.kind === "alias") throw aliasWritten(node.path, this.#place.value(depth));
    if (node.enabled === false || value === null) return;
    if (Array.isArray(value)) {
      value.forEach((item, index) => {
        this.#place.set(depth, index);
        this.#known(node, item, depth + 1, dynamic, true);
      });
    } else if (isJsonObject(value)) {
      if (node.nested) this.#check.nestedObject();
      this.#object(node, value, depth, node.dynamic ?? dynamic);
    } else throw noObject(node.path, inArray ? "null" : node.name, this.#place.value(depth));
  }

  /** One value to the fields that it is copied to; those that are not mapped get the type of what is copied. */
  #copies(node: FieldNode, value: Json, depth: number): void {
    for (const target of node.copyTo) {
      const known = this.#node(target);
      if (known?.kind === "field") this.#check.one(known, value, depth);
      else if (value !== null) this.#descend(this.#mapping.root.object, target.split("."), value, depth, this.#mapping.root.object.dynamic ?? "true");
    }
  }

  /** What is mapped at a path, multi-fields excluded. */
  #node(path: string): MappingNode | undefined {
    let node: MappingNode = this.#mapping.root.object;
    let rest = path;
    while (node.kind === "object") {
      const whole = node.children.get(rest);
      if (whole) return whole;
      const dot: number = rest.indexOf(".");
      const child: MappingNode | undefined = dot < 0 ? undefined : node.children.get(rest.slice(0, dot));
      if (!child) return undefined;
      rest = rest.slice(dot + 1);
      node = child;
    }
    return undefined;
  }

  #unmapped(parent: ObjectNode, name: string, value: Json, depth: number, dynamic: Dynamic): void {
    const path = joinPath(parent.path, name);
    if ((this.#mapping.runtimeByPath.has(path) || this.#mapping.shortNames.has(path)) && !isJsonObject(value)) {
      // What is a runtime field, or another name of a field, is not mapped; objects of that name are.
      if (Array.isArray(value)) this.#items(parent, name, value, depth, dynamic);
      return;
    }
    if (dynamic === "strict") {
      const { line, col } = this.#place.value(depth);
      const within = parent.path === "" ? "_doc" : parent.path;
      throw new RequestError(
        400,
        "strict_dynamic_mapping_exception",
        `[${line}:${col}] mapping set to strict, dynamic introduction of [${name}] within [${within}] is not allowed`,
      );
    }
    if (dynamic === "false" || value === null) return;
    if (Array.isArray(value)) {
      if (dynamic !== "runtime" && this.#isVector(name, path, value, depth)) {
        this.#add(path, { type: "dense_vector", dims: value.length }, depth);
      } else this.#items(parent, name, value, depth, dynamic);
      return;
    }
    if (!isJsonObject(value)) this.#newField(name, path, value, depth, dynamic);
    else if (dynamic === "runtime") this.#object(emptyObject(name, path), value, depth, dynamic);
    else this.#newObject(name, path, value, depth, dynamic);
  }

  #items(parent: ObjectNode, name: string, values: readonly Json[], depth: number, dynamic: Dynamic): void {
    values.forEach((item, index) => {
      this.#place.set(depth, index);
      this.#unmapped(parent, name, item, depth + 1, dynamic);
    });
  }

  /** Whether an array is long enough, and all of it fractions, to be taken for a vector. */
  #isVector(name: string, path: string, values: readonly Json[], depth: number): boolean {
    if (values.length < LEAST_VECTOR || values.length > MOST_VECTOR || typeof values[0] !== "number") return false;
    const fractions = values.every((value, index) => {
      this.#place.set(depth, index);
      return typeof value === "number" && this.#kindOf(value, depth + 1).kind === "double";
    });
    return fractions && this.#template(path, "double", depth) === undefined;
  }

  #newObject(name: string, path: string, value: JsonObject, depth: number, dynamic: Dynamic): void {
    const template = this.#template(path, "object", depth);
    const definition = template ? mappingOfTemplate(template, name, "object") : { type: "object" };
    if (definition["type"] !== "object" && definition["type"] !== "nested") {
      if (this.#add(path, definition, depth)) this.#checkNew(name, path, definition, value, depth);
      return;
    }
    const own: JsonObject = Object.fromEntries(
      Object.entries(definition).filter(([key]) => ["type", "dynamic", "enabled", "subobjects", "properties"].includes(key)),
    );
    if (!this.#addedObjects.has(path)) {
      this.#addedObjects.add(path);
      this.#add(path, own, depth);
    }
    if (!this.#added.has(path) || own["enabled"] === false) return;
    const object = emptyObject(name, path);
    this.#object(
      own["subobjects"] === false ? { ...object, subobjects: false } : object,
      value,
      depth,
      own["dynamic"] === undefined ? dynamic : (javaText(own["dynamic"]) as Dynamic),
    );
  }

  #newField(name: string, path: string, value: Json, depth: number, dynamic: Dynamic): void {
    const { kind, format } = this.#kindOf(value, depth);
    const matching = this.#template(path, kind, depth);
    const template = matching && mappingOfTemplate(matching, name, kind);
    if (matching?.runtime || (dynamic === "runtime" && !template)) {
      this.#addRuntime(path, template ?? runtimeDefinition(kind, format), depth);
      return;
    }
    const dated = kind === "date" && format !== undefined && template?.["type"] === "date" && template["format"] === undefined;
    const definition = dated ? { ...template, format } : (template ?? defaultDefinition(kind, format));
    if (this.#add(path, definition, depth)) this.#checkNew(name, path, definition, value, depth);
  }

  /** Values of new fields must fit as well. */
  #checkNew(name: string, path: string, definition: JsonObject, value: Json, depth: number): void {
    if (definition["type"] === "object" || definition["type"] === "nested") throw noObject(path, name, this.#place.value(depth));
    const key = `${path} ${JSON.stringify(definition)}`;
    let node = this.#fields.get(key);
    if (!node) this.#fields.set(key, (node = parseField(name, path, definition, this.#mapping.context)));
    this.#check.value(node, value, depth);
  }

  /** The kind of a value as templates name it; texts may look like numbers or dates. */
  #kindOf(value: Json, depth: number): { kind: MatchMappingType; format?: string } {
    if (typeof value === "boolean") return { kind: "boolean" };
    if (typeof value === "bigint") return { kind: "long" };
    // Whole numbers beyond 2^53 are BigInts, unless they came with an exponent.
    if (typeof value === "number") return { kind: Number.isSafeInteger(value) && !/[.eE]/.test(this.#place.text(depth) ?? "") ? "long" : "double" };
    const text = javaText(value);
    const number = parseJavaDouble(text);
    const { numericDetection, dateDetection, dynamicDateFormats } = this.#mapping.root;
    if (numericDetection && number !== undefined) return { kind: /^[+-]?\d{1,19}$/.test(text) && isLong(text) ? "long" : "double" };
    // Plain numbers are too often something else.
    if (dateDetection === false || number !== undefined || text === "") return { kind: "string" };
    for (const format of dynamicDateFormats ?? DEFAULT_DATE_FORMATS) {
      try {
        dateFormat(format).parse(text);
        return { kind: "date", format };
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
      }
    }
    return { kind: "string" };
  }

  #template(path: string, kind: MatchMappingType, depth: number): DynamicTemplate | undefined {
    const { dynamicTemplates = [] } = this.#mapping.root;
    const wanted = this.#document.dynamicTemplates?.[path];
    if (wanted !== undefined) {
      const template = dynamicTemplates.find((candidate) => candidate.name === wanted);
      if (template) return template;
      const { line, col } = this.#place.value(depth);
      throw new RequestError(
        400,
        "document_parsing_exception",
        `[${line}:${col}] Can't find dynamic template for dynamic template name [${wanted}] of field [${path}]`,
      );
    }
    const name = path.slice(path.lastIndexOf(".") + 1);
    return dynamicTemplates.find((candidate) => candidate.matchesByItself && candidate.matches(name, path, kind));
  }

  #addRuntime(path: string, definition: JsonObject, depth: number): void {
    if (this.#addedRuntime.has(path) || this.#takeRoom(1, depth)) this.#addedRuntime.set(path, definition);
  }

  /** Whether so many more fields may come; false where they are to be ignored otherwise. */
  #takeRoom(fields: number, depth: number): boolean {
    const count = this.#taken + fields;
    if (count <= this.#room) {
      this.#taken = count;
      return true;
    }
    const { root, context } = this.#mapping;
    if (context.settings["index.mapping.total_fields.ignore_dynamic_beyond_limit"] === "true") return false;
    const limit = this.#room + countFields(root.object) + (root.runtime?.size ?? 0);
    throw documentError(this.#place.value(depth), illegalArgument(`Limit of total fields [${limit}] has been exceeded while adding new fields [${count}]`));
  }

  /** Answers false for what finds no room and is to be ignored then. */
  #add(path: string, definition: JsonObject, depth: number): boolean {
    const known = this.#added.get(path);
    if (known) {
      if (known["type"] !== definition["type"]) {
        this.#conflict ??= conflictOf(path, javaText(known["type"]), javaText(definition["type"]));
      }
      return true;
    }
    // A field that is there only gets another definition.
    if (!this.#takeRoom(this.#mapping.field(path) ? 0 : sizeOf(definition), depth)) return false;
    if (definition["type"] === "object") {
      try {
        checkDepth(path, this.#mapping.context.limit("index.mapping.depth.limit", 20));
      } catch (error) {
        throw error instanceof RequestError ? documentError(this.#place.value(depth), error) : error;
      }
    }
    this.#added.set(path, definition);
    return true;
  }
}

/** 400 for two definitions of one path. */
function conflictOf(path: string, known: string, added: string): RequestError {
  return known === "object" || added === "object"
    ? illegalArgument(`can't merge a non object mapping [${path}] with an object mapping`)
    : cannotChange(path, known, added);
}

/** How many fields a definition stands for: itself and its multi-fields. */
function sizeOf(definition: JsonObject): number {
  const fields = definition["fields"];
  return 1 + (fields !== undefined && isJsonObject(fields) ? Object.keys(fields).length : 0);
}

function isLong(text: string): boolean {
  const value = BigInt(text.replace("+", ""));
  return value >= -(2n ** 63n) && value < 2n ** 63n;
}

/** What a value becomes where fields are runtime fields. */
function runtimeDefinition(kind: MatchMappingType, format: string | undefined): JsonObject {
  const type = runtimeTypesByKind[kind] ?? "keyword";
  return kind === "date" && format !== undefined && format !== "strict_date_optional_time" ? { type, format } : { type };
}

/** What a value becomes without a template. */
function defaultDefinition(kind: MatchMappingType, format: string | undefined): JsonObject {
  switch (kind) {
    case "string":
      return { type: "text", fields: { keyword: { type: "keyword", ignore_above: 256 } } };
    case "date":
      return format === undefined || format === "strict_date_optional_time" ? { type: "date" } : { type: "date", format, locale: "" };
    case "double":
      return { type: "float" };
    default:
      return { type: kind };
  }
}

/** `value` below names that came with dots. */
export function nest(names: readonly string[], value: Json): Json {
  return names.reduceRight<Json>((inner, name) => ({ [name]: inner }), value);
}

/** Definitions by full path as nested `properties`. */
function nestDefinitions(added: ReadonlyMap<string, JsonObject>, root: ObjectNode): JsonObject {
  const update: JsonObject = root.subobjects === false ? { subobjects: false, properties: {} } : { properties: {} };
  for (const [path, definition] of added) {
    let properties = update["properties"] as JsonObject;
    let node: MappingNode | undefined = root;
    let rest = path;
    while (rest !== "") {
      const flat: boolean = (node?.kind === "object" && node.subobjects === false) || false;
      const dot: number = flat ? -1 : rest.indexOf(".");
      const name: string = dot < 0 ? rest : rest.slice(0, dot);
      rest = dot < 0 ? "" : rest.slice(dot + 1);
      if (rest === "") {
        properties[name] = { ...(properties[name] as JsonObject | undefined), ...definition };
        break;
      }
      const child: MappingNode | undefined = node?.kind === "object" ? node.children.get(name) : undefined;
      node = child;
      const holder = (properties[name] ??= holderOf(child)) as JsonObject;
      // Said again, so that names with dots below are read as names.
      if (child?.kind === "object" && child.subobjects === false && !child.passthrough) holder["subobjects"] = false;
      if (holder["subobjects"] === false) node = { ...emptyObject(name, ""), subobjects: false };
      properties = (holder["properties"] ??= {}) as JsonObject;
    }
  }
  return update;
}

/** What an update says of an object that is there, so that it is the same kind of object. */
function holderOf(child: MappingNode | undefined): JsonObject {
  if (child?.kind !== "object") return { type: "object" };
  if (child.passthrough) return { type: PASSTHROUGH, priority: child.passthrough.priority };
  return { type: child.nested ? "nested" : "object" };
}
