/** The `fields` option: values of the source as the mapping interprets them (`FieldFetcher`). */
import { RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import { doublesSpelled, plainJson, spelledAsText } from "../../compat/json/lossless-json.ts";
import { simpleMatch } from "../../compat/wildcard.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { metadataFieldNames } from "../../mapping/metadata-fields.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import { metadataConstant } from "../../query/index-constants.ts";
import { isNestedObject } from "../nested-paths.ts";
import { groupByNested, type NestedGroup } from "./nested-groups.ts";
import type { FieldAndFormat } from "./fields-option.ts";
import type { RuntimeValue } from "../../mapping/runtime/runtime-values.ts";
import { fieldValues } from "./runtime-values.ts";
import type { PendingLookup } from "./lookup-fields.ts";
import { checkColumnFormat } from "../column-formats.ts";
import { SourcePaths } from "./source-paths.ts";
import { flatten, leaves, valuesAt } from "./source-value.ts";

/** Metadata fields that can be fetched; others have no values here. */
export interface MetadataValues {
  readonly id: string;
  readonly index: string;
  readonly routing: string | undefined;
  readonly ignored: readonly string[];
  /** The values of a runtime field. */
  readonly runtime: (field: MappedField) => readonly RuntimeValue[];
  readonly version: () => number | bigint;
  /** The values of a metadata field that has a column. */
  readonly column: (name: string) => readonly Json[];
}

/** The fields of one hit, and its values that were ignored at index time. */
export interface FetchedFields {
  readonly fields: Record<string, Json[]>;
  readonly ignoredValues: Record<string, Json[]>;
  /** Lookup fields whose values must still be fetched from other indices; absent: none. */
  readonly lookups?: readonly PendingLookup[];
}

/** Throws RequestError 400 for a format that the field's values do not support. */
function checkFormat(field: MappedField, format: string): void {
  if (!field.runtime) field.fetch(null, format);
  else if (field.capabilities.geometry) fieldValues(field, [{ lat: 0, lon: 0 }], format);
  else if (!field.runtime.lookup) checkColumnFormat(field, field.path, format);
}

/** One field to fetch: its name in the response, and the field. */
interface Fetched {
  readonly name: string;
  readonly field: MappedField;
  readonly format: string | undefined;
}

/** Plans `fields` for an index; used for all its hits. */
export class FieldFetcher {
  readonly #mapping: MappingView;
  readonly #fetched: NestedGroup<Fetched>;
  readonly #lookedUp: readonly Fetched[];
  readonly #metadata: readonly string[];
  readonly #unmapped: readonly string[];
  readonly #sourcePaths: SourcePaths;
  /** Whether a path of the source is mapped to a field: names with dots below fields are unmapped. */
  readonly #isMapped = (path: string): boolean => {
    if (this.#mapping.isObject(path) || metadataFieldNames.has(path)) return false;
    const field = this.#mapping.field(path);
    return field !== undefined && field.keyed === undefined;
  };

  constructor(specs: readonly FieldAndFormat[], mapping: MappingView) {
    this.#mapping = mapping;
    this.#sourcePaths = new SourcePaths(mapping);
    const fetched = new Map<string, Fetched>();
    const metadata: string[] = [];
    for (const spec of specs) {
      if (metadataFieldNames.has(spec.field)) {
        metadata.push(spec.field);
        continue;
      }
      for (const name of mapping.matching(spec.field)) {
        const field = mapping.field(name);
        if (field) fetched.set(name, { name, field, format: spec.format });
      }
    }
    const all = [...fetched.values()];
    // An unsupported format is rejected whether or not documents have values.
    for (const each of all)
      if (each.format !== undefined) fetching(each, () => checkFormat(each.field, each.format ?? ""));
    this.#lookedUp = all.filter(({ field }) => field.runtime?.lookup);
    this.#fetched = groupByNested(
      all.filter(({ field }) => !field.runtime?.lookup),
      mapping,
    );
    this.#metadata = metadata;
    this.#unmapped = specs.filter((spec) => spec.includeUnmapped).map((spec) => spec.field);
  }

  /** The fields of one document. Throws RequestError "error fetching [n]: …". */
  fetch(source: JsonObject, metadata: MetadataValues): FetchedFields {
    const fields: Record<string, Json[]> = {};
    const ignoredValues: Record<string, Json[]> = {};
    for (const name of this.#metadata) {
      const values = metadataValues(name, metadata, this.#mapping);
      if (values.length > 0) put(fields, name, values);
    }
    this.#fetchGroup(this.#fetched, source, metadata, fields, ignoredValues);
    return this.#lookedUp.length > 0
      ? { fields, ignoredValues, lookups: this.#lookups(source, metadata) }
      : { fields, ignoredValues };
  }

  /** The fields of the document, or of one nested object, where names are relative to it. */
  #fetchGroup(
    group: NestedGroup<Fetched>,
    source: JsonObject,
    metadata: MetadataValues,
    fields: Record<string, Json[]>,
    ignored: Record<string, Json[]>,
  ): void {
    const above = group.path === "" ? 0 : group.path.length + 1;
    for (const each of group.fields) this.#fetchOne(each, source, metadata, fields, ignored, above);
    const groups = this.#unmapped.length > 0 ? this.#addUnmapped(source, group, fields) : group.groups;
    for (const inner of groups) {
      const name = inner.path.slice(above);
      const objects = flatten(valuesAt(source, name)).flatMap((object) => {
        const shown: Record<string, Json[]> = {};
        if (isJsonObject(object)) this.#fetchGroup(inner, object, metadata, shown, ignored);
        return Object.keys(shown).length > 0 ? [shown] : [];
      });
      if (objects.length > 0) put(fields, name, objects);
    }
  }

  /** `above`: length in characters of the path of the nested object that `source` is, with its dot. */
  #fetchOne(
    each: Fetched,
    source: JsonObject,
    metadata: MetadataValues,
    fields: Record<string, Json[]>,
    ignoredValues: Record<string, Json[]>,
    above: number,
  ): void {
    const name = each.name.slice(above);
    if (each.field.constant !== undefined) {
      const { constant } = each.field;
      const shown = fetching(each, () => each.field.fetch(constant, each.format));
      if (shown !== undefined) put(fields, name, [shown]);
      return;
    }
    if (each.field.runtime) {
      const shown = fetching(each, () => fieldValues(each.field, metadata.runtime(each.field), each.format));
      if (shown.length > 0) put(fields, name, each.field.capabilities.showsDoubles ? shown.map(doublesSpelled) : shown);
      return;
    }
    // A nested object gets only those copied values (`copy_to`) that it holds itself.
    const holder = each.field.path.slice(0, above);
    const paths = this.#sourcePaths.of(each.field).filter((path) => path.startsWith(holder));
    const found = paths.map((path) => valuesAt(source, path.slice(above)));
    // Elasticsearch reads such values path by path, and stops at a path without values (`ArraySourceValueFetcher`).
    const { wholeValues, geometry, texts, vectors } = each.field.capabilities;
    if (wholeValues && found.some((values) => values.every((value) => value === null))) return;
    const raw = found.flat();
    const items = geometry?.of === "points" ? raw.flatMap(points) : flatten(raw);
    const values: Json[] = [];
    for (const item of items) {
      const plain = texts ? spelledAsText(item) : plainJson(item);
      const fetched = fetching(each, () => each.field.fetch(plain, each.format));
      // A value that is rendered unchanged keeps its spelling.
      const asItCame = fetched === plain && (typeof plain === "object" || vectors);
      const value = asItCame
        ? item
        : fetched !== undefined && each.field.capabilities.showsDoubles
          ? doublesSpelled(fetched)
          : fetched;
      if (value !== undefined) values.push(...(Array.isArray(value) ? value : [value]));
      else if (item !== null) put(ignoredValues, each.name, [...(ownOf(ignoredValues, each.name) ?? []), item]);
    }
    if (values.length > 0) put(fields, name, values);
  }

  /** The lookups of one document in other indices. Throws RequestError 400 when the input field does not exist. */
  #lookups(source: JsonObject, metadata: MetadataValues): PendingLookup[] {
    return this.#lookedUp.map(({ name, field }) => {
      const definition = field.runtime!.lookup!;
      const input = this.#mapping.field(definition.inputField);
      if (!input || input.capabilities.object) {
        const reason = `No field mapping can be found for the field with name [${definition.inputField}]`;
        throw new RequestError(400, "query_shard_exception", reason, { details: { index: this.#mapping.index } });
      }
      const values: Record<string, Json[]> = {};
      // An input field that is itself a lookup has no values yet.
      if (!input.runtime?.lookup)
        this.#fetchOne({ name, field: input, format: undefined }, source, metadata, values, {}, 0);
      return { name, definition, values: ownOf(values, name) ?? [] };
    });
  }

  /** Adds the unmapped fields of the document, or of one nested object; returns all groups of nested objects in it. */
  #addUnmapped(
    source: JsonObject,
    group: NestedGroup<Fetched>,
    fields: Record<string, Json[]>,
  ): readonly NestedGroup<Fetched>[] {
    const groups = new Map(group.groups.map((inner) => [inner.path, inner]));
    const skips = (path: string): boolean => {
      if (!isNestedObject(path, this.#mapping)) return this.#isMapped(path);
      if (!groups.has(path)) groups.set(path, { path, fields: [], groups: [] });
      return true;
    };
    const above = group.path === "" ? 0 : group.path.length + 1;
    const added = new Map<string, Json[]>();
    for (const [path, value] of leaves(source, skips, group.path)) {
      const name = path.slice(above);
      if (Object.hasOwn(fields, name) || !this.#unmapped.some((pattern) => simpleMatch(pattern, path))) continue;
      const values = added.get(name);
      if (values) values.push(value);
      else added.set(name, [value]);
    }
    for (const [name, values] of added) put(fields, name, values);
    return [...groups.values()];
  }
}

function fetching<T>(each: Fetched, fetch: () => T): T {
  try {
    return fetch();
  } catch (error) {
    // A script's own error is rethrown unchanged.
    if (
      !(error instanceof RequestError) ||
      error.type === "script_exception" ||
      error.message.startsWith("error fetching")
    )
      throw error;
    throw new RequestError(error.status, error.type, `error fetching [${each.name}]: ${error.message}`, {
      cause: error,
    });
  }
}

/** The points in a value: an array of numbers is one point. */
function points(value: Json): Json[] {
  if (!Array.isArray(value)) return [value];
  return typeof plainJson(value[0] ?? null) === "number" ? [value] : value.flatMap(points);
}

function metadataValues(name: string, metadata: MetadataValues, mapping: MappingView): Json[] {
  if (name === "_id") return [metadata.id];
  if (name === "_index") return [metadata.index];
  if (name === "_routing") return metadata.routing === undefined ? [] : [metadata.routing];
  if (name === "_ignored") return [...metadata.ignored];
  if (name === "_version") return [metadata.version()];
  if (name === "_doc_count" || name === "_size") return [...metadata.column(name)];
  if (name === "_ignored_source") return [];
  const constant = metadataConstant(mapping, name);
  if (constant !== undefined) return [constant];
  throw new RequestError(
    400,
    "illegal_argument_exception",
    `error fetching [${name}]: Cannot fetch values for internal field [${name}].`,
    {
      cause: new RequestError(400, "illegal_argument_exception", `Cannot fetch values for internal field [${name}].`),
    },
  );
}
