/** The privileges that roles give, by Elasticsearch's names, and which of them contain which. */
import { ownOf } from "../core/names.ts";
import { simpleMatch } from "../compat/wildcard.ts";
import { actions } from "./actions.ts";

/** Index privileges, each with those that contain it, weakest first. */
const INDEX_PRIVILEGES: Readonly<Record<string, readonly string[]>> = {
  all: [],
  auto_configure: ["manage", "all"],
  create: ["index", "write", "all"],
  create_doc: ["create", "index", "write", "all"],
  create_index: ["manage", "all"],
  cross_cluster_replication: ["all"],
  cross_cluster_replication_internal: ["all"],
  delete: ["write", "all"],
  delete_index: ["manage", "all"],
  index: ["write", "all"],
  maintenance: ["manage", "all"],
  manage: ["all"],
  manage_data_stream_lifecycle: ["manage", "all"],
  manage_failure_store: ["manage", "all"],
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
  grant_api_key: ["manage_api_key", "manage_security", "all"],
  manage: ["all"],
  manage_api_key: ["manage_security", "all"],
  manage_autoscaling: ["manage", "all"],
  manage_behavioral_analytics: ["manage", "all"],
  manage_ccr: ["all"],
  manage_connector: ["manage", "all"],
  manage_data_frame_transforms: ["manage_transform", "manage", "all"],
  manage_data_stream_global_retention: ["manage", "all"],
  manage_enrich: ["manage", "all"],
  manage_ilm: ["manage", "all"],
  manage_index_templates: ["manage", "all"],
  manage_inference: ["manage", "all"],
  manage_ingest_pipelines: ["manage_pipeline", "manage", "all"],
  manage_logstash_pipelines: ["manage", "all"],
  manage_ml: ["manage", "all"],
  manage_oidc: ["manage_security", "all"],
  manage_own_api_key: ["manage_api_key", "manage_security", "all"],
  manage_pipeline: ["manage_ingest_pipelines", "manage", "all"],
  manage_rollup: ["manage", "all"],
  manage_saml: ["all"],
  manage_search_application: ["manage", "all"],
  manage_search_query_rules: ["manage", "all"],
  manage_search_synonyms: ["manage", "all"],
  manage_security: ["all"],
  manage_service_account: ["manage_security", "all"],
  manage_slm: ["manage", "all"],
  manage_token: ["manage_security", "all"],
  manage_transform: ["manage_data_frame_transforms", "manage", "all"],
  manage_user_profile: ["manage_security", "all"],
  manage_watcher: ["manage", "all"],
  monitor: ["manage", "all"],
  monitor_connector: ["manage_connector", "manage", "all"],
  monitor_data_frame_transforms: [
    "monitor_transform",
    "manage_data_frame_transforms",
    "manage_transform",
    "monitor",
    "manage",
    "all",
  ],
  monitor_data_stream_global_retention: ["manage_data_stream_global_retention", "monitor", "manage", "all"],
  monitor_enrich: ["manage_enrich", "manage", "all"],
  monitor_inference: ["manage_inference", "monitor", "manage", "all"],
  monitor_ml: ["manage_ml", "monitor", "manage", "all"],
  monitor_rollup: ["manage_rollup", "monitor", "manage", "all"],
  monitor_snapshot: ["create_snapshot", "manage", "all"],
  monitor_stats: ["monitor", "manage", "all"],
  monitor_text_structure: ["monitor", "manage", "all"],
  monitor_transform: [
    "monitor_data_frame_transforms",
    "manage_transform",
    "manage_data_frame_transforms",
    "monitor",
    "manage",
    "all",
  ],
  monitor_watcher: ["manage_watcher", "monitor", "manage", "all"],
  none: [],
  post_behavioral_analytics_event: ["manage_behavioral_analytics", "manage", "all"],
  read_ccr: ["manage_ccr", "all"],
  read_connector_secrets: ["manage", "all"],
  read_fleet_secrets: ["manage", "all"],
  read_ilm: ["manage_ilm", "manage", "all"],
  read_pipeline: ["manage_ingest_pipelines", "manage_pipeline", "manage", "all"],
  read_security: ["manage_security", "all"],
  read_slm: ["manage_slm", "manage", "all"],
  transport_client: ["monitor", "manage", "all"],
  write_connector_secrets: ["manage", "all"],
  write_fleet_secrets: ["manage", "all"],
};

/** Privileges on other clusters. */
export const REMOTE_CLUSTER_PRIVILEGES: readonly string[] = ["monitor_enrich", "monitor_stats"];

const BY_SCOPE = { index: INDEX_PRIVILEGES, cluster: CLUSTER_PRIVILEGES };

/** Names of all privileges of a scope, sorted. */
export function privilegeNames(scope: "cluster" | "index"): string[] {
  return Object.keys(BY_SCOPE[scope]);
}

/** A privilege and all that contain it, weakest first: whoever has one of them has it. */
export function grantedBy(scope: "cluster" | "index", privilege: string): readonly string[] {
  const table = BY_SCOPE[scope];
  return Object.hasOwn(table, privilege) ? [privilege, ...(ownOf(table, privilege) ?? [])] : [privilege, "all"];
}

/**
 * The names in the order in which Elasticsearch lists them when it refuses one: those that the fewest others are
 * contained in first.
 */
