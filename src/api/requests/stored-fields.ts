/** Stored fields of a get: fields mapped with `store: true`, whose values are read from the source. */
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { Mapping } from "../../mapping/mapping.ts";
import { type StoredFields, storedFieldsNamed } from "../../hits/fetch/stored-fields.ts";

/** Throws 400 for an object field. */
export function checkLeaves(names: readonly string[], mapping: JsonObject): void {
  for (const name of names) {
    const field = name.startsWith("_") ? undefined : findField(mapping, name)?.field;
    if (field && (field["properties"] !== undefined || field["type"] === "object" || field["type"] === "nested")) {
      throw illegalArgument(`field [${name}] isn't a leaf field`);
    }
  }
}

/** Those of `names` that are stored; undefined when none is. */
export function storedFieldsOf(metadata: IndexMetadata, names: readonly string[]): StoredFields | undefined {
  const own = names.filter((name) => !name.startsWith("_"));
  return own.length === 0 ? undefined : storedFieldsNamed(own, mappingOf(metadata));
}

const known = new WeakMap<IndexMetadata, Mapping>();

/** The mapping of an index, read once for each version of its metadata. */
function mappingOf(metadata: IndexMetadata): Mapping {
  let mapping = known.get(metadata);
  if (!mapping) known.set(metadata, (mapping = Mapping.parse(metadata)));
  return mapping;
}

/** The definition of a field by its full name, and the path of its values in the source. */
export function findField(mapping: JsonObject, name: string): { field: JsonObject; path: string } | undefined {
  let level = mapping["properties"];
  let field: JsonObject | undefined;
  let path = "";
  for (const part of name.split(".")) {
    let next: Json | undefined = isJsonObject(level) ? ownOf(level, part) : undefined;
    if (isJsonObject(next)) path = path === "" ? part : `${path}.${part}`;
    else next = isJsonObject(field?.["fields"]) ? ownOf(field["fields"], part) : undefined;
    if (!isJsonObject(next)) return undefined;
    field = next;
    level = next["properties"];
  }
  return field && { field, path };
}
