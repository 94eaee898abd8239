/**
 * Transport actions and the privileges that grant them: what a refusal names. Observed on Elasticsearch, 8.19, by
 * calling each operation as a user without rights; the order of the privileges is the one its refusals give.
 */
import { ownOf } from "../core/names.ts";

/** Actions on indices by the index privileges that grant them, in the order in which a refusal names these. */
const INDEX_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  "manage all": [
    "indices:admin/aliases",
    "indices:admin/analyze",
    "indices:admin/analyze_disk_usage",
    "indices:admin/block/add",
    "indices:admin/block/remove",
    "indices:admin/data_stream/migrate",
    "indices:admin/data_stream/mappings/update",
    "indices:admin/data_stream/modify",
    "indices:admin/data_stream/options/delete",
    "indices:admin/data_stream/options/put",
    "indices:admin/data_stream/promote",
    "indices:admin/data_stream/settings/update",
    "indices:admin/freeze",
    "indices:admin/cache/clear",
    "indices:admin/mapping/put",
    "indices:admin/open",
    "indices:admin/reload_analyzers",
    "indices:admin/resize",
    "indices:admin/settings/update",
    "indices:admin/xpack/downsample",
  ],
  "view_index_metadata manage all": [
    "indices:admin/aliases/get",
    "indices:admin/data_stream/get",
    "indices:admin/data_stream/options/get",
    "indices:admin/get",
    "indices:admin/mappings/fields/get",
    "indices:admin/mappings/get",
    "indices:admin/validate/query",
  ],
  "auto_configure create_index manage all": [
    "indices:admin/auto_create",
  ],
  "manage_follow_index manage all": [
    "indices:admin/xpack/ccr/put_follow",
    "indices:admin/xpack/ccr/unfollow",
    "indices:admin/close",
    "indices:admin/rollover",
  ],
  "manage_leader_index manage all": [
    "indices:admin/xpack/ccr/forget_follower",
  ],
  "cross_cluster_replication manage all": [
    "indices:admin/seq_no/retention_lease",
  ],
  "read cross_cluster_replication all": [
    "indices:data/read/xpack/ccr/shard_changes",
  ],
  "create_index manage all": [
    "indices:admin/index/create_from_source",
    "indices:admin/create",
    "indices:admin/data_stream/create",
  ],
  "delete_index manage all": [
    "indices:admin/data_stream/delete",
    "indices:admin/delete",
  ],
  "manage_data_stream_lifecycle manage all": [
    "indices:admin/data_stream/lifecycle/delete",
    "indices:admin/data_stream/lifecycle/put",
  ],
  "manage_data_stream_lifecycle view_index_metadata manage all": [
    "indices:admin/data_stream/lifecycle/explain",
    "indices:admin/data_stream/lifecycle/get",
  ],
  "manage_ilm view_index_metadata manage all": [
    "indices:admin/ilm/explain",
  ],
  "manage_ilm manage all": [
    "indices:admin/ilm/remove_policy",
    "indices:admin/ilm/retry",
  ],
  "maintenance manage all": [
    "indices:admin/flush",
    "indices:admin/forcemerge",
    "indices:admin/refresh",
  ],
  "view_index_metadata manage read read_cross_cluster all": [
    "indices:admin/resolve/cluster",
  ],
  "view_index_metadata manage read all": [
    "indices:admin/resolve/index",
    "indices:data/read/field_caps",
  ],
  "view_index_metadata manage read_cross_cluster all": [
    "indices:admin/shards/search_shards",
  ],
  "read all": [
    "indices:data/read/async_search/submit",
    "indices:data/read/close_point_in_time",
    "indices:data/read/explain",
    "indices:data/read/get",
    "indices:data/read/mget",
    "indices:data/read/msearch",
    "indices:data/read/msearch/template",
    "indices:data/read/mtv",
    "indices:data/read/open_point_in_time",
    "indices:data/read/rank_eval",
    "indices:data/read/scroll",
    "indices:data/read/scroll/clear",
    "indices:data/read/search",
    "indices:data/read/search/template",
    "indices:data/read/tv",
    "indices:data/read/xpack/termsenum/list",
  ],
  "create_doc create delete index write all": [
    "indices:data/write/bulk",
    "indices:data/write/simulate/bulk",
  ],
  "delete write all": [
    "indices:data/write/delete",
    "indices:data/write/delete/byquery",
  ],
  "create_doc create index write all": [
    "indices:data/write/index",
    "indices:data/write/index:op_type/create",
  ],
  "create index write all": [
    "indices:data/write/index:op_type/index",
  ],
  "index write all": [
    "indices:data/write/update",
    "indices:data/write/update/byquery",
  ],
  "write all": [
    "indices:data/write/reindex",
  ],
  "monitor manage all": [
    "indices:monitor/data_stream/stats",
    "indices:monitor/field_usage_stats",
    "indices:monitor/recovery",
    "indices:monitor/segments",
    "indices:monitor/shard_stores",
  ],
  "monitor view_index_metadata manage all": [
    "indices:monitor/data_stream/mappings/get",
    "indices:monitor/data_stream/settings/get",
    "indices:monitor/settings/get",
  ],
  "monitor cross_cluster_replication manage all": [
    "indices:monitor/stats",
  ],
};

