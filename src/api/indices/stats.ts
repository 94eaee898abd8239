/** `indices.stats`: counts, sizes and times of indices and shards. */
import { illegalArgument } from "../../core/errors.ts";
import type { ShardStats } from "../../documents/documents.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { chosenStats, commonStats, METRICS, type CommonStats } from "../common-stats.ts";
import { humanized } from "../humanize.ts";
import { type IndexHealth, indexHealth } from "../index-health.ts";
import { indexOptions, SEARCHED_INDICES } from "../index-options.ts";
import { chosenMetrics } from "../metric-list.ts";
import type { Node, Operation } from "../operation.ts";
import { searchCounts } from "../search-counters.ts";
import { shardsAnswer } from "../shards-answer.ts";
import { visibleIndices } from "../visible-indices.ts";

const LEVELS = ["cluster", "indices", "shards"];

export const stats: Operation = {
  name: "indices.stats",
  privilege: { index: "monitor" },

  async handle(request, node) {
    const { parameters } = request;
    const level = parameters["level"] ?? "indices";
    if (!LEVELS.includes(level)) throw illegalArgument(`level parameter must be one of [cluster] or [indices] or [shards] but was [${level}]`);
    const metrics = chosenMetrics(parameters["metric"], Object.keys(METRICS), pathOf(parameters));
    const sections = metrics && new Set([...metrics].map((metric) => METRICS[metric] ?? metric));
    const forbidClosed = booleanParameter(parameters, "forbid_closed_indices", true);
    // Segments have no separate files, nor are they unloaded; groups and fields name what there is nothing of.
    for (const name of ["include_segment_file_sizes", "include_unloaded_segments"]) booleanParameter(parameters, name, false);
    const resolved = visibleIndices(node, request.principal, parameters["index"], { ...indexOptions(parameters, SEARCHED_INDICES), forbidClosed }, "monitor");
    const indices = await indexHealth(node, resolved.map(({ metadata }) => metadata));
    const all = primaryAndTotal(node, indices, sections);
    const body: Record<string, unknown> = { _shards: shardsAnswer(resolved), _all: all };
    if (level !== "cluster") body["indices"] = Object.fromEntries(indices.map((index) => [index.metadata.name, indexStats(node, index, sections, level === "shards")]));
    return { status: 200, body: humanized(body, request.render.human) };
  },
};

function pathOf({ index, metric }: Readonly<Record<string, string>>): string {
  return `${index === undefined ? "" : `/${index}`}/_stats${metric === undefined ? "" : `/${metric}`}`;
}

function primaryAndTotal(node: Node, indices: readonly IndexHealth[], sections: ReadonlySet<string> | undefined): { primaries: CommonStats; total: CommonStats } {
  const shards = indices.flatMap((index) => index.shards.flatMap((shard) => shard.stats ?? []));
  const searches = searchCounts(node, indices.map(({ metadata }) => metadata.uuid));
  // Only primaries exist, so both sums are the same.
  const sum = chosenStats(commonStats(shards, searches), sections);
  return { primaries: sum, total: sum };
}

function indexStats(node: Node, index: IndexHealth, sections: ReadonlySet<string> | undefined, withShards: boolean): object {
  const { metadata } = index;
  const shown = { uuid: metadata.uuid, health: index.status, status: metadata.state, ...primaryAndTotal(node, [index], sections) };
  if (!withShards) return shown;
  const shards = index.shards.flatMap(({ shard, stats: one }) => (one ? [[String(shard), [shardStats(node, metadata.uuid, one, sections)]]] : []));
  return { ...shown, shards: Object.fromEntries(shards) };
}

function shardStats(node: Node, uuid: string, shard: ShardStats, sections: ReadonlySet<string> | undefined): object {
  return {
    routing: { state: shard.state, primary: true, node: node.info.id, relocating_node: null },
    ...chosenStats(commonStats([shard], searchCounts(node, [uuid])), sections),
    seq_no: { max_seq_no: shard.maxSeqNo, local_checkpoint: shard.localCheckpoint, global_checkpoint: shard.globalCheckpoint },
  };
}
