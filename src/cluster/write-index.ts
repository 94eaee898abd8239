/** Which index a write goes to: the one of that name, or the write index of an alias. */
import { illegalArgument } from "../compat/errors.ts";
import { ownOf } from "../core/names.ts";
import type { ClusterState, IndexMetadata } from "./cluster-state.ts";
import { aliasTargets, indexNotFound } from "./index-expressions.ts";

/** The index of a name, and those that have it as an alias. */
export interface NamedIndices {
  readonly index: IndexMetadata | undefined;
  readonly aliased: readonly IndexMetadata[];
}

/** Undefined: nothing has this name. Throws where `requireAlias` and it is no alias, and for an alias without one. */
export function knownWriteIndex(state: ClusterState, name: string, requireAlias: boolean): IndexMetadata | undefined {
  return writeIndexAmong({ index: ownOf(state.indices, name), aliased: aliasTargets(state, name) }, name, requireAlias);
}

/** The same, for who looks names up elsewhere. */
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

/** Of the indices of an alias the one that takes writes: the one that says so, or the only one unless it denies it. */
export function writeIndexOf(targets: readonly IndexMetadata[], alias: string): IndexMetadata | undefined {
  const only =
    targets.length === 1 && ownOf(targets[0]?.aliases, alias)?.is_write_index !== false ? targets[0] : undefined;
  return targets.find((candidate) => ownOf(candidate.aliases, alias)?.is_write_index === true) ?? only;
}