/** Actions on the cluster by the cluster privileges that grant them. */
const CLUSTER_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  "manage_index_templates manage all": [
    "cluster:admin/component_template/delete",
    "cluster:admin/component_template/put",
    "indices:admin/index_template/delete",
    "indices:admin/index_template/put",
    "indices:admin/index_template/simulate",
    "indices:admin/index_template/simulate_index",
    "indices:admin/template/delete",
    "indices:admin/template/put",
  ],
  "manage_index_templates monitor manage all": [
    "cluster:admin/component_template/get",
    "indices:admin/index_template/get",
    "indices:admin/template/get",
  ],
  "manage all": [
    "cluster:admin/features/get",
    "cluster:admin/features/reset",
    "cluster:admin/indices/dangling/delete",
    "cluster:admin/indices/dangling/import",
    "cluster:admin/indices/dangling/list",
    "cluster:admin/ingest/geoip/database/delete",
    "cluster:admin/ingest/geoip/database/get",
    "cluster:admin/ingest/geoip/database/put",
    "cluster:admin/ingest/processor/grok/get",
    "cluster:admin/nodes/reload_secure_settings",
    "cluster:admin/reindex/rethrottle",
    "cluster:admin/repository/_cleanup",
    "cluster:admin/repository/analyze",
    "cluster:admin/repository/delete",
    "cluster:admin/repository/put",
    "cluster:admin/repository/verify",
    "cluster:admin/repository/verify_integrity",
    "cluster:admin/reroute",
    "cluster:admin/script/delete",
    "cluster:admin/script/get",
    "cluster:admin/script/put",
    "cluster:admin/script_context/get",
    "cluster:admin/script_language/get",
    "cluster:admin/scripts/painless/execute",
    "cluster:admin/settings/update",
    "cluster:admin/snapshot/clone",
    "cluster:admin/snapshot/delete",
    "cluster:admin/snapshot/restore",
    "cluster:admin/voting_config/add_exclusions",
    "cluster:admin/voting_config/clear_exclusions",
    "cluster:admin/xpack/license/basic_status",
    "cluster:admin/xpack/license/delete",
    "cluster:admin/xpack/license/start_basic",
    "cluster:admin/xpack/license/start_trial",
    "cluster:admin/xpack/license/trial_status",
  ],
  "manage_ingest_pipelines manage_pipeline manage all": [
    "cluster:admin/ingest/pipeline/delete",
    "cluster:admin/ingest/pipeline/put",
  ],
  "manage_enrich manage all": [
    "cluster:admin/xpack/enrich/delete",
    "cluster:admin/xpack/enrich/execute",
    "cluster:admin/xpack/enrich/put",
  ],
  "monitor_enrich manage_enrich manage all": ["cluster:admin/xpack/enrich/get"],
  "monitor_enrich monitor manage all": ["cluster:monitor/xpack/enrich/stats"],
  "read_pipeline manage_ingest_pipelines manage_pipeline manage all": [
    "cluster:admin/ingest/pipeline/get",
    "cluster:admin/ingest/pipeline/simulate",
  ],
  "monitor_snapshot create_snapshot manage all": [
    "cluster:admin/repository/get",
    "cluster:admin/snapshot/get",
    "cluster:admin/snapshot/status",
  ],
  "manage_slm manage all": [
    "cluster:admin/slm/delete",
    "cluster:admin/slm/execute",
    "cluster:admin/slm/execute-retention",
    "cluster:admin/slm/put",
    "cluster:admin/slm/start",
    "cluster:admin/slm/stats",
    "cluster:admin/slm/stop",
  ],
  "read_slm manage_slm manage all": [
    "cluster:admin/slm/get",
    "cluster:admin/slm/status",
  ],
  "create_snapshot manage all": [
    "cluster:admin/snapshot/create",
  ],
  "manage_autoscaling manage all": [
    "cluster:admin/autoscaling/delete_autoscaling_policy",
    "cluster:admin/autoscaling/get_autoscaling_capacity",
    "cluster:admin/autoscaling/get_autoscaling_policy",
    "cluster:admin/autoscaling/put_autoscaling_policy",
  ],
  "manage_search_query_rules manage all": [
    "cluster:admin/xpack/query_rules/delete",
    "cluster:admin/xpack/query_rules/get",
    "cluster:admin/xpack/query_rules/list",
    "cluster:admin/xpack/query_rules/put",
    "cluster:admin/xpack/query_rules/rule/delete",
    "cluster:admin/xpack/query_rules/rule/get",
    "cluster:admin/xpack/query_rules/rule/put",
    "cluster:admin/xpack/query_rules/test",
  ],
  "manage_inference manage all": [
    "cluster:admin/xpack/inference/delete",
    "cluster:admin/xpack/inference/put",
    "cluster:admin/xpack/inference/update",
  ],
  "monitor_inference manage_inference monitor manage all": [
    "cluster:monitor/xpack/inference/get",
    "cluster:monitor/xpack/inference/post",
  ],
  "manage_search_synonyms manage all": [
    "cluster:admin/synonym_rules/delete",
    "cluster:admin/synonym_rules/get",
    "cluster:admin/synonym_rules/put",
    "cluster:admin/synonyms/delete",
    "cluster:admin/synonyms/get",
    "cluster:admin/synonyms/put",
    "cluster:admin/synonyms_sets/get",
  ],
  "manage_ilm manage all": [
    "cluster:admin/ilm/_move/post",
    "cluster:admin/ilm/delete",
    "cluster:admin/ilm/put",
    "cluster:admin/ilm/start",
    "cluster:admin/ilm/stop",
  ],
  "read_ilm manage_ilm manage all": [
    "cluster:admin/ilm/get",
    "cluster:admin/ilm/operation_mode/get",
  ],
  "cancel_task manage all": [
    "cluster:admin/tasks/cancel",
  ],
  "read_security manage_api_key manage_security all": [
    "cluster:admin/xpack/security/api_key/get",
  ],
  "manage_own_api_key read_security manage_api_key manage_security all": [
    "cluster:admin/xpack/security/api_key/query",
  ],
  "manage_own_api_key manage_api_key manage_security all": [
    "cluster:admin/xpack/security/api_key/bulk_update",
    "cluster:admin/xpack/security/api_key/create",
    "cluster:admin/xpack/security/api_key/update",
  ],
  "manage_api_key manage_security all": [
    "cluster:admin/xpack/security/api_key/invalidate",
  ],
  "grant_api_key manage_api_key manage_security all": [
    "cluster:admin/xpack/security/api_key/grant",
  ],
  "manage_token manage_security all": [
    "cluster:admin/xpack/security/token/create",
  ],
  "manage_saml manage_token manage_security all": [
    "cluster:admin/xpack/security/token/refresh",
  ],
  "delegate_pki manage_saml manage_token manage_security all": [
    "cluster:admin/xpack/security/token/invalidate",
  ],
  "manage_ccr manage all": [
    "cluster:admin/xpack/ccr/auto_follow_pattern/activate",
    "cluster:admin/xpack/ccr/auto_follow_pattern/delete",
    "cluster:admin/xpack/ccr/auto_follow_pattern/get",
    "cluster:admin/xpack/ccr/auto_follow_pattern/put",
    "cluster:admin/xpack/ccr/pause_follow",
    "cluster:admin/xpack/ccr/resume_follow",
  ],
  "read_ccr read_security manage_ccr manage_security all": [
    "cluster:admin/xpack/security/user/has_privileges",
  ],
  "manage_security all": [
    "cluster:admin/xpack/security/cross_cluster/api_key/create",
    "cluster:admin/xpack/security/cross_cluster/api_key/update",
    "cluster:admin/xpack/security/cache/clear",
    "cluster:admin/xpack/security/privilege/delete",
    "cluster:admin/xpack/security/realm/cache/clear",
    "cluster:admin/xpack/security/privilege/put",
    "cluster:admin/xpack/security/role/bulk_delete",
    "cluster:admin/xpack/security/role/bulk_put",
    "cluster:admin/xpack/security/role/delete",
    "cluster:admin/xpack/security/role/put",
    "cluster:admin/xpack/security/role_mapping/delete",
    "cluster:admin/xpack/security/role_mapping/put",
    "cluster:admin/xpack/security/roles/cache/clear",
    "cluster:admin/xpack/security/settings/update",
    "cluster:admin/xpack/security/user/change_password",
    "cluster:admin/xpack/security/user/delete",
    "cluster:admin/xpack/security/user/put",
    "cluster:admin/xpack/security/user/set_enabled",
  ],
  "read_security manage_security all": [
    "cluster:admin/xpack/security/privilege/builtin/get",
    "cluster:admin/xpack/security/privilege/get",
    "cluster:admin/xpack/security/role/get",
    "cluster:admin/xpack/security/role/query",
    "cluster:admin/xpack/security/role_mapping/get",
    "cluster:admin/xpack/security/settings/get",
    "cluster:admin/xpack/security/user/get",
    "cluster:admin/xpack/security/user/query",
  ],
  "manage_user_profile read_security manage_security all": [
    "cluster:admin/xpack/security/profile/get",
    "cluster:admin/xpack/security/profile/suggest",
  ],
  "manage_user_profile manage_security all": [
    "cluster:admin/xpack/security/profile/set_enabled",
  ],
  "manage_service_account read_security manage_security all": [
    "cluster:admin/xpack/security/service_account/credential/get",
    "cluster:admin/xpack/security/service_account/get",
  ],
  "manage_service_account manage_security all": [
    "cluster:admin/xpack/security/service_account/token/create",
    "cluster:admin/xpack/security/service_account/token/delete",
  ],
  "monitor manage all": [
    "cluster:monitor/allocation/explain",
    "cluster:monitor/async_search/status",
    "cluster:monitor/health",
    "cluster:monitor/ingest/geoip/stats",
    "cluster:monitor/health_api",
    "cluster:monitor/main",
    "cluster:monitor/nodes/hot_threads",
    "cluster:monitor/nodes/info",
    "cluster:monitor/nodes/stats",
    "cluster:monitor/data_stream/lifecycle/stats",
    "cluster:monitor/ccr/follow_info",
    "cluster:monitor/ccr/follow_stats",
    "cluster:monitor/ccr/stats",
    "cluster:monitor/nodes/usage",
    "cluster:monitor/remote/info",
    "cluster:monitor/settings",
    "cluster:monitor/task",
    "cluster:monitor/task/get",
    "cluster:monitor/tasks/lists",
    "cluster:monitor/xpack/license/get",
    "cluster:monitor/xpack/ssl/certificates/get",
    "cluster:monitor/xpack/usage",
  ],
  "cross_cluster_replication read_ccr transport_client manage_ccr monitor manage all": [
    "cluster:monitor/state",
  ],
  "cross_cluster_search monitor_stats monitor manage all": [
    "cluster:monitor/stats",
  ],
  "cross_cluster_replication cross_cluster_search monitor manage all": [
    "cluster:monitor/xpack/info",
  ],
  "manage_saml monitor manage all": [
    "cluster:monitor/xpack/security/saml/metadata",
  ],
  "monitor_ml manage_ml monitor manage all": [
    "cluster:monitor/xpack/ml/data_frame/analytics/get",
    "cluster:monitor/xpack/ml/data_frame/analytics/stats/get",
    "cluster:monitor/xpack/ml/datafeeds/stats/get",
    "cluster:monitor/xpack/ml/inference/get",
    "cluster:monitor/xpack/ml/inference/stats/get",
    "cluster:monitor/xpack/ml/job/stats/get",
  ],
  "manage_data_frame_transforms manage_transform manage all": [
    "cluster:admin/transform/delete",
    "cluster:admin/transform/node_stats",
    "cluster:admin/transform/preview",
    "cluster:admin/transform/put",
    "cluster:admin/transform/reset",
    "cluster:admin/transform/schedule_now",
    "cluster:admin/transform/start",
    "cluster:admin/transform/stop",
    "cluster:admin/transform/update",
    "cluster:admin/transform/upgrade",
    "cluster:admin/transform/upgrade_mode",
  ],
  "monitor_data_frame_transforms monitor_transform manage_data_frame_transforms manage_transform monitor manage all": [
    "cluster:monitor/transform/get",
    "cluster:monitor/transform/stats/get",
  ],
};

