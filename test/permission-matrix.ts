/** Every operation, asked for by everyone: what a server lets whom do. */
import { operations } from "../src/testing/server/all-operations.ts";
import spec from "../spec/search-operations.json" with { type: "json" };
import type { Answer } from "./server-process.ts";

/** Who asks. */
export const CALLERS = ["anonymous", "expired", "ordinary", "member", "limited", "superuser"] as const;
export type Caller = (typeof CALLERS)[number];

/** `401` or `403`: refused; `item 403`: an item of the request was; `may`: anything else. */
export type Verdict = "401" | "403" | "item 403" | "may";
export type Matrix = Readonly<Record<string, readonly Verdict[]>>;

/** Sends a request with an `Authorization` header. */
export type SendAs = (
  method: string,
  path: string,
  body: unknown,
  authorization: string | undefined,
) => Promise<Answer>;

/** Rights of the group member: a role. */
export const MEMBER_ROLE = {
  cluster: ["monitor"],
  indices: [{ names: ["matrix-books"], privileges: ["read", "view_index_metadata", "monitor"] }],
};
/** Rights of the limited token: descriptors of an API key that a superuser made. */
export const LIMITED_DESCRIPTORS = {
  limited: { cluster: ["manage_own_api_key"], indices: [{ names: ["matrix-*"], privileges: ["read", "create_doc"] }] },
};

/** What stands in the places of the paths. */
const PLACES: Readonly<Record<string, string>> = {
  index: "matrix-books",
  target_index: "matrix-target",
  field: "place",
  zoom: "0",
  x: "0",
  y: "0",
  id: "1",
  name: "matrix-name",
  alias: "matrix-alias",
  target: "matrix-target",
  block: "write",
  metric: "_all",
  fields: "title",
  task_id: "none:1",
  node_id: "_all",
  username: "matrix-nobody",
  application: "matrix-app",
  ids: "matrix-id",
  realms: "native",
  set_id: "matrix-set",
  index_uuid: "matrix-uuid",
  rule_id: "matrix-rule",
  ruleset_id: "matrix-ruleset",
  inference_id: "matrix-endpoint",
  task_type: "completion",
  policy_id: "matrix-policy",
  repository: "matrix-repository",
  snapshot: "matrix-snapshot",
  target_snapshot: "matrix-clone",
  policy: "matrix-policy",
  transform_id: "matrix-transform",
  source: "matrix-books",
  dest: "matrix-copy",
};

/** Bodies without which a request is refused before anybody asks who sent it. */
export const BODIES: Readonly<Record<string, unknown>> = {
  bulk: `{"index":{"_id":"2"}}\n{"title":"x"}\n`,
  create: { title: "x" },
  index: { title: "x" },
  update: { doc: { title: "x" } },
  delete_by_query: { query: { match_none: {} } },
  update_by_query: { query: { match_none: {} } },
  reindex: { source: { index: "matrix-books", query: { match_none: {} } }, dest: { index: "matrix-copy" } },
  mget: { ids: ["1"] },
  msearch_template: `{}\n{"source":{"query":{"match_all":{}}}}\n`,
  render_search_template: { source: {} },
  search_template: { source: {} },
  msearch: `{}\n{"query":{"match_all":{}}}\n`,
  mtermvectors: { ids: ["1"] },
  knn_search: { knn: { field: "v", query_vector: [1], k: 1, num_candidates: 1 } },
  rank_eval: { requests: [{ id: "a", request: {}, ratings: [] }], metric: { precision: {} } },
  terms_enum: { field: "title" },
  scripts_painless_execute: { script: { source: "1" } },
  explain: { query: { match_all: {} } },
  "cluster.put_component_template": { template: {} },
  "indices.put_index_template": { index_patterns: ["matrix-nothing"] },
  "indices.modify_data_stream": {
    actions: [{ add_backing_index: { data_stream: "matrix-books", index: "matrix-target" } }],
  },
  "indices.put_data_lifecycle": {},
  "indices.put_data_stream_mappings": {},
  "indices.put_data_stream_options": {},
  "indices.put_data_stream_settings": {},
  "indices.put_template": { index_patterns: ["matrix-nothing"] },
  "indices.simulate_template": { index_patterns: ["matrix-nothing"], priority: 5 },
  "indices.analyze": { text: "x" },
  "ilm.move_to_step": {
    current_step: { phase: "new", action: "complete", name: "complete" },
    next_step: { phase: "hot" },
  },
  "ilm.put_lifecycle": { policy: { phases: {} } },
  "transform.put_transform": {
    source: { index: "matrix-books" },
    dest: { index: "matrix-copy" },
    latest: { unique_key: ["title"], sort: "title" },
  },
  "transform.preview_transform": {
    source: { index: "matrix-books" },
    latest: { unique_key: ["title"], sort: "title" },
  },
  "transform.update_transform": { description: "x" },
  "enrich.put_policy": { match: { indices: "matrix-books", match_field: "title", enrich_fields: ["title"] } },
  "ingest.put_geoip_database": { name: "GeoIP2-City", maxmind: { account_id: "1" } },
  "ingest.put_ip_location_database": { name: "GeoIP2-City", maxmind: { account_id: "1" } },
  "ingest.put_pipeline": { processors: [] },
  "simulate.ingest": { docs: [{ _index: "matrix-books", _source: {} }] },
  "ingest.simulate": { pipeline: { processors: [] }, docs: [{ _source: {} }] },
  "indices.put_mapping": { properties: {} },
  "indices.put_settings": { index: { refresh_interval: "1s" } },
  "indices.update_aliases": { actions: [{ add: { index: "matrix-books", alias: "matrix-alias" } }] },
  "ccr.follow": { remote_cluster: "none", leader_index: "a" },
  "ccr.forget_follower": {
    follower_cluster: "a",
    follower_index: "a",
    follower_index_uuid: "a",
    leader_remote_cluster: "a",
  },
  "ccr.put_auto_follow_pattern": { remote_cluster: "none", leader_index_patterns: ["a"] },
  put_script: { script: { lang: "painless", source: "1" } },
  "snapshot.clone": { indices: "x" },
  "snapshot.create_repository": { type: "fs", settings: { location: "matrix" } },
  "slm.put_lifecycle": { name: "s", schedule: "1h", repository: "matrix-repository" },
  "synonyms.put_synonym": { synonyms_set: [] },
  "synonyms.put_synonym_rule": { synonyms: "x, y" },
  "cluster.put_settings": { transient: { "logger.none.at.all": null } },
  "security.bulk_delete_role": { names: ["matrix-none"] },
  "security.bulk_put_role": { roles: { "matrix-made": { cluster: [] } } },
  "security.bulk_update_api_keys": { ids: ["matrix-none"] },
  "security.change_password": { password: "matrix-password" },
  "security.create_api_key": { name: "matrix-made" },
  "security.create_cross_cluster_api_key": { name: "matrix-made", access: { search: [{ names: ["matrix"] }] } },
  "security.get_token": { grant_type: "client_credentials" },
  "security.grant_api_key": {
    grant_type: "password",
    username: "matrix-nobody",
    password: "matrix-password",
    api_key: { name: "matrix-granted" },
  },
  "security.has_privileges": { cluster: ["monitor"] },
  "security.invalidate_api_key": { ids: ["matrix-none"] },
  "security.invalidate_token": { token: "matrix-none" },
  "security.put_privileges": { "matrix-app": { read: { actions: ["data:read/*"] } } },
  "security.put_role": { cluster: [] },
  "security.put_role_mapping": {
    roles: ["matrix-none"],
    enabled: false,
    rules: { field: { username: "matrix-nobody" } },
  },
  "security.put_user": { password: "matrix-password", roles: [] },
  "security.update_api_key": {},
  "security.update_cross_cluster_api_key": { metadata: {} },
};

