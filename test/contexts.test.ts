/** Scrolls: what they see, whose they are, how many there may be, and what is left of them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Services } from "../src/api/operation.ts";
import { operations } from "../src/api/operations.ts";
import { handledOperation } from "../src/api/requests/handled-operation.ts";
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
interface Answer {
  readonly _scroll_id: string;
  readonly id: string;
  readonly pit_id: string;
  readonly num_freed: number;
  readonly hits: { readonly total: { readonly value: number }; readonly hits: readonly Hit[] };
  readonly _all: { readonly total: { readonly search: Readonly<Record<string, number>> } };
  readonly error: {
    readonly type: string;
    readonly root_cause: readonly { readonly type: string; readonly reason: string }[];
  };
}

interface Hit {
  readonly _id: string;
  readonly _source: { readonly n: number };
  readonly sort: readonly unknown[];
}

let engine: Engine;
let pipeline: Pipeline;
let caller: Principal;

const root: Principal = unsecuredPrincipal;

/** A user who may read some indices. */
function user(userId: number, ...names: string[]): Principal {
  const rules = [{ names, privileges: ["read"], allowRestricted: false }];
  const indices = { all: false, user: `user-${userId}`, rules };
  return { ...root, superuser: false, userId, username: `user-${userId}`, clusterPrivileges: [], indices };
}

beforeAll(async () => {
  engine = await openEngine({ ...inMemory, log: silentLog });
  const authorizer = new Authorizer();
  const services: Services = {
    ...engine.node,
    authorizeIndices: (principal, action, names) => authorizer.action(principal, action, names),
  };
  pipeline = pipelineOf(
    new ElasticsearchDialect({
      operations: operations.map((operation) => handledOperation(operation, services)),
      authorize(_head, rights, parameters) {
        if (rights) authorizer.request(caller, rights, parameters);
        return caller;
      },
      log: silentLog,
    }),
  );
});
afterAll(() => engine.close());

beforeEach(async () => {
  caller = root;
  const settings = { number_of_shards: 2, refresh_interval: -1 };
  const properties = { n: { type: "integer" }, k: { type: "keyword" }, t: { type: "text" } };
  await ask("PUT", "/i", { settings, mappings: { properties } });
  for (const from of [0, 11, 22]) await fill("i", from, 11);
  return async () => {
    caller = root;
    await ask("DELETE", "/_search/scroll/_all");
    await ask("DELETE", "/i");
  };
});

async function ask(method: string, url: string, body?: unknown): Promise<{ status: number; body: Answer }> {
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

/** Documents of which each call makes a segment. */
async function fill(index: string, from: number, count: number): Promise<void> {
  const line = (n: number): string =>
    `{"index":{"_id":"${n}"}}\n{"n":${n},"k":"k${n % 5}","t":"${"word ".repeat((n % 4) + 1)}"}\n`;
  const lines = Array.from({ length: count }, (_, at) => line(from + at)).join("");
  expect((await ask("POST", `/${index}/_bulk?refresh=true`, lines)).status).toBe(200);
}

async function searchStats(): Promise<Readonly<Record<string, number>>> {
  return (await ask("GET", "/i/_stats/search")).body._all.total.search;
}

const idsOf = ({ hits }: Answer): string[] => hits.hits.map(({ _id }) => _id);

/** Opens a scroll; answers its first page. */
async function scroll(body: object, path = "/i/_search?scroll=1m"): Promise<Answer> {
  const { status, body: answer } = await ask("POST", path, body);
  expect(status).toBe(200);
  return answer;
}

/** The ids of all pages that follow. */
async function rest(first: Answer): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const { status, body } = await ask("POST", "/_search/scroll", { scroll_id: first._scroll_id, scroll: "1m" });
    expect(status).toBe(200);
    if (body.hits.hits.length === 0) return ids;
    expect(body.hits.total).toEqual(first.hits.total);
    ids.push(...idsOf(body));
  }
}

const SEARCHES: readonly object[] = [
  {},
  { query: { match: { t: "word" } } },
  { query: { term: { k: "k1" } } },
  { query: { constant_score: { filter: { range: { n: { gte: 7 } } } } } },
  { sort: ["_doc"] },
  { sort: [{ _doc: "desc" }] },
  { sort: ["_shard_doc"] },
  { sort: ["k"] },
  { sort: [{ k: "desc" }, { n: "asc" }] },
  { sort: ["_score", "k"], query: { match: { t: "word" } } },
  { sort: [{ k: { order: "asc" } }], track_scores: true, query: { match: { t: "word" } } },
  { query: { match: { t: "word" } }, post_filter: { terms: { k: ["k1", "k4"] } } },
  { query: { match: { t: "word" } }, min_score: 0.008 },
  { sort: [{ n: { order: "desc", missing: "_first" } }] },
];

