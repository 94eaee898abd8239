/** An alias as create index, put alias and the alias actions describe it. */
import { isJsonObject, type Json } from "../../core/json.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import type { AliasMetadata } from "../../cluster/cluster-state.ts";
import { put } from "../../core/names.ts";

/** Fields of an alias. */
export const ALIAS_FIELDS: readonly string[] = [
  "filter",
  "routing",
  "index_routing",
  "search_routing",
  "is_write_index",
  "is_hidden",
];

/** Reads one field into the metadata; `routing` stands for both sides. Throws 400 for a wrong type. */
export function withAliasField(metadata: AliasMetadata, key: string, value: Json): AliasMetadata {
  switch (key) {
    case "filter":
      if (value === null) return metadata;
      if (isJsonObject(value)) return { ...metadata, filter: value };
      throw illegalArgument("[filter] must be an object");
    case "routing":
      return value === null
        ? metadata
        : { index_routing: textOf(key, value), search_routing: textOf(key, value), ...metadata };
    case "index_routing":
      return value === null ? metadata : { ...metadata, index_routing: textOf(key, value) };
    case "search_routing":
      return value === null ? metadata : { ...metadata, search_routing: textOf(key, value) };
    case "is_write_index":
      return value === null ? metadata : { ...metadata, is_write_index: booleanOf(value) };
    default:
      return value === null ? metadata : { ...metadata, is_hidden: booleanOf(value) };
  }
}

/** The aliases of a create index request. Throws 400 for unknown fields. */
export function parseAliases(aliases: Readonly<Record<string, Json>>): Record<string, AliasMetadata> {
  const parsed: Record<string, AliasMetadata> = {};
  for (const [name, body] of Object.entries(aliases)) {
    let metadata: AliasMetadata = {};
    for (const [key, value] of Object.entries(isJsonObject(body) ? body : {})) {
      if (!ALIAS_FIELDS.includes(key)) throw illegalArgument(`Unknown field [${key}] in alias [${name}]`);
      metadata = withAliasField(metadata, key, value);
    }
    put(parsed, name, metadata);
  }
  return parsed;
}

function textOf(key: string, value: Json): string {
  if (typeof value === "object" || typeof value === "boolean") throw illegalArgument(`[${key}] must be a string`);
  return String(value);
}

function booleanOf(value: Json): boolean {
  if (typeof value === "boolean") return value;
  if (value === "true" || value === "false") return value === "true";
  throw illegalArgument(
    `Failed to parse value [${typeof value === "string" ? value : stringifyJson(value)}] as only [true] or [false] are allowed.`,
  );
}
