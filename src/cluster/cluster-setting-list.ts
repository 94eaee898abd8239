/**
 * The known cluster settings. Some have an effect here; the others are stored and returned, as by Elasticsearch on a
 * single node.
 */

/** A documented cluster setting. */
export interface ClusterSetting {
  readonly name: string;
  /** `memory`: a size, or a percentage of --memory. `cron`: an expression, or nothing. */
  readonly type: "boolean" | "integer" | "number" | "time" | "bytes" | "text" | "list" | "memory" | "cron";
  readonly default: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Of a time or of bytes. */
  readonly least?: string;
  /** The same. */
  readonly most?: string;
  /** Kept and shown only: nothing follows it. */
  readonly isInert?: true;
  /** Fixed while the server runs: readable, but not settable. */
  readonly fixed?: true;
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
  { name: "search.default_keep_alive", type: "time", default: "5m", isInert: true },
  { name: "search.max_async_search_response_size", type: "memory", default: "10mb" },
  { name: "indices.query.bool.max_clause_count", type: "integer", default: "16384", fixed: true },
  { name: "indices.query.bool.max_nested_depth", type: "integer", default: "30", fixed: true },
  { name: "indices.breaker.total.limit", type: "memory", default: "95%" },
  { name: "indices.breaker.total.use_real_memory", type: "boolean", default: "true", isInert: true },
  { name: "indices.breaker.request.limit", type: "memory", default: "60%" },
  { name: "indices.breaker.request.overhead", type: "number", default: "1.0", minimum: 0 },
  { name: "indices.breaker.fielddata.limit", type: "memory", default: "40%" },
  { name: "indices.breaker.fielddata.overhead", type: "number", default: "1.03", minimum: 0 },
  { name: "network.breaker.inflight_requests.limit", type: "memory", default: "100%" },
  { name: "network.breaker.inflight_requests.overhead", type: "number", default: "2.0", minimum: 0 },
  { name: "indexing_pressure.memory.limit", type: "memory", default: "10%", fixed: true },
  { name: "http.max_content_length", type: "memory", default: "100mb", fixed: true },
  { name: "http.max_header_size", type: "memory", default: "16kb", fixed: true },
  { name: "cluster.max_shards_per_node", type: "integer", default: "1000", minimum: 1 },
  { name: "cluster.max_voting_config_exclusions", type: "integer", default: "10", minimum: 1 },
  { name: "cluster.routing.allocation.enable", type: "text", default: "all", isInert: true },
  { name: "cluster.routing.allocation.awareness.attributes", type: "list", default: "", isInert: true },
  {
    name: "cluster.routing.allocation.total_shards_per_node",
    type: "integer",
    default: "-1",
    minimum: -1,
    isInert: true,
  },
  { name: "cluster.routing.rebalance.enable", type: "text", default: "all", isInert: true },
  { name: "cluster.routing.allocation.disk.threshold_enabled", type: "boolean", default: "true", isInert: true },
  { name: "cluster.routing.allocation.disk.watermark.low", type: "text", default: "85%", isInert: true },
  { name: "cluster.routing.allocation.disk.watermark.high", type: "text", default: "90%", isInert: true },
  { name: "cluster.routing.allocation.disk.watermark.flood_stage", type: "text", default: "95%", isInert: true },
  { name: "cluster.blocks.read_only", type: "boolean", default: "false", isInert: true },
  { name: "cluster.blocks.read_only_allow_delete", type: "boolean", default: "false", isInert: true },
  { name: "indices.recovery.max_bytes_per_sec", type: "text", default: "40mb", isInert: true },
  { name: "slm.minimum_interval", type: "time", default: "15m" },
  { name: "slm.retention_duration", type: "time", default: "1h" },
  { name: "slm.retention_schedule", type: "cron", default: "0 30 1 * * ?" },
  { name: "indices.lifecycle.poll_interval", type: "time", default: "10m", least: "1s" },
  { name: "data_streams.lifecycle.poll_interval", type: "time", default: "5m", least: "1s" },
  { name: "time_series.poll_interval", type: "time", default: "5m", least: "1m", most: "10m" },
  { name: "indices.lifecycle.rollover.only_if_has_documents", type: "boolean", default: "true" },
  { name: "ccr.indices.recovery.max_bytes_per_sec", type: "bytes", default: "40mb" },
  { name: "ccr.indices.recovery.chunk_size", type: "bytes", default: "1mb", least: "1kb", most: "1gb" },
  { name: "ccr.indices.recovery.max_concurrent_file_chunks", type: "integer", default: "5", minimum: 1, maximum: 10 },
  { name: "ccr.indices.recovery.recovery_activity_timeout", type: "time", default: "60s" },
  { name: "ccr.indices.recovery.internal_action_timeout", type: "time", default: "60s" },
  { name: "ccr.auto_follow.wait_for_metadata_timeout", type: "time", default: "60s" },
  { name: "ccr.wait_for_metadata_timeout", type: "time", default: "60s", isInert: true },
  { name: "persistent_tasks.cluster.remote_task_count", type: "integer", default: "0", isInert: true },
];

/** Prefixes below which any key is accepted: log levels and free metadata. */
export const clusterSettingGroups: readonly string[] = [
  "logger.",
  "cluster.metadata.",
  "cluster.routing.allocation.awareness.force.",
  "cluster.routing.allocation.exclude.",
  "cluster.routing.allocation.include.",
  "cluster.routing.allocation.require.",
];
