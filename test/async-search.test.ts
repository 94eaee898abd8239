/** Async searches as clients ask for them: every parameter, every error, and what is left after a restart. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "../src/api/operations.ts";
import { handledOperation } from "../src/api/requests/handled-operation.ts";
import type { RawResponse } from "../src/http/exchange.ts";
import { ElasticsearchDialect } from "../src/http/elasticsearch-dialect.ts";
import type { Pipeline } from "../src/http/pipeline.ts";
import { Authorizer } from "../src/security/authorizer.ts";
import type { Principal } from "../src/security/principal.ts";
import { unsecuredPrincipal } from "../src/security/superuser.ts";
import { type Engine, openEngine } from "../src/server/engine.ts";
import { silentLog } from "../src/server/log.ts";
import { pipelineOf } from "../src/testing/http/pipeline.ts";
import { inMemory } from "./in-memory.ts";

/** What the tests read of answers. */
interface Shown {
  readonly id: string;
  readonly is_running: boolean;
  readonly response: Readonly<Record<string, unknown>>;
  readonly error: { readonly type: string; readonly reason: string };
}

let folder: string;
let engine: Engine;
let pipeline: Pipeline;
let caller: Principal = unsecuredPrincipal;

function user(userId: number, privileges: readonly string[], clusterPrivileges: readonly string[] = []): Principal {
  const rules = [{ names: ["i*"], privileges, allowRestricted: false }];
  const indices = { all: false, user: `user-${userId}`, rules };
  return { ...unsecuredPrincipal, superuser: false, userId, username: `user-${userId}`, clusterPrivileges, indices };
}

async function open(): Promise<void> {
  engine = await openEngine({ ...inMemory, dataPath: folder, log: silentLog });
  const authorizer = new Authorizer();
  pipeline = pipelineOf(
    new ElasticsearchDialect({
      operations: operations.map((operation) => handledOperation(operation, engine.node)),
      authorize(_head, rights, parameters) {
        if (rights) authorizer.request(caller, rights, parameters);
        return caller;
      },
      log: silentLog,
    }),
    { tasks: engine.node.tasks },
  );
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "async-search-"));
  await open();
  const properties = { n: { type: "integer" }, k: { type: "keyword" } };
  await ask("PUT", "/i", { settings: { number_of_shards: 2 }, mappings: { properties } });
  for (const n of [1, 2, 3]) await ask("PUT", `/i/_doc/${n}?refresh=true`, { n, k: `k#${n}` });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

async function answerOf(
  method: string,
  url: string,
  body?: unknown,
  onGone?: (gone: () => void) => void,
): Promise<RawResponse> {
  return pipeline.answer({
    head: { method, url, headers: { "content-type": "application/json" } },
    clientAddress: "127.0.0.1",
    body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
    onGone: onGone ?? (() => undefined),
  });
}

async function ask(method: string, url: string, body?: unknown): Promise<{ status: number; body: Shown }> {
  const answer = await answerOf(method, url, body);
  return { status: answer.status, body: JSON.parse(Buffer.from(answer.body).toString()) as Shown };
}

const KEEP = "keep_on_completion=true";
const AGGS = { size: 1, sort: ["n"], aggs: { m: { max: { field: "n" } } } };

