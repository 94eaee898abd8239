/** The index that a write goes to: the one with this name, or the write index of an alias. */
import { illegalArgument } from "../compat/errors.ts";
import { ownOf } from "../core/names.ts";
import type { ClusterState, IndexMetadata } from "./cluster-state.ts";
import { indexNotFound } from "./index-expressions.ts";
import { aliasTargets } from "./index-table.ts";

/** What a write demands of its index, and of one that is made for it. */
export interface WriteDemands {
  readonly requireAlias: boolean;
  readonly requireDataStream?: boolean;
  readonly kind?: "index" | "create" | "update" | "delete";
}

/** The index with a name, and those that have the name as an alias. */
export interface NamedIndices {
  readonly index: IndexMetadata | undefined;
  readonly aliased: readonly IndexMetadata[];
}

/**
 * Undefined if neither an index nor an alias has this name. Throws if `requireAlias` and it is not an alias, and for an
 * alias without a write index.
 */
export function knownWriteIndex(state: ClusterState, name: string, requireAlias: boolean): IndexMetadata | undefined {
  return writeIndexAmong({ index: ownOf(state.indices, name), aliased: aliasTargets(state, name) }, name, requireAlias);
}

/** The same, for callers that look names up elsewhere. */
export function writeIndexAmong(
  { index, aliased }: NamedIndices,
  name: string,
  requireAlias: boolean,
): IndexMetadata | undefined {
  if (requireAlias && (index !== undefined || aliased.length === 0))
    throw indexNotFound(name, ` and [require_alias] request flag is [true] and [${name}] is not an alias`, false);
  if (index || aliased.length === 0) return index;
  const target = writeIndexOf(aliased, name);
  if (target) return target;
  throw illegalArgument(
    `no write index is defined for alias [${name}]. The write index may be explicitly disabled using is_write_index=false or the alias points to multiple indices without one being designated as a write index`,
  );
}

/** The write index of an alias: the one marked as such, or its only index unless that is marked otherwise. */
export function writeIndexOf(targets: readonly IndexMetadata[], alias: string): IndexMetadata | undefined {
  const only =
    targets.length === 1 && ownOf(targets[0]?.aliases, alias)?.is_write_index !== false ? targets[0] : undefined;
  return targets.find((candidate) => ownOf(candidate.aliases, alias)?.is_write_index === true) ?? only;
}
