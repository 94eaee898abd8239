import { beforeEach, describe, expect, test } from "vitest";
import { operations } from "../src/testing/server/all-operations.ts";
import { handledOperation } from "../src/api/requests/handled-operation.ts";
import { RequestError } from "../src/compat/errors.ts";
import { ElasticsearchDialect } from "../src/http/elasticsearch-dialect.ts";
import type { Pipeline } from "../src/http/pipeline.ts";
import type { SearchService } from "../src/search/search-service.ts";
import { unsecuredPrincipal } from "../src/security/superuser.ts";
import { type Engine, openEngine } from "../src/server/engine.ts";
import type { EngineOptions } from "../src/server/engine-options.ts";
import { silentLog } from "../src/server/log.ts";
import { pipelineOf } from "../src/testing/http/pipeline.ts";

const ALL = { query: { match_all: {} } };
const PAGE = 10;

/** What the tests read of answers. */
interface Answer {
  readonly errors: boolean;
  readonly total: number;
  readonly deleted: number;
  readonly version_conflicts: number;
  readonly hits: { readonly hits: readonly { readonly _id: string }[] };
  readonly _all: { readonly total: { readonly search: { readonly open_contexts: number } } };
  readonly error: { readonly type: string; readonly reason: string };
}

describe("delete by query over several pages", () => {
  let engine: Engine;
  let pipeline: Pipeline;
  /** Called before each page that is asked for, with how many there were. */
  let beforePage: (pages: number) => Promise<void>;

  beforeEach(async () => {
    beforePage = () => Promise.resolve();
    engine = await openEngine({
      dataPath: undefined,
      configFolder: undefined,
      threads: 0,
      memoryBytes: 512 * 1024 ** 2,
      clusterName: "pages",
      nodeName: "pages",
      host: "127.0.0.1",
      security: { enabled: false } as EngineOptions["security"],
      log: silentLog,
      onFatal: (error) => expect(error).toBeUndefined(),
    });
    let pages = 0;
    const search: SearchService["search"] = async (question, caller) => {
      await beforePage(pages++);
      return engine.node.searches.search(question, caller);
    };
    const services = { ...engine.node, searches: { ...engine.node.searches, search } };
    pipeline = pipelineOf(
      new ElasticsearchDialect({
        operations: operations.map((operation) => handledOperation(operation, services)),
        authorize: () => unsecuredPrincipal,
        log: silentLog,
      }),
    );
    return () => engine.close();
  });

  async function call(method: string, url: string, body?: unknown): Promise<{ status: number; body: Answer }> {
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const answer = await pipeline.answer({
      head: {
        method,
        url,
        headers: { "content-type": typeof body === "string" ? "application/x-ndjson" : "application/json" },
      },
      clientAddress: "127.0.0.1",
      body: text === undefined ? undefined : Buffer.from(text),
      onGone: () => undefined,
    });
    return { status: answer.status, body: JSON.parse(Buffer.from(answer.body).toString()) as Answer };
  }

  async function filled(shards: number, count: number): Promise<void> {
    const settings = { number_of_shards: shards, max_result_window: PAGE, refresh_interval: -1 };
    await call("PUT", "/i", { settings, mappings: { properties: { n: { type: "long" } } } });
    const lines = Array.from({ length: count }, (_, n) => `{"index":{"_id":"${n}"}}\n{"n":${n}}\n`).join("");
    expect((await call("POST", "/i/_bulk?refresh=true", lines)).body.errors).toBe(false);
  }

  const contexts = async (): Promise<number> =>
    (await call("GET", "/i/_stats/search")).body._all.total.search.open_contexts;
  const path = "/i/_delete_by_query?scroll_size=10&refresh=true";

  test("a document that changes between two pages is a conflict, and one that comes is not looked at", async () => {
    await filled(2, 60);
    beforePage = async (pages) => {
      if (pages === 0) for (const id of [0, 30, 59]) await call("PUT", `/i/_doc/${id}?refresh=true`, { n: -1 });
      if (pages === 3) await call("PUT", "/i/_doc/new?refresh=true", { n: 100 });
      if (pages === 3) await call("POST", "/i/_forcemerge?max_num_segments=1");
    };
    const { status, body } = await call("POST", `${path}&conflicts=proceed`, ALL);
    expect([status, body.total, body.deleted, body.version_conflicts]).toEqual([200, 60, 57, 3]);
    const left = (await call("GET", "/i/_search?size=10")).body.hits.hits.map(({ _id }) => _id);
    expect(left.sort()).toEqual(["0", "30", "59", "new"]);
    expect(await contexts()).toBe(0);
  });

  test("the states are held until the last page, also when that fails", async () => {
    await filled(2, 60);
    const held: number[] = [];
    beforePage = async (pages) => {
      held.push(await contexts());
      if (pages === 3) throw new RequestError(400, "illegal_argument_exception", "enough");
    };
    expect((await call("POST", path, ALL)).body.error.reason).toBe("enough");
    expect(held).toEqual([2, 2, 2, 2]);
    expect(await contexts()).toBe(0);
  });

  test.each([1, 3])("the order holds over the pages of %i shards", async (shards) => {
    await filled(shards, 35);
    const sorted = { ...ALL, sort: [{ n: "desc" }] };
    expect((await call("POST", `${path}&max_docs=25`, sorted)).body).toMatchObject({ total: 25, deleted: 25 });
    const left = (await call("GET", "/i/_search?sort=n&size=10")).body.hits.hits;
    expect(left.map(({ _id }) => Number(_id))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