test.each(SEARCHES)("the pages of %j are the whole, in its order, whatever their size", async (search) => {
  // By `_doc` alone, the documents of all shards take turns.
  const whole = await ask("POST", "/i/_search", { size: 100, track_total_hits: true, ...search });
  const expected = idsOf(whole.body);
  expect(expected.length).toBeGreaterThan(3);
  for (const size of [3, 33]) {
    const first = await scroll({ size, ...search });
    expect([...idsOf(first), ...(await rest(first))]).toEqual(expected);
    expect((await ask("DELETE", "/_search/scroll", { scroll_id: first._scroll_id })).body.num_freed).toBe(2);
  }
});

test.each([{ max: 2 }, { max: 3 }, { max: 7 }, { max: 3, field: "n" }, { max: 5, field: "_id" }])(
  "slices %j have each document once",
  async (slice) => {
    const found: string[] = [];
    for (let id = 0; id < slice.max; id++) {
      const first = await scroll({ size: 4, slice: { ...slice, id } });
      const ids = [...idsOf(first), ...(await rest(first))];
      expect(ids).toHaveLength(first.hits.total.value);
      found.push(...ids);
    }
    expect(found.sort()).toEqual(Array.from({ length: 33 }, (_, n) => String(n)).sort());
  },
);

test("a scroll sees what there was when it began, through updates, deletes, flushes and merges", async () => {
  const whole = await ask("POST", "/i/_search", { size: 100, sort: ["k"], track_total_hits: true });
  const first = await scroll({ size: 10, sort: ["k"] });
  await ask("PUT", "/i/_doc/3?refresh=true", { n: 1000, k: "zzz" });
  await ask("DELETE", "/i/_doc/7?refresh=true");
  await fill("i", 33, 30);
  await ask("POST", "/i/_flush?force=true");
  await ask("POST", "/i/_forcemerge?max_num_segments=1");
  const seen: Hit[] = [...first.hits.hits];
  for (;;) {
    const page = (await ask("POST", "/_search/scroll", { scroll_id: first._scroll_id, scroll: "1m" })).body.hits.hits;
    if (page.length === 0) break;
    seen.push(...page);
  }
  expect(seen).toEqual(whole.body.hits.hits);
  expect((await ask("POST", "/i/_count")).body).toMatchObject({ count: 62 });
});

test("what dates and other documents say is as of the first page", async () => {
  await ask("PUT", "/i/_doc/words?refresh=true", { k: ["k1", "k2"] });
  const lookup = { terms: { k: { index: "i", id: "words", path: "k" } } };
  const query = { bool: { must_not: { ids: { values: ["words"] } }, filter: lookup } };
  const first = await scroll({ size: 5, query });
  await ask("PUT", "/i/_doc/words?refresh=true", { k: "none" });
  expect((await rest(first)).length).toBe(9);
});

