/** A quick check for unmapped names in a document: most documents have none. */
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import {
  type Dynamic,
  fieldsBelow,
  hasSemanticFields,
  joinPath,
  type MappingNode,
  type ObjectNode,
} from "./mapping-tree.ts";
import { metadataFieldNames } from "./metadata-fields.ts";
import { INFERENCE_FIELDS } from "./semantic/inference-fields.ts";
import { isLookups } from "./stored-query.ts";
import { bypassesField } from "./flattened-subobject.ts";

/** Checks documents of one mapping. May report names that need no mapping, but never misses one. */
export class UnmappedFields {
  readonly #root: ObjectNode;
  /** Runtime fields by path. */
  readonly #runtime: ReadonlyMap<string, unknown>;
  readonly #dynamic = new Map<ObjectNode, Dynamic>();
  /** Whether a `copy_to` target may be unmapped, or a field takes its definition from a value. */
  readonly #copies: boolean;
  readonly #isSemantic: boolean;

  constructor(root: ObjectNode, runtime: ReadonlyMap<string, unknown>) {
    this.#root = root;
    this.#runtime = runtime;
    this.#inherit(root, "true");
    this.#isSemantic = hasSemanticFields(root);
    const paths = new Set([...fieldsBelow(root)].map((field) => field.path));
    this.#copies = [...fieldsBelow(root)].some(
      (field) => field.copyTo.some((target) => !paths.has(target)) || field.field.definitionBy !== undefined,
    );
  }

  /** The effective `dynamic` of an object, inherited from its parents. */
  dynamicOf(node: ObjectNode): Dynamic {
    return this.#dynamic.get(node) ?? "true";
  }

  /** Whether the document may need mapping updates, or be refused because of them. */
  in(source: JsonObject): boolean {
    if (this.#root.enabled === false) return false;
    return this.#copies || this.#object(this.#root, source);
  }

  #inherit(node: ObjectNode, inherited: Dynamic): void {
    const dynamic = node.dynamic ?? inherited;
    this.#dynamic.set(node, dynamic);
    for (const child of node.children.values()) if (child.kind === "object") this.#inherit(child, dynamic);
  }

  #object(node: ObjectNode, object: JsonObject): boolean {
    const { children } = node;
    for (const key in object) {
      const child = children.get(key);
      if (child === undefined || (node.subobjects === false && bypassesField(child, object[key] as Json))) {
        if (this.#named(node, key, object[key] as Json)) return true;
      } else if (child.kind === "object" && this.#value(child, object[key] as Json)) return true;
    }
    return false;
  }

  #named(node: ObjectNode, key: string, value: Json): boolean {
    if (node.subobjects === false || key.includes(".")) return true;
    if (node.path === "" && (metadataFieldNames.has(key) || this.#isOurs(key))) return false;
    const dynamic = this.#dynamic.get(node) ?? "true";
    if (dynamic === "false" || this.#isRuntime(node, key, value)) return false;
    return dynamic === "strict" || value !== null;
  }

  /** Whether a name is of what the server adds to sources. */
  #isOurs(key: string): boolean {
    return (this.#isSemantic && key === INFERENCE_FIELDS) || isLookups(key, this.#root);
  }

  /** Whether a name is a runtime field, which needs no mapping except for objects. */
  #isRuntime(node: ObjectNode, key: string, value: Json): boolean {
    return (
      this.#runtime.size > 0 &&
      (typeof value !== "object" || value === null) &&
      this.#runtime.has(joinPath(node.path, key))
    );
  }

  #value(node: MappingNode, value: Json): boolean {
    if (node.kind !== "object" || node.enabled === false) return false;
    if (Array.isArray(value)) return value.some((item) => this.#value(node, item));
    return isJsonObject(value) && this.#object(node, value);
  }
}
