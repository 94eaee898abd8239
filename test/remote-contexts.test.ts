/** Scrolls and points in time over two servers; what answers look like is recorded of 8.19. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "./engine-caller.ts";
import { openSide, type Side } from "./sides.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- bodies of answers, looked into deeply
type Body = Record<string, any>;

const MAPPING = { properties: { k: { type: "keyword" }, n: { type: "long" }, t: { type: "text" } } };
const BOTH = "x,a:y";

async function fill({ caller }: Side, index: string, numbers: readonly number[], shards: number): Promise<void> {
  const settings = { number_of_shards: shards, number_of_replicas: 0 };
  await caller.call("PUT", `/${index}`, { settings, mappings: MAPPING });
  for (const n of numbers) {
    const document = { k: `k${n % 3}`, n, t: `hello ${"again ".repeat(n % 4)}` };
    await caller.call("PUT", `/${index}/_doc/${index}${n}`, document);
    if (n % 5 === 0) await caller.call("POST", `/${index}/_refresh`);
  }
  await caller.call("POST", `/${index}/_refresh`);
}

describe("a search of several steps over several clusters", () => {
  let here: Side;
  let there: Side;
  const ask = async (method: string, path: string, body?: unknown): Promise<Body> => {
    const { status, body: answer } = await here.caller.call(method, path, body);
    return { ...(answer as Body), status };
  };
  const openContexts = async ({ caller }: { caller: Caller }): Promise<number> => {
    const { body } = await caller.call("GET", "/_nodes/stats/indices/search");
    const [node] = Object.values((body as Body)["nodes"] as Body);
    return (node as Body)["indices"].search.open_contexts as number;
  };
  beforeAll(async () => {
    [here, there] = await Promise.all([openSide("here"), openSide("there")]);
    await fill(
      here,
      "x",
      Array.from({ length: 13 }, (_, n) => n),
      2,
    );
    await fill(
      there,
      "y",
      Array.from({ length: 17 }, (_, n) => n),
      3,
    );
    const persistent = {
      "cluster.remote.a.seeds": [there.address],
      "cluster.remote.off.seeds": ["127.0.0.1:9"],
      "cluster.remote.need.seeds": ["127.0.0.1:9"],
      "cluster.remote.need.skip_unavailable": false,
    };
    await ask("PUT", "/_cluster/settings", { persistent });
  });
  afterAll(async () => {
    await Promise.all([here.close(), there.close()]);
  });

  const idsOf = (answer: Body): string[] =>
    (answer["hits"].hits as Body[]).map(({ _index, _id }) => `${_index}/${_id}`);
  const shapes = fc.record({
    size: fc.integer({ min: 1, max: 9 }),
    query: fc.constantFrom({ match_all: {} }, { match: { t: "again" } }, { range: { n: { gte: 4 } } }),
    sort: fc.constantFrom(undefined, ["n"], [{ k: "desc" }], [{ k: "asc" }, { n: "desc" }], ["_doc"]),
  });

  test("a scroll shows all hits of both, in the order of one search", async () => {
    await fc.assert(
      fc.asyncProperty(shapes, async (body) => {
        const whole = await ask("POST", `/${BOTH}/_search`, { ...body, size: 100 });
        let page = await ask("POST", `/${BOTH}/_search?scroll=1m`, body);
        expect(page["_clusters"]).toMatchObject({ total: 2, successful: 2 });
        const shown: string[] = [];
        while (idsOf(page).length > 0) {
          expect(page["hits"].total).toEqual(whole["hits"].total);
          expect(page["hits"].max_score).toEqual(whole["hits"].max_score);
          expect(page["_shards"]).toEqual({ total: 5, successful: 5, skipped: 0, failed: 0 });
          shown.push(...idsOf(page));
          expect(shown.length).toBeLessThanOrEqual(whole["hits"].total.value as number);
          const asked = { scroll: "1m", scroll_id: page["_scroll_id"] };
          page = await ask("POST", "/_search/scroll", asked);
          expect(page).not.toHaveProperty("_clusters");
        }
        // Equal hits of one shard keep their order; among shards that order is that of one search, too.
        expect(shown).toEqual(idsOf(whole));
        const ended = await ask("DELETE", "/_search/scroll", { scroll_id: page["_scroll_id"] });
        expect(ended).toEqual({ succeeded: true, num_freed: 5, status: 200 });
      }),
      { numRuns: process.env["WARDEX_DEEP"] === undefined ? 12 : 300 },
    );
    expect([await openContexts(here), await openContexts(there)]).toEqual([0, 0]);
  });

  test("a point in time shows each hit once, page by page", async () => {
    const { id, _shards } = await ask("POST", `/${BOTH}/_pit?keep_alive=1m`);
    expect(_shards).toEqual({ total: 5, successful: 5, skipped: 0, failed: 0 });
    const shown: string[] = [];
    const places = new Set<unknown>();
    let after: unknown;
    for (;;) {
      const more = after === undefined ? {} : { search_after: after };
      const page = await ask("POST", "/_search", { pit: { id }, size: 4, sort: [{ k: "desc" }], ...more });
      expect(page).toMatchObject({
        pit_id: id,
        _clusters: { total: 2, successful: 2 },
        hits: { total: { value: 30 } },
      });
      const hits = page["hits"].hits as Body[];
      if (hits.length === 0) break;
      after = hits.at(-1)?.["sort"];
      shown.push(...idsOf(page));
      for (const { sort } of hits) places.add(sort[1]);
    }
    expect(new Set(shown).size).toBe(30);
    expect(shown).toHaveLength(30);
    expect(places.size).toBe(30);
    const refused = await ask("POST", "/_search?ccs_minimize_roundtrips=true", { pit: { id }, size: 0 });
    expect(refused).toMatchObject({
      status: 400,
      error: { reason: "Validation Failed: 1: [ccs_minimize_roundtrips] cannot be used with point in time;" },
    });
    expect(await ask("DELETE", "/_pit", { id })).toEqual({ succeeded: true, num_freed: 5, status: 200 });
    expect(await ask("DELETE", "/_pit", { id })).toEqual({ succeeded: false, num_freed: 0, status: 404 });
    expect(await ask("POST", "/_search", { pit: { id } })).toMatchObject({ status: 404 });
  });

  test("what is written meanwhile changes nothing of it", async () => {
    await fill(there, "moving", [1, 2, 3, 4], 1);
    const sum = { size: 0, aggs: { sum: { sum: { field: "n" } } } };
    const { id } = await ask("POST", "/x,a:moving/_pit?keep_alive=1m");
    const scroll = await ask("POST", "/x,a:moving/_search?scroll=1m", { size: 2, sort: [{ n: "desc" }] });
    await there.caller.call("POST", "/moving/_delete_by_query?refresh=true", { query: { match_all: {} } });
    expect(await ask("POST", "/_search", { ...sum, pit: { id } })).toMatchObject({
      aggregations: { sum: { value: 88 } },
    });
    const rest = await ask("POST", "/_search/scroll", { scroll: "1m", scroll_id: scroll["_scroll_id"] });
    expect(rest["hits"].total).toEqual({ value: 17, relation: "eq" });
    expect(await ask("POST", "/x,a:moving/_search", sum)).toMatchObject({ aggregations: { sum: { value: 78 } } });
    const lines = [{}, { ...sum, pit: { id } }, { index: "x" }, sum];
    const items = await ask("POST", "/_msearch", lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    expect(items["responses"]).toMatchObject([{ status: 200, aggregations: { sum: { value: 88 } } }, { status: 200 }]);
    const behind = await ask("POST", "/_async_search?wait_for_completion_timeout=10s", { ...sum, pit: { id } });
    expect(behind).toMatchObject({ is_running: false, response: { aggregations: { sum: { value: 88 } } } });
    await ask("DELETE", "/_pit", { id });
    await ask("DELETE", "/_search/scroll", { scroll_id: scroll["_scroll_id"] });
    expect([await openContexts(here), await openContexts(there)]).toEqual([0, 0]);
  });

  test("a cluster that cannot be asked holds nothing, or refuses the whole", async () => {
    expect(await ask("POST", "/x,off:y/_pit?keep_alive=1m")).toMatchObject({ status: 200, _shards: { total: 2 } });
    expect(await ask("POST", "/off:y/_pit?keep_alive=1m")).toMatchObject({ status: 200, _shards: { total: 0 } });
    expect(await ask("POST", "/x,a:nope/_pit?keep_alive=1m")).toMatchObject({ status: 200, _shards: { total: 2 } });
    expect(await ask("POST", "/x,need:y/_pit?keep_alive=1m")).toMatchObject({
      status: 502,
      error: { type: "connect_transport_exception" },
    });
    expect(await ask("POST", "/x,zz:y/_pit?keep_alive=1m")).toMatchObject({
      status: 404,
      error: { type: "no_such_remote_cluster_exception" },
    });
    const scroll = await ask("POST", "/x,off:y/_search?scroll=1m&size=1");
    expect(scroll).toMatchObject({
      _shards: { total: 2 },
      _clusters: { total: 2, successful: 1, skipped: 1, details: { off: { status: "skipped", indices: "y" } } },
    });
    for (const path of [`/${BOTH}/_search?scroll=50h`, `/${BOTH}/_pit?keep_alive=50h`])
      expect(await ask("POST", path)).toMatchObject({
        status: 400,
        error: {
          type: "search_phase_execution_exception",
          root_cause: [
            { type: "illegal_argument_exception", reason: expect.stringContaining("Keep alive for request") },
          ],
        },
      });
    expect(await ask("POST", `/${BOTH}/_search?scroll=1m&size=0`)).toMatchObject({
      status: 400,
      error: { reason: "Validation Failed: 1: [size] cannot be [0] in a scroll context;" },
    });
    await ask("DELETE", "/_search/scroll/_all");
  });

  test("what a cluster has let go of fails on its shards", async () => {
    const { id } = await ask("POST", `/${BOTH}/_pit?keep_alive=1m`);
    const scroll = await ask("POST", `/${BOTH}/_search?scroll=1m&size=2`);
    await there.caller.call("DELETE", "/_search/scroll/_all");
    const next = await ask("POST", "/_search/scroll", { scroll: "1m", scroll_id: scroll["_scroll_id"] });
    const failure = { index: "a:y", shard: 0, reason: { type: "search_context_missing_exception" } };
    expect(next).toMatchObject({ _shards: { total: 5, successful: 2, failed: 3, failures: [failure] } });
    expect(idsOf(next)).toHaveLength(2);
    await there.caller.call("DELETE", "/y");
    const page = await ask("POST", "/_search", { pit: { id }, size: 1 });
    expect(page).toMatchObject({
      _shards: { total: 5, successful: 2, failed: 3 },
      _clusters: { successful: 1, skipped: 1, details: { a: { status: "skipped", _shards: { total: 3, failed: 3 } } } },
    });
    const strict = await ask("POST", "/_search?allow_partial_search_results=false", { pit: { id }, size: 1 });
    expect(strict).toMatchObject({ status: 404, error: { reason: "Partial shards failure" } });
    expect(await ask("DELETE", "/_pit", { id })).toMatchObject({ succeeded: true, num_freed: 5 });
  });
});