describe("contexts", () => {
  test("are counted while they are open, and when they are over", async () => {
    const before = await searchStats();
    const first = await scroll({ size: 1 });
    await rest(first);
    const open = await searchStats();
    expect(open["open_contexts"]! - before["open_contexts"]!).toBe(2);
    expect([open["scroll_current"], open["scroll_total"]! - before["scroll_total"]!]).toEqual([2, 0]);
    await ask("DELETE", `/_search/scroll/${first._scroll_id}`);
    const after = await searchStats();
    expect([after["open_contexts"], after["scroll_current"], after["scroll_total"]]).toEqual([0, 0, 2]);
  });

  test("are let go of where the first page fails", async () => {
    const { status } = await ask("POST", "/i/_search?scroll=1m", { sort: ["nope"] });
    expect(status).toBe(400);
    expect((await searchStats())["open_contexts"]).toBe(0);
  });

  test("end when nobody asks in time, and a later duration replaces the one before, longer or shorter", async () => {
    const [short, longer, shorter] = [await scroll({ size: 1 }, "/i/_search?scroll=20ms"), await scroll({ size: 1 }, "/i/_search?scroll=20ms"), await scroll({ size: 1 })]; // prettier-ignore
    const next = async ({ _scroll_id: scroll_id }: Answer, duration: string): Promise<number> =>
      (await ask("POST", "/_search/scroll", { scroll_id, scroll: duration })).status;
    expect(await next(longer, "1m")).toBe(200);
    expect(await next(shorter, "20ms")).toBe(200);
    await vi.waitUntil(async () => (await searchStats())["open_contexts"] === 2, { timeout: 5000, interval: 10 });
    expect([await next(short, "1m"), await next(longer, "1m"), await next(shorter, "1m")]).toEqual([404, 200, 404]);
  });

  test("are no more than search.max_open_scroll_context, counted by shards", async () => {
    await ask("PUT", "/_cluster/settings", { persistent: { "search.max_open_scroll_context": 4 } });
    const open = [await scroll({}), await scroll({})];
    const refused = await ask("POST", "/i/_search?scroll=1m", {});
    expect(refused.status).toBe(429);
    expect(refused.body.error.root_cause).toEqual([
      {
        type: "too_many_scroll_contexts_exception",
        reason:
          "Trying to create too many scroll contexts. Must be less than or equal to: [4]. This limit can be set by changing the [search.max_open_scroll_context] setting.",
      },
    ]);
    await ask("DELETE", `/_search/scroll/${open[0]!._scroll_id}`);
    await scroll({});
    await ask("PUT", "/_cluster/settings", { persistent: { "search.max_open_scroll_context": null } });
  });

  test("opened and closed many times leave nothing behind", async () => {
    const rounds = process.env["WARDEX_DEEP"] ? 10_000 : 100;
    for (let round = 0; round < rounds; round++) {
      const { _scroll_id: scroll_id } = await scroll({ size: 1 });
      if (round % 2 === 0) await ask("DELETE", "/_search/scroll", { scroll_id });
      else await ask("POST", "/_search/scroll", { scroll_id });
    }
    expect((await searchStats())["open_contexts"]).toBe(0);
    expect(engine.node.contexts.openScrolls).toBe(0);
  });

  test("pages that are asked for at once come one after another", async () => {
    const first = await scroll({ size: 7, sort: ["n"] });
    const body = { scroll_id: first._scroll_id, scroll: "1m" };
    const pages = await Promise.all([1, 2, 3].map(() => ask("POST", "/_search/scroll", body)));
    expect(pages.flatMap((page) => idsOf(page.body))).toEqual(Array.from({ length: 21 }, (_, n) => String(n + 7)));
  });
});

describe("points in time", () => {
  /** Opens one; answers its id. */
  async function open(path = "/i/_pit?keep_alive=1m"): Promise<string> {
    const { status, body } = await ask("POST", path);
    expect(status).toBe(200);
    return body.id;
  }

  test("are searched page by page, and in slices, whatever changes meanwhile", async () => {
    const whole = await ask("POST", "/i/_search", { size: 100, sort: ["k", "_shard_doc"] });
    const pit = { id: await open(), keep_alive: "1m" };
    await ask("DELETE", "/i/_doc/7?refresh=true");
    await fill("i", 30, 9);
    await ask("POST", "/i/_forcemerge?max_num_segments=1");
    const seen: Hit[] = [];
    for (let search_after: readonly unknown[] | undefined; ;) {
      const { body } = await ask("POST", "/_search", { pit, size: 5, sort: ["k"], search_after });
      expect(body.pit_id).toBe(pit.id);
      if (body.hits.hits.length === 0) break;
      seen.push(...body.hits.hits);
      search_after = seen.at(-1)?.sort;
    }
    expect(seen).toEqual(whole.body.hits.hits);
    const sliced: string[] = [];
    for (const id of [0, 1, 2, 3, 4])
      sliced.push(...idsOf((await ask("POST", "/_search", { pit, size: 100, slice: { id, max: 5 } })).body));
    expect(sliced.sort()).toEqual(idsOf(whole.body).sort());
    expect((await ask("DELETE", "/_pit", { id: pit.id })).body.num_freed).toBe(2);
    expect((await searchStats())["open_contexts"]).toBe(0);
  });

  test("last longer when a search says so, never shorter, and end by themselves", async () => {
    const [short, longer] = [await open("/i/_pit?keep_alive=20ms"), await open("/i/_pit?keep_alive=20ms")];
    const search = async (pit: object): Promise<number> => (await ask("POST", "/_search", { pit })).status;
    expect(await search({ id: longer, keep_alive: "1m" })).toBe(200);
    expect(await search({ id: longer, keep_alive: "1ms" })).toBe(200);
    await vi.waitUntil(async () => (await searchStats())["open_contexts"] === 2, { timeout: 5000, interval: 10 });
    expect([await search({ id: short }), await search({ id: longer })]).toEqual([404, 200]);
    await ask("DELETE", "/_pit", { id: longer });
  });

  test("are not there for others, in a search or a search of several", async () => {
    caller = user(1, "i");
    const pit = { id: await open() };
    const several = `{}\n${JSON.stringify({ pit })}\n`;
    expect((await ask("POST", "/_search", { pit })).status).toBe(200);
    expect((await ask("POST", "/_msearch", several)).body).toMatchObject({ responses: [{ status: 200 }] });
    caller = user(2, "i");
    expect((await ask("POST", "/_search", { pit })).status).toBe(404);
    expect((await ask("POST", "/_msearch", several)).body).toMatchObject({ responses: [{ status: 404 }] });
    expect((await ask("DELETE", "/_pit", pit)).status).toBe(404);
    caller = user(1, "other");
    expect((await ask("POST", "/_search", { pit })).status).toBe(403);
    caller = user(1, "i");
    expect((await ask("DELETE", "/_pit", pit)).status).toBe(200);
  });

  test("of which an index is gone fail there alone", async () => {
    await ask("PUT", "/j/_doc/1?refresh=true", { n: 1 });
    const pit = { id: await open("/i,j/_pit?keep_alive=1m") };
    await ask("DELETE", "/j");
    const { status, body } = await ask("POST", "/_search", { pit, size: 1 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      _shards: {
        total: 3,
        failed: 1,
        failures: [{ index: "j", reason: { type: "search_context_missing_exception" } }],
      },
      hits: { total: { value: 33 } },
    });
    await ask("DELETE", "/_pit", pit);
  });

  test("a name in the body that only looks like one changes nothing", async () => {
    const query = { bool: { must_not: [{ exists: { field: "pit" } }] } };
    expect((await ask("POST", "/i/_search", { query, stats: ["pit"], size: 0 })).body.hits.total.value).toBe(33);
    expect((await ask("POST", "/_search", `{"\\u0070it":{"id":"zzzz"}}`)).status).toBe(400);
  });
});

