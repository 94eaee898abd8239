import { beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServer } from "./server-process.ts";

const DONE = {
  took: expect.any(Number),
  timed_out: false,
  deleted: 0,
  batches: 1,
  version_conflicts: 0,
  noops: 0,
  retries: { bulk: 0, search: 0 },
  throttled_millis: 0,
  requests_per_second: -1,
  throttled_until_millis: 0,
  failures: [],
};

describe("reindex and update by query", () => {
  let server: ServerProcess;

  beforeAll(async () => {
    server = await startServer([]);
    return async () => void (await server.stop());
  });

  const put = (path: string, source: unknown): Promise<unknown> => server.call("PUT", `${path}refresh=true`, source);
  const copy = (body: object, more = ""): ReturnType<ServerProcess["call"]> =>
    server.call("POST", `/_reindex?refresh=true${more}`, body);
  const from = (index: unknown, to: string, more: object = {}): object => ({
    source: { index },
    dest: { index: to, ...more },
  });
  const hits = async (index: string): Promise<Record<string, unknown>[]> =>
    (await server.call("GET", `/${index}/_search?version=true&size=100`)).body.hits.hits.sort(
      (one: { _id: string }, other: { _id: string }) => Number(one._id) - Number(other._id),
    );

  async function filled(name: string, count: number, settings: object = {}): Promise<void> {
    const mappings = { properties: { n: { type: "long" } } };
    const lines = Array.from({ length: count }, (_, n) => `{"index":{"_id":"${n}"}}\n{"n":${n}}\n`).join("");
    await server.call("PUT", `/${name}`, { settings: { number_of_replicas: 0, ...settings }, mappings });
    expect((await server.call("POST", `/${name}/_bulk?refresh=true`, lines)).body.errors).toBe(false);
  }

  test("documents are copied as they came into an index that is made for them", async () => {
    await put("/plain/_doc/1?", { n: 1 });
    await server.call(
      "PUT",
      "/plain/_doc/2?refresh=true&routing=r",
      '{\n "double":1.0, "long":9007199254740993,\n "a":{} }',
    );
    const { status, body } = await copy(from("plain", "plain-copy"));
    expect([status, body]).toEqual([200, { ...DONE, total: 2, updated: 0, created: 2 }]);
    const { text } = await server.call("GET", "/plain-copy/_source/2?routing=r");
    expect(text).toBe('{\n "double":1.0, "long":9007199254740993,\n "a":{} }');
    expect((await copy(from("plain", "plain-copy"))).body).toMatchObject({ updated: 2, created: 0 });
    expect((await hits("plain-copy")).map(({ _version }) => _version)).toEqual([2, 2]);
  });

  test("a query, source filter, order and number choose what is copied, over several indices and pages", async () => {
    await filled("many", 60, { number_of_shards: 2 });
    await filled("more", 10);
    const source = { index: ["many", "mor*"], size: 7, query: { range: { n: { lt: 50 } } }, sort: { n: "desc" } };
    const { body } = await copy({ source, dest: { index: "chosen" }, max_docs: 20, conflicts: "proceed" });
    expect(body).toMatchObject({ total: 20, created: 20, batches: 3 });
    expect((await hits("chosen"))[0]?.["_id"]).toBe("30");
    await copy({
      source: { index: "many", _source: ["x*"], query: { ids: { values: ["1"] } } },
      dest: { index: "less" },
    });
    expect((await hits("less")).map(({ _source }) => _source)).toEqual([{}]);
    const sliced = await copy(from("many", "sliced"), "&slices=3");
    expect(sliced.body).toMatchObject({ total: 60, created: 60, slices: [{}, {}, {}] });
  });

  test("versions are respected where they are asked for", async () => {
    for (let round = 0; round < 3; round++) await put("/versions/_doc/1?", { round });
    await copy(from("versions", "external", { version_type: "external" }));
    expect((await hits("external"))[0]).toMatchObject({ _version: 3 });
    const again = await copy(from("versions", "external", { version_type: "external" }));
    expect([again.status, again.body.version_conflicts]).toEqual([409, 1]);
    expect(again.body.failures).toMatchObject([
      {
        index: "external",
        id: "1",
        cause: {
          type: "version_conflict_engine_exception",
          reason: "[1]: version conflict, current version [3] is higher or equal to the one provided [3]",
        },
        status: 409,
      },
    ]);
    expect((await copy(from("versions", "external", { version_type: "external_gte" }))).body.updated).toBe(1);
    expect((await copy(from("versions", "external", { op_type: "create" }))).status).toBe(409);
    const proceeding = await copy({ ...from("versions", "external", { op_type: "create" }), conflicts: "proceed" });
    expect([proceeding.status, proceeding.body]).toMatchObject([200, { version_conflicts: 1, failures: [] }]);
  });

  test("routing is kept, discarded or given", async () => {
    await put("/routed/_doc/1?routing=a&", { n: 1 });
    const routings = [["keep", "a"], ["discard", undefined], ["=cat", "cat"], ["=", undefined]] as const; // prettier-ignore
    for (const [at, [routing, shown]] of routings.entries()) {
      await copy(from("routed", `routed-${at}`, { routing }));
      expect((await hits(`routed-${at}`))[0]?.["_routing"], routing).toBe(shown);
    }
  });

  test("the filter of an alias holds, and aliases are written to", async () => {
    await filled("behind", 6);
    await server.call("PUT", "/target", { aliases: { entry: {} } });
    await server.call("POST", "/_aliases", {
      actions: [{ add: { index: "behind", alias: "front", filter: { range: { n: { lt: 4 } } } } }],
    });
    expect((await copy(from("front", "entry"), "&require_alias=true")).body.created).toBe(4);
    expect(await hits("target")).toHaveLength(4);
  });

  test.each<[body: object, status: number, reason: string, more?: string]>([
    [{}, 400, "Validation Failed: 1: use _all if you really want to copy from all existing indexes;2: index must be specified;"],
    [from("own", "own"), 400, "Validation Failed: 1: reindex cannot write into an index its reading from [own];"],
    [from("own", "own-alias"), 400, "Validation Failed: 1: reindex cannot write into an index its reading from [own];"],
    [from("own", "d", { routing: "zork" }), 400, "Validation Failed: 1: routing must be unset, [keep], [discard] or [=<some new value>];"],
    [from("own", "d", { op_type: "create", version_type: "external" }), 400, "Validation Failed: 1: create operations only support internal versioning. use index instead;"],
    [from("own", "d", { op_type: "zork" }), 400, "[1:57] [reindex] failed to parse field [dest]"],
    [from("own", "d", { zork: 1 }), 400, "[1:54] [reindex] failed to parse field [dest]"],
    [{ ...from("own", "d"), zork: 1 }, 400, "[1:48] [reindex] unknown field [zork]"],
    [{ source: { index: "own", zork: 1 }, dest: { index: "d" } }, 400, "[1:34] [reindex] failed to parse field [source]"],
    [{ source: { index: "own", from: 1 }, dest: { index: "d" } }, 400, "Validation Failed: 1: using [from] is not allowed in a scroll context;2: from is not supported in this context;"],
    [{ source: { index: "own", size: 0 }, dest: { index: "d" } }, 400, "Validation Failed: 1: [size] cannot be [0] in a scroll context;"],
    [{ source: { index: "own", _source: false }, dest: { index: "d" } }, 400, "Validation Failed: 1: _source:false is not supported in this context;"],
    [{ source: { index: "own", slice: { id: 0, max: 2 } }, dest: { index: "d" } }, 400, "Validation Failed: 1: can't specify both manual and automatic slicing at the same time;", "&slices=2"],
    [{ max_docs: -4, ...from("own", "d") }, 400, "[1:13] [reindex] failed to parse field [max_docs]"],
    [{ conflicts: "cat", ...from("own", "d") }, 400, "[1:14] [reindex] failed to parse field [conflicts]"],
    [{ max_docs: 3, ...from("own", "d") }, 400, "[max_docs] set to two different values [3] and [4]", "&max_docs=4"],
    [from("own", "d"), 404, "no such index [d] and [require_alias] request flag is [true] and [d] is not an alias", "&require_alias=true"],
    [from("nowhere", "d"), 404, "no such index [nowhere]"],
    [from("own", "d"), 400, "all shards failed", "&slices=2000"],
  ])("%j is refused", async (body, status, reason, more) => {
    await put("/own/_doc/1?", { n: 1 });
    await server.call("PUT", "/own/_alias/own-alias");
    const answer = await copy(body, more);
    expect([answer.status, answer.body.error?.reason]).toEqual([status, reason]);
  }); // prettier-ignore

  test("what cannot be written is told document by document", async () => {
    await put("/failing/_doc/1?", { n: 1 });
    for (const [dest, reason] of [
      [{ index: "BAD" }, "Invalid index name [BAD], must be lowercase"],
      [{ index: "d", pipeline: "nope" }, "pipeline with id [nope] does not exist"],
    ] as const) {
      const { status, body } = await copy({ source: { index: "failing" }, dest });
      expect([status, body.failures]).toMatchObject([
        400,
        [{ index: dest.index, id: "1", cause: { reason }, status: 400 }],
      ]);
    }
    const { status, body } = await server.call("POST", "/failing/_update_by_query?pipeline=nope");
    expect([status, body.failures[0].cause.reason]).toEqual([400, "pipeline with id [nope] does not exist"]);
  });

  test("one behind its answer is a task that can be made faster, and its result is kept", async () => {
    await filled("behind-it", 3);
    const slow = "&wait_for_completion=false&requests_per_second=0.5";
    const { body } = await copy({ source: { index: "behind-it", size: 1 }, dest: { index: "later" } }, slow);
    const running = await server.call("GET", `/_tasks/${body.task}`);
    expect(running.body.task).toMatchObject({
      action: "indices:data/write/reindex",
      description: "reindex from [behind-it] to [later]",
    });
    await server.call("POST", `/_reindex/${body.task}/_rethrottle?requests_per_second=-1`);
    const done = await server.call("GET", `/_tasks/${body.task}?wait_for_completion=true`);
    expect(done.body).toMatchObject({ completed: true, response: { total: 3, created: 3, batches: 3, failures: [] } });
    expect(await hits("later")).toHaveLength(3);
  });

  test("an update by query writes documents again, so that new mappings see them", async () => {
    await server.call("PUT", "/again", { mappings: { dynamic: false } });
    await put("/again/_doc/1?", { word: "blue" });
    await server.call("PUT", "/again/_mapping", { properties: { word: { type: "keyword" } } });
    const blue = { query: { term: { word: "blue" } } };
    expect((await server.call("POST", "/again/_count", blue)).body.count).toBe(0);
    const { status, body } = await server.call("POST", "/again/_update_by_query?refresh=true");
    const { created: _none, ...counts } = { ...DONE, total: 1, updated: 1, created: 0 };
    expect([status, body]).toEqual([200, counts]);
    expect((await server.call("POST", "/again/_count", blue)).body.count).toBe(1);
    expect((await hits("again"))[0]?.["_version"]).toBe(2);
  });

  test("an update by query takes a document that changed meanwhile for a conflict", async () => {
    await filled("changing", 3, { refresh_interval: "-1" });
    await server.call("PUT", "/changing/_doc/1", { n: 7 });
    const aborted = await server.call("POST", "/changing/_update_by_query");
    expect([aborted.status, aborted.body.updated, aborted.body.version_conflicts]).toEqual([409, 2, 1]);
    await server.call("PUT", "/changing/_doc/1?refresh=true", { n: 8 });
    await server.call("PUT", "/changing/_doc/1", { n: 9 });
    const proceeding = await server.call("POST", "/changing/_update_by_query?conflicts=proceed&refresh=true");
    expect([proceeding.status, proceeding.body.updated, proceeding.body.failures]).toEqual([200, 2, []]);
    expect((await hits("changing"))[1]?.["_source"]).toEqual({ n: 9 });
  });
});
