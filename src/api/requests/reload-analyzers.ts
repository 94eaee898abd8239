/** Reading the rules of analyzers again, on every thread, and what is answered about it. */
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { type ErrorBody, errorBody, type RequestError } from "../../compat/errors.ts";
import type { Services } from "../operation.ts";

/** The answer as far as all operations that reload share it. */
export interface ReloadAnswer {
  readonly _shards: {
    readonly total: number;
    readonly successful: number;
    readonly failed: number;
    readonly failures?: readonly object[];
  };
  readonly reload_details: readonly {
    readonly index: string;
    readonly reloaded_analyzers: readonly string[];
    readonly reloaded_node_ids: readonly string[];
  }[];
}

/**
 * Reloads the analyzers of open indices whose rules may change; with `set`, those that use it. All threads follow when
 * it resolves. An index whose new rules cannot be used keeps the old ones and counts as failed.
 */
export async function reloadAnalyzers(
  services: Services,
  indices: readonly IndexMetadata[],
  set: string | undefined,
): Promise<ReloadAnswer> {
  const changed: string[] = [];
  const failures: object[] = [];
  const details: ReloadAnswer["reload_details"][number][] = [];
  for (const index of indices) {
    const { analyzers, isChanged, failure } = await services.analyses.reload(index, set);
    if (failure) failures.push(failedIndex(index.name, failure));
    if (isChanged) changed.push(index.name);
    const isTold = set === undefined ? !failure : analyzers.length > 0;
    if (isTold)
      details.push({ index: index.name, reloaded_analyzers: analyzers, reloaded_node_ids: [services.info.id] });
  }
  await services.cluster.applyAgain(changed);
  // Elasticsearch asks one shard of each index on each node, and counts a copy that is on none as well.
  const total = indices.reduce((sum, { numberOfReplicas }) => sum + (numberOfReplicas > 0 ? 2 : 1), 0);
  const shards = { total, successful: indices.length - failures.length, failed: failures.length };
  return { _shards: failures.length > 0 ? { ...shards, failures } : shards, reload_details: details };
}

function failedIndex(
  index: string,
  failure: RequestError,
): { shard: number; index: string; status: string; reason: ErrorBody } {
  return { shard: 0, index, status: failure.status === 404 ? "NOT_FOUND" : "BAD_REQUEST", reason: errorBody(failure) };
}
