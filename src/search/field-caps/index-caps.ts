/** What can be done with the fields of one index (`FieldCapabilitiesFetcher`). */
import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { simpleMatchAny } from "../../compat/wildcard.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import { hasSource } from "../../mapping/source-form.ts";
import { isNested } from "../../segment/nested-docs.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";

/** What one field of one index can do. */
export interface FieldCapability {
  readonly type: string;
  readonly isMetadata: boolean;
  readonly searchable: boolean;
  readonly aggregatable: boolean;
  /** `meta` of the field. */
  readonly meta: JsonObject;
}

/** What the fields are taken from. */
export interface CapsSource {
  readonly mapping: MappingView;
  /** `meta` by path. */
  readonly meta: ReadonlyMap<string, JsonObject>;
  /** Segments of which a shown field must have values; undefined: it need not have any. */
  readonly filledIn: readonly SegmentReader[] | undefined;
}

/** Which fields are asked for. */
export interface CapsRequest {
  /** Names and patterns. */
  readonly fields: readonly string[];
  /** `+metadata`, `-metadata`, `-parent`, `-nested`, `-multifield`. */
  readonly filters: readonly string[];
  /** Types to be shown; empty: all. */
  readonly types: readonly string[];
}

/** Metadata fields by what can be done with them: s searched, a aggregated. */
const METADATA: Readonly<Record<string, { readonly type?: string; readonly can: "" | "s" | "a" | "sa" }>> = {
  _data_stream_timestamp: { can: "" },
  _doc_count: { type: "integer", can: "" },
  _field_names: { can: "s" },
  _id: { can: "s" },
  _ignored: { can: "sa" },
  _ignored_source: { can: "" },
  _index: { can: "sa" },
  _index_mode: { can: "sa" },
  _nested_path: { can: "s" },
  _routing: { can: "s" },
  _seq_no: { can: "sa" },
  _size: { type: "integer", can: "sa" },
  _source: { can: "" },
  _tier: { type: "keyword", can: "sa" },
  _version: { can: "a" },
};

/** Metadata that an index has without documents, and that every document has. */
const OF_INDEX: ReadonlySet<string> = new Set(["_index", "_index_mode", "_tier"]);
const OF_DOCUMENT: ReadonlySet<string> = new Set(["_id", "_seq_no", "_source", "_version"]);

const FILTERS: ReadonlySet<string> = new Set(["+metadata", "-metadata", "-nested", "-multifield", "parent", "-parent"]);

/** The fields by name. Throws 400 for a filter that is not known. */
export function indexCaps(source: CapsSource, request: CapsRequest): Map<string, FieldCapability> {
  const { mapping } = source;
  const unknown = request.filters.find((filter) => !FILTERS.has(filter));
  if (unknown !== undefined) throw illegalArgument(`Unknown field caps filter [${unknown}]`);
  const found = new Map<string, FieldCapability>();
  for (const name of Object.keys(METADATA)) {
    const capability = metadataCapability(name);
    if (simpleMatchAny(request.fields, name) && passes(name, capability, mapping, request) && hasMetadata(name, source))
      found.set(name, capability);
  }
  for (const name of new Set(request.fields.flatMap((pattern) => mapping.matching(pattern)))) {
    const field = mapping.field(name);
    if (!field || field.keyed) continue;
    const capability = capabilityOf(field, metaOf(field, source));
    if (!passes(name, capability, mapping, request) || (!field.runtime && !hasValues(field.path, source))) continue;
    found.set(name, capability);
    if (!request.filters.includes("-parent")) addParents(field.path, mapping, found);
  }
  return found;
}

function metadataCapability(name: string): FieldCapability {
  const { type = name, can = "" } = ownOf(METADATA, name) ?? {};
  return { type, isMetadata: true, searchable: can.startsWith("s"), aggregatable: can.endsWith("a"), meta: {} };
}

function capabilityOf(field: MappedField, meta: JsonObject): FieldCapability {
  const { capabilities, searchable, aggregatable, summary } = field;
  // What has a column is searched there when it has no terms, but for ranges, bytes and whole objects.
  const byColumn = aggregatable && !summary && capabilities.columnQuery;
  const type = field.capsType ?? field.type;
  return { type, isMetadata: false, searchable: searchable || byColumn, aggregatable, meta };
}

function metaOf({ path, runtime, parameters }: MappedField, source: CapsSource): JsonObject {
  if (!runtime) return source.meta.get(path) ?? {};
  return isJsonObject(parameters.meta) ? parameters.meta : {};
}

function passes(
  name: string,
  { type, isMetadata }: FieldCapability,
  mapping: MappingView,
  { filters, types }: CapsRequest,
): boolean {
  if (types.length > 0 && !types.includes(type)) return false;
  return filters.every((filter) => {
    if (filter === "+metadata") return isMetadata;
    if (filter === "-metadata") return !isMetadata;
    const above = parentsOf(name);
    if (filter === "-nested") return !above.some((parent) => mapping.field(parent)?.capabilities.object === "nested");
    // A field below one that is no object belongs to it.
    if (filter === "-multifield")
      return (
        mapping.field(name)?.runtime !== undefined ||
        mapping.dottedFields?.has(name) === true ||
        !above.some((parent) => mapping.field(parent) !== undefined && !mapping.isObject(parent))
      );
    return true;
  });
}

function hasValues(path: string, { filledIn }: CapsSource): boolean {
  return filledIn?.some((segment) => segment.field(path) !== undefined) ?? true;
}

function hasMetadata(name: string, source: CapsSource): boolean {
  const { filledIn, mapping } = source;
  if (!filledIn || OF_INDEX.has(name)) return true;
  if (name === "_source" && !hasSource(mapping.sourceLoader)) return false;
  if (OF_DOCUMENT.has(name)) return filledIn.length > 0;
  if (name === "_nested_path") return filledIn.some(isNested);
  if (name !== "_field_names") return hasValues(name, source);
  // The original names there what neither a column nor norms tell the presence of.
  return mapping.matching("*").some((path) => {
    const field = mapping.field(path);
    // Features have columns here only, inputs of suggesters norms.
    const hasColumn =
      field?.spec.column !== undefined &&
      field.parameters["doc_values"] !== false &&
      (!field.withoutFieldData || field.capabilities.vectors);
    const hasNorms = field?.spec.norms === true && field.capabilities.texts !== undefined;
    return (
      field?.searchable === true && !field.withoutExists && !hasColumn && !hasNorms && hasValues(field.path, source)
    );
  });
}

/** Adds the objects that a field stands in. */
function addParents(path: string, mapping: MappingView, found: Map<string, FieldCapability>): void {
  for (const parent of parentsOf(path)) {
    // Names with dots stand in objects even where the mapping has none (`subobjects: false`); runtime fields may stand
    // for objects.
    const above = mapping.field(parent);
    if (above && !above.capabilities.object) continue;
    found.set(parent, {
      type: above?.type ?? "object",
      isMetadata: false,
      searchable: false,
      aggregatable: false,
      meta: {},
    });
  }
}

/** `a.b` and `a` of `a.b.c`. */
function parentsOf(path: string): string[] {
  const parents: string[] = [];
  for (let dot = path.lastIndexOf("."); dot >= 0; dot = dot === 0 ? -1 : path.lastIndexOf(".", dot - 1))
    parents.push(path.slice(0, dot));
  return parents;
}