describe("a search that is over in time", () => {
  test("is answered like a search, and not kept", async () => {
    const { status, body } = await ask("POST", "/i/_async_search?wait_for_completion_timeout=10s", AGGS);
    expect(status).toBe(200);
    expect(body).toEqual({
      is_partial: false,
      is_running: false,
      start_time_in_millis: expect.any(Number) as number,
      expiration_time_in_millis: expect.any(Number) as number,
      completion_time_in_millis: expect.any(Number) as number,
      response: {
        took: expect.any(Number) as number,
        timed_out: false,
        _shards: { total: 2, successful: 2, skipped: 0, failed: 0 },
        hits: expect.objectContaining({ total: { value: 3, relation: "eq" } }) as object,
        aggregations: { m: { value: 3 } },
      },
    });
  });

  test("is kept where that is asked for, and shown in each form", async () => {
    const path = `/i/_async_search?${KEEP}&wait_for_completion_timeout=10s&keep_alive=2m`;
    const submitted = await answerOf("POST", `${path}&typed_keys=true&rest_total_hits_as_int=true`, AGGS);
    const { id, ...first } = JSON.parse(Buffer.from(submitted.body).toString()) as Shown;
    expect(submitted.headers).toMatchObject({
      "X-Elasticsearch-Async-Id": id,
      "X-Elasticsearch-Async-Is-Running": "?0",
    });
    expect(first.response).toMatchObject({ hits: { total: 3 }, aggregations: { "max#m": { value: 3 } } });
    const shown = await ask("GET", `/_async_search/${id}`);
    expect(shown.body.response).toMatchObject({
      hits: { total: { value: 3, relation: "eq" } },
      aggregations: { m: { value: 3 } },
    });
    const typed = (await ask("GET", `/_async_search/${id}?typed_keys=true`)).body.response;
    expect(typed).toMatchObject({ aggregations: { "max#m": { value: 3 } } });
    const part = await ask("GET", `/_async_search/${id}?filter_path=response.aggregations.*.value,is_partial`);
    expect(part.body).toEqual({ is_partial: false, response: { aggregations: { m: { value: 3 } } } });
    const status = await ask("GET", `/_async_search/status/${id}?human`);
    expect(status.body).toEqual({
      id,
      is_running: false,
      is_partial: false,
      start_time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      start_time_in_millis: expect.any(Number) as number,
      expiration_time: expect.any(String) as string,
      expiration_time_in_millis: expect.any(Number) as number,
      completion_time: expect.any(String) as string,
      completion_time_in_millis: expect.any(Number) as number,
      _shards: { total: 2, successful: 2, skipped: 0, failed: 0 },
      completion_status: 200,
    });
    expect((await ask("DELETE", `/_async_search/${id}`)).body).toEqual({ acknowledged: true });
    for (const [method, place] of [
      ["GET", ""],
      ["GET", "status/"],
      ["DELETE", ""],
    ] as const) {
      const gone = await ask(method, `/_async_search/${place}${id}`);
      expect(gone).toMatchObject({
        status: 404,
        body: { error: { type: "resource_not_found_exception", reason: id } },
      });
    }
  });

  test("on a point in time sees what that holds", async () => {
    const { id } = (await ask("POST", "/i/_pit?keep_alive=1m")).body;
    const { body } = await ask("POST", "/_async_search?wait_for_completion_timeout=10s", { pit: { id }, size: 0 });
    expect(body.response).toMatchObject({ pit_id: id, hits: { total: { value: 3 } } });
    await ask("DELETE", "/_pit", { id });
  });
});

describe("a search that is not waited for", () => {
  test("runs, and is found when it has ended", async () => {
    const path = "/i/_async_search?wait_for_completion_timeout=0ms&keep_alive=1m";
    const { status, body } = await ask("POST", path, AGGS);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      is_partial: true,
      is_running: true,
      response: { num_reduce_phases: 0, _shards: { total: 2, successful: 0 }, hits: { total: { relation: "gte" } } },
    });
    const running = await ask("GET", `/_async_search/${body.id}?return_intermediate_results=false`);
    expect("response" in running.body).toBe(!running.body.is_running);
    const ended = await ask("GET", `/_async_search/${body.id}?wait_for_completion_timeout=30s`);
    expect(ended.body).toMatchObject({
      is_partial: false,
      is_running: false,
      response: { aggregations: { m: { value: 3 } } },
    });
    await ask("DELETE", `/_async_search/${body.id}`);
  });

  test("is stopped when its client goes away", async () => {
    let leave = (): void => undefined;
    const asked = answerOf("POST", "/i/_async_search?wait_for_completion_timeout=30s", AGGS, (gone) => (leave = gone));
    leave();
    const { error } = JSON.parse(Buffer.from((await asked).body).toString()) as Shown;
    expect(JSON.stringify(error)).toContain("cancel");
    expect(engine.node.tasks.all).toEqual([]);
  });
});

test("what it came to is there after a restart", async () => {
  const { id } = (await ask("POST", `/i/_async_search?${KEEP}`, AGGS)).body;
  await engine.close();
  await open();
  expect((await ask("GET", `/_async_search/${id}`)).body).toMatchObject({
    id,
    response: { aggregations: { m: { value: 3 } } },
  });
  // Nobody else writes its record.
  expect((await ask("PUT", "/.async-search/_doc/1", {})).status).toBe(403);
});

