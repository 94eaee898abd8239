import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RawResponse } from "../src/http/exchange.ts";
import { type Engine, openEngine } from "../src/server/engine.ts";
import { silentLog } from "../src/server/log.ts";

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({
    dataPath: undefined,
    configFolder: undefined,
    threads: 1,
    memoryBytes: 256 * 1024 ** 2,
    clusterName: "test",
    nodeName: "test",
    host: "127.0.0.1",
    security: { enabled: false } as never,
    runsTasks: false,
    log: silentLog,
    onFatal: (error) => {
      throw error;
    },
  });
});
afterAll(() => engine.close());

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  /** Whether it was there without any waiting. */
  readonly atOnce: boolean;
}

async function ask(method: string, url: string, body?: unknown): Promise<Answer> {
  const answer = engine.pipeline.answer({
    head: { method, url, headers: { "content-type": "application/json" } },
    clientAddress: "127.0.0.1",
    body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
    onGone: () => undefined,
  });
  const atOnce = !(answer instanceof Promise);
  const { status, body: bytes }: RawResponse = await answer;
  return { status, body: JSON.parse(Buffer.from(bytes).toString() || "{}") as Record<string, unknown>, atOnce };
}

/** What is done to one of few documents of one of two shards. */
const step = fc.record({
  kind: fc.constantFrom("index", "update", "delete", "refresh", "flush", "forcemerge", "get", "mget"),
  id: fc.constantFrom("a", "b", "c", "d", "e", "f"),
});

test("a get answers what was written last, whatever happened since the refresh", async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const index = `gets-${run++}`;
      await ask("PUT", `/${index}`, { settings: { number_of_shards: 2, refresh_interval: "-1" } });
      const expected = new Map<string, number>();
      const seen = (answer: Record<string, unknown>): unknown =>
        answer["found"] === true ? (answer["_source"] as { n: number }).n : undefined;
      let next = 0;
      for (const { kind, id } of steps) {
        if (kind === "index") {
          await ask("PUT", `/${index}/_doc/${id}`, { n: ++next });
          expected.set(id, next);
        } else if (kind === "update") {
          const { status } = await ask("POST", `/${index}/_update/${id}`, { doc: { n: ++next } });
          expect(status).toBe(expected.has(id) ? 200 : 404);
          if (expected.has(id)) expected.set(id, next);
        } else if (kind === "delete") {
          await ask("DELETE", `/${index}/_doc/${id}`);
          expected.delete(id);
        } else if (kind === "get") {
          expect(seen((await ask("GET", `/${index}/_doc/${id}`)).body)).toBe(expected.get(id));
        } else if (kind === "mget") {
          const { body } = await ask("POST", `/${index}/_mget`, { ids: ["a", "b", "c"] });
          expect((body["docs"] as Record<string, unknown>[]).map(seen)).toEqual(
            ["a", "b", "c"].map((each) => expected.get(each)),
          );
        } else {
          await ask("POST", `/${index}/_${kind}`);
        }
      }
      await ask("DELETE", `/${index}`);
    }),
    { numRuns: process.env["WARDEX_DEEP"] ? 500 : 25 },
  );
});

test("a document that has not changed since the refresh is read in place, and counted", async () => {
  await ask("PUT", "/places/_doc/1?refresh=true", { n: 1 });
  await ask("PUT", "/places/_doc/2", { n: 2 });
  expect(await ask("GET", "/places/_doc/1")).toMatchObject({ atOnce: true, status: 200, body: { _source: { n: 1 } } });
  expect(await ask("GET", "/places/_doc/2")).toMatchObject({ atOnce: false, status: 200, body: { _source: { n: 2 } } });
  expect(await ask("GET", "/places/_doc/3")).toMatchObject({ atOnce: true, status: 404 });
  expect(await ask("GET", "/places/_doc/2?realtime=false")).toMatchObject({ atOnce: true, status: 404 });
  expect((await ask("GET", "/places/_stats/get")).body).toMatchObject({
    _all: { total: { get: { total: 4, exists_total: 2, missing_total: 2 } } },
  });
});

test("what is refused elsewhere is refused in place too", async () => {
  await ask("PUT", "/blocked/_doc/1?refresh=true", { n: 1 });
  expect((await ask("GET", "/blocked/_doc/1")).atOnce).toBe(true);
  await ask("PUT", "/blocked/_settings", { "index.blocks.read": true });
  expect(await ask("GET", "/blocked/_doc/1")).toMatchObject({
    status: 403,
    body: { error: { type: "cluster_block_exception" } },
  });
  await ask("PUT", "/routes", { mappings: { _routing: { required: true } } });
  await ask("PUT", "/routes/_doc/1?routing=a&refresh=true", { n: 1 });
  expect(await ask("GET", "/routes/_doc/1?routing=a")).toMatchObject({ status: 200, atOnce: true });
  expect(await ask("GET", "/routes/_doc/1")).toMatchObject({
    status: 400,
    body: { error: { type: "routing_missing_exception" } },
  });
});
