import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "../src/testing/server/all-operations.ts";
import { acceptedParameters, operationRoutes, type OperationRoute } from "../src/http/operation-routes.ts";
import { BODIES as SECURITY_BODIES } from "./permission-matrix.ts";
import { type Answer, type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

/** An index with a document, for reads; writes go to names that come and go. */
const INDEX = "wardex-parameters";
const ADMIN_TOKEN = "an-administrators-token";
const MEMBER = "wardex-parameters-member";
const CLOSING = "wardex-parameters-closing";

/** An async search that is not there. */
const ASYNC_SEARCH = "FmRldE8zREVEUzA2ZVpUeGs2ejJFUFEaMkZ5QTVrSTZSaVN3WlNFVmtlWHJsdzoxMDc=";

/** Path parameters; others are `x`. */
const PATH: Readonly<Record<string, string>> = {
  "search_mvt field": "place",
  "search_mvt zoom": "0",
  "search_mvt x": "0",
  "search_mvt y": "0",
  "async_search.delete id": ASYNC_SEARCH,
  "async_search.get id": ASYNC_SEARCH,
  "async_search.status id": ASYNC_SEARCH,
  "indices.delete_data_lifecycle name": "wardex-stream",
  "indices.delete_data_stream name": "wardex-nothing*",
  "indices.data_streams_stats name": "wardex-stream",
  "indices.get_data_lifecycle name": "wardex-stream",
  "indices.get_data_stream name": "wardex-stream",
  "indices.promote_data_stream name": "wardex-stream",
  ...Object.fromEntries(
    ["settings", "mappings", "options"].flatMap((part) =>
      ["get", "put", "delete"].map((verb) => [`indices.${verb}_data_stream_${part} name`, "wardex-stream"]),
    ),
  ),
  ...Object.fromEntries(
    ["follow", "follow_stats", "pause_follow", "resume_follow", "unfollow", "forget_follower"].map((name) => [
      `ccr.${name} index`,
      "wardex-nothing",
    ]),
  ),
  "indices.create_from source": "wardex-parameters",
  "indices.create_from dest": "wardex-created-from",
  "indices.put_data_lifecycle name": "wardex-stream",
  feature: "disk",
  task_type: "completion",
  id: "1",
  "put_script context": "field",
  metric: "_all",
  "nodes.stats metric": "indices",
  node_id: "_local",
  fields: "a",
  name: "wardex-alias",
  index_metric: "docs",
  target: "_all",
  block: "write",
  repository: "wardex-none*",
  "snapshot.create_repository repository": "wardex-repository",
  task_id: "wardex-node:1",
  "security.change_password username": "admin",
  "security.has_privileges user": "admin",
};

/** Values that make sense for parameters that are neither flags nor free text. */
const VALUES: Readonly<Record<string, string>> = {
  "nodes.hot_threads interval": "10ms",
  "nodes.hot_threads snapshots": "1",
  "nodes.hot_threads threads": "1",
  "nodes.hot_threads type": "cpu",
  "nodes.hot_threads sort": "total",
  timeout: "1s", master_timeout: "1s", wait_for_timeout: "1s", scroll: "1s", expand_wildcards: "open", refresh: "true", version: "1", version_type: "external",
  if_seq_no: "0", if_version: "1", ecs_compatibility: "v1", if_primary_term: "1", preference: "_local", wait_for_active_shards: "1", op_type: "index", level: "indices", health: "green", bytes: "b",
  time: "ms", format: "json", wait_for_status: "red", wait_for_nodes: ">=1", wait_for_events: "languid", wait_for_metadata_version: "1", max_num_segments: "1",
  search_type: "query_then_fetch", default_operator: "AND", order: "1", size: "1", from: "0", q: "a:1", sort: "_doc", source: "{}", source_content_type: "application/json",
  max_concurrent_searches: "1", max_concurrent_shard_requests: "1", pre_filter_shard_size: "1", batched_reduce_size: "2", min_score: "1", terminate_after: "1",
  retry_on_conflict: "1", max_docs: "1", scroll_size: "1", slices: "auto", conflicts: "proceed", requests_per_second: "1", search_timeout: "1s",
  "search version": "true", extent: "256", grid_agg: "geotile", grid_precision: "1", grid_type: "point", "async_search.submit version": "true", "async_search.submit keep_alive": "1m", wait_for_completion_timeout: "1s", "snapshot.get sort": "name", "snapshot.get order": "asc", "snapshot.get after": "MCxyLHM=", from_sort_value: "1", offset: "1", "snapshot.get state": "SUCCESS", "delete_by_query version": "true", "update_by_query version": "true", "field_caps filters": "-nested", include_empty_fields: "false", "indices.shard_stores status": "all", "indices.resolve_index mode": "standard", "cluster.allocation_explain index": "wardex-parameters", "cluster.allocation_explain shard": "0", "cluster.allocation_explain current_node": "_local", "license.post_start_trial type": "trial", "xpack.info categories": "license", group_by: "none", keep_alive: "1ms", parent_task: "wardex-node:1", parent_task_id: "wardex-node:1", s: "", h: "*", human: "true", features: "settings", routing: "a", pipeline: "_none", suggest_mode: "missing", suggest_size: "1",
  blob_count: "1", concurrency: "1", meta_thread_pool_concurrency: "1", blob_thread_pool_concurrency: "1", snapshot_verification_concurrency: "1", index_verification_concurrency: "1", index_snapshot_verification_concurrency: "1", max_failed_shard_snapshots: "1", max_bytes_per_sec: "1mb", early_read_node_count: "1", max_blob_size: "1kb", max_total_data_size: "1kb", rare_action_probability: "0.5", "simulate.ingest merge_type": "index", read_node_count: "1", register_operation_count: "1", seed: "1",
}; // prettier-ignore

/** Parameters that make sense only together. */
const TOGETHER: Readonly<Record<string, string>> = {
  "indices.disk_usage": "&run_expensive_tasks=true",
  suggest_field: "&suggest_text=a",
  suggest_mode: "&suggest_field=a&suggest_text=a",
  suggest_size: "&suggest_field=a&suggest_text=a",
  suggest_text: "&suggest_field=a",
  if_seq_no: "&if_primary_term=1",
  if_primary_term: "&if_seq_no=0",
  version: "&version_type=external",
  version_type: "&version=1",
  open_point_in_time: "&keep_alive=1ms",
  "open_point_in_time keep_alive": "",
  delete_by_query_rethrottle: "&requests_per_second=1",
  "delete_by_query_rethrottle requests_per_second": "",
  reindex_rethrottle: "&requests_per_second=1",
  "reindex_rethrottle requests_per_second": "",
  update_by_query_rethrottle: "&requests_per_second=1",
  "update_by_query_rethrottle requests_per_second": "",
  "cluster.allocation_explain": "&index=wardex-parameters&shard=0&primary=true",
  "cluster.allocation_explain index": "&shard=0&primary=true",
  "cluster.allocation_explain shard": "&index=wardex-parameters&primary=true",
  "cluster.allocation_explain primary": "&index=wardex-parameters&shard=0",
  "cluster.post_voting_config_exclusions": "&node_names=wardex-gone",
  "cluster.post_voting_config_exclusions node_ids": "",
  "cluster.post_voting_config_exclusions node_names": "",
};

/** A scroll that is not there. */
const SCROLL = Buffer.from("scroll:1:none").toString("base64url");

const POINT_IN_TIME = Buffer.from("pit:1:none").toString("base64url");

/** Bodies that operations need to come to their parameters. */
const BODIES: Readonly<Record<string, string>> = {
  "autoscaling.put_autoscaling_policy": '{"roles":["data_hot"]}',
  "ccr.follow": '{"remote_cluster":"none","leader_index":"a"}',
  "ccr.forget_follower":
    '{"follower_cluster":"a","follower_index":"a","follower_index_uuid":"a","leader_remote_cluster":"a"}',
  "ccr.put_auto_follow_pattern": '{"remote_cluster":"none","leader_index_patterns":["a"]}',
  put_script: '{"script":{"lang":"painless","source":"1"}}',
  "inference.put": '{"service":"none"}',
  "inference.update": '{"task_settings":{}}',
  "inference.completion": '{"input":"a"}',
  "inference.inference": '{"input":"a"}',
  "inference.rerank": '{"input":"a","query":"b"}',
  "inference.sparse_embedding": '{"input":"a"}',
  "inference.text_embedding": '{"input":"a"}',
  "query_rules.put_rule": '{"type":"pinned","criteria":[{"type":"always"}],"actions":{"ids":["1"]}}',
  "query_rules.put_ruleset":
    '{"rules":[{"rule_id":"r","type":"pinned","criteria":[{"type":"always"}],"actions":{"ids":["1"]}}]}',
  "query_rules.test": '{"match_criteria":{"a":"b"}}',
  "snapshot.clone": '{"indices":"x"}',
  "snapshot.create_repository": '{"type":"fs","settings":{"location":"a"}}',
  "slm.put_lifecycle": '{"name":"s","schedule":"1h","repository":"wardex-repository"}',
  "synonyms.put_synonym": '{"synonyms_set":[{"synonyms":"hello, hi"}]}',
  "synonyms.put_synonym_rule": '{"synonyms":"hello, hi"}',
  "cluster.put_component_template": '{"template":{}}',
  "indices.put_index_template": '{"index_patterns":["wardex-nothing"]}',
  "indices.modify_data_stream": `{"actions":[{"add_backing_index":{"data_stream":"wardex-stream","index":"${MEMBER}"}}]}`,
  "indices.put_data_lifecycle": "{}",
  "indices.put_data_stream_mappings": "{}",
  "indices.put_data_stream_options": "{}",
  "indices.put_data_stream_settings": "{}",
  "indices.put_template": '{"index_patterns":["wardex-nothing-else"]}',
  "indices.simulate_template": '{"index_patterns":["wardex-nothing"],"priority":5}',
  "indices.simulate_index_template": '{"index_patterns":["wardex-nothing"],"priority":5}',
  "ilm.put_lifecycle": '{"policy":{"phases":{}}}',
  "transform.put_transform": `{"source":{"index":"${INDEX}"},"dest":{"index":"wardex-copy"},"latest":{"unique_key":["a"],"sort":"a"}}`,
  "transform.preview_transform": `{"source":{"index":"${INDEX}"},"latest":{"unique_key":["a"],"sort":"a"}}`,
  "enrich.put_policy": `{"match":{"indices":"${INDEX}","match_field":"a","enrich_fields":["b"]}}`,
  "ingest.put_pipeline": '{"processors":[]}',
  "simulate.ingest": `{"docs":[{"_index":"${INDEX}","_source":{}}]}`,
  "ingest.simulate": '{"pipeline":{"processors":[]},"docs":[{"_source":{}}]}',
  "async_search.submit": '{"query":{"match_all":{}}}',
  bulk: '{"index":{"_id":"1"}}\n{}\n',
  msearch_template: `{}\n{"source":{}}\n`,
  render_search_template: '{"source":{}}',
  search_template: '{"source":{}}',
  msearch: "{}\n{}\n",
  mget: '{"ids":["1"]}',
  mtermvectors: '{"ids":["1"]}',
  knn_search: '{"knn":{"field":"a","query_vector":[1],"k":1,"num_candidates":1}}',
  rank_eval: '{"requests":[{"id":"a","request":{},"ratings":[]}],"metric":{"precision":{}}}',
  terms_enum: '{"field":"a"}',
  scripts_painless_execute: '{"script":{"source":"1"}}',
  update: '{"doc":{}}',
  delete_by_query: '{"query":{"match_none":{}}}',
  reindex: `{"source":{"index":"${INDEX}","query":{"match_none":{}}},"dest":{"index":"wardex-copy"}}`,
  explain: '{"query":{"match_all":{}}}',
  scroll: `{"scroll_id":"${SCROLL}"}`,
  close_point_in_time: `{"id":"${POINT_IN_TIME}"}`,
  clear_scroll: `{"scroll_id":"${SCROLL}"}`,
  field_caps: '{"fields":["a"]}',
  "cluster.put_settings": '{"transient":{"logger.a":"info"}}',
  "indices.analyze": '{"text":"a"}',
  "indices.put_settings": '{"refresh_interval":"1s"}',
  "indices.split": '{"settings":{"index.number_of_shards":2}}',
  "indices.update_aliases": `{"actions":[{"add":{"index":"${INDEX}","alias":"wardex-alias"}}]}`,
};

/** Operations that know these parameters to refuse them, as Elasticsearch does. */
const KNOWN_TO_REFUSE: ReadonlySet<string> = new Set([
  // Its body names them already.
  "field_caps fields",
  // They read by pages, which no cache keeps: 8.19 refuses it, too.
  "delete_by_query request_cache",
  "update_by_query request_cache",
  // A batch begins where the one before it ends.
  "delete_by_query from",
  "update_by_query from",
  // The test before has made it.
  "cluster.put_component_template create",
  "indices.put_index_template create",
  "indices.put_template create",
  "indices.simulate_template create",
  // Nothing is held without a duration, which these are asked without.
  "open_point_in_time source",
  "open_point_in_time source_content_type",
  // Only a data stream is rolled over lazily.
  "indices.rollover lazy",
  // The pipeline has no version.
  "ingest.put_pipeline if_version",
  "create version",
  "create version_type",
  "create if_seq_no",
  "create if_primary_term",
  "update version",
  "update version_type",
]);

/** No alias could become one, no repository is there: whatever is asked is refused. */
const REFUSED: ReadonlySet<string> = new Set([
  // Its service is not there.
  "inference.put",
  "indices.migrate_to_data_stream",
  // No index here is one of time series.
  "indices.downsample",
  // No index in the data folder is unknown.
  "dangling_indices.delete_dangling_index",
  "dangling_indices.import_dangling_index",
  "slm.execute_lifecycle",
  "slm.put_lifecycle",
  // The first that is asked for has made the index.
  "indices.create_from",
  // No index here has a lifecycle.
  "ilm.delete_lifecycle",
  "ilm.get_lifecycle",
  "ilm.move_to_step",
  "ilm.retry",
]);

/** Deprecated in releases after 8.19, and still of effect. */
const STILL_WORKING: ReadonlySet<string> = new Set([
  "cluster.state local",
  "scroll scroll_id",
  "clear_scroll scroll_id",
]);

const names = new Set(operations.map(({ name }) => name));
const routes = operationRoutes.filter(({ op }) => names.has(op));

/** Words that ask for something else than a flag are `a`, unless the table says otherwise. */
function valueOf(name: string, route: OperationRoute): string {
  return (
    VALUES[`${route.op} ${name}`] ??
    VALUES[name] ??
    (/^(_source|stored_fields|docvalue_fields|groups|fields|.*_fields|analyzer|df|stats|typed|suggest_(field|text)|lang|index_metric|_slice|filter_path|node_id|parent_task.*|actions|nodes|_source_(in|ex)cludes)$/.test(
      name,
    )
      ? "a"
      : "true")
  );
}

let made = 0;

/** What these make must not be there. */
const NEW_NAMES: ReadonlySet<string> = new Set([
  "indices.create",
  "indices.create_data_stream",
  "enrich.put_policy",
  "transform.put_transform",
]);

/** The index that an operation works on: its own one where it makes, closes or removes it. */
function indexOf(route: OperationRoute): string {
  // The index has no vectors.
  if (route.op === "knn_search") return "wardex-nothing*";
  if (["indices.create", "enrich.put_policy", "transform.put_transform"].includes(route.op))
    return `wardex-made-${made++}`;
  if (["indices.close", "indices.open", "indices.add_block", "indices.remove_block"].includes(route.op)) return CLOSING;
  if (route.op === "indices.create_data_stream") return `wardex-stream-${made++}`;
  const isMissing = [
    "indices.clone",
    "indices.delete",
    "indices.downsample",
    "indices.shrink",
    "indices.split",
  ].includes(route.op);
  return isMissing ? "wardex-nothing" : INDEX;
}

/** A path of the operation that holds as many parameters as possible, without those named. */
function pathOf(route: OperationRoute, without: string): { method: string; path: string } {
  const urls = route.urls.filter(({ path }) => !path.includes(`{${without}}`));
  const url = [...urls].sort((a, b) => b.path.split("{").length - a.path.split("{").length)[0] ?? route.urls[0];
  const filled = (url?.path ?? "/").replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    (name === "index" && PATH[`${route.op} index`] === undefined) || NEW_NAMES.has(route.op)
      ? indexOf(route)
      : (PATH[`${route.op} ${name}`] ?? PATH[name] ?? "x"),
  );
  const method = url?.methods.includes("POST") === true ? "POST" : (url?.methods[0] ?? "GET");
  return { method, path: filled };
}