/** A transport action: what an operation does, as privileges see it. */
export interface Action {
  readonly name: string;
  readonly scope: "cluster" | "index";
  /** Privileges that grant it, as a refusal lists them. */
  readonly privileges: readonly string[];
  /** All that grants it: these, further ones that a refusal does not name, and the action itself. */
  readonly grantedBy: readonly string[];
}

/** Who may write to an index may add fields to its mapping, as in Elasticsearch before data streams. */
const UNNAMED: Readonly<Record<string, readonly string[]>> = { "indices:admin/mapping/put": ["create_doc", "create", "index", "write"] };

/** An action with everything that grants it. */
export function actionOf(name: string, scope: Action["scope"], privileges: readonly string[]): Action {
  return { name, scope, privileges, grantedBy: [...privileges, ...(ownOf(UNNAMED, name) ?? []), name] };
}

/** All known actions by name. */
export const actions: ReadonlyMap<string, Action> = new Map([...listed("index", INDEX_ACTIONS), ...listed("cluster", CLUSTER_ACTIONS)]);

function listed(scope: Action["scope"], table: Readonly<Record<string, readonly string[]>>): (readonly [string, Action])[] {
  return Object.entries(table).flatMap(([privileges, names]) => names.map((name) => [name, actionOf(name, scope, privileges.split(" "))] as const));
}
