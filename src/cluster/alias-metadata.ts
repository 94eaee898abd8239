/** Aliases in their stored form. */
import { type Json, isJsonObject, type JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
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
    ...(alias.is_data_stream === true ? { is_data_stream: true } : {}),
    ...(alias.rolls_over === true ? { rolls_over: true } : {}),
  };
}

/** An alias read from JSON; members that mean nothing are left out (`AliasMetadata.fromXContent`). */
export function aliasOf(json: JsonObject): AliasMetadata {
  const text = (key: string): string | undefined => {
    const value = ownOf(json, key);
    return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  };
  const filter = ownOf(json, "filter");
  const both = text("routing");
  const index = text("index_routing") ?? both;
  const search = text("search_routing") ?? both;
  const isWriteIndex = ownOf(json, "is_write_index");
  const isHidden = ownOf(json, "is_hidden");
  return normalizeAlias({
    ...(isJsonObject(filter) ? { filter } : {}),
    ...(index === undefined ? {} : { index_routing: index }),
    ...(search === undefined ? {} : { search_routing: search }),
    ...(typeof isWriteIndex === "boolean" ? { is_write_index: isWriteIndex } : {}),
    ...(typeof isHidden === "boolean" ? { is_hidden: isHidden } : {}),
  });
}
