/**
 * Roles that are always there and cannot be changed: their privileges are those of Elasticsearch, 8.19. Left out are
 * those for the system users of other products, which are not there.
 */
import type { JsonObject } from "../../core/json.ts";
import { type RoleDescriptor, showDescriptor } from "./role-descriptor.ts";

interface BuiltinRole extends RoleDescriptor {
  readonly name: string;
  readonly description: string;
}

const roles: readonly BuiltinRole[] = [
  {
    name: "editor",
    cluster: [],
    indices: [
      { names: ["/~(([.]|ilm-history-).*)/"], privileges: ["read", "view_index_metadata"] },
      { names: ["observability-annotations"], privileges: ["read", "view_index_metadata", "write"] },
      { names: [".slo-observability.*"], privileges: ["read", "view_index_metadata", "write", "manage"] },
      {
        names: [
          ".siem-signals*",
          ".lists-*",
          ".items-*",
          ".reindexed-v8-siem-signals*",
          ".reindexed-v8-lists-*",
          ".reindexed-v8-items-*",
        ],
        privileges: ["read", "view_index_metadata", "write", "maintenance"],
      },
      {
        names: [
          ".internal.alerts*",
          ".reindexed-v8-internal.alerts*",
          ".alerts*",
          ".internal.preview.alerts*",
          ".reindexed-v8-internal.preview.alerts*",
          ".preview.alerts*",
          ".internal.adhoc.alerts*",
          ".adhoc.alerts*",
        ],
        privileges: ["read", "view_index_metadata", "write", "maintenance"],
      },
      { names: ["profiling-*", ".profiling-*"], privileges: ["read", "view_index_metadata"] },
    ],
    applications: [{ application: "kibana-.kibana", privileges: ["all"], resources: ["*"] }],
    description: "Reads all data indices, and writes annotations, signals and alerts.",
  },
  {
    name: "enrich_user",
    cluster: ["manage_enrich", "manage_ingest_pipelines", "monitor"],
    indices: [
      { names: [".enrich-*"], privileges: ["read", "view_index_metadata"], allowRestrictedIndices: true },
      { names: [".enrich-*"], privileges: ["manage", "write"] },
    ],
    description: "Administers enrich policies and ingest pipelines.",
  },
  {
    name: "inference_admin",
    cluster: ["manage_inference"],
    indices: [],
    description: "Administers inference endpoints.",
  },
  { name: "inference_user", cluster: ["monitor_inference"], indices: [], description: "Looks at inference endpoints." },
  {
    name: "ingest_admin",
    cluster: ["manage_index_templates", "manage_pipeline"],
    indices: [],
    description: "Administers index templates and ingest pipelines.",
  },
  {
    name: "kibana_admin",
    cluster: [],
    indices: [],
    applications: [{ application: "kibana-.kibana", privileges: ["all"], resources: ["*"] }],
    description: "Everything in Kibana.",
  },
  {
    name: "kibana_user",
    cluster: [],
    indices: [],
    applications: [{ application: "kibana-.kibana", privileges: ["all"], resources: ["*"] }],
    metadata: { _deprecated: true, _deprecated_reason: "Please use the [kibana_admin] role instead" },
    description: "Everything in Kibana.",
  },
  {
    name: "logstash_admin",
    cluster: ["manage_logstash_pipelines"],
    indices: [
      {
        names: [".logstash*"],
        privileges: ["create", "delete", "index", "manage", "read"],
        allowRestrictedIndices: true,
      },
    ],
    description: "Administers the pipelines of Logstash.",
  },
  {
    name: "machine_learning_admin",
    cluster: ["manage_ml"],
    indices: [
      {
        names: [".ml-anomalies*", ".ml-notifications*", ".ml-state*", ".ml-meta*", ".ml-stats-*"],
        privileges: ["view_index_metadata", "read"],
        allowRestrictedIndices: true,
      },
      { names: [".ml-annotations*"], privileges: ["view_index_metadata", "read", "write"] },
    ],
    applications: [{ application: "kibana-*", privileges: ["reserved_ml_admin"], resources: ["*"] }],
    description: "Administers machine learning.",
  },
  {
    name: "machine_learning_user",
    cluster: ["monitor_ml"],
    indices: [
      { names: [".ml-anomalies*", ".ml-notifications*"], privileges: ["view_index_metadata", "read"] },
      { names: [".ml-annotations*"], privileges: ["view_index_metadata", "read", "write"] },
    ],
    applications: [{ application: "kibana-*", privileges: ["reserved_ml_user"], resources: ["*"] }],
    description: "Looks at machine learning.",
  },
  {
    name: "monitoring_user",
    cluster: ["cluster:monitor/main", "cluster:monitor/xpack/info", "cluster:monitor/remote/info"],
    indices: [
      { names: [".monitoring-*"], privileges: ["read", "read_cross_cluster"] },
      {
        names: ["/metrics-(beats|elasticsearch|enterprisesearch|kibana|logstash).*/"],
        privileges: ["read", "read_cross_cluster"],
      },
      { names: ["metricbeat-*"], privileges: ["read", "read_cross_cluster"] },
    ],
    applications: [{ application: "kibana-*", privileges: ["reserved_monitoring"], resources: ["*"] }],
    remoteIndices: [
      { names: [".monitoring-*"], privileges: ["read", "read_cross_cluster"], clusters: ["*"] },
      {
        names: ["/metrics-(beats|elasticsearch|enterprisesearch|kibana|logstash).*/"],
        privileges: ["read", "read_cross_cluster"],
        clusters: ["*"],
      },
      { names: ["metricbeat-*"], privileges: ["read", "read_cross_cluster"], clusters: ["*"] },
    ],
    description: "Reads what monitoring has written, and the basic facts about the cluster.",
  },
  {
    name: "remote_monitoring_collector",
    cluster: ["monitor"],
    indices: [
      { names: ["*"], privileges: ["monitor"], allowRestrictedIndices: true },
      { names: [".kibana*"], privileges: ["read"], allowRestrictedIndices: true },
    ],
    description: "Collects the statistics of the cluster and of all indices.",
  },
  { name: "rollup_admin", cluster: ["manage_rollup"], indices: [], description: "Administers rollups." },
  { name: "rollup_user", cluster: ["monitor_rollup"], indices: [], description: "Looks at rollups." },
  {
    name: "snapshot_user",
    cluster: ["create_snapshot", "cluster:admin/repository/get"],
    indices: [{ names: ["*"], privileges: ["view_index_metadata"], allowRestrictedIndices: true }],
    description: "Makes snapshots of all indices, and looks at repositories and metadata.",
  },
  {
    name: "superuser",
    cluster: ["all"],
    indices: [
      { names: ["*"], privileges: ["all"] },
      {
        names: ["*"],
        privileges: ["monitor", "read", "view_index_metadata", "read_cross_cluster"],
        allowRestrictedIndices: true,
      },
    ],
    applications: [{ application: "*", privileges: ["*"], resources: ["*"] }],
    runAs: ["*"],
    remoteIndices: [
      { names: ["*"], privileges: ["all"], clusters: ["*"] },
      {
        names: ["*"],
        privileges: ["monitor", "read", "view_index_metadata", "read_cross_cluster"],
        allowRestrictedIndices: true,
        clusters: ["*"],
      },
    ],
    remoteCluster: [{ privileges: ["monitor_enrich", "monitor_stats"], clusters: ["*"] }],
    description: "Everything, on the cluster and on all indices. Whoever has it may act in the place of anybody.",
  },
  {
    name: "transform_admin",
    cluster: ["manage_transform"],
    indices: [
      {
        names: [".transform-notifications-*", ".data-frame-notifications-*", ".transform-notifications-read"],
        privileges: ["view_index_metadata", "read"],
      },
    ],
    description: "Administers transforms.",
  },
  {
    name: "transform_user",
    cluster: ["monitor_transform"],
    indices: [
      {
        names: [".transform-notifications-*", ".data-frame-notifications-*", ".transform-notifications-read"],
        privileges: ["view_index_metadata", "read"],
      },
    ],
    description: "Looks at transforms.",
  },
  {
    name: "transport_client",
    cluster: ["transport_client"],
    indices: [],
    description: "Looks at the nodes and the state of the cluster, as transport clients do.",
  },
  {
    name: "viewer",
    cluster: [],
    indices: [
      { names: ["/~(([.]|ilm-history-).*)/"], privileges: ["read", "view_index_metadata"] },
      { names: [".slo-observability.*"], privileges: ["read", "view_index_metadata"] },
      {
        names: [
          ".siem-signals*",
          ".lists-*",
          ".items-*",
          ".reindexed-v8-siem-signals*",
          ".reindexed-v8-lists-*",
          ".reindexed-v8-items-*",
        ],
        privileges: ["read", "view_index_metadata"],
      },
      { names: [".alerts*", ".preview.alerts*", ".adhoc.alerts*"], privileges: ["read", "view_index_metadata"] },
      { names: ["profiling-*", ".profiling-*"], privileges: ["read", "view_index_metadata"] },
    ],
    applications: [{ application: "kibana-.kibana", privileges: ["read"], resources: ["*"] }],
    description: "Reads all data indices, and what goes with them.",
  },
  {
    name: "watcher_admin",
    cluster: ["manage_watcher"],
    indices: [
      {
        names: [".watches", ".triggered_watches", ".watcher-history-*"],
        privileges: ["read"],
        allowRestrictedIndices: true,
      },
    ],
    description: "Administers watches.",
  },
  {
    name: "watcher_user",
    cluster: ["monitor_watcher"],
    indices: [
      { names: [".watches"], privileges: ["read"], allowRestrictedIndices: true },
      { names: [".watcher-history-*"], privileges: ["read"] },
    ],
    description: "Looks at watches.",
  },
];

const shown: ReadonlyMap<string, JsonObject> = new Map(roles.map((role) => [role.name, showBuiltin(role)]));

/** Names of all of them, sorted. */
export const builtinRoleNames: readonly string[] = roles.map((role) => role.name);

/** The descriptor of a role that is always there, as answers show it; undefined for other names. */
export function builtinRole(name: string): JsonObject | undefined {
  return shown.get(name);
}

function showBuiltin(role: BuiltinRole): JsonObject {
  const descriptor = showDescriptor({ ...role, metadata: { ...role.metadata, _reserved: true } });
  // Elasticsearch makes this one anew for each request, and has nothing to say about it.
  return role.name === "superuser" ? { ...descriptor, transient_metadata: {} } : descriptor;
}
