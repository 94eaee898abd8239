/** The privileges that roles give, by Elasticsearch's names, and which of them contain which. */
import { didYouMean } from "../core/did-you-mean.ts";
import { illegalArgument } from "../core/errors.ts";

/** Index privileges, each with those that contain it, weakest first. */
const INDEX_PRIVILEGES: Readonly<Record<string, readonly string[]>> = {
  all: [],
  auto_configure: ["create_index", "manage", "all"],
  create: ["index", "write", "all"],
  create_doc: ["create", "index", "write", "all"],
  create_index: ["manage", "all"],
  cross_cluster_replication: ["manage", "all"],
  cross_cluster_replication_internal: ["all"],
  delete: ["write", "all"],
  delete_index: ["manage", "all"],
  index: ["write", "all"],
  maintenance: ["manage", "all"],
  manage: ["all"],
  manage_data_stream_lifecycle: ["manage", "all"],
  manage_failure_store: ["all"],
  manage_follow_index: ["manage", "all"],
  manage_ilm: ["manage", "all"],
  manage_leader_index: ["manage", "all"],
  monitor: ["manage", "all"],
  none: [],
  read: ["all"],
  read_cross_cluster: ["all"],
  read_failure_store: ["all"],
  view_index_metadata: ["manage", "all"],
  write: ["all"],
};

/** Cluster privileges, each with those that contain it, weakest first. */
const CLUSTER_PRIVILEGES: Readonly<Record<string, readonly string[]>> = {
  all: [],
  cancel_task: ["manage", "all"],
  create_snapshot: ["manage", "all"],
  cross_cluster_replication: ["manage", "all"],
  cross_cluster_search: ["manage", "all"],
  delegate_pki: ["all"],
  grant_api_key: ["manage_security", "all"],
  manage: ["all"],
  manage_api_key: ["manage_security", "all"],
  manage_autoscaling: ["manage", "all"],
  manage_behavioral_analytics: ["manage", "all"],
  manage_ccr: ["manage", "all"],
  manage_connector: ["manage", "all"],
  manage_data_frame_transforms: ["manage", "all"],
  manage_data_stream_global_retention: ["manage", "all"],
  manage_enrich: ["manage", "all"],
  manage_ilm: ["manage", "all"],
  manage_index_templates: ["manage", "all"],
  manage_inference: ["manage", "all"],
  manage_ingest_pipelines: ["manage", "all"],
  manage_logstash_pipelines: ["manage", "all"],
  manage_ml: ["manage", "all"],
  manage_oidc: ["manage_security", "all"],
  manage_own_api_key: ["manage_api_key", "manage_security", "all"],
  manage_pipeline: ["manage", "all"],
  manage_rollup: ["manage", "all"],
  manage_saml: ["manage_security", "all"],
  manage_search_application: ["manage", "all"],
  manage_search_query_rules: ["manage", "all"],
  manage_search_synonyms: ["manage", "all"],
  manage_security: ["all"],
  manage_service_account: ["manage_security", "all"],
  manage_slm: ["manage", "all"],
  manage_token: ["manage_security", "all"],
  manage_transform: ["manage", "all"],
  manage_user_profile: ["manage_security", "all"],
  manage_watcher: ["manage", "all"],
  monitor: ["manage", "all"],
  monitor_connector: ["manage_connector", "monitor", "manage", "all"],
  monitor_data_frame_transforms: ["manage_data_frame_transforms", "monitor", "manage", "all"],
  monitor_data_stream_global_retention: ["manage_data_stream_global_retention", "monitor", "manage", "all"],
  monitor_enrich: ["manage_enrich", "monitor", "manage", "all"],
  monitor_inference: ["manage_inference", "monitor", "manage", "all"],
  monitor_ml: ["manage_ml", "monitor", "manage", "all"],
  monitor_rollup: ["manage_rollup", "monitor", "manage", "all"],
  monitor_snapshot: ["create_snapshot", "manage", "all"],
  monitor_stats: ["monitor", "manage", "all"],
  monitor_text_structure: ["monitor", "manage", "all"],
  monitor_transform: ["manage_transform", "monitor", "manage", "all"],
  monitor_watcher: ["manage_watcher", "monitor", "manage", "all"],
  none: [],
  post_behavioral_analytics_event: ["manage_behavioral_analytics", "manage", "all"],
  read_ccr: ["manage_ccr", "manage", "all"],
  read_connector_secrets: ["write_connector_secrets", "all"],
  read_fleet_secrets: ["write_fleet_secrets", "all"],
  read_ilm: ["manage_ilm", "manage", "all"],
  read_pipeline: ["manage_ingest_pipelines", "manage_pipeline", "manage", "all"],
  read_security: ["manage_security", "all"],
  read_slm: ["manage_slm", "manage", "all"],
  transport_client: ["monitor", "manage", "all"],
  write_connector_secrets: ["all"],
  write_fleet_secrets: ["all"],
};

const BY_SCOPE = { index: INDEX_PRIVILEGES, cluster: CLUSTER_PRIVILEGES };

/** Names of all privileges of a scope, sorted. */
export function privilegeNames(scope: "cluster" | "index"): string[] {
  return Object.keys(BY_SCOPE[scope]);
}

/** A privilege and all that contain it, weakest first: whoever has one of them has it. */
export function grantedBy(scope: "cluster" | "index", privilege: string): readonly string[] {
  const table = BY_SCOPE[scope];
  return Object.hasOwn(table, privilege) ? [privilege, ...(table[privilege] ?? [])] : [privilege, "all"];
}

/** Throws 400 for a name that is no privilege, so that a role never promises what nothing checks. */
export function checkPrivileges(scope: "cluster" | "index", privileges: readonly string[]): void {
  for (const privilege of privileges) {
    if (Object.hasOwn(BY_SCOPE[scope], privilege)) continue;
    const names = privilegeNames(scope);
    throw illegalArgument(
      `unknown ${scope} privilege [${privilege}]${didYouMean(privilege, names)}. a privilege must be one of the predefined fixed ${scope} privileges [${names.join(",")}]`,
    );
  }
}
