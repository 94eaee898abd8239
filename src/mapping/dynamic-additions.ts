/**
 * What one document adds to a mapping: definitions by path, the room left within the field limit, and conflicts between
 * them.
 */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { javaComputedMapOrder } from "../compat/java-map-order.ts";
import type { JsonObject } from "../core/json.ts";
import { ownOf, put } from "../core/names.ts";
import type { CompiledMapping } from "./compiled-mapping.ts";
import { documentError } from "./document-error.ts";
import type { Place } from "./document-place.ts";
import { countFields, emptyObject, type MappingNode, type ObjectNode } from "./mapping-tree.ts";
import { checkDepth } from "./merge-mappings.ts";
import { cannotChange, mergeNodes } from "./merge-nodes.ts";
import { atRoot } from "./merge-reason.ts";
import { PASSTHROUGH } from "./passthrough.ts";

/** A new node, and its definition in an update. */
export interface Addition {
  readonly node: MappingNode;
  readonly definition: JsonObject;
}

/** Collects the additions of one document. */
export class DynamicAdditions {
  readonly #mapping: CompiledMapping;
  /** By full path in order of occurrence, without duplicate definitions. */
  readonly #added = new Map<string, Addition[]>();
  /** New runtime fields; the last definition of a name wins. */
  readonly #runtime = new Map<string, JsonObject>();
  readonly #room: number;
  /** Fields added so far, multi-fields included. */
  #taken = 0;

  constructor(mapping: CompiledMapping) {
    this.#mapping = mapping;
    const limit = mapping.context.limit("index.mapping.total_fields.limit", 1000);
    this.#room = limit - countFields(mapping.root.object) - (mapping.root.runtime?.size ?? 0);
  }

  get isEmpty(): boolean {
    return this.#added.size + this.#runtime.size === 0;
  }

