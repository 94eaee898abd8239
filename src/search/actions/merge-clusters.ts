/** What several clusters found for one search, put together and rendered; nothing is searched here. */
import { errorBody, fromPortableError } from "../../compat/errors.ts";
import { put } from "../../core/names.ts";
import { itemOf } from "../call-item.ts";
import type { ClusterAnswer, ClusterOutcome } from "../cluster-answer.ts";
import { mergeClusters as merge } from "../coordinate/merge-clusters.ts";
import { failuresOf } from "../coordinate/reduce.ts";
import { renderSearch, renderShards } from "../render-search.ts";
import { readCount, readSearch } from "../request/read-search.ts";
import { usageOf } from "../request/search-usage.ts";
import { renderFailures } from "../shard-failures.ts";
import type { CallKind } from "../search-action.ts";

const LOCAL = "(local)";

export const mergeClusters: CallKind = {
  name: "merge_clusters",
  quick: true,

  *run(call, runtime) {
    const item = itemOf(call, 0);
    const request = readSearch(item);
    const { clusters: outcomes = [] } = call;
    const { step } = item;
    // Later pages show no aggregations.
    if (step?.cursor) request.aggregations = undefined;
    const byCluster = step === undefined && item.parameters["ccs_minimize_roundtrips"] !== "false";
    const found = merge(request, { outcomes, byCluster, step }, runtime);
    const answered = outcomes.filter(({ outcome }) => !("error" in outcome)).length;
    const clusters = { shown: step?.cursor ? undefined : renderClusters(outcomes), answered };
    const body = renderSearch(request, found, { human: item.human, nodeId: runtime.nodeId, step, clusters });
    yield* [];
    const usages = step?.cursor ? [] : [usageOf(request)];
    return { status: 200, body, groups: [request.groups], usages, cursor: found.cursor };
  },
};

/** The same of several nodes of one cluster, of which nothing is told. */
export const mergeNodes: CallKind = {
  name: "merge_nodes",
  quick: true,

  *run(call, runtime) {
    const item = itemOf(call, 0);
    const request = readSearch(item);
    const found = merge(request, { outcomes: call.clusters ?? [], byCluster: false, step: undefined }, runtime);
    yield* [];
    const body = renderSearch(request, found, { human: item.human, nodeId: runtime.nodeId });
    return { status: 200, body, groups: [request.groups], usages: [usageOf(request)] };
  },
};

export const mergeCounts: CallKind = {
  name: "merge_counts",
  quick: true,

  *run(call, runtime) {
    const request = readCount(itemOf(call, 0));
    const found = merge(request, { outcomes: call.clusters ?? [], byCluster: true, step: undefined }, runtime);
    const { total, failures } = found.shards;
    yield* [];
    return {
      status: 200,
      body: {
        ...(request.terminateAfter > 0 ? { terminated_early: found.terminatedEarly } : {}),
        count: found.total,
        _shards: renderShards(total, failures),
      },
    };
  },
};

type Status = "successful" | "partial" | "skipped" | "failed";

/** `_clusters`: how it went on each. */
function renderClusters(outcomes: readonly ClusterOutcome[]): Record<string, unknown> {
  const details: Record<string, unknown> = {};
  const counts: Record<Status, number> = { successful: 0, partial: 0, skipped: 0, failed: 0 };
  for (const { alias, expression, outcome, isNeeded = false } of outcomes) {
    const [status, detail] =
      "error" in outcome ? renderSkipped(expression, outcome) : renderAnswer(expression, outcome, isNeeded);
    counts[status]++;
    put(details, alias ?? LOCAL, detail);
  }
  return {
    total: outcomes.length,
    successful: counts.successful,
    skipped: counts.skipped,
    running: 0,
    partial: counts.partial,
    failed: counts.failed,
    details,
  };
}

function renderSkipped(
  indices: string,
  { error }: Extract<ClusterOutcome["outcome"], { error: unknown }>,
): [Status, object] {
  const failures = [{ shard: -1, index: null, reason: errorBody(fromPortableError(error)) }];
  return ["skipped", { status: "skipped", indices, timed_out: false, failures }];
}

function renderAnswer(indices: string, answer: ClusterAnswer, isNeeded: boolean): [Status, object] {
  const failures = failuresOf(answer.results, answer.nodeId);
  const timedOut = answer.results.some((result) => "matches" in result && result.matches.timedOut);
  const { shards: total, skipped } = answer;
  const isLost = failures.length > 0 && failures.length === total;
  const lost = isNeeded ? "failed" : "skipped";
  const status = isLost ? lost : timedOut || failures.length > 0 ? "partial" : "successful";
  return [
    status,
    {
      status,
      indices,
      ...(isLost ? {} : { took: answer.tookMs }),
      timed_out: timedOut,
      _shards: { total, successful: total - failures.length, skipped, failed: failures.length },
      ...(failures.length > 0 ? { failures: renderFailures(failures) } : {}),
    },
  ];
}
