/**
 * Sets of synonyms over HTTP: what their operations answer, and that every search follows a change from its answer on.
 */
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

const filter = { type: "synonym_graph", synonyms_set: "greetings", updateable: true };
const analysis = { filter: { f: filter }, analyzer: { a: { tokenizer: "standard", filter: ["lowercase", "f"] } } };
const mappings = { properties: { text: { type: "text", search_analyzer: "a" }, plain: { type: "text" } } };

/** An index with three greetings, whose searches use the set `greetings`. */
async function makeIndex({ call }: ServerProcess, name = "letters", number_of_replicas = 0): Promise<void> {
  const made = await call("PUT", `/${name}`, {
    settings: { number_of_shards: 2, number_of_replicas, analysis },
    mappings,
  });
  expect(made.body).toEqual({ acknowledged: true, shards_acknowledged: true, index: name });
  for (const [id, text] of ["hello there", "good day", "moin"].entries())
    await call("PUT", `/${name}/_doc/${id}`, { text });
  await call("POST", `/${name}/_refresh`);
}

const putSet = (server: ServerProcess, ...rules: string[]): ReturnType<ServerProcess["call"]> =>
  server.call("PUT", "/_synonyms/greetings", {
    synonyms_set: rules.map((synonyms, at) => ({ id: `r${at}`, synonyms })),
  });

/** Ids that a search for `word` finds, in each of the ways that have a cache or a thread of their own. */
async function found({ call }: ServerProcess, word: string): Promise<string[]> {
  const match = { match: { text: word } };
  const ways = [
    { body: { query: match } },
    { body: { query: { bool: { filter: [match] } } } },
    { body: { query: match }, parameters: "?request_cache=true" },
    { body: { query: { query_string: { query: word, fields: ["text"] } } } },
  ];
  const answers = await Promise.all(
    // Several at once, so that more than one thread is asked.
    ways
      .flatMap((way) => [way, way, way])
      .map(({ body, parameters = "" }) => call("POST", `/letters/_search${parameters}`, body)),
  );
  const ids = answers.map(({ body }) =>
    body.hits.hits
      .map((hit: { _id: string }) => hit._id)
      .sort()
      .join(),
  );
  const count = (await call("POST", "/letters/_count", { query: match })).body.count;
  expect(new Set(ids).size).toBe(1);
  const list = (ids[0] ?? "").split(",").filter((id: string) => id !== "");
  expect(count).toBe(list.length);
  return list;
}

describe.each(["0", "3"])("with %s search threads", (threads) => {
  test("every search follows a change of a set from its answer on", { timeout: 120_000 }, async () => {
    const server = await startServer(["--threads", threads]);
    const { call } = server;
    expect((await putSet(server, "hello, hi")).status).toBe(201);
    await makeIndex(server);
    // Often enough for the caches to keep what they found.
    for (let round = 0; round < 5; round++) expect(await found(server, "hi")).toEqual(["0"]);
    const { status, body } = await putSet(server, "hi, good day, moin");
    expect([status, body.result]).toEqual([200, "updated"]);
    expect(body.reload_analyzers_details).toEqual({
      _shards: { total: 1, successful: 1, failed: 0 },
      reload_details: [{ index: "letters", reloaded_analyzers: ["a"], reloaded_node_ids: [expect.any(String)] }],
    });
    expect(await found(server, "hi")).toEqual(["1", "2"]);
    expect((await call("PUT", "/_synonyms/greetings/r0", { synonyms: "hi => moin" })).body.result).toBe("updated");
    expect(await found(server, "hi")).toEqual(["2"]);
    expect((await call("PUT", "/_synonyms/greetings/r1", { synonyms: "servus, hello" })).status).toBe(201);
    expect(await found(server, "servus")).toEqual(["0"]);
    // Documents that arrive later, and bring new fields, change nothing about it.
    await call("PUT", "/letters/_doc/3?refresh=true", { text: "hello", other: "field" });
    expect(await found(server, "servus")).toEqual(["0", "3"]);
    expect((await call("DELETE", "/_synonyms/greetings/r0")).body.result).toBe("deleted");
    expect(await found(server, "hi")).toEqual([]);
    const tokens = (await call("POST", "/letters/_analyze", { analyzer: "a", text: "servus" })).body.tokens;
    expect(tokens.map(({ token }: { token: string }) => token).sort()).toEqual(["hello", "servus"]);
    await server.stop();
  });

  test("changes that were answered are there after a crash", { timeout: 120_000 }, async () => {
    const args = ["--threads", threads, "--data", temporaryFolder()];
    const before = await startServer(args);
    await putSet(before, "hello, hi");
    await makeIndex(before);
    await before.call("PUT", "/_synonyms/greetings/r0", { synonyms: "moin, hi" });
    await before.call("PUT", "/_synonyms/other", { synonyms_set: [] });
    await before.kill();
    const after = await startServer(args);
    expect((await after.call("GET", "/_synonyms/greetings")).body).toEqual({
      count: 1,
      synonyms_set: [{ id: "r0", synonyms: "moin, hi" }],
    });
    expect((await after.call("GET", "/_synonyms")).body).toEqual({
      count: 2,
      results: [
        { synonyms_set: "greetings", count: 1 },
        { synonyms_set: "other", count: 0 },
      ],
    });
    expect(await found(after, "hi")).toEqual(["2"]);
    await after.stop();
  });
});