const LISTED_CLUSTER =
  "manage_own_api_key,manage_data_stream_global_retention,monitor_data_stream_global_retention,none,cancel_task,cross_cluster_replication,cross_cluster_search,delegate_pki,grant_api_key,manage_autoscaling,manage_index_templates,manage_logstash_pipelines,manage_oidc,manage_saml,manage_search_application,manage_search_query_rules,manage_search_synonyms,manage_service_account,manage_token,manage_user_profile,monitor_connector,monitor_enrich,monitor_inference,monitor_ml,monitor_rollup,monitor_snapshot,monitor_stats,monitor_text_structure,monitor_watcher,post_behavioral_analytics_event,read_ccr,read_connector_secrets,read_fleet_secrets,read_ilm,read_pipeline,read_security,read_slm,transport_client,write_connector_secrets,write_fleet_secrets,create_snapshot,manage_behavioral_analytics,manage_ccr,manage_connector,manage_enrich,manage_ilm,manage_inference,manage_ml,manage_rollup,manage_slm,manage_watcher,monitor_data_frame_transforms,monitor_transform,manage_api_key,manage_ingest_pipelines,manage_pipeline,manage_data_frame_transforms,manage_transform,manage_security,monitor,manage,all";
const LISTED_INDEX =
  "manage_failure_store,read_failure_store,none,create_doc,create,auto_configure,create_index,delete,delete_index,index,maintenance,manage_data_stream_lifecycle,manage_follow_index,manage_ilm,manage_leader_index,monitor,view_index_metadata,cross_cluster_replication,cross_cluster_replication_internal,manage,read,read_cross_cluster,write,all";

/** Actions that privileges on the cluster may name. */
const CLUSTER_ACTION = /^(?:cluster:|indices:admin\/template\/|indices:admin\/index_template\/)/;
const INDEX_ACTION = /^(?:indices:|internal:transport\/proxy\/indices:)/;

/** Whether a name in a role is one of an action, or a pattern of several, and no privilege. */
export function isAction(scope: "cluster" | "index", name: string): boolean {
  return (scope === "cluster" ? CLUSTER_ACTION : INDEX_ACTION).test(name);
}

/**
 * What is wrong with the first name that is neither a privilege nor a pattern of actions; undefined: nothing. Case is
 * ignored.
 */
export function privilegeFault(scope: "cluster" | "index", privileges: readonly string[]): string | undefined {
  for (const privilege of privileges) {
    const name = privilege.toLowerCase();
    if (Object.hasOwn(BY_SCOPE[scope], name) || isAction(scope, name)) continue;
    const known =
      scope === "cluster"
        ? `cluster privilege names [${LISTED_CLUSTER}]`
        : `fixed indices privileges [${LISTED_INDEX.split(",")
            .map((each) => `${each}=[${each}]`)
            .join(",")}]`;
    return `unknown ${scope} privilege [${name}]. a privilege must be either one of the predefined ${known} or a pattern over one of the available ${scope} actions`;
  }
  return undefined;
}

/**
 * The names of a role as they are checked: privileges in lower case; an action as a pattern of all that begin with it,
 * as in the original, together with the privileges that this amounts to, so that lists can be cut down by them.
 */
export function effectivePrivileges(scope: "cluster" | "index", privileges: readonly string[]): string[] {
  const effective = new Set<string>();
  for (const privilege of privileges) {
    const name = privilege.toLowerCase();
    if (!isAction(scope, name)) effective.add(name);
    else {
      effective.add(`${name}*`);
      for (const contained of containedIn(scope, `${name}*`)) effective.add(contained);
    }
  }
  return [...effective];
}

/** The privileges whose every action (of those that no weaker privilege gives) matches a pattern. */
function containedIn(scope: "cluster" | "index", pattern: string): string[] {
  return privilegeNames(scope).filter((privilege) => {
    const own = [...actions.values()].filter((action) => action.scope === scope && action.privileges[0] === privilege);
    return own.length > 0 && own.every((action) => simpleMatch(pattern, action.name));
  });
}

/** Whether privileges as they are checked (`effectivePrivileges`) contain another, or an action by its name. */
export function containsPrivilege(scope: "cluster" | "index", given: readonly string[], asked: string): boolean {
  const name = asked.toLowerCase();
  if (!isAction(scope, name)) return grantedBy(scope, name).some((each) => given.includes(each));
  const known = actions.get(name);
  return given.some((each) => {
    if (each.includes(":")) return simpleMatch(each, name);
    return (
      known?.privileges.includes(each) === true || patternsOf(scope, each).some((pattern) => simpleMatch(pattern, name))
    );
  });
}

/** Patterns of the actions of the widest privileges, for actions that no operation takes. */
function patternsOf(scope: "cluster" | "index", privilege: string): readonly string[] {
  const patterns = PATTERNS[scope];
  return ownOf(patterns, privilege) ?? [];
}

const PATTERNS: Readonly<Record<"cluster" | "index", Readonly<Record<string, readonly string[]>>>> = {
  cluster: {
    all: ["*"],
    monitor: ["cluster:monitor/*"],
    manage_ml: ["cluster:admin/xpack/ml/*", "cluster:monitor/xpack/ml/*"],
  },
  index: {
    all: ["indices:*"],
    read: ["indices:data/read/*"],
    write: ["indices:data/write/*"],
    monitor: ["indices:monitor/*"],
    manage: ["indices:monitor/*", "indices:admin/*"],
  },
};