  /**
   * Returns false when the field limit is reached and the field is to be ignored. Throws 400 when it is reached
   * otherwise, and for objects nested too deep.
   */
  add(addition: Addition, place: () => Place): boolean {
    const { node, definition } = addition;
    const known = this.#added.get(node.path);
    if (known) {
      if (!known.some((other) => isSame(other.definition, definition))) known.push(addition);
      return true;
    }
    if (node.kind === "object") this.#checkDepth(node, place);
    // A field that exists already only gets another definition.
    if (!this.#takeRoom(this.#mapping.field(node.path) ? 0 : countNode(node), place)) return false;
    if (node.kind === "object") for (const child of node.children.values()) this.#addChild(child, place);
    this.#added.set(node.path, [addition]);
    return true;
  }

  /** As `add`, for a runtime field. */
  addRuntime(path: string, definition: JsonObject, place: () => Place): boolean {
    if (!this.#runtime.has(path) && !this.#takeRoom(1, place)) return false;
    this.#runtime.set(path, definition);
    return true;
  }

  /** The additions as a mapping update. Throws 400 where two of them conflict. */
  update(): JsonObject {
    this.#refuseConflicts();
    const update = nestDefinitions(this.#added, this.#mapping.root.object);
    if (this.#runtime.size > 0) update["runtime"] = Object.fromEntries(this.#runtime);
    return update;
  }

  /** As in Elasticsearch, fields inside a new object count a second time (`DocumentParserContext.addDynamicMapper`). */
  #addChild(node: MappingNode, place: () => Place): void {
    if (node.kind === "object") this.#checkDepth(node, place);
    if (!this.#takeRoom(countNode(node), place)) return;
    if (node.kind === "object") for (const child of node.children.values()) this.#addChild(child, place);
  }

  #checkDepth(node: ObjectNode, place: () => Place): void {
    try {
      checkDepth(node.path, this.#mapping.context.limit("index.mapping.depth.limit", 20));
    } catch (error) {
      throw error instanceof RequestError ? documentError(place(), error) : error;
    }
  }

  /** Whether this many more fields fit the limit; false where they are to be ignored, else throws. */
  #takeRoom(fields: number, place: () => Place): boolean {
    const count = this.#taken + fields;
    if (count <= this.#room || fields === 0) {
      this.#taken = count;
      return true;
    }
    const { root, context } = this.#mapping;
    if (context.settings["index.mapping.total_fields.ignore_dynamic_beyond_limit"] === "true") return false;
    const limit = this.#room + countFields(root.object) + (root.runtime?.size ?? 0);
    throw documentError(
      place(),
      illegalArgument(`Limit of total fields [${limit}] has been exceeded while adding new fields [${count}]`),
    );
  }

  /**
   * Throws for the first two conflicting definitions of a path. Elasticsearch visits the paths in the order of a hash
   * map, and each brings the objects around it.
   */
  #refuseConflicts(): void {
    if (![...this.#added.values()].some((additions) => additions.length > 1)) return;
    const objects = new Set<string>();
    for (const path of javaComputedMapOrder([...this.#added.keys()])) {
      for (let dot = path.indexOf("."); dot > 0; dot = path.indexOf(".", dot + 1)) objects.add(path.slice(0, dot));
      const nodes = this.#added.get(path)!.map(({ node }) => node);
      if (objects.has(path) && nodes.some(({ kind }) => kind === "field")) throw noObjectAndField(path);
      nodes.reduce((before, after) => mergeAdditions(before, after));
    }
  }
}

/** Merges two definitions of the same name. */
function mergeAdditions(before: MappingNode, after: MappingNode): MappingNode {
  const isTop = !before.path.includes(".") || before.name === before.path;
  if (before.kind === "field" && after.kind === "object" && isTop) {
    throw cannotChange(before.path, before.type.name, after.nested ? "NestedObjectMapper" : "ObjectMapper");
  }
  return mergeNodes(before, after, atRoot);
}

function noObjectAndField(path: string): RequestError {
  return illegalArgument(`can't merge a non object mapping [${path}] with an object mapping`);
}

function isSame(one: JsonObject, other: JsonObject): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** The number of fields of a node: itself, its multi-fields, and everything below it. */
function countNode(node: MappingNode): number {
  if (node.kind === "field") return 1 + node.multiFields.size;
  return node.kind === "object" ? 1 + countFields(node) : 1;
}

/** Definitions by full path as nested `properties`. */
function nestDefinitions(added: ReadonlyMap<string, readonly Addition[]>, root: ObjectNode): JsonObject {
  const update: JsonObject = root.subobjects === false ? { subobjects: false, properties: {} } : { properties: {} };
  for (const [path, [addition]] of added) {
    const { definition } = addition!;
    let properties = update["properties"] as JsonObject;
    let node: MappingNode | undefined = root;
    let rest = path;
    while (rest !== "") {
      const flat: boolean = (node?.kind === "object" && node.subobjects === false) || false;
      const dot: number = flat ? -1 : rest.indexOf(".");
      const name: string = dot < 0 ? rest : rest.slice(0, dot);
      rest = dot < 0 ? "" : rest.slice(dot + 1);
      if (rest === "") {
        put(properties, name, { ...(ownOf(properties, name) as JsonObject | undefined), ...definition });
        break;
      }
      const child: MappingNode | undefined = node?.kind === "object" ? node.children.get(name) : undefined;
      node = child;
      const holder = (ownOf(properties, name) ?? holderOf(child)) as JsonObject;
      put(properties, name, holder);
      // Repeated, so that dotted names below are read as names.
      if (child?.kind === "object" && child.subobjects === false && !child.passthrough) holder["subobjects"] = false;
      if (holder["subobjects"] === false) node = { ...emptyObject(name, ""), subobjects: false };
      properties = (holder["properties"] ??= {}) as JsonObject;
    }
  }
  return update;
}

/** The update for an existing object, which must keep its kind. */
function holderOf(child: MappingNode | undefined): JsonObject {
  if (child?.kind !== "object") return { type: "object" };
  if (child.passthrough) return { type: PASSTHROUGH, priority: child.passthrough.priority };
  return { type: child.nested ? "nested" : "object" };
}
