/** First pass over a document: finds the mapping that it needs in addition, and its first error. */
import { writeJson } from "../compat/json/write-json.ts";
import { javaText } from "./mapping-error.ts";
import { RequestError } from "../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import { type DynamicTemplate, mappingOfTemplate, type MatchMappingType } from "./dynamic-template.ts";
import type { DocumentInput } from "./document-parser.ts";
import { DocumentPlace, type Place } from "./document-place.ts";
import { aliasWritten, documentError, noObject, tooManyNested } from "./document-error.ts";
import type { CompiledMapping } from "./compiled-mapping.ts";
import { DynamicAdditions } from "./dynamic-additions.ts";
import { filteredSourceFault } from "./filtered-source-fault.ts";
import {
  type Dynamic,
  emptyObject,
  type FieldNode,
  hasSemanticFields,
  joinPath,
  type MappingNode,
  type ObjectNode,
  semanticNodes,
} from "./mapping-tree.ts";
import { leftOver, parseField, readObject } from "./parse-properties.ts";
import { mergeMappings } from "./merge-mappings.ts";
import { atRoot } from "./merge-reason.ts";
import { metadataFieldNames } from "./metadata-fields.ts";
import { readEmbeddedText } from "./semantic/embedded-text.ts";
import { INFERENCE_FIELDS } from "./semantic/inference-fields.ts";
import { showField } from "./show-mapping.ts";
import { readMetadataValue } from "./metadata-value.ts";
import { type NamePlace, nameParts, plainName } from "./name-parts.ts";
import { isNest, nest } from "./nested-names.ts";
import { defaultDefinition, isObjectType, objectLike, runtimeDefinition } from "./new-definitions.ts";
import { bypassesField } from "./flattened-subobject.ts";
import { type DocumentQueries, isLookups, lookupsOf } from "./stored-query.ts";
import { copyOfObject, ValueCheck } from "./value-check.ts";
import { kindOfText, type ValueKind } from "./value-kind.ts";

/** Lengths of float arrays that are mapped as vectors. */
const LEAST_VECTOR = 128;
const MOST_VECTOR = 4096;

/** Finds what one document lacks in the mapping. */
export class DynamicMapping {
  readonly #mapping: CompiledMapping;
  readonly #document: DocumentInput;
  readonly #place: DocumentPlace;
  readonly #additions: DynamicAdditions;
  /** New fields by path and definition. */
  readonly #fields = new Map<string, FieldNode>();
  readonly #check: ValueCheck;
  #isCopying = false;
  readonly #nestedLimit: number;
  #nestedObjects = 0;