/** The same for parameters. */
const QUERIES: Readonly<Record<string, string>> = {
  "cluster.post_voting_config_exclusions": "?node_names=matrix-none&timeout=1s",
  field_caps: "?fields=title",
};

/** What would harm those who ask later. */
const NOT_ASKED = new Set(["security.update_settings", "security.get_settings"]);

/** The operations that are there, sorted. */
export const ASKED: readonly string[] = operations
  .map((operation) => operation.name)
  .filter((name) => !NOT_ASKED.has(name))
  .sort((a, b) => (a < b ? -1 : 1));

function requestOf(name: string): { method: string; path: string } {
  const urls = spec.operations.find((operation) => operation.op === name)?.urls ?? [];
  const url =
    urls.find(({ path }) => path.includes("{index}") && !path.includes("{metric}")) ??
    urls.find(({ path }) => !path.includes("{")) ??
    urls[0];
  const method =
    url?.methods.find((one) => (one === "GET") === (BODIES[name] === undefined)) ?? url?.methods[0] ?? "GET";
  const path = (url?.path ?? "/").replaceAll(/\{(\w+)\}/g, (_, place: string) => {
    const filled = PLACES[place];
    if (filled === undefined) throw new Error(`nothing stands in the place of ${place} in ${name}`);
    return filled;
  });
  return { method, path: path + (QUERIES[name] ?? "") };
}

function verdict({ status, text }: Answer): Verdict {
  if (status === 401 || status === 403) return `${status}`;
  return status === 200 && /"type":"security_exception"/.test(text) ? "item 403" : "may";
}

/** Asks for everything. What there was before is there again before each operation. */
export async function matrixOf(
  send: SendAs,
  credentials: Readonly<Record<Caller, string | undefined>>,
): Promise<Matrix> {
  const matrix: Record<string, Verdict[]> = {};
  const superuser = credentials.superuser;
  for (const name of ASKED) {
    const { method, path } = requestOf(name);
    await send("POST", "/matrix-books/_open", undefined, superuser);
    await send("PUT", "/matrix-books/_settings", { index: { "blocks.write": false } }, superuser);
    await send("PUT", "/matrix-books/_doc/1?refresh=true", { title: "x" }, superuser);
    await send("PUT", "/matrix-books/_alias/matrix-alias", undefined, superuser);
    await send("DELETE", "/matrix-target", undefined, superuser);
    const verdicts: Verdict[] = [];
    for (const caller of CALLERS) verdicts.push(verdict(await send(method, path, BODIES[name], credentials[caller])));
    matrix[name] = verdicts;
  }
  return matrix;
}
