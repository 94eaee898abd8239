import { randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

/** Each kills the server twice. */
const KILL_ROUNDS = process.env["WARDEX_DEEP"] === undefined ? 1 : 30;

describe("transforms", () => {
  const folder = temporaryFolder();
  let server: ServerProcess;
  const call = (method: string, path: string, body?: unknown): Promise<Answer> => server.call(method, path, body);

  /** Sales of some customers: `count` of them from a number on. */
  const sell = async (from: number, count: number, at = "2026-01-01T00:00:00Z"): Promise<void> => {
    const lines = Array.from({ length: count }, (_, n) => from + n)
      .map(
        (n) =>
          `{"index":{"_id":"${n}"}}\n${JSON.stringify({ customer: `c${n % 7}`, price: n, at, tags: { kind: n % 2 ? "odd" : "even" } })}\n`,
      )
      .join("");
    await call("POST", "/sales/_bulk?refresh=true", lines);
  };
  const pivot = {
    group_by: {
      "who.customer": { terms: { field: "customer" } },
      day: { date_histogram: { field: "at", calendar_interval: "1d" } },
    },
    aggregations: {
      total: { sum: { field: "price" } },
      most: { max: { field: "price" } },
      last: { max: { field: "at" } },
      kinds: { terms: { field: "tags.kind" } },
      spread: { percentiles: { field: "price", percents: [50, 99.9] } },
      none: { avg: { field: "missing" } },
    },
  };
  const stats = async (id: string): Promise<Answer["body"]> =>
    (await call("GET", `/_transform/${id}/_stats`)).body.transforms[0];
  /** Waits until a transform did something, woken by its own answers. */
  const until = async (id: string, holds: (shown: Answer["body"]) => boolean): Promise<Answer["body"]> => {
    for (let left = 200; left > 0; left--) {
      const shown = await stats(id);
      if (holds(shown)) return shown;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`not within 5 s: ${JSON.stringify(await stats(id))}`);
  };
  const documents = async (index: string): Promise<Answer["body"][]> => {
    await call("POST", `/${index}/_refresh`);
    const { body } = await call("GET", `/${index}/_search?size=1000`);
    return body.hits.hits.map((hit: { _source: object }) => hit._source);
  };

  beforeAll(async () => {
    server = await startServer(["--data", folder]);
    const properties = {
      customer: { type: "keyword" },
      price: { type: "integer" },
      at: { type: "date" },
      tags: { properties: { kind: { type: "keyword" } } },
    };
    await call("PUT", "/sales", { mappings: { properties } });
    await sell(0, 70);
  });
  afterAll(async () => void (await server.stop()));

  test("are previewed with the index that they would make", async () => {
    const { body } = await call("POST", "/_transform/_preview", { source: { index: "sales" }, pivot });
    expect(body.preview).toHaveLength(7);
    expect(body.preview[0]).toEqual({
      who: { customer: "c0" },
      day: "2026-01-01T00:00:00.000Z",
      total: 315,
      most: 63,
      last: "2026-01-01T00:00:00.000Z",
      kinds: { even: 5, odd: 5 },
      spread: { "50": expect.any(Number), "99_9": expect.any(Number) },
    });
    expect(body.generated_dest_index.mappings.properties).toEqual({
      who: { type: "object", properties: { customer: { type: "keyword" } } },
      day: { type: "date" },
      total: { type: "double" },
      most: { type: "integer" },
      last: { type: "date" },
      kinds: { type: "flattened" },
      none: { type: "double" },
    });
  });

  test("run once, page by page, and are shown, reset and removed", async () => {
    const config = {
      source: { index: ["sales"] },
      dest: { index: "by-customer" },
      pivot,
      settings: { max_page_search_size: 10 },
      description: "d",
    };
    expect((await call("PUT", "/_transform/once", { ...config, settings: { max_page_search_size: 5 } })).status).toBe(
      400,
    );
    expect((await call("PUT", "/_transform/once", config)).body).toEqual({ acknowledged: true });
    expect((await call("PUT", "/_transform/once", config)).body.error).toMatchObject({
      type: "resource_already_exists_exception",
      reason: "Transform with id [once] already exists",
    });
    expect((await call("GET", "/_transform/once")).body).toEqual({
      count: 1,
      transforms: [
        {
          id: "once",
          version: "10.0.0",
          create_time: expect.any(Number),
          ...config,
          source: { index: ["sales"], query: { match_all: {} } },
        },
      ],
    });
    expect(await stats("once")).toMatchObject({ state: "stopped", checkpointing: { last: { checkpoint: 0 } } });
    expect((await call("POST", "/_transform/once/_start")).body).toEqual({ acknowledged: true });
    const done = await until("once", ({ state }) => state === "stopped");
    expect(done).toMatchObject({
      stats: { documents_processed: 70, documents_indexed: 7, trigger_count: 1, search_failures: 0 },
      checkpointing: { last: { checkpoint: 1 } },
      health: { status: "green" },
    });
    expect(await documents("by-customer")).toHaveLength(7);
    const row = (
      await call(
        "GET",
        "/_cat/transforms/once?format=json&h=id,state,checkpoint,documents_processed,documents_indexed,source_index,dest_index,transform_type",
      )
    ).body;
    expect(row).toEqual([
      {
        id: "once",
        state: "stopped",
        checkpoint: "1",
        documents_processed: "70",
        documents_indexed: "7",
        source_index: "sales",
        dest_index: "by-customer",
        transform_type: "batch",
      },
    ]);
    expect((await call("POST", "/_transform/once/_reset")).body).toEqual({ acknowledged: true });
    expect((await call("HEAD", "/by-customer")).status).toBe(404);
    expect((await stats("once")).checkpointing.last.checkpoint).toBe(0);
    expect((await call("DELETE", "/_transform/once")).status).toBe(200);
    expect((await call("GET", "/_transform/once")).body.error.reason).toBe(
      "Transform with id [once] could not be found",
    );
    expect((await call("GET", "/_transform/on*?allow_no_match=false")).status).toBe(404);
  });

  test("that go on write what changed, through a pipeline, and start again where they were", async () => {
    await call("PUT", "/_ingest/pipeline/mark", { processors: [{ set: { field: "marked", value: true } }] });
    const { day: _day, ...groups } = pivot.group_by;
    const config = {
      source: { index: "sales" },
      dest: { index: "live", pipeline: "mark" },
      frequency: "1h",
      sync: { time: { field: "at", delay: "0s" } },
      pivot: {
        group_by: groups,
        aggregations: { total: { sum: { field: "price" } }, n: { value_count: { field: "price" } } },
      },
    };
    await call("PUT", "/_transform/live", config);
    await call("POST", "/_transform/live/_start");
    await until("live", ({ checkpointing }) => checkpointing.last.checkpoint === 1);
    expect((await call("POST", "/_transform/live/_start")).body.error.reason).toBe(
      "Cannot start transform [live] as it is already started.",
    );
    expect((await call("DELETE", "/_transform/live")).status).toBe(409);
    const before = await documents("live");
    expect(before).toHaveLength(7);
    expect(before.every(({ marked, n }) => marked === true && n === 10)).toBe(true);
    await sell(1000, 1, new Date().toISOString());
    await call("POST", "/_transform/live/_schedule_now");
    const second = await until("live", ({ checkpointing }) => checkpointing.last.checkpoint === 2);
    // One group was read once more, as a whole.
    expect(second.stats).toMatchObject({ documents_processed: 81, documents_indexed: 8 });
    await server.kill();
    server = await startServer(["--data", folder]);
    expect(await stats("live")).toMatchObject({ state: expect.stringMatching(/started|indexing/) });
    await sell(2000, 1, new Date().toISOString());
    await call("POST", "/_transform/live/_schedule_now");
    await until("live", ({ checkpointing }) => checkpointing.last.checkpoint === 3);
    const after = await documents("live");
    expect(after.reduce((sum, { n }) => sum + n, 0)).toBe(72);
    expect(
      (
        await call("POST", "/_transform/live/_update", {
          description: "new",
          retention_policy: { time: { field: "none", max_age: "1d" } },
        })
      ).body,
    ).toMatchObject({ id: "live", description: "new" });
    expect((await call("POST", "/_transform/live/_stop?wait_for_completion=true")).body).toEqual({
      acknowledged: true,
    });
    expect(await stats("live")).toMatchObject({ state: "stopped" });
    expect((await call("DELETE", "/_transform/live?delete_dest_index=true")).status).toBe(200);
    expect((await call("HEAD", "/live")).status).toBe(404);
  });

  test("keep the latest document of each key, and remove what is too old", async () => {
    const at = new Date().toISOString();
    await call("PUT", "/states/_doc/1", { host: "a", at: "2020-01-01T00:00:00Z", up: 1 });
    await call("PUT", "/states/_doc/2", { host: "b", at, up: 2 });
    await call("PUT", "/states/_doc/3?refresh=true", { host: "b", at: "2021-01-01T00:00:00Z", up: 3 });
    const config = {
      source: { index: "states" },
      dest: { index: "latest" },
      latest: { unique_key: ["host.keyword"], sort: "at" },
      retention_policy: { time: { field: "at", max_age: "30d" } },
    };
    await call("PUT", "/_transform/latest", config);
    await call("POST", "/_transform/latest/_start");
    const done = await until("latest", ({ state }) => state === "stopped");
    expect(done.stats).toMatchObject({ documents_indexed: 2, documents_deleted: 1 });
    expect(await documents("latest")).toEqual([{ host: "b", at, up: 2 }]);
  });

  test("tell how many operations of their sources came since the last checkpoint", async () => {
    await call("PUT", "/counted/_doc/1?refresh=true", { k: "a", at: "2026-01-01T00:00:00Z" });
    const sync = { time: { field: "at", delay: "0s" } };
    const latest = { unique_key: ["k.keyword"], sort: "at" };
    const config = { source: { index: "counted" }, dest: { index: "counts" }, frequency: "1h", sync, latest };
    await call("PUT", "/_transform/counts", config);
    expect((await stats("counts")).checkpointing).not.toHaveProperty("operations_behind");
    await call("POST", "/_transform/counts/_start");
    const done = await until("counts", ({ checkpointing }) => checkpointing.last.checkpoint === 1);
    expect(done.checkpointing).not.toHaveProperty("operations_behind");
    for (const id of [1, 2, 3]) await call("PUT", `/counted/_doc/${id}`, { k: "a", at: new Date().toISOString() });
    expect((await stats("counts")).checkpointing.operations_behind).toBe(3);
    const basic = (await call("GET", "/_transform/counts/_stats?basic=true")).body.transforms[0];
    expect(basic.checkpointing).not.toHaveProperty("operations_behind");
    await call("POST", "/counted/_refresh");
    await call("POST", "/_transform/counts/_schedule_now");
    await until("counts", ({ checkpointing: { operations_behind: behind } }) => behind === undefined);
    await call("POST", "/_transform/counts/_stop?wait_for_completion=true");
    await call("DELETE", "/counted");
    expect((await stats("counts")).checkpointing).not.toHaveProperty("operations_behind");
  });

  test.each([
    ["2026-01-01", 3],
    [String(Date.parse("2026-02-01")), 2],
    ["2026-01-15||%2B1M/M", 2],
    ["2026-03-01T00:00:00.000Z", 1],
    ["now-1d/d", 0],
  ])("begin where they are told to: from=%s", async (from, count) => {
    const lines = ["2026-01-01", "2026-02-01", "2026-03-01"].map((at) => `{"index":{"_id":"${at}"}}\n{"at":"${at}"}\n`);
    await call("POST", "/dated/_bulk?refresh=true", lines.join(""));
    const sync = { time: { field: "at", delay: "0s" } };
    const config = {
      source: { index: "dated" },
      dest: { index: "since" },
      frequency: "1h",
      sync,
      pivot: { group_by: { at: { terms: { field: "at" } } }, aggregations: { n: { value_count: { field: "at" } } } },
    };
    await call("PUT", "/_transform/since", config);
    expect((await call("POST", `/_transform/since/_start?from=${from}`)).status).toBe(200);
    await until("since", ({ state, stats: { trigger_count: count } }) => state === "started" && count > 0);
    expect(await documents("since")).toHaveLength(count);
    await call("DELETE", "/_transform/since?force=true&delete_dest_index=true");
  });

  test("refuse beginnings that are none, or that nothing could begin at", async () => {
    const config = { source: { index: "sales" }, dest: { index: "never" }, pivot };
    await call("PUT", "/_transform/never", config);
    const refused = async (from: string): Promise<unknown> => {
      const { error } = (await call("POST", `/_transform/never/_start?from=${from}`)).body;
      return [error.type, error.reason];
    };
    expect(await refused("soon")).toEqual(["parse_exception", "Failed to parse date for [from]"]);
    expect(await refused("now-1x")).toEqual(["parse_exception", "Failed to parse date for [from]"]);
    expect(await refused("now-1d")).toEqual([
      "action_request_validation_exception",
      "Validation Failed: 1: [from] parameter is currently not supported for batch (non-continuous) transforms;",
    ]);
  });

  test("see their sources as they were at the beginning, unless they are told not to", async () => {
    const lines = Array.from(
      { length: 40 },
      (_, n) => `{"index":{"_id":"${n}"}}\n{"k":"${String(n).padStart(2, "0")}"}\n`,
    );
    for (const [id, usesPointInTime] of [
      ["held", true],
      ["open", false],
    ] as const) {
      await call("PUT", "/moving", { mappings: { properties: { k: { type: "keyword" } } } });
      await call("POST", "/moving/_bulk?refresh=true", lines.join(""));
      await call("PUT", `/_transform/${id}`, {
        source: { index: "moving" },
        dest: { index: `of-${id}` },
        settings: { max_page_search_size: 10, docs_per_second: 40, use_point_in_time: usesPointInTime },
        pivot: { group_by: { k: { terms: { field: "k" } } }, aggregations: { n: { value_count: { field: "k" } } } },
      });
      await call("POST", `/_transform/${id}/_start`);
      await until(id, ({ stats: { pages_processed: pages } }) => pages > 0);
      await call("PUT", "/moving/_doc/late?refresh=true", { k: "99" });
      const done = await until(id, ({ state }) => state === "stopped");
      expect(done.stats.documents_processed).toBe(usesPointInTime ? 40 : 41);
      await call("DELETE", "/moving");
    }
  });

  test("that nobody attends go on whatever happens", async () => {
    const settings = { unattended: true };
    const config = { source: { index: "missing*" }, dest: { index: "unattended" }, settings, pivot, frequency: "1s" };
    const refused = { ...config, settings: { ...settings, num_failure_retries: 5 } };
    expect((await call("PUT", "/_transform/unattended", refused)).body.error.reason).toBe(
      "Validation Failed: 1: settings.num_failure_retries [5] can not be set in unattended mode, unattended retries indefinitely;",
    );
    await call("PUT", "/unattended", { mappings: { dynamic: "strict", properties: {} } });
    await call("PUT", "/_transform/unattended?defer_validation=true", { ...config, source: { index: "sales" } });
    expect((await call("POST", "/_transform/unattended/_start")).status).toBe(200);
    const failing = await until("unattended", ({ stats: { index_failures: failures } }) => failures > 0);
    expect(failing.state).not.toBe("failed");
    await call("PUT", "/unattended/_mapping", { dynamic: true });
    const done = await until("unattended", ({ state }) => state === "stopped");
    expect(done.stats.documents_indexed).toBe(9);
  });

  test("that are killed count no document twice", async () => {
    const lines = Array.from({ length: 400 }, (_, n) => `{"index":{"_id":"${n}"}}\n{"k":"k${n % 97}","v":${n}}\n`);
    await call("PUT", "/killed", { mappings: { properties: { k: { type: "keyword" }, v: { type: "long" } } } });
    await call("POST", "/killed/_bulk?refresh=true", lines.join(""));
    await call("PUT", "/_transform/killed", {
      source: { index: "killed" },
      dest: { index: "sums" },
      settings: { max_page_search_size: 10, docs_per_second: 500 },
      pivot: { group_by: { k: { terms: { field: "k" } } }, aggregations: { v: { sum: { field: "v" } } } },
    });
    for (let round = 0; round < KILL_ROUNDS; round++) {
      await call("POST", "/_transform/killed/_start");
      for (const pages of [randomInt(1, 5), randomInt(5, 9)]) {
        await until("killed", ({ stats: { pages_processed: done } }) => done >= pages);
        await new Promise((resolve) => setTimeout(resolve, randomInt(20)));
        await server.kill();
        server = await startServer(["--data", folder]);
      }
      const done = await until("killed", ({ state }) => state === "stopped");
      expect(done.stats).toMatchObject({ documents_processed: 400, documents_indexed: 97 });
      const made = await documents("sums");
      expect(made.reduce((sum, { v }) => sum + v, 0)).toBe((400 * 399) / 2);
      expect((await call("POST", "/_transform/killed/_reset")).status).toBe(200);
    }
  });

  test("that cannot go on say why", async () => {
    const config = { source: { index: "sales" }, dest: { index: "strict" }, pivot };
    await call("PUT", "/strict", { mappings: { dynamic: "strict", properties: {} } });
    await call("PUT", "/_transform/strict", config);
    await call("POST", "/_transform/strict/_start");
    const failed = await until("strict", ({ state }) => state === "failed");
    expect(failed.reason).toMatch(/dynamic introduction of/);
    expect(failed.health.status).toBe("red");
    expect((await call("POST", "/_transform/strict/_start")).status).toBe(409);
    expect((await call("POST", "/_transform/strict/_stop")).status).toBe(409);
    expect((await call("POST", "/_transform/strict/_stop?force=true")).status).toBe(200);
    expect(await stats("strict")).toMatchObject({ state: "stopped" });
  });

  test.each([
    [{ pivot }, /Required \[source\]/],
    [{ source: { index: "sales" }, pivot }, /dest.index must not be null/],
    [{ source: { index: "none" }, dest: { index: "d" }, pivot }, /no such index \[none\]/],
    [{ source: { index: "sales" }, dest: { index: "d" } }, /must specify exactly 1 function/],
    [
      { source: { index: "sales" }, dest: { index: "d" }, pivot: { ...pivot, aggregations: { a: { top_hits: {} } } } },
      /Unsupported aggregation type \[top_hits\]/,
    ],
    [
      { source: { index: "sales" }, dest: { index: "d" }, pivot: { group_by: { a: { filter: {} } }, aggs: {} } },
      /expecting token of type one of/,
    ],
    [{ source: { index: "sales" }, dest: { index: "d" }, pivot, frequency: "1ms" }, /minimum permitted \[frequency\]/],
    [{ source: { index: "sales" }, dest: { index: "d" }, pivot, other: 1 }, /unknown field \[other\]/],
  ])("%j is refused", async (config, reason) => {
    const answer = await call("PUT", "/_transform/refused", config);
    expect([400, 404]).toContain(answer.status);
    expect(answer.body.error.reason).toMatch(reason);
  });
});
