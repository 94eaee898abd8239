import { beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

describe("delete by query", () => {
  let server: ServerProcess;
  let node = "";

  const folder = temporaryFolder();

  beforeAll(async () => {
    server = await startServer(["--data", folder]);
    node = Object.keys((await server.call("GET", "/_nodes")).body.nodes)[0] ?? "";
    return async () => void (await server.stop());
  });

  /** An index with documents 0 to `count`, each with its number `n`. */
  async function filled(name: string, count: number, settings: object = {}): Promise<void> {
    const mappings = { properties: { n: { type: "long" }, even: { type: "boolean" } } };
    await server.call("PUT", `/${name}`, { settings: { number_of_replicas: 0, ...settings }, mappings });
    const line = (n: number): string => `{"index":{"_id":"${n}"}}\n${JSON.stringify({ n, even: n % 2 === 0 })}\n`;
    const lines = Array.from({ length: count }, (_, n) => line(n)).join("");
    const { body } = await server.call("POST", `/${name}/_bulk?refresh=true`, lines);
    expect(body.errors).toBe(false);
  }

  const left = async (name: string): Promise<number> => (await server.call("GET", `/${name}/_count`)).body.count;
  const even = { query: { term: { even: true } } };

  test("what matches is deleted in batches, and the answer tells how it went", async () => {
    await filled("plain", 25, { number_of_shards: 3 });
    const { status, body } = await server.call("POST", "/plain/_delete_by_query?refresh=true&scroll_size=5", even);
    expect(status).toBe(200);
    expect(body).toEqual({
      took: expect.any(Number),
      timed_out: false,
      total: 13,
      deleted: 13,
      batches: 3,
      version_conflicts: 0,
      noops: 0,
      retries: { bulk: 0, search: 0 },
      throttled_millis: 0,
      requests_per_second: -1,
      throttled_until_millis: 0,
      failures: [],
    });
    expect(await left("plain")).toBe(12);
    const { text } = await server.call("POST", "/plain/_delete_by_query?q=n:1&human", undefined);
    expect(text).toContain('"requests_per_second":-1.0');
    expect(text).toContain('"throttled":"0s","throttled_millis":0');
  });

  test("more than one page of hits goes shard by shard, and max_docs ends it", async () => {
    await filled("many", 3000, { number_of_shards: 2, max_result_window: 700 });
    const some = await server.call("POST", "/many/_delete_by_query?scroll_size=300&max_docs=1000&refresh=true", even);
    expect(some.body).toMatchObject({ total: 1000, deleted: 1000, batches: 4 });
    const rest = await server.call("POST", "/many/_delete_by_query?scroll_size=300&refresh=true", {
      query: { match_all: {} },
    });
    expect(rest.body).toMatchObject({ total: 2000, deleted: 2000, batches: 7 });
    expect(await left("many")).toBe(0);
  });

  test("a document that changes meanwhile is a conflict, which ends the work or does not", async () => {
    await filled("changing", 6, { refresh_interval: "-1" });
    // The searcher still shows the versions before.
    await server.call("PUT", "/changing/_doc/2", { n: 2, even: true });
    const aborted = await server.call("POST", "/changing/_delete_by_query", even);
    expect(aborted.status).toBe(409);
    expect(aborted.body).toMatchObject({ total: 3, deleted: 2, version_conflicts: 1 });
    expect(aborted.body.failures).toMatchObject([
      { index: "changing", id: "2", cause: { type: "version_conflict_engine_exception" }, status: 409 },
    ]);
    await server.call("POST", "/changing/_refresh");
    await server.call("PUT", "/changing/_doc/1", { n: 1, even: false });
    const proceeding = await server.call("POST", "/changing/_delete_by_query?conflicts=proceed&refresh=true", {
      query: { match_all: {} },
    });
    expect(proceeding.status).toBe(200);
    expect(proceeding.body).toMatchObject({ total: 4, deleted: 3, version_conflicts: 1, failures: [] });
    expect(await left("changing")).toBe(1);
  });

  test("slices are tasks of their own, and the answer adds them up", async () => {
    await filled("sliced", 40, { number_of_shards: 2 });
    const { body } = await server.call("POST", "/sliced/_delete_by_query?slices=auto&refresh=true", even);
    expect(body).toMatchObject({ total: 20, deleted: 20, failures: [] });
    expect(body.slices.map((slice: { slice_id: number }) => slice.slice_id)).toEqual([0, 1]);
    const parts = await Promise.all(
      [0, 1, 2].map((id) =>
        server.call("POST", "/sliced/_delete_by_query", { query: { match_all: {} }, slice: { id, max: 3 } }),
      ),
    );
    expect(parts.reduce((sum, part) => sum + part.body.deleted, 0)).toBe(20);
  });

  test("the filter and the routing of an alias hold", async () => {
    await filled("behind", 10);
    await server.call("POST", "/_aliases", {
      actions: [{ add: { index: "behind", alias: "front", filter: { range: { n: { lt: 4 } } } } }],
    });
    const { body } = await server.call("POST", "/front/_delete_by_query?refresh=true", { query: { match_all: {} } });
    expect(body.deleted).toBe(4);
    expect(await left("behind")).toBe(6);
  });

  test("what cannot be is refused in Elasticsearch's words", async () => {
    await filled("refusing", 2);
    const all = { query: { match_all: {} } };
    const reason = async (path: string, body: unknown = all): Promise<string> =>
      (await server.call("POST", path, body)).body.error.reason;
    expect(await reason("/refusing/_delete_by_query", {})).toBe("Validation Failed: 1: query is missing;");
    expect(await reason("/refusing/_delete_by_query?max_docs=0")).toBe("[max_docs] should be >= [slices]");
    expect(await reason("/refusing/_delete_by_query", { ...all, max_docs: -2 })).toBe(
      "[max_docs] parameter cannot be negative, found [-2]",
    );
    expect(await reason("/refusing/_delete_by_query?conflicts=maybe")).toBe(
      'conflicts may only be "proceed" or "abort" but was [maybe]',
    );
    expect(await reason("/refusing/_delete_by_query?slices=0")).toBe(
      '[slices] must be a positive integer or the string "auto", but was [0]',
    );
    expect(await reason("/refusing/_delete_by_query?requests_per_second=0")).toBe(
      "[requests_per_second] must be a float greater than 0. Use -1 to disable throttling.",
    );
    expect(await reason("/refusing/_delete_by_query?scroll_size=0")).toBe(
      "Validation Failed: 1: [size] cannot be [0] in a scroll context;",
    );
    const large = await server.call("POST", "/refusing/_delete_by_query?scroll_size=20000", all);
    expect([large.status, large.body.error.type]).toEqual([400, "search_phase_execution_exception"]);
    expect(await reason("/refusing/_delete_by_query", { query: { zork: {} } })).toContain("unknown query [zork]");
    expect((await server.call("POST", "/nowhere/_delete_by_query", all)).status).toBe(404);
    expect(await left("refusing")).toBe(2);
  });

  /** Begins one that deletes a document in some seconds, and goes on behind its answer. */
  async function slow(index: string, more = ""): Promise<string> {
    const path = `/${index}/_delete_by_query?wait_for_completion=false&scroll_size=1&requests_per_second=0.5${more}`;
    const { status, body } = await server.call("POST", path, { query: { match_all: {} } });
    expect(status).toBe(200);
    return body.task;
  }

  test("one that goes on behind its answer is listed, goes faster when it is told to, and its result is kept", async () => {
    await filled("fast", 3);
    const task = await slow("fast", "&refresh=true");
    const running = await server.call("GET", `/_tasks/${task}`);
    expect(running.body).toMatchObject({
      completed: false,
      task: {
        node,
        action: "indices:data/write/delete/byquery",
        description: "delete-by-query [fast]",
        cancellable: true,
        status: { updated: 0, created: 0, requests_per_second: 0.5 },
      },
    });
    const pauses = async (): Promise<number> =>
      (await server.call("GET", `/_tasks/${task}`)).body.task.status.throttled_until_millis;
    await expect.poll(pauses).toBeGreaterThan(0);
    const told = await server.call("POST", `/_delete_by_query/${task}/_rethrottle?requests_per_second=-1`);
    expect(told.body.nodes[node].tasks[task].status.requests_per_second).toBe(-1);
    const { body } = await server.call("GET", `/_tasks/${task}?wait_for_completion=true`);
    expect(body).toMatchObject({
      completed: true,
      task: { status: { total: 3, deleted: 3 } },
      response: { total: 3, updated: 0, created: 0, deleted: 3, batches: 3, throttled_until: "0s", failures: [] },
    });
    expect(body.response.throttled_millis).toBeGreaterThan(0);
    expect((await server.call("GET", `/_tasks/${task}`)).body).toEqual(body);
    expect(await left("fast")).toBe(0);
    const gone = await server.call("POST", `/_delete_by_query/${task}/_rethrottle?requests_per_second=1`);
    expect(gone.body.node_failures[0].caused_by.reason).toBe(`task [${task}] is missing`);
  });

  test("one that is cancelled stops with all of its slices, and says why", async () => {
    await filled("stopped", 20);
    const task = await slow("stopped", "&slices=2");
    await expect
      .poll(async () => (await server.call("GET", `/_tasks?parent_task_id=${task}&group_by=none`)).body.tasks.length)
      .toBe(2);
    const grouped = await server.call("GET", "/_tasks?group_by=parents&actions=*byquery");
    expect(grouped.body.tasks[task].children).toHaveLength(2);
    await server.call("POST", `/_tasks/${task}/_cancel?wait_for_completion=true`);
    const { body } = await server.call("GET", `/_tasks/${task}`);
    expect(body).toMatchObject({ completed: true, response: { canceled: "by user request" } });
    expect(body.response.slices).toMatchObject([{ canceled: "by user request" }, { canceled: "by user request" }]);
    expect(body.response.deleted).toBeLessThan(20);
  });

  test("results outlive the server; one that ran when it stopped says so, and no other task gets its number", async () => {
    await filled("outlived", 10);
    const failing = await server.call("POST", "/outlived/_delete_by_query?wait_for_completion=false", {
      query: { zork: {} },
    });
    const failed = await server.call("GET", `/_tasks/${failing.body.task}?wait_for_completion=true`);
    expect(failed.body).toMatchObject({ completed: true, error: { type: "parsing_exception" } });
    const task = await slow("outlived");
    await server.stop();
    server = await startServer(["--data", folder]);
    expect((await server.call("GET", `/_tasks/${failing.body.task}`)).body).toEqual(failed.body);
    expect((await server.call("GET", `/_tasks/${task}`)).body).toMatchObject({
      completed: true,
      response: { canceled: "the server stops" },
    });
    expect((await server.call("GET", `/_tasks/${node}:1000000`)).body.error).toMatchObject({
      root_cause: [{ type: "resource_not_found_exception" }],
      reason: `task [${node}:1000000] isn't running and hasn't stored its results`,
    });
    const own = (await server.call("GET", "/_tasks?group_by=none&actions=*tasks/lists")).body.tasks[0].id;
    expect(own).toBeGreaterThan(Number(task.split(":").pop()));
    // Results are nobody's to change.
    expect((await server.call("GET", "/.tasks/_search")).status).toBe(403);
    expect((await server.call("DELETE", "/.tasks")).status).toBe(403);
  });
});
