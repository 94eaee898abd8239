/** Which settings of a leader its follower takes over, and which it has for itself. */
import type { FlatSettings } from "../cluster/index-settings.ts";
import { ownOf, put } from "../core/names.ts";
import { FOLLOWING } from "./follower-record.ts";

/** Never the same on both sides. */
const OWN: ReadonlySet<string> = new Set([
  FOLLOWING,
  "index.uuid",
  "index.provided_name",
  "index.creation_date",
  "index.version.created",
  "index.version.upgraded",
  "index.soft_deletes.enabled",
  "index.resize.source.name",
  "index.resize.source.uuid",
  "index.routing.allocation.initial_recovery._id",
]);

/** They say how a copy is kept and asked, not how documents are indexed. */
const NOT_REPLICATED: ReadonlySet<string> = new Set([
  "index.number_of_replicas",
  "index.auto_expand_replicas",
  "index.blocks.read_only",
  "index.blocks.read",
  "index.blocks.write",
  "index.blocks.metadata",
  "index.blocks.read_only_allow_delete",
  "index.priority",
  "index.write.wait_for_active_shards",
  "index.hidden",
  "index.routing.rebalance.enable",
  "index.routing.allocation.enable",
  "index.routing.allocation.total_shards_per_node",
  "index.allocation.max_retries",
  "index.unassigned.node_left.delayed_timeout",
  "index.max_result_window",
  "index.warmer.enabled",
  "index.refresh_interval",
  "index.fast_refresh",
  "index.max_rescore_window",
  "index.max_inner_result_window",
  "index.query.default_field",
  "index.query_string.lenient",
  "index.query.parse.allow_unmapped_fields",
  "index.search.idle.after",
  "index.soft_deletes.retention.operations",
  "index.soft_deletes.retention_lease.period",
  "index.max_script_fields",
  "index.max_regex_length",
  "index.max_terms_count",
  "index.highlight.max_analyzed_offset",
  "index.max_docvalue_fields_search",
  "index.analyze.max_token_count",
  "index.max_slices_per_scroll",
  "index.max_adjacency_matrix_filters",
  "index.default_pipeline",
  "index.final_pipeline",
  "index.search.throttled",
  "index.gc_deletes",
  "index.max_refresh_listeners",
  "index.requests.cache.enable",
  "index.load_fixed_bitset_filters_eagerly",
  "index.codec",
  "index.compound_format",
  "index.lifecycle.origination_date",
  "index.shard.check_on_startup",
]);

const NOT_REPLICATED_GROUPS = [
  "index.routing.allocation.include.",
  "index.routing.allocation.exclude.",
  "index.routing.allocation.require.",
  "index.translog.",
  "index.merge.",
  "index.search.slowlog.",
  "index.indexing.slowlog.",
];

/** Whether the follower has what its leader has. */
export function isReplicated(name: string): boolean {
  if (OWN.has(name) || NOT_REPLICATED.has(name)) return false;
  return !NOT_REPLICATED_GROUPS.some((group) => name.startsWith(group));
}

/** Settings that a request may not give: those that the leader decides. Null is dropped like any other value. */
export function replicatedAmong(
  settings: Readonly<Record<string, string | readonly string[] | null>>,
): Record<string, string | readonly string[] | null> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => isReplicated(name)));
}

/** The follower's settings with those of the leader in their place. */
export function followedSettings(own: FlatSettings, leader: FlatSettings): FlatSettings {
  const next: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(own)) if (!isReplicated(name)) put(next, name, value);
  for (const name of Object.keys(leader)) if (isReplicated(name)) put(next, name, ownOf(leader, name) ?? "");
  return next;
}

/** `{"index.a":"b"}`, as errors show settings. */
export function settingsText(settings: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(settings);
}