describe("owners", () => {
  const next = async (scroll_id: string): Promise<{ status: number; body: Answer }> =>
    ask("POST", "/_search/scroll", { scroll_id, scroll: "1m" });

  test("are the user of a password, and the key of a key: to others a scroll is not there", async () => {
    const ada = user(1, "i");
    const key: Principal = { ...ada, authentication: "api_key", credentialId: "key-1" };
    for (const owner of [ada, key]) {
      caller = owner;
      const { _scroll_id: id } = await scroll({ size: 1 });
      expect((await next(id)).status).toBe(200);
      for (const other of [ada, key, { ...key, credentialId: "key-2" }, user(2, "i"), root]) {
        if (other === owner) continue;
        caller = other;
        expect(await next(id)).toMatchObject({
          status: 404,
          body: { error: { root_cause: [{ type: "search_context_missing_exception" }] } },
        });
        expect((await ask("DELETE", `/_search/scroll/${id}`)).status).toBe(404);
      }
      // Another proof of the same user.
      if (owner === ada) {
        caller = { ...ada, authentication: "session" };
        expect((await next(id)).status).toBe(200);
      }
    }
  });

  test("clear all of their own, and all that there are where they may manage the cluster", async () => {
    caller = user(1, "i");
    const own = await scroll({ size: 1 });
    caller = user(2, "i");
    const other = await scroll({ size: 1 });
    expect((await ask("DELETE", "/_search/scroll/_all")).status).toBe(200);
    expect((await next(other._scroll_id)).status).toBe(404);
    caller = user(1, "i");
    expect((await next(own._scroll_id)).status).toBe(200);
    caller = { ...user(3, "i"), clusterPrivileges: ["manage"] };
    expect((await ask("DELETE", "/_search/scroll/_all")).status).toBe(200);
    caller = user(1, "i");
    expect((await next(own._scroll_id)).status).toBe(404);
  });

  test("see with each page what they may see then", async () => {
    caller = user(1, "i");
    const { _scroll_id: id } = await scroll({ size: 1, sort: ["n"] });
    const rules = [{ names: ["i"], privileges: ["read"], allowRestricted: false, query: '{"term":{"k":"k4"}}' }];
    caller = { ...caller, indices: { all: false, user: "user-1", rules } };
    expect(idsOf((await next(id)).body)).toEqual(["4"]);
    caller = user(1, "other");
    expect((await next(id)).status).toBe(403);
  });
});