function togetherWith(name: string, route: OperationRoute): string {
  const more = TOGETHER[`${route.op} ${name}`] ?? TOGETHER[route.op] ?? TOGETHER[name] ?? "";
  return acceptedParameters(route).has(more.slice(1, more.indexOf("="))) ? more : "";
}

/** Without security the operations of security are not there. */
function asAdministrator(server: ServerProcess): ServerProcess {
  return {
    ...server,
    call: (method, path, body) => server.call(method, path, body, { authorization: `Bearer ${ADMIN_TOKEN}` }),
  };
}

function bodyOf({ op }: OperationRoute): string | undefined {
  const body = BODIES[op] ?? (op.startsWith("security.") ? SECURITY_BODIES[op] : undefined);
  return body === undefined || typeof body === "string" ? body : JSON.stringify(body);
}

describe("parameters", () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = asAdministrator(
      await startServer(["--path-repo", temporaryFolder(), "--security", "on"], { WARDEX_ADMIN_TOKEN: ADMIN_TOKEN }),
    );
    const mappings = { properties: { place: { type: "geo_point" } } };
    await server.call("PUT", `/${INDEX}`, { settings: { number_of_replicas: 0 }, mappings });
    await server.call("PUT", `/${INDEX}/_doc/1?refresh=true`, { a: 1 });
    await server.call("PUT", `/${MEMBER}`, { settings: { number_of_replicas: 0 } });
    await server.call("PUT", "/_index_template/wardex-stream", { index_patterns: ["wardex-stream*"], data_stream: {} });
    await server.call("PUT", "/_data_stream/wardex-stream");
    await server.call("PUT", `/${CLOSING}`, { settings: { number_of_replicas: 0 } });
    return async () => void (await server.stop());
  });

  function send(route: OperationRoute, name: string, value: string): Promise<Answer> {
    const { method, path } = pathOf(route, name);
    const inParameter = name.startsWith("source");
    const body =
      route.body && method !== "HEAD" && !inParameter
        ? (bodyOf(route) ?? (method === "GET" ? undefined : "{}"))
        : undefined;
    const more = inParameter
      ? `&source_content_type=application/json&source=${encodeURIComponent(bodyOf(route) ?? "{}")}`
      : togetherWith(name, route);
    return server.call(
      method,
      `${path}?${inParameter ? more.slice(1) : `${name}=${encodeURIComponent(value)}${more}`}`,
      body,
    );
  }

  test("there are operations to look at", () => {
    expect(routes.length).toBe(names.size);
    expect(routes.length).toBeGreaterThan(50);
  });

  test.each(routes.map((route) => [route.op, route] as const))(
    "%s takes all that are documented, and no others",
    async (_, route) => {
      const refused: string[] = [];
      for (const name of acceptedParameters(route)) {
        if (route.path.includes(name)) continue;
        const answer = await send(route, name, valueOf(name, route));
        const expected =
          answer.text.includes("is not supported by this server yet") ||
          REFUSED.has(route.op) ||
          KNOWN_TO_REFUSE.has(`${route.op} ${name}`);
        if (
          answer.text.includes("unrecognized parameter") ||
          answer.status >= 500 ||
          (answer.status === 400 && !expected)
        )
          refused.push(`${name}: ${answer.status} ${answer.text}`);
      }
      expect(refused).toEqual([]);
      const unknown = await send(route, "wardex_unknown", "1");
      expect(unknown.status).toBe(400);
      if (route.urls[0]?.methods[0] === "HEAD") return;
      const { path } = pathOf(route, "");
      const sent = NEW_NAMES.has(route.op) ? path.replace(/\d+$/, String(made - 2)) : path;
      expect(unknown.body).toMatchObject({
        error: {
          type: "illegal_argument_exception",
          reason: `request [${sent}] contains unrecognized parameter: [wardex_unknown]`,
        },
        status: 400,
      });
    },
  );

  const deprecated = routes.flatMap((route) =>
    (route.deprecatedParameters ?? []).map((name) => [route.op, name, route] as const),
  );
  test.each(deprecated.filter(([op, name]) => !STILL_WORKING.has(`${op} ${name}`)))(
    "%s: %s is deprecated",
    async (_, name, route) => {
      const answer = await send(route, name, valueOf(name, route));
      expect(answer.headers.get("warning")).toMatch(/^299 Elasticsearch-8\.19\.0\S* "/);
    },
  );

  test("near names are suggested", async () => {
    const answer = await server.call("GET", `/${INDEX}/_search?sizze=1&form=2`);
    expect(answer.body).toMatchObject({
      error: {
        reason: `request [/${INDEX}/_search] contains unrecognized parameters: [form] -> did you mean [format]?, [sizze] -> did you mean [size]?`,
      },
    });
  });
});
