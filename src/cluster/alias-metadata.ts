/** Aliases in their stored form. */
import { type Json, isJsonObject } from "../core/json.ts";
import type { AliasMetadata } from "./cluster-state.ts";

/** Applies `routing` to both index and search routing, and drops unset members. */
export function normalizeAlias(alias: AliasMetadata & { routing?: Json }): AliasMetadata {
  const both = typeof alias.routing === "string" ? alias.routing : undefined;
  const index = alias.index_routing ?? both;
  const search = alias.search_routing ?? both;
  return {
    ...(isJsonObject(alias.filter) ? { filter: alias.filter } : {}),
    ...(index === undefined ? {} : { index_routing: index }),
    ...(search === undefined ? {} : { search_routing: search }),
    ...(alias.is_write_index === undefined ? {} : { is_write_index: alias.is_write_index }),
    ...(alias.is_hidden === undefined ? {} : { is_hidden: alias.is_hidden }),
  };
}