describe("one server", () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer();
  }, 60_000);
  afterEach(async () => {
    await server.call("DELETE", "/letters,post,plain,strict,a?ignore_unavailable=true");
    const { body } = await server.call("GET", "/_synonyms");
    for (const { synonyms_set: set } of body.results) await server.call("DELETE", `/_synonyms/${set}`);
  });

  describe("the operations", () => {
    test("answer as 8.19 does", async () => {
      const { call } = server;
      const missing = { type: "resource_not_found_exception", reason: "synonyms set [none] not found" };
      expect((await call("GET", "/_synonyms")).body).toEqual({ count: 0, results: [] });
      for (const [method, path, body] of [
        ["GET", "/_synonyms/none"],
        ["DELETE", "/_synonyms/none"],
        ["GET", "/_synonyms/none/rule"],
        ["PUT", "/_synonyms/none/rule", { synonyms: "a, b" }],
        ["DELETE", "/_synonyms/none/rule"],
      ] as const) {
        expect((await call(method, path, body)).body).toEqual({
          error: { root_cause: [missing], ...missing },
          status: 404,
        });
      }
      // No index uses it: nothing was reloaded.
      const rules = [
        { id: "b", synonyms: "bye => goodbye" },
        { synonyms: "x, y" },
        { id: "a", synonyms: "hello, hi" },
        { id: "b", synonyms: "bye, ciao" },
      ];
      expect((await call("PUT", "/_synonyms/set", { synonyms_set: rules })).body).toEqual({
        result: "created",
        reload_analyzers_details: { _shards: { total: 0, successful: 0, failed: 0 }, reload_details: [] },
      });
      const { body } = await call("GET", "/_synonyms/set");
      const generated = body.synonyms_set.find(({ synonyms }: { synonyms: string }) => synonyms === "x, y").id;
      const stored = [
        { id: "a", synonyms: "hello, hi" },
        { id: "b", synonyms: "bye, ciao" },
        { id: generated, synonyms: "x, y" },
      ].sort((one, other) => (one.id < other.id ? -1 : 1));
      expect(body).toEqual({ count: 3, synonyms_set: stored });
      expect((await call("GET", "/_synonyms/set?from=1&size=1")).body).toEqual({
        count: 3,
        synonyms_set: stored.slice(1, 2),
      });
      expect((await call("GET", `/_synonyms/set?search_after=${stored[0]?.id}`)).body.synonyms_set).toEqual(
        stored.slice(1),
      );
      expect((await call("GET", "/_synonyms/set/a")).body).toEqual({ id: "a", synonyms: "hello, hi" });
      expect((await call("GET", "/_synonyms/set/c")).body.error.reason).toBe("synonym rule [c] not found");
      expect((await call("DELETE", "/_synonyms/set/c")).body.error.reason).toBe(
        "synonym rule [c] not found on synonyms set [set]",
      );
      expect(
        (await call("PUT", "/_synonyms/set?append=true", { synonyms_set: { id: "c", synonyms: "d" } })).body.result,
      ).toBe("updated");
      expect((await call("GET", "/_synonyms/set")).body.count).toBe(4);
      expect((await call("PUT", "/_synonyms/set?refresh=false", { synonyms_set: [] })).body).toEqual({
        result: "updated",
      });
      expect((await call("GET", "/_synonyms/set")).body).toEqual({ count: 0, synonyms_set: [] });
      for (const query of ["size=-1", "from=-1", "from=9999&size=10"])
        expect((await call("GET", `/_synonyms/set?${query}`)).status).toBe(400);
      expect((await call("DELETE", "/_synonyms/set")).body).toEqual({ acknowledged: true });
      expect((await call("GET", "/_synonyms/set")).status).toBe(404);
    });

    test("take ten thousand rules, and no more", { timeout: 60_000 }, async () => {
      const { call } = server;
      const rules = Array.from({ length: 10_000 }, (_, at) => `word${at}, hello`);
      expect((await putSet(server, ...rules)).body.result).toBe("created");
      await makeIndex(server);
      expect(await found(server, "word9999")).toEqual(["0"]);
      expect((await putSet(server, ...rules, "a, b")).body.error).toMatchObject({
        type: "illegal_argument_exception",
        reason: "The number of synonyms rules in a synonym set cannot exceed 10000",
      });
      expect((await call("PUT", "/_synonyms/greetings/more", { synonyms: "a, b" })).body.error.reason).toBe(
        "The number of synonym rules in a synonyms set cannot exceed 10000",
      );
      expect((await call("PUT", "/_synonyms/greetings/r9999", { synonyms: "word9999, moin" })).body.result).toBe(
        "updated",
      );
      expect(await found(server, "word9999")).toEqual(["2"]);
    });
  });

  describe("indices that use a set", () => {
    test("keep it from being deleted", async () => {
      await putSet(server, "hello, hi");
      await makeIndex(server);
      await makeIndex(server, "post");
      const refused = await server.call("DELETE", "/_synonyms/greetings");
      expect([refused.status, refused.body.error.reason]).toEqual([
        400,
        "synonyms set [greetings] cannot be deleted as it is used in the following indices: letters, post",
      ]);
      await server.call("DELETE", "/letters,post");
      expect((await server.call("DELETE", "/_synonyms/greetings")).status).toBe(200);
    });

    test("may be made before it, and use it when it is there", async () => {
      await makeIndex(server);
      expect(await found(server, "hi")).toEqual([]);
      await putSet(server, "hello, hi");
      expect(await found(server, "hi")).toEqual(["0"]);
    });

    test("that insist on it are red until it is there", async () => {
      const { call } = server;
      const strict = { ...analysis, filter: { f: { ...filter, lenient: false } } };
      const made = await call("PUT", "/strict", { settings: { number_of_replicas: 0, analysis: strict }, mappings });
      expect(made.body).toEqual({ acknowledged: true, shards_acknowledged: false, index: "strict" });
      expect((await call("GET", "/_cluster/health/strict")).body.status).toBe("red");
      expect((await call("POST", "/strict/_search", { query: { match: { text: "x" } } })).status).toBe(400);
      await putSet(server, "hello, hi");
      expect((await call("GET", "/_cluster/health/strict")).body.status).toBe("green");
      expect((await call("POST", "/strict/_search", { query: { match: { text: "x" } } })).status).toBe(200);
    });

    test("keep their rules when the new ones cannot be used", async () => {
      const { call } = server;
      await putSet(server, "foo => bar");
      const stop = { type: "stop", stopwords: ["baz"] };
      const strict = {
        filter: { f: { ...filter, lenient: false }, s: stop },
        analyzer: { a: { tokenizer: "whitespace", filter: ["s", "f"] } },
      };
      await call("PUT", "/strict", { settings: { number_of_replicas: 0, analysis: strict } });
      const analyzed = async (): Promise<string[]> =>
        (await call("POST", "/strict/_analyze", { analyzer: "a", text: "foo" })).body.tokens.map(
          ({ token }: { token: string }) => token,
        );
      const { body } = await putSet(server, "foo => bar, baz");
      expect(body.result).toBe("updated");
      expect(body.reload_analyzers_details).toMatchObject({
        _shards: {
          total: 1,
          successful: 0,
          failed: 1,
          failures: [{ index: "strict", reason: { type: "illegal_argument_exception" } }],
        },
        reload_details: [],
      });
      expect(await analyzed()).toEqual(["bar"]);
      await call("POST", "/strict/_close");
      expect((await call("POST", "/strict/_open")).body.shards_acknowledged).toBe(false);
    });

    test("may use it for searches alone", async () => {
      const { call } = server;
      const fixed = { ...analysis, filter: { f: { ...filter, updateable: false } } };
      expect((await call("PUT", "/a", { settings: { analysis: fixed } })).body.error.reason).toBe(
        "Can't apply [synonyms_set]! Loading synonyms from index is supported only for search time synonyms!",
      );
      const indexed = { properties: { text: { type: "text", analyzer: "a" } } };
      expect((await call("PUT", "/a", { settings: { analysis }, mappings: indexed })).body.error.caused_by.reason).toBe(
        "analyzer [a] contains filters [f] that are not allowed to run in index time mode.",
      );
    });
  });

  describe("_reload_search_analyzers", () => {
    test("answers for open indices as 8.19 does", async () => {
      const { call } = server;
      await makeIndex(server);
      await call("PUT", "/plain", { settings: { number_of_replicas: 1 } });
      const node = expect.any(String) as string;
      const used = { index: "letters", reloaded_analyzers: ["a"], reloaded_node_ids: [node] };
      // One shard of each index on each node, and each copy that is on none.
      expect((await call("POST", "/letters,plain/_reload_search_analyzers")).body).toEqual({
        _shards: { total: 3, successful: 2, failed: 0 },
        reload_details: [used, { index: "plain", reloaded_analyzers: [], reloaded_node_ids: [node] }],
      });
      expect((await call("GET", "/*/_reload_search_analyzers?resource=greetings")).body.reload_details).toEqual([used]);
      expect((await call("GET", "/*/_reload_search_analyzers?resource=other")).body.reload_details).toEqual([]);
      expect((await call("GET", "/none*/_reload_search_analyzers")).body).toEqual({
        _shards: { total: 0, successful: 0, failed: 0 },
        reload_details: [],
      });
      expect((await call("GET", "/none/_reload_search_analyzers")).status).toBe(404);
      await call("POST", "/plain/_close");
      expect((await call("GET", "/plain/_reload_search_analyzers")).body.error.type).toBe("index_closed_exception");
    });
  });
});
