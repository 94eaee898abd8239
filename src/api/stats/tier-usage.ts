/** How much each tier of data holds (`data_tiers` of `xpack.usage`). An index is of the first tier that it prefers. */
import type { Services } from "../operation.ts";
import { type IndexHealth, indexHealthWithStats } from "./index-health.ts";
import { shownNodes } from "./shown-nodes.ts";

const PREFERENCE = "index.routing.allocation.include._tier_preference";
const TIERS = ["data_content", "data_hot", "data_warm", "data_cold", "data_frozen"] as const;

export async function tierUsage(services: Services): Promise<object> {
  const indices = await indexHealthWithStats(services, Object.values(services.cluster.state.indices));
  const roles = shownNodes(services).map((node) => node.roles);
  const shown = TIERS.map((tier) => {
    const held = indices.filter(({ metadata }) => tierOf(metadata.settings[PREFERENCE]) === tier);
    const nodes = roles.filter((of) => of.includes("data") || of.includes(tier)).length;
    return [tier, { node_count: nodes, ...sizes(held) }] as const;
  });
  return { available: true, enabled: true, ...Object.fromEntries(shown) };
}

function tierOf(preference: unknown): string | undefined {
  return typeof preference === "string" ? preference.split(",")[0] : undefined;
}

function sizes(indices: readonly IndexHealth[]): Record<string, number> {
  const stats = indices.flatMap(({ shards }) => shards.flatMap((shard) => shard.stats ?? []));
  const bytes = stats.map(({ storeBytes }) => storeBytes);
  const all = sum(bytes);
  const median = medianOf(bytes);
  return {
    index_count: indices.length,
    total_shard_count: sum(indices.map(({ shards }) => shards.length)),
    primary_shard_count: sum(indices.map(({ metadata }) => metadata.numberOfShards)),
    doc_count: sum(stats.map(({ docs }) => docs)),
    total_size_bytes: all,
    primary_size_bytes: all,
    primary_shard_size_avg_bytes: bytes.length === 0 ? 0 : Math.floor(all / bytes.length),
    primary_shard_size_median_bytes: median,
    primary_shard_size_mad_bytes: medianOf(bytes.map((size) => Math.abs(size - median))),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return Math.floor((low + high) / 2);
}