  constructor(mapping: CompiledMapping, document: DocumentInput, readQuery?: DocumentQueries) {
    this.#mapping = mapping;
    this.#document = document;
    this.#place = new DocumentPlace(document);
    this.#additions = new DynamicAdditions(mapping);
    this.#nestedLimit = mapping.context.limit("index.mapping.nested_objects.limit", 10_000);
    this.#check = new ValueCheck(
      document,
      this.#place,
      (node, value, depth) => this.#copies(node, value, depth),
      readQuery && ((query) => readQuery(query, lookupsOf(document))),
    );
  }

  /**
   * The update to be merged, or undefined when nothing is missing. Throws RequestError 400 for the first error of the
   * document.
   */
  update(): JsonObject | undefined {
    const { object, source } = this.#mapping.root;
    const { unread } = this.#document;
    const filtered = unread && filteredSourceFault(source, unread, this.#firstName());
    if (filtered) throw filtered;
    if (object.enabled !== false) this.#object(object, this.#document.source, 0, object.dynamic ?? "true", true);
    if (unread) throw unread.error;
    if (this.#additions.isEmpty) return undefined;
    const update = this.#additions.update();
    this.#mustMerge(update);
    return update;
  }

  #firstName(): Place {
    this.#place.set(0, Object.keys(this.#document.source)[0] ?? "");
    return this.#place.name(1);
  }

  /** Merges the update on trial: conflicts within the document show here, before anything is changed. */
  #mustMerge(update: JsonObject): void {
    const { root, context } = this.#mapping;
    const limitless = { ...context.settings, "index.mapping.total_fields.limit": String(Number.MAX_SAFE_INTEGER) };
    const settings = root.object.subobjects === false ? { properties: {}, subobjects: false } : { properties: {} };
    mergeMappings(settings, update, limitless, context.analysis);
  }

  #object(node: ObjectNode, object: JsonObject, depth: number, dynamic: Dynamic, root = false): void {
    const isInSource = !isNest(object);
    for (const key in object) {
      const value = object[key] ?? null;
      this.#place.set(depth, isInSource ? key : undefined);
      const child = node.children.get(key);
      if (child && !(node.subobjects === false && bypassesField(child, value)))
        this.#known(child, value, depth + 1, dynamic);
      else this.#named(node, key, value, depth + 1, dynamic, root);
    }
    this.#end(object);
  }

  /** Called after the last member or item of an object or array, where a truncated source may end. */
  #end(container: JsonObject | readonly Json[]): void {
    const { unread } = this.#document;
    if (unread?.open.has(container)) throw unread.error;
  }

  /** A name that is not a direct child: dotted, or unmapped. */
  #named(node: ObjectNode, key: string, value: Json, depth: number, dynamic: Dynamic, root: boolean): void {
    if (root && metadataFieldNames.has(key)) {
      readMetadataValue(key, value, { documentId: this.#document.id, place: this.#place, depth });
      return;
    }
    if (root && key === INFERENCE_FIELDS && hasSemanticFields(this.#mapping.root.object)) {
      this.#models(value, depth);
      return;
    }
    if (root && isLookups(key, this.#mapping.root.object)) return;
    if (node.subobjects === false)
      this.#flat(node, plainName(key, this.#place, depth, node.path), value, depth, dynamic);
    else this.#descend(node, nameParts(key, this.#place, depth, node.path), value, depth, dynamic);
  }

  /** Models become known with the first document that they embedded. */
  #models(value: Json, depth: number): void {
    if (!isJsonObject(value)) return;
    for (const { node, holder } of semanticNodes(this.#mapping.root.object)) {
      const given = ownOf(value, node.path);
      if (given === undefined || node.field.semantic?.model) continue;
      const { model } = this.#read(() => readEmbeddedText(node.path, given), depth);
      if (!model) continue;
      const own = { ...showField(node), model_settings: model };
      const definition = holder
        ? { ...showField(holder), fields: { ...(showField(holder)["fields"] as JsonObject), [node.name]: own } }
        : own;
      const { name, path } = holder ?? node;
      this.#additions.add(this.#fieldOf(name, path, definition, depth), () => this.#place.value(depth));
    }
  }

  #descend(node: ObjectNode, parts: readonly string[], value: Json, depth: number, dynamic: Dynamic): void {
    const [name = "", ...rest] = parts;
    const child = node.children.get(name);
    if (child?.kind === "object" && rest.length > 0) {
      if (child.enabled !== false) this.#descendInto(child, rest, value, depth, child.dynamic ?? dynamic);
      return;
    }
    if (child) this.#known(child, nest(rest, value), depth, dynamic);
    else this.#unmapped(node, name, nest(rest, value), depth, dynamic);
  }

  #descendInto(node: ObjectNode, parts: readonly string[], value: Json, depth: number, dynamic: Dynamic): void {
    if (node.nested) this.#nestedObject(depth);
    if (node.subobjects === false) this.#flat(node, parts.join("."), value, depth, dynamic);
    else this.#descend(node, parts, value, depth, dynamic);
  }

  /** Inside `subobjects: false`, names keep their dots, and objects become dotted names. */
  #flat(node: ObjectNode, name: string, value: Json, depth: number, dynamic: Dynamic): void {
    const child = node.children.get(name);
    if (!child) {
      this.#unmapped(node, name, value, depth, dynamic);
    } else if (!bypassesField(child, value)) {
      this.#known(child, value, depth, dynamic);
    } else if (Array.isArray(value)) {
      this.#items(node, name, value, depth, dynamic);
    } else {
      this.#flatMembers(node, name, value as JsonObject, depth, dynamic);
      if (child.kind === "field" && child.copyTo.length > 0) throw copyOfObject(child, this.#place, depth);
    }
  }

  #flatMembers(node: ObjectNode, name: string, value: JsonObject, depth: number, dynamic: Dynamic): void {
    const isInSource = !isNest(value);
    for (const key in value) {
      this.#place.set(depth, isInSource ? key : undefined);
      this.#flat(node, `${name}.${key}`, value[key] ?? null, depth + 1, dynamic);
    }
    this.#end(value);
  }

  #known(node: MappingNode, value: Json, depth: number, dynamic: Dynamic, inArray = false): void {
    if (node.kind === "field") {
      const definition = node.field.definitionBy?.(value);
      if (definition === undefined) this.#check.value(node, value, depth);
      else this.#addField(node.name, node.path, definition, value, depth);
      return;
    }
    if (node.kind === "object" && (node.enabled === false || value === null)) return;
    if (Array.isArray(value)) {
      value.forEach((item, index) => {
        this.#place.set(depth, index);
        this.#known(node, item, depth + 1, dynamic, true);
      });
      this.#end(value);
    } else if (node.kind === "alias") {
      throw aliasWritten(node.path, this.#place.value(depth));
    } else if (isJsonObject(value)) {
      if (node.nested) this.#nestedObject(depth);
      this.#object(node, value, depth, node.dynamic ?? dynamic);
    } else throw noObject(node.path, inArray ? "null" : node.name, this.#place.value(depth));
  }

  #nestedObject(depth: number): void {
    if (++this.#nestedObjects > this.#nestedLimit) throw tooManyNested(this.#nestedLimit, this.#place.value(depth));
    this.#check.nestedObject();
  }

  /** Copies a value to the `copy_to` fields; unmapped ones get the type of the value. */
  #copies(node: FieldNode, value: Json, depth: number): void {
    // Copies are not copied again, even if a template gives the new field a `copy_to`.
    if (this.#isCopying) return;
    this.#isCopying = true;
    for (const target of node.copyTo) {
      const known = this.#node(target);
      if (known?.kind === "field") this.#check.one(known, value, depth);
      else this.#copyToNew(target, value, depth);
    }
    this.#isCopying = false;
  }

  /** A copy is treated like a member of the document; errors about its name are reported at the value. */
  #copyToNew(target: string, value: Json, depth: number): void {
    const { object } = this.#mapping.root;
    const at: NamePlace = { name: (steps) => this.#place.value(steps) };
    const dynamic = object.dynamic ?? "true";
    if (object.subobjects === false) this.#flat(object, plainName(target, at, depth, ""), value, depth, dynamic);
    else this.#descend(object, nameParts(target, at, depth, ""), value, depth, dynamic);
  }

  /** The node at a path; multi-fields are not considered. */
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
    // Runtime fields and short names of pass-through fields need no mapping, except for objects.
    const isNamed =
      (this.#mapping.runtimeByPath.has(path) || this.#mapping.shortNames.has(path)) && !isJsonObject(value);
    if (dynamic === "strict" && !isNamed) throw this.#notAllowed(parent, name, this.#placeOf(value, depth));
    if (Array.isArray(value)) {
      if (isNamed || (dynamic !== "false" && !this.#isWhole(name, path, value, depth, dynamic)))
        this.#items(parent, name, value, depth, dynamic);
    } else if (isJsonObject(value)) {
      this.#unmappedObject(parent, name, value, depth, dynamic);
    } else if (!isNamed && dynamic !== "false" && value !== null) this.#newField(name, path, value, depth, dynamic);
  }

  #unmappedObject(parent: ObjectNode, name: string, value: JsonObject, depth: number, dynamic: Dynamic): void {
    if (dynamic === "true") this.#newObject(parent, name, value, depth, dynamic);
    else if (parent.subobjects === false) this.#flatMembers(parent, name, value, depth, dynamic);
    else if (dynamic !== "false") this.#object(emptyObject(name, joinPath(parent.path, name)), value, depth, dynamic);
  }

  /** Where a value begins; for the object behind a dotted name, where the name begins. */
  #placeOf(value: Json, depth: number): Place {
    return isJsonObject(value) && isNest(value) ? this.#place.name(depth) : this.#place.value(depth);
  }

  #notAllowed(parent: ObjectNode, name: string, { line, col }: Place): RequestError {
    const within = parent.path === "" ? "_doc" : parent.path;
    const reason = `[${line}:${col}] mapping set to strict, dynamic introduction of [${name}] within [${within}] is not allowed`;
    return new RequestError(400, "strict_dynamic_mapping_exception", reason);
  }

  #items(parent: ObjectNode, name: string, values: readonly Json[], depth: number, dynamic: Dynamic): void {
    values.forEach((item, index) => {
      this.#place.set(depth, index);
      if (parent.subobjects === false) this.#flat(parent, name, item, depth + 1, dynamic);
      else this.#unmapped(parent, name, item, depth + 1, dynamic);
    });
    this.#end(values);
  }

  /**
   * Adds the field of an array that is one value: through a template for objects, or as a vector. False: its items are
   * to be mapped one by one.
   */
  #isWhole(name: string, path: string, values: readonly Json[], depth: number, dynamic: Dynamic): boolean {
    const template = this.#template(name, path, "object", depth);
    const definition = template && mappingOfTemplate(template, name, "object");
    if (definition && !isObjectType(definition)) {
      const { node } = this.#fieldOf(name, path, definition, depth);
      if (node.field.takesStructure) {
        this.#addField(name, path, definition, values as Json[], depth);
        return true;
      }
    }
    if (dynamic === "runtime" || !this.#isVector(name, path, values, depth)) return false;
    this.#additions.add(this.#fieldOf(name, path, { type: "dense_vector", dims: values.length }, depth), () =>
      this.#place.value(depth),
    );
    return true;
  }

  /** Whether an array consists of fractions alone and is long enough to be mapped as a vector. */
  #isVector(name: string, path: string, values: readonly Json[], depth: number): boolean {
    if (values.length < LEAST_VECTOR || values.length > MOST_VECTOR || typeof values[0] !== "number") return false;
    const fractions = values.every((value, index) => {
      this.#place.set(depth, index);
      return typeof value === "number" && this.#kindOf(value, depth + 1).kind === "double";
    });
    return fractions && this.#template(name, path, "double", depth) === undefined;
  }

  #newObject(parent: ObjectNode, name: string, value: JsonObject, depth: number, dynamic: Dynamic): void {
    const path = joinPath(parent.path, name);
    const template = this.#template(name, path, "object", depth);
    const definition = template ? mappingOfTemplate(template, name, "object") : objectLike(parent);
    const isFlat = parent.subobjects === false;
    if (!isObjectType(definition)) {
      const field = this.#fieldOf(name, path, definition, depth);
      if (!isFlat || !bypassesField(field.node, value)) this.#addField(name, path, definition, value, depth);
      else if (this.#additions.add(field, () => this.#place.value(depth)))
        this.#flatMembers(parent, name, value, depth, dynamic);
      return;
    }
    if (isFlat) {
      if (definition["type"] === "nested") throw nestedBelowFlat(name, parent.path, this.#place.value(depth));
      this.#flatMembers(parent, name, value, depth, dynamic);
      return;
    }
    const node = this.#objectOf(name, path, definition, depth);
    if (!this.#additions.add(node, () => this.#placeOf(value, depth))) return;
    this.#known(node.node, value, depth, dynamic);
  }

  #newField(name: string, path: string, value: Json, depth: number, dynamic: Dynamic): void {
    const valueKind = this.#kindOf(value, depth);
    const { kind, format } = valueKind;
    const matching = this.#template(name, path, kind, depth);
    const template = matching && mappingOfTemplate(matching, name, kind);
    if (matching?.runtime || (dynamic === "runtime" && !template)) {
      this.#additions.addRuntime(path, template ?? runtimeDefinition(valueKind), () => this.#place.value(depth));
      return;
    }
    const dated =
      kind === "date" && format !== undefined && template?.["type"] === "date" && template["format"] === undefined;
    const definition = dated ? { ...template, format } : (template ?? defaultDefinition(valueKind));
    this.#addField(name, path, definition, value, depth);
  }

  /** Adds a field, and checks the value that it was made for. */
  #addField(name: string, path: string, definition: JsonObject, value: Json, depth: number): void {
    const addition = isObjectType(definition)
      ? this.#objectOf(name, path, definition, depth)
      : this.#fieldOf(name, path, definition, depth);
    if (!this.#additions.add(addition, () => this.#place.value(depth))) return;
    if (addition.node.kind !== "field")
      throw noObject(path, this.#place.isItem(depth) ? "null" : name, this.#place.value(depth));
    this.#check.value(addition.node, value, depth);
  }

  #fieldOf(
    name: string,
    path: string,
    definition: JsonObject,
    depth: number,
  ): { node: FieldNode; definition: JsonObject } {
    const key = `${path} ${writeJson(definition)}`;
    let node = this.#fields.get(key);
    if (!node)
      this.#fields.set(
        key,
        (node = this.#read(() => parseField(name, path, definition, this.#mapping.context), depth)),
      );
    return { node, definition };
  }

  #objectOf(
    name: string,
    path: string,
    definition: JsonObject,
    depth: number,
  ): { node: ObjectNode; definition: JsonObject } {
    const type = javaText(definition["type"]);
    const others = leftOver(type, definition);
    const own: JsonObject = Object.fromEntries(
      Object.entries(definition).filter(([key]) => !Object.hasOwn(others, key)),
    );
    const node = this.#read(() => readObject(name, path, own, this.#mapping.context)(atRoot), depth);
    return { node, definition: own };
  }

  /** An invalid definition from a template is reported as an error of the document. */
  #read<Node>(read: () => Node, depth: number): Node {
    try {
      return read();
    } catch (error) {
      throw error instanceof RequestError ? documentError(this.#place.value(depth), error) : error;
    }
  }

  /** The kind of a value as in templates; strings may look like numbers or dates. */
  #kindOf(value: Json, depth: number): ValueKind {
    if (typeof value === "boolean") return { kind: "boolean" };
    if (typeof value === "bigint") return { kind: "long" };
    // Whole numbers beyond 2^53 are BigInts, unless written with an exponent.
    if (typeof value === "number")
      return {
        kind: Number.isSafeInteger(value) && !/[.eE]/.test(this.#place.numberText(depth) ?? "") ? "long" : "double",
      };
    return kindOfText(javaText(value), this.#mapping.root);
  }

  #template(name: string, path: string, kind: MatchMappingType, depth: number): DynamicTemplate | undefined {
    const { dynamicTemplates = [] } = this.#mapping.root;
    const wanted = ownOf(this.#document.dynamicTemplates, path);
    if (wanted === undefined)
      return dynamicTemplates.find((candidate) => candidate.matchesByItself && candidate.matches(name, path, kind));
    const template = dynamicTemplates.find((candidate) => candidate.name === wanted);
    if (template) return template;
    const { line, col } = this.#place.value(depth);
    const reason = `[${line}:${col}] Can't find dynamic template for dynamic template name [${wanted}] of field [${path}]`;
    throw new RequestError(400, "document_parsing_exception", reason);
  }
}

/** The 400 for a template that makes nested objects inside `subobjects: false`. */
function nestedBelowFlat(name: string, holder: string, { line, col }: Place): RequestError {
  const within = holder === "" ? "_doc" : holder;
  const reason = `[${line}:${col}] Tried to add nested object [${name}] to object [${within}] which does not support subobjects`;
  return new RequestError(400, "document_parsing_exception", reason);
}
