/** Cluster settings that are known. Those with an effect here say which; the others are kept and shown, as the original does on a single node. */

/** A documented cluster setting. */
export interface ClusterSetting {
  readonly name: string;
  readonly type: "boolean" | "integer" | "number" | "time" | "text" | "list";
  readonly default: string;
  readonly minimum?: number;
}

/** The list. */
export const clusterSettings: readonly ClusterSetting[] = [
  { name: "action.auto_create_index", type: "text", default: "true" },
  { name: "action.destructive_requires_name", type: "boolean", default: "true" },
  { name: "search.max_buckets", type: "integer", default: "65536", minimum: 0 },
  { name: "search.default_search_timeout", type: "time", default: "-1" },
  { name: "search.default_allow_partial_results", type: "boolean", default: "true" },
  { name: "search.allow_expensive_queries", type: "boolean", default: "true" },
  { name: "search.max_open_scroll_context", type: "integer", default: "500", minimum: 0 },
  { name: "search.max_keep_alive", type: "time", default: "24h" },
  { name: "search.default_keep_alive", type: "time", default: "5m" },
  { name: "indices.query.bool.max_clause_count", type: "integer", default: "4096", minimum: 1 },
  { name: "cluster.max_shards_per_node", type: "integer", default: "1000", minimum: 1 },
  { name: "cluster.routing.allocation.enable", type: "text", default: "all" },
  { name: "cluster.routing.rebalance.enable", type: "text", default: "all" },
  { name: "cluster.routing.allocation.disk.threshold_enabled", type: "boolean", default: "true" },
  { name: "cluster.routing.allocation.disk.watermark.low", type: "text", default: "85%" },
  { name: "cluster.routing.allocation.disk.watermark.high", type: "text", default: "90%" },
  { name: "cluster.routing.allocation.disk.watermark.flood_stage", type: "text", default: "95%" },
  { name: "cluster.blocks.read_only", type: "boolean", default: "false" },
  { name: "cluster.blocks.read_only_allow_delete", type: "boolean", default: "false" },
  { name: "indices.recovery.max_bytes_per_sec", type: "text", default: "40mb" },
  { name: "persistent_tasks.cluster.remote_task_count", type: "integer", default: "0" },
];

/** Prefixes below which any key is accepted: log levels and free metadata. */
export const clusterSettingGroups: readonly string[] = [
  "logger.",
  "cluster.metadata.",
  "cluster.routing.allocation.exclude.",
  "cluster.routing.allocation.include.",
  "cluster.routing.allocation.require.",
];
