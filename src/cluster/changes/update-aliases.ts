/** Adds and removes aliases, after deleting some indices: an alias may take the name of a deleted index. */
import { isDeepStrictEqual } from "node:util";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { ownOf, put } from "../../core/names.ts";
import { ROUTING_FORBIDDEN } from "../../mapping/time-series/check-series.ts";
import { isTimeSeries } from "../../mapping/time-series/index-mode.ts";
import { normalizeAlias } from "../alias-metadata.ts";
import { updatedIndices } from "../changed-indices.ts";
import type { ClusterChange } from "../cluster-change.ts";
import type { AliasMetadata, ClusterState, IndexMetadata } from "../cluster-state.ts";
import { dataStreamOf, streamOf, takesWrites } from "../data-streams/data-stream.ts";
import { indexNotFound } from "../index-expressions.ts";
import { aliasTargets } from "../index-table.ts";
import { checkAliasName } from "../index-names.ts";

/** Adds an alias to an index, or removes it (null). */
export interface AliasChange {
  readonly index: string;
  readonly alias: string;
  readonly metadata: AliasMetadata | null;
}

export function updateAliases(actions: readonly AliasChange[]): ClusterChange {
  return {
    task: "index-aliases",
    apply(state) {
      const touched = new Map<string, IndexMetadata>();
      for (const action of actions) {
        const index = touched.get(action.index) ?? ownOf(state.indices, action.index);
        if (!index) throw indexNotFound(action.index, "", false);
        touched.set(action.index, withAlias(state, index, action));
      }
      const changed = [...touched.values()]
        .filter((index) => !isDeepStrictEqual(index.aliases, ownOf(state.indices, index.name)?.aliases ?? {}))
        .map((index) => ({ ...index, aliasesVersion: index.aliasesVersion + 1 }));
      const next = updatedIndices(state, changed, "aliases");
      const names = [...new Set(actions.map(({ alias }) => alias))];
      checkWriteIndices(next.state, names);
      checkHidden(next.state, names);
      return next;
    },
  };
}

function withAlias(state: ClusterState, index: IndexMetadata, { alias, metadata }: AliasChange): IndexMetadata {
  const aliases = { ...index.aliases };
  if (metadata === null) delete aliases[alias];
  else {
    checkAliasName(alias);
    if (ownOf(state.indices, alias) || dataStreamOf(state, alias)) throw invalidAliasName(alias);
    // Of the indices of a data stream, the newest takes the writes of its aliases, too.
    const isOlder = metadata.is_write_index === true && streamOf(index) !== undefined && !takesWrites(index);
    put(aliases, alias, normalizeAlias(isOlder ? { ...metadata, is_write_index: false } : metadata));
  }
  const next = { ...index, aliases };
  checkSeriesAliases(next);
  return next;
}

/** Throws for an alias with routing of an index whose documents are placed by their dimensions. */
export function checkSeriesAliases({ settings, aliases }: Pick<IndexMetadata, "settings" | "aliases">): void {
  if (!isTimeSeries(settings)) return;
  for (const { index_routing: index, search_routing: search } of Object.values(aliases))
    if (index !== undefined || search !== undefined) throw illegalArgument(ROUTING_FORBIDDEN);
}

/** The 400 for an alias with the name of an index. */
export function invalidAliasName(alias: string): RequestError {
  return new RequestError(
    400,
    "invalid_alias_name_exception",
    `Invalid alias name [${alias}]: an index or data stream exists with the same name as the alias`,
  );
}

/** Throws if an alias has more than one write index. */
export function checkWriteIndices(state: ClusterState, aliases: readonly string[]): void {
  for (const alias of aliases) {
    const writers = aliasTargets(state, alias).filter((index) => ownOf(index.aliases, alias)?.is_write_index === true);
    if (writers.length > 1) {
      throw new RequestError(
        500,
        "illegal_state_exception",
        `alias [${alias}] has more than one write index [${writers.map((index) => index.name).join(",")}]`,
      );
    }
  }
}

/** Throws unless an alias is hidden on all its indices or on none. */
function checkHidden(state: ClusterState, aliases: readonly string[]): void {
  for (const alias of aliases) {
    const targets = aliasTargets(state, alias);
    const hidden = targets.filter((index) => ownOf(index.aliases, alias)?.is_hidden === true).map(({ name }) => name);
    if (hidden.length === 0 || hidden.length === targets.length) continue;
    const others = targets.map(({ name }) => name).filter((name) => !hidden.includes(name));
    throw new RequestError(
      500,
      "illegal_state_exception",
      `alias [${alias}] has is_hidden set to true on indices [${hidden.join(",")}] but does not have is_hidden set to true on indices [${others.join(",")}]; alias must have the same is_hidden setting on all indices`,
    );
  }
}
