/**
 * Stored fields: fields mapped with `store: true`, whose values are read from the source as they were when they were
 * stored.
 */
import type { Json, JsonObject } from "../../core/json.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { type MappingView, viewOver } from "../../mapping/mapping-view.ts";
import { FieldFetcher } from "./fetch-fields.ts";
import { nestedAbove } from "../nested-paths.ts";

/** Whether the values of a field are stored apart from the source. */
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
   * Their values in a document; without any, none. `source` is the document as it came, as far as the caller may see
   * it.
   */
  of(source: JsonObject): Record<string, Json[]> {
    return this.#fetcher.fetch(source, nothingElse).fields;
  }
}

/**
 * The stored fields that patterns name; undefined when there are none. Those of nested objects are stored with these.
 */
export function storedFields(patterns: readonly string[], mapping: MappingView): StoredFields | undefined {
  const names = patterns
    .filter((pattern) => !pattern.startsWith("_"))
    .flatMap((pattern) => storedNames(pattern, mapping));
  return names.length > 0 ? new StoredFields(names, mapping) : undefined;
}

/** As `storedFields`, for single documents: names are no patterns there, and no aliases. */
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

/** The mapping, its fields showing values as they are stored. */
function asStored(mapping: MappingView): MappingView {
  return viewOver(mapping, {
    field(path) {
      const field = mapping.field(path);
      return field?.fetchStored ? { ...field, fetch: (value) => field.fetchStored?.(value) } : field;
    },
  });
}

/** Metadata and runtime fields are shown by others. */
const nothingElse = {
  id: "",
  index: "",
  routing: undefined,
  ignored: [],
  runtime: () => [],
  version: () => 0,
  column: () => [],
};
