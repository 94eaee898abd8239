/**
 * Fields beyond the field limit: with `ignore_dynamic_beyond_limit` they are not mapped, and are added to `_ignored`.
 */
import { isJsonObject, type Json } from "../core/json.ts";
import type { CompiledMapping } from "./compiled-mapping.ts";
import { countFields, joinPath, type ObjectNode } from "./mapping-tree.ts";
import type { UnmappedFields } from "./unmapped-fields.ts";

/** Finds such fields in the documents of one mapping. */
export class IgnoredDynamicFields {
  /** Whether the setting allows fields to be ignored. */
  readonly mayBe: boolean;
  /** Whether the mapping has no room for another field. */
  readonly isFull: boolean;
  readonly #mapping: CompiledMapping;
  readonly #missing: UnmappedFields;

  constructor(mapping: CompiledMapping, missing: UnmappedFields) {
    this.#mapping = mapping;
    this.#missing = missing;
    this.mayBe = mapping.context.settings["index.mapping.total_fields.ignore_dynamic_beyond_limit"] === "true";
    const fields = countFields(mapping.root.object) + (mapping.root.runtime?.size ?? 0);
    this.isFull = fields >= mapping.context.limit("index.mapping.total_fields.limit", 1000);
  }

  /** Adds to `ignored` the paths that would have been mapped for a value under an unmapped name of `parent`. */
  note(ignored: Set<string>, path: string, parent: ObjectNode, value: Json): void {
    if (!this.mayBe) return;
    const dynamic = this.#missing.dynamicOf(parent);
    if (dynamic !== "false" && dynamic !== "strict") this.#note(ignored, path, value, dynamic === "runtime");
  }

  /**
   * Arrays are added themselves when there is no room at all. `looksInside`: objects are not mapped, but their members
   * are.
   */
  #note(ignored: Set<string>, path: string, value: Json, looksInside: boolean): void {
    if (value === null || (!isJsonObject(value) && this.#mapping.runtimeByPath.has(path))) return;
    if (Array.isArray(value)) {
      if (this.isFull) ignored.add(path);
      for (const item of value) this.#note(ignored, path, item, looksInside);
    } else if (looksInside && isJsonObject(value)) {
      for (const key in value) this.#note(ignored, joinPath(path, key), value[key] ?? null, looksInside);
    } else ignored.add(path);
  }
}
