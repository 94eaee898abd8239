/** `indices.stats`: counts, sizes and times of indices and shards. */
import { createHash } from "node:crypto";
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { ownOf } from "../../core/names.ts";
import type { RetentionLeases } from "../../documents/replication.ts";
import { booleanParameter, listParameter } from "../../http/parameters.ts";
import { chosenStats, commonStats, METRICS, type CommonStats } from "../stats/common-stats.ts";
import { type ToldFields, toldFields, withFieldSizes } from "../stats/field-sizes.ts";
import { humanized } from "../requests/humanize.ts";
import { type CountedShard, type IndexHealth, indexHealthWithStats } from "../stats/index-health.ts";
import { indexOptions, SEARCHED_INDICES } from "../targets/index-options.ts";
import { chosenMetrics } from "../requests/metric-list.ts";
import type { Services, Operation } from "../operation.ts";
import type { SearchCounts } from "../stats/search-counters.ts";
import { shardsAnswer } from "../requests/shards-answer.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

const LEVELS = ["cluster", "indices", "shards"];
const COMMIT_ID_BYTES = 16;

export const stats: Operation = {
  name: "indices.stats",
  actions: ["indices:monitor/stats"],
  breaker: "never",

  async handle(request, services) {
    const { parameters } = request;
    const level = parameters["level"] ?? "indices";
    if (!LEVELS.includes(level))
      throw illegalArgument(`level parameter must be one of [cluster] or [indices] or [shards] but was [${level}]`);
    const metrics = chosenMetrics(parameters["metric"], Object.keys(METRICS), pathOf(parameters));
    const forbidClosed = booleanParameter(parameters, "forbid_closed_indices", true);
    // Segments have no files of their own to tell apart.
    booleanParameter(parameters, "include_segment_file_sizes", false);
    const view: StatsView = {
      services,
      sections: metrics && new Set([...metrics].map((metric) => ownOf(METRICS, metric) ?? metric)),
      groups: listParameter(parameters, "groups"),
      told: toldFields(parameters),
      unloadedSegments: booleanParameter(parameters, "include_unloaded_segments", false),
    };
    const resolved = visibleIndices(
      services,
      request.principal,
      parameters["index"],
      { ...indexOptions(parameters, SEARCHED_INDICES), forbidClosed },
      "monitor",
    );
    checkIndexBlocks(
      resolved.map(({ metadata }) => metadata),
      "metadata_read",
    );
    const indices = await indexHealthWithStats(
      services,
      resolved.map(({ metadata }) => metadata),
    );
    const body: Record<string, unknown> = { _shards: shardsAnswer(resolved), _all: primariesAndTotal(view, indices) };
    if (level !== "cluster")
      body["indices"] = Object.fromEntries(
        indices.map((index) => [index.metadata.name, indexStats(view, index, level === "shards")]),
      );
    return { status: 200, body: humanized(body, request.render.human) };
  },
};

/** What of the statistics is shown. */
interface StatsView {
  readonly services: Services;
  /** Undefined: all. */
  readonly sections: ReadonlySet<string> | undefined;
  readonly groups: readonly string[] | undefined;
  readonly told: ToldFields;
  readonly unloadedSegments: boolean;
}

function pathOf({ index, metric }: Readonly<Record<string, string>>): string {
  return `${index === undefined ? "" : `/${index}`}/_stats${metric === undefined ? "" : `/${metric}`}`;
}

function primariesAndTotal(
  view: StatsView,
  indices: readonly IndexHealth[],
): { primaries: CommonStats; total: CommonStats } {
  const shards = indices.flatMap((index) =>
    index.shards.flatMap((shard) => (shard.stats ? [loadedStats(view, index, shard.stats)] : [])),
  );
  // Only primaries exist, so both sums are the same.
  const sum = shown(
    view,
    shards,
    view.services.searchCounters.sum(
      indices.map(({ metadata }) => metadata.uuid),
      view.groups && { groups: view.groups },
    ),
  );
  return { primaries: sum, total: sum };
}

function shown(view: StatsView, shards: readonly CountedShard[], searches: SearchCounts): CommonStats {
  return chosenStats(withFieldSizes(commonStats(shards, searches), shards, view.told), view.sections);
}

/** The segments of a closed index are not loaded, and counted only when asked for. */
function loadedStats(view: StatsView, index: IndexHealth, shard: CountedShard): CountedShard {
  return index.metadata.state === "close" && !view.unloadedSegments ? { ...shard, segments: [] } : shard;
}

function indexStats(view: StatsView, index: IndexHealth, withShards: boolean): object {
  const { metadata } = index;
  const sums = {
    uuid: metadata.uuid,
    health: index.status,
    status: metadata.state,
    ...primariesAndTotal(view, [index]),
  };
  if (!withShards) return sums;
  const shards = index.shards.flatMap(({ shard, stats: one }) =>
    one ? [[String(shard), [shardStats(view, index, one)]]] : [],
  );
  return { ...sums, shards: Object.fromEntries(shards) };
}

function shardStats(view: StatsView, index: IndexHealth, shard: CountedShard): object {
  const { uuid, primaryTerms } = index.metadata;
  const searches = view.services.searchCounters.sum([uuid], {
    shard: shard.shard,
    ...(view.groups && { groups: view.groups }),
  });
  return {
    routing: { state: shard.state, primary: true, node: view.services.info.id, relocating_node: null },
    ...shown(view, [loadedStats(view, index, shard)], searches),
    commit: commitOf(uuid, shard),
    seq_no: {
      max_seq_no: shard.maxSeqNo,
      local_checkpoint: shard.localCheckpoint,
      global_checkpoint: shard.globalCheckpoint,
    },
    // No other copy of the server's own holds anything back: these are of followers.
    retention_leases: shownLeases(primaryTerms[shard.shard] ?? 1, shard.retention),
    search_idle: shard.search.idle,
    search_idle_time: shard.search.sinceMs,
  };
}

/** The last flush of a shard. Its id is 16 bytes, as Elasticsearch's. */
function commitOf(uuid: string, { shard, commit, historyUuid }: CountedShard): object {
  const { generation, docs, maxSeqNo } = commit;
  const id = createHash("sha256")
    .update(`${uuid}/${shard}/${generation}/${maxSeqNo}`)
    .digest()
    .subarray(0, COMMIT_ID_BYTES)
    .toString("base64");
  return {
    id,
    generation,
    user_data: { max_seq_no: String(maxSeqNo), local_checkpoint: String(maxSeqNo), history_uuid: historyUuid ?? uuid },
    num_docs: docs,
  };
}

function shownLeases(primaryTerm: number, { version, leases }: RetentionLeases): object {
  return {
    primary_term: primaryTerm,
    version,
    leases: leases.map(({ id, retainingSeqNo, timestamp, source }) => ({
      id,
      retaining_seq_no: retainingSeqNo,
      timestamp,
      source,
    })),
  };
}