describe("rights", () => {
  test("others are not told of a search, but may stop it where they may cancel tasks", async () => {
    caller = user(1, ["read"]);
    const { id } = (await ask("POST", `/i/_async_search?${KEEP}`, AGGS)).body;
    expect((await ask("GET", `/_async_search/${id}`)).status).toBe(200);
    expect((await ask("GET", `/_async_search/status/${id}`)).status).toBe(403);
    caller = user(2, ["read"], ["monitor"]);
    expect((await ask("GET", `/_async_search/${id}`)).status).toBe(404);
    expect((await ask("DELETE", `/_async_search/${id}`)).status).toBe(404);
    expect((await ask("GET", `/_async_search/status/${id}`)).body).toMatchObject({ completion_status: 200 });
    caller = user(3, [], ["cancel_task"]);
    expect((await ask("POST", "/i/_async_search", AGGS)).status).toBe(403);
    expect((await ask("DELETE", `/_async_search/${id}`)).status).toBe(200);
    caller = unsecuredPrincipal;
  });
});

describe("what is refused", () => {
  test.each([
    ["?keep_alive=500ms", {}, "Validation Failed: 1: [keep_alive] must be greater or equals than 1 second, got:500ms;"],
    ["", { suggest: { s: { text: "a", term: { field: "k" } } } }, "suggest-only queries are not supported"],
    ["?batched_reduce_size=1", {}, "batchedReduceSize must be >= 2"],
    ["?wait_for_completion_timeout=soon", {}, "failed to parse setting [wait_for_completion_timeout]"],
    ["?keep_on_completion=perhaps", {}, "Failed to parse value [perhaps] as only [true] or [false] are allowed."],
    ["?scroll=1m", {}, "contains unrecognized parameter: [scroll]"],
    ["", { query: { nothing: {} } }, "unknown query [nothing]"],
    ["", { size: -5 }, "[size] parameter cannot be negative"],
  ])("%s %j", async (parameters, body, reason) => {
    const { status, body: answer } = await ask("POST", `/i/_async_search${parameters}`, body);
    expect([status, answer.error.reason]).toEqual([400, expect.stringContaining(reason)]);
  });

  test.each(["/_async_search/foo", "/_async_search/status/foo"])("%s is no id", async (path) => {
    const { status, body } = await ask("GET", path);
    expect([status, body.error.reason]).toEqual([400, "invalid id: [foo]"]);
    expect((await ask("DELETE", "/_async_search/foo")).status).toBe(400);
  });

  test("indices that are not there, and searches that fail on all shards, are errors of the search", async () => {
    const missing = await ask("POST", "/i-none/_async_search", {});
    expect(missing).toMatchObject({
      status: 404,
      body: {
        is_partial: true,
        is_running: false,
        error: {
          type: "status_exception",
          reason: "error while executing search",
          caused_by: { type: "index_not_found_exception", reason: "no such index [i-none]" },
        },
      },
    });
    const failed = await ask("POST", `/i/_async_search?${KEEP}`, { sort: ["nothing"] });
    expect(failed).toMatchObject({
      status: 400,
      body: {
        is_partial: true,
        response: { _shards: { total: 2, successful: 0, failed: 2 } },
        error: { type: "status_exception", caused_by: { type: "search_phase_execution_exception" } },
      },
    });
    const kept = await ask("GET", `/_async_search/${failed.body.id}`);
    expect(kept).toMatchObject({ status: 400, body: { error: failed.body.error } });
    const status = await ask("GET", `/_async_search/status/${failed.body.id}`);
    expect(status).toMatchObject({ status: 200, body: { completion_status: 400, is_partial: true } });
  });

  test("a response that is too large to be kept", async () => {
    const limit = { "search.max_async_search_response_size": "100b" };
    await ask("PUT", "/_cluster/settings", { persistent: limit });
    const { status, body } = await ask("POST", `/i/_async_search?${KEEP}`, AGGS);
    expect([status, body.error.reason]).toEqual([
      400,
      "Can't store an async search response larger than [100] bytes. This limit can be set by changing the [search.max_async_search_response_size] setting.",
    ]);
    // One that is not to be kept is answered all the same.
    expect((await ask("POST", "/i/_async_search?wait_for_completion_timeout=10s", AGGS)).status).toBe(200);
    await ask("PUT", "/_cluster/settings", { persistent: { "search.max_async_search_response_size": null } });
  });
});
