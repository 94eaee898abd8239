/**
 * Stored fields: fields mapped with `store: true`; their values are read from the source as it was when they were
 * stored.
 */
import type { Json, JsonObject } from "../../core/json.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { type MappingView, viewOver } from "../../mapping/mapping-view.ts";
import { FieldFetcher } from "./fetch-fields.ts";
import { nestedAbove } from "../nested-paths.ts";

/** Whether the values of a field are stored separately. */
function isStored(field: MappedField): boolean {
  return field.stored ?? field.parameters["store"] === true;
}

/** Reads the stored fields of documents of an index. */
export class StoredFields {
  readonly #fetcher: FieldFetcher;

  constructor(names: readonly string[], mapping: MappingView) {
    const specs = names.map((field) => ({ field, format: undefined, includeUnmapped: false }));
    this.#fetcher = new FieldFetcher(specs, asStored(mapping));
  }

  /**
   * Their values in a document; empty without any. `source` is the document as received, limited to what the caller may
   * see.
   */
  of(source: JsonObject): Record<string, Json[]> {
    return this.#fetcher.fetch(source, nothingElse).fields;
  }
}

/** The stored fields that match patterns; undefined when there are none. Those of nested objects are included. */
export function storedFields(patterns: readonly string[], mapping: MappingView): StoredFields | undefined {
  const names = patterns
    .filter((pattern) => !pattern.startsWith("_"))
    .flatMap((pattern) => storedNames(pattern, mapping));
  return names.length > 0 ? new StoredFields(names, mapping) : undefined;
}

/** Like `storedFields`, for single documents: names are neither patterns nor aliases. */
export function storedFieldsNamed(names: readonly string[], mapping: MappingView): StoredFields | undefined {
  return storedFields(
    names.filter((name) => !name.includes("*") && mapping.resolve(name) === name),
    mapping,
  );
}

function storedNames(pattern: string, mapping: MappingView): string[] {
  return mapping.matching(pattern).filter((name) => {
    const field = mapping.field(name);
    return field && isStored(field) && nestedAbove(field.path, mapping).length === 0;
  });
}

/** The mapping, with fields that format values as they are stored. */
function asStored(mapping: MappingView): MappingView {
  return viewOver(mapping, {
    field(path) {
      const field = mapping.field(path);
      return field?.fetchStored ? { ...field, fetch: (value) => field.fetchStored?.(value) } : field;
    },
  });
}

/** Other phases handle metadata and runtime fields. */
const nothingElse = {
  id: "",
  index: "",
  routing: undefined,
  ignored: [],
  runtime: () => [],
  version: () => 0,
  column: () => [],
};
