/** The list of known index settings, with type, default and whether an open index may change them. */

/** A documented index setting. */
export interface IndexSetting {
  readonly name: string;
  readonly type: "boolean" | "integer" | "long" | "number" | "time" | "bytes" | "text" | "list";
  /** Default as settings show it: text, or a list of texts. */
  readonly default: string | readonly string[];
  /** Whether an open index may change it. */
  readonly dynamic: boolean;
  /** Whether not even a closed one may. */
  readonly final?: true;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The minimum time or size, as written in the error. */
  readonly least?: string;
  /** The allowed names, with Elasticsearch's name of their enum; some of them are refused. */
  readonly values?: { readonly of: string; readonly names: readonly string[]; readonly refused?: readonly string[] };
  /** The allowed texts. */
  readonly oneOf?: readonly string[];
  /** Whether nothing follows it. */
  readonly isInert?: true;
  /** Only the server can set it. */
  readonly managed?: "private" | "internal";
}

/**
 * The list. `index.analysis.*`, `index.similarity.*` and `index.routing.allocation.(include|exclude|require).*` are
 * groups: any key below them is accepted.
 */
export const indexSettings: readonly IndexSetting[] = [
  {
    name: "index.allocation.existing_shards_allocator",
    type: "text",
    default: "gateway_allocator",
    dynamic: false,
    managed: "private",
  },
  { name: "index.allocation.max_retries", type: "integer", default: "5", dynamic: true, isInert: true, minimum: 0 },
  { name: "index.analyze.max_token_count", type: "integer", default: "10000", dynamic: true, minimum: 1 },
  { name: "index.auto_expand_replicas", type: "text", default: "false", dynamic: true },
  { name: "index.blocks.metadata", type: "boolean", default: "false", dynamic: true },
  { name: "index.blocks.read", type: "boolean", default: "false", dynamic: true },
  { name: "index.blocks.read_only", type: "boolean", default: "false", dynamic: true },
  { name: "index.blocks.read_only_allow_delete", type: "boolean", default: "false", dynamic: true },
  { name: "index.blocks.write", type: "boolean", default: "false", dynamic: true },
  { name: "index.bloom_filter_for_id_field.enabled", type: "boolean", default: "true", dynamic: true, isInert: true },
  {
    name: "index.codec",
    type: "text",
    default: "default",
    dynamic: false,
    oneOf: ["default", "best_compression", "lucene_default"],
  },
  { name: "index.compound_format", type: "text", default: "1gb", dynamic: true, isInert: true },
  { name: "index.data_path", type: "text", default: "", dynamic: false },
  { name: "index.default_pipeline", type: "text", default: "_none", dynamic: true },
  { name: "index.downsample.interval", type: "text", default: "", dynamic: true, isInert: true },
  { name: "index.downsample.origin.name", type: "text", default: "", dynamic: false, managed: "private" },
  { name: "index.downsample.origin.uuid", type: "text", default: "", dynamic: false, managed: "private" },
  { name: "index.downsample.source.name", type: "text", default: "", dynamic: false, managed: "private" },
  { name: "index.downsample.source.uuid", type: "text", default: "", dynamic: false, managed: "private" },
  { name: "index.downsample.status", type: "text", default: "unknown", dynamic: true, isInert: true },
  { name: "index.failure_store.version", type: "integer", default: "0", dynamic: true, isInert: true },
  { name: "index.fast_refresh", type: "boolean", default: "false", dynamic: false, isInert: true },
  { name: "index.fielddata.cache", type: "text", default: "node", dynamic: false, isInert: true },
  { name: "index.final_pipeline", type: "text", default: "_none", dynamic: true },
  { name: "index.flush_after_merge", type: "bytes", default: "512mb", dynamic: true, isInert: true, least: "0" },
  { name: "index.format", type: "integer", default: "0", dynamic: false, isInert: true, final: true },
  { name: "index.gc_deletes", type: "time", default: "60s", dynamic: true },
  { name: "index.hidden", type: "boolean", default: "false", dynamic: true },
  { name: "index.highlight.max_analyzed_offset", type: "integer", default: "1000000", dynamic: true, minimum: 1 },
  { name: "index.highlight.weight_matches_mode.enabled", type: "boolean", default: "true", dynamic: true, isInert: true },
  { name: "index.indexing.slowlog.include.user", type: "boolean", default: "false", dynamic: true },
  { name: "index.indexing.slowlog.reformat", type: "boolean", default: "true", dynamic: true },
  { name: "index.indexing.slowlog.source", type: "text", default: "1000", dynamic: true },
  { name: "index.indexing.slowlog.threshold.index.debug", type: "time", default: "-1", dynamic: true },
  { name: "index.indexing.slowlog.threshold.index.info", type: "time", default: "-1", dynamic: true },
  { name: "index.indexing.slowlog.threshold.index.trace", type: "time", default: "-1", dynamic: true },
  { name: "index.indexing.slowlog.threshold.index.warn", type: "time", default: "-1", dynamic: true },
  { name: "index.lifecycle.origination_date", type: "long", default: "-1", dynamic: true },
  { name: "index.lifecycle.parse_origination_date", type: "boolean", default: "false", dynamic: true },
  { name: "index.lifecycle.prefer_ilm", type: "boolean", default: "true", dynamic: true },
  { name: "index.load_fixed_bitset_filters_eagerly", type: "boolean", default: "true", dynamic: false, isInert: true },
  { name: "index.logsdb.add_host_name_field", type: "boolean", default: "false", dynamic: false, managed: "private" },
  { name: "index.logsdb.route_on_sort_fields", type: "boolean", default: "false", dynamic: false, isInert: true },
  { name: "index.logsdb.sort_on_host_name", type: "boolean", default: "false", dynamic: false, managed: "private" },
  { name: "index.mapping.coerce", type: "boolean", default: "false", dynamic: false },
  { name: "index.mapping.depth.limit", type: "long", default: "20", dynamic: true, minimum: 1 },
  { name: "index.mapping.dimension_fields.limit", type: "long", default: "32768", dynamic: true, minimum: 0 },
  {
    name: "index.mapping.field_name_length.limit",
    type: "long",
    default: "9223372036854775807",
    dynamic: true,
    minimum: 1,
  },
  { name: "index.mapping.ignore_above", type: "long", default: "2147483647", dynamic: false },
  { name: "index.mapping.ignore_malformed", type: "boolean", default: "false", dynamic: false },
  { name: "index.mapping.nested_fields.limit", type: "long", default: "50", dynamic: true, minimum: 0 },
  { name: "index.mapping.nested_objects.limit", type: "long", default: "10000", dynamic: true, minimum: 0 },
  {
    name: "index.mapping.semantic_text.use_legacy_format",
    type: "boolean",
    default: "false",
    dynamic: true,
    managed: "internal",
  },
  {
    name: "index.mapping.source.mode",
    type: "text",
    default: "STORED",
    dynamic: false,
    final: true,
    values: { of: "org.elasticsearch.index.mapper.SourceFieldMapper.Mode", names: ["disabled", "stored", "synthetic"] },
  },
  { name: "index.mapping.synthetic_source.skip_ignored_source_read", type: "boolean", default: "false", dynamic: true, isInert: true },
  {
    name: "index.mapping.synthetic_source.skip_ignored_source_write",
    type: "boolean",
    default: "false",
    dynamic: true, isInert: true,
  },
  {
    name: "index.mapping.synthetic_source_keep",
    type: "text",
    default: "none",
    dynamic: false,
    // Keeping everything would make synthetic source pointless.
    values: {
      of: "org.elasticsearch.index.mapper.Mapper.SourceKeepMode",
      names: ["none", "arrays", "all"],
      refused: ["all"],
    },
  },
  { name: "index.mapping.total_fields.ignore_dynamic_beyond_limit", type: "boolean", default: "false", dynamic: true },
  { name: "index.mapping.total_fields.limit", type: "long", default: "1000", dynamic: true, minimum: 0 },
  { name: "index.max_docvalue_fields_search", type: "integer", default: "100", dynamic: true, minimum: 0 },
  { name: "index.max_inner_result_window", type: "integer", default: "100", dynamic: true, minimum: 1 },
  { name: "index.max_ngram_diff", type: "integer", default: "1", dynamic: true, minimum: 0 },
  { name: "index.max_refresh_listeners", type: "integer", default: "1000", dynamic: true, minimum: 0 },
  { name: "index.max_regex_length", type: "integer", default: "1000", dynamic: true, minimum: 1 },
  { name: "index.max_rescore_window", type: "integer", default: "10000", dynamic: true, minimum: 1 },
  { name: "index.max_result_window", type: "integer", default: "10000", dynamic: true, minimum: 1 },
  { name: "index.max_script_fields", type: "integer", default: "32", dynamic: true, minimum: 0 },
  { name: "index.max_shingle_diff", type: "integer", default: "3", dynamic: true, minimum: 0 },
  { name: "index.max_slices_per_scroll", type: "integer", default: "1024", dynamic: true, minimum: 1 },
  { name: "index.max_terms_count", type: "integer", default: "65536", dynamic: true, minimum: 1 },
  {
    name: "index.merge.policy.deletes_pct_allowed",
    type: "number",
    default: "20.0",
    dynamic: true, isInert: true,
    minimum: 5,
    maximum: 50,
  },
  { name: "index.merge.policy.expunge_deletes_allowed", type: "number", default: "10.0", dynamic: true, isInert: true, minimum: 0 },
  { name: "index.merge.policy.floor_segment", type: "bytes", default: "2mb", dynamic: true, isInert: true },
  { name: "index.merge.policy.max_merge_at_once", type: "integer", default: "10", dynamic: true, isInert: true, minimum: 2 },
  { name: "index.merge.policy.max_merge_at_once_explicit", type: "integer", default: "30", dynamic: true, isInert: true, minimum: 2 },
  { name: "index.merge.policy.max_merged_segment", type: "bytes", default: "0b", dynamic: true, isInert: true },
  { name: "index.merge.policy.merge_factor", type: "integer", default: "32", dynamic: true, isInert: true, minimum: 2 },
  { name: "index.merge.policy.segments_per_tier", type: "number", default: "10.0", dynamic: true, isInert: true, minimum: 2 },
  { name: "index.merge.policy.type", type: "text", default: "UNSET", dynamic: false, isInert: true },
  { name: "index.merge.scheduler.auto_throttle", type: "boolean", default: "true", dynamic: true, isInert: true },
  { name: "index.merge.scheduler.max_merge_count", type: "integer", default: "6", dynamic: true, isInert: true, minimum: 1 },
  { name: "index.merge.scheduler.max_thread_count", type: "integer", default: "1", dynamic: true, isInert: true, minimum: 1 },
  { name: "index.mode", type: "text", default: "standard", dynamic: false, final: true },
  { name: "index.number_of_replicas", type: "integer", default: "1", dynamic: true, minimum: 0 },
  { name: "index.number_of_routing_shards", type: "integer", default: "2", dynamic: false },
  {
    name: "index.number_of_shards",
    type: "integer",
    default: "1",
    dynamic: false,
    final: true,
    minimum: 1,
    maximum: 1024,
  },
  { name: "index.percolator.map_unmapped_fields_as_text", type: "boolean", default: "false", dynamic: false },
  { name: "index.priority", type: "integer", default: "1", dynamic: true, minimum: 0 },
  { name: "index.queries.cache.enabled", type: "boolean", default: "true", dynamic: false },
  { name: "index.query.default_field", type: "list", default: ["*"], dynamic: true },
  { name: "index.query.parse.allow_unmapped_fields", type: "boolean", default: "true", dynamic: false, isInert: true },
  { name: "index.query_string.lenient", type: "boolean", default: "false", dynamic: false },
  { name: "index.recovery.type", type: "text", default: "", dynamic: false, isInert: true },
  { name: "index.recovery.use_synthetic_source", type: "boolean", default: "false", dynamic: false, isInert: true },
  { name: "index.refresh_interval", type: "time", default: "1s", dynamic: true },
  { name: "index.requests.cache.enable", type: "boolean", default: "true", dynamic: true },
  { name: "index.rollup.source.name", type: "text", default: "", dynamic: false, managed: "private" },
  { name: "index.rollup.source.uuid", type: "text", default: "", dynamic: false, managed: "private" },
  {
    name: "index.routing.allocation.disk.watermark.ignore",
    type: "boolean",
    default: "false",
    dynamic: true,
    managed: "private",
  },
  {
    name: "index.routing.allocation.enable",
    type: "text",
    default: "all",
    dynamic: true, isInert: true,
    values: {
      of: "org.elasticsearch.cluster.routing.allocation.decider.EnableAllocationDecider.Allocation",
      names: ["all", "primaries", "new_primaries", "none"],
    },
  },
  {
    name: "index.routing.allocation.total_shards_per_node",
    type: "integer",
    default: "-1",
    dynamic: true,
    minimum: -1,
  },
  {
    name: "index.routing.rebalance.enable",
    type: "text",
    default: "all",
    dynamic: true, isInert: true,
    values: {
      of: "org.elasticsearch.cluster.routing.allocation.decider.EnableAllocationDecider.Rebalance",
      names: ["all", "primaries", "replicas", "none"],
    },
  },
  { name: "index.routing_partition_size", type: "integer", default: "1", dynamic: false, final: true },
  { name: "index.routing_path", type: "list", default: [], dynamic: false, final: true },
  { name: "index.search.idle.after", type: "time", default: "30s", dynamic: true, least: "0m" },
  { name: "index.search.slowlog.include.user", type: "boolean", default: "false", dynamic: true },
  { name: "index.search.slowlog.threshold.fetch.debug", type: "time", default: "-1", dynamic: true },
  { name: "index.search.slowlog.threshold.fetch.info", type: "time", default: "-1", dynamic: true },
  { name: "index.search.slowlog.threshold.fetch.trace", type: "time", default: "-1", dynamic: true },
  { name: "index.search.slowlog.threshold.fetch.warn", type: "time", default: "-1", dynamic: true },
  { name: "index.search.slowlog.threshold.query.debug", type: "time", default: "-1", dynamic: true },
  { name: "index.search.slowlog.threshold.query.info", type: "time", default: "-1", dynamic: true },
  { name: "index.search.slowlog.threshold.query.trace", type: "time", default: "-1", dynamic: true },
  { name: "index.search.slowlog.threshold.query.warn", type: "time", default: "-1", dynamic: true },
  { name: "index.search.throttled", type: "boolean", default: "false", dynamic: true },
  {
    name: "index.shard.check_on_startup",
    type: "text",
    default: "false",
    dynamic: false, isInert: true,
    oneOf: ["true", "false", "checksum"],
  },
  { name: "index.shard_limit.group", type: "text", default: "normal", dynamic: false, managed: "private" },
  { name: "index.soft_deletes.enabled", type: "boolean", default: "true", dynamic: false, isInert: true, final: true },
  { name: "index.soft_deletes.retention.operations", type: "long", default: "0", dynamic: true, isInert: true, minimum: 0 },
  { name: "index.soft_deletes.retention_lease.period", type: "time", default: "12h", dynamic: true, isInert: true, least: "0ms" },
  { name: "index.sort.field", type: "list", default: [], dynamic: false, final: true },
  { name: "index.sort.missing", type: "list", default: [], dynamic: false, final: true },
  { name: "index.sort.mode", type: "list", default: [], dynamic: false, final: true },
  { name: "index.sort.order", type: "list", default: [], dynamic: false, final: true },
  { name: "index.source_only", type: "boolean", default: "false", dynamic: false, managed: "private" },
  { name: "index.store.fs.fs_lock", type: "text", default: "native", dynamic: false, isInert: true },
  { name: "index.store.preload", type: "list", default: [], dynamic: false, isInert: true },
  { name: "index.store.stats_refresh_interval", type: "time", default: "10s", dynamic: false, isInert: true },
  { name: "index.store.type", type: "text", default: "", dynamic: false },
  { name: "index.time_series.end_time", type: "text", default: "9999-12-31T23:59:59.999Z", dynamic: true },
  { name: "index.time_series.es87tsdb_codec.enabled", type: "boolean", default: "true", dynamic: true, isInert: true },
  { name: "index.time_series.start_time", type: "text", default: "-9999-01-01T00:00:00Z", dynamic: false },
  {
    name: "index.translog.durability",
    type: "text",
    default: "REQUEST",
    dynamic: true, isInert: true,
    values: { of: "org.elasticsearch.index.translog.Translog.Durability", names: ["request", "async"] },
  },
  { name: "index.translog.flush_threshold_age", type: "time", default: "1m", dynamic: true, isInert: true, least: "1s" },
  { name: "index.translog.flush_threshold_size", type: "bytes", default: "10gb", dynamic: true, isInert: true, least: "56b" },
  { name: "index.translog.generation_threshold_size", type: "bytes", default: "64mb", dynamic: true, isInert: true, least: "56b" },
  { name: "index.translog.retention.age", type: "time", default: "-1", dynamic: true },
  { name: "index.translog.retention.size", type: "bytes", default: "-1", dynamic: true },
  { name: "index.translog.sync_interval", type: "time", default: "5s", dynamic: true, isInert: true, least: "100ms" },
  { name: "index.unassigned.node_left.delayed_timeout", type: "time", default: "1m", dynamic: true, isInert: true, least: "0ms" },
  { name: "index.verified_before_close", type: "boolean", default: "false", dynamic: false, managed: "private" },
  { name: "index.verified_read_only", type: "boolean", default: "false", dynamic: true, managed: "private" },
  { name: "index.warmer.enabled", type: "boolean", default: "true", dynamic: true, isInert: true },
  { name: "index.write.wait_for_active_shards", type: "text", default: "1", dynamic: true },
  { name: "index.xpack.version", type: "text", default: "", dynamic: false, isInert: true },
];

/** Prefixes below which any key is a setting of its own. */
export const indexSettingGroups: readonly { readonly prefix: string; readonly dynamic: boolean }[] = [
  { prefix: "index.analysis.", dynamic: false },
  { prefix: "index.similarity.", dynamic: false },
  { prefix: "index.routing.allocation.include.", dynamic: true },
  { prefix: "index.routing.allocation.exclude.", dynamic: true },
  { prefix: "index.routing.allocation.require.", dynamic: true },
  { prefix: "index.lifecycle.", dynamic: true },
];

/** Set by the server; refused from clients. */
export const privateSettings: readonly string[] = [
  "index.uuid",
  "index.creation_date",
  "index.provided_name",
  "index.version.created",
];
