/** Clone, shrink and split over HTTP: the same documents in other shards, whatever comes after. */
import { expect, test } from "vitest";
import { type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

const DOCS = 300;

/** Four shards with updated, deleted and routed documents, some with nested ones, in several segments. */
async function fill(server: ServerProcess): Promise<void> {
  await server.call("PUT", "/src", {
    settings: {
      number_of_shards: 4,
      number_of_replicas: 0,
      number_of_routing_shards: 16,
      refresh_interval: -1,
      "analysis.analyzer.low": { type: "custom", tokenizer: "keyword", filter: ["lowercase"] },
    },
    mappings: {
      properties: { n: { type: "integer" }, t: { type: "text", analyzer: "low" }, in: { type: "nested" } },
    },
    aliases: { "src-alias": {} },
  });
  const lines = (from: number, to: number, add: object): string =>
    Array.from({ length: to - from }, (_, at) => from + at)
      .flatMap((n) => [
        { index: { _id: `d${n}`, ...(n % 5 === 0 ? { routing: `r${n % 7}` } : {}) } },
        { n, t: `Word ${n % 10}`, in: [{ a: n }, { a: n + 1 }], ...add },
      ])
      .map((line) => `${JSON.stringify(line)}\n`)
      .join("");
  await server.call("POST", "/src/_bulk?refresh=true", lines(0, DOCS, {}));
  await server.call("POST", "/src/_flush");
  await server.call("POST", "/src/_bulk?refresh=true", lines(100, 150, { again: true }));
  await server.call("POST", "/src/_delete_by_query?refresh=true", { query: { range: { n: { lt: 20 } } } });
  await server.call("PUT", "/src/_settings", { "index.blocks.write": true });
}

/** All that a search and gets say of the documents, by id. */
async function contents(server: ServerProcess, index: string): Promise<unknown> {
  const found = await server.call("POST", `/${index}/_search`, {
    size: 1000,
    version: true,
    sort: [{ n: "asc" }],
    query: { bool: { must: [{ nested: { path: "in", query: { range: { "in.a": { gte: 0 } } } } }] } },
    aggs: { words: { terms: { field: "n", size: 1 } } },
  });
  expect(found.body._shards.failed).toBe(0);
  for (const [id, routing] of [["d21"], ["d120", "r1"], ["d3"]]) {
    const got = await server.call("GET", `/${index}/_doc/${id}${routing ? `?routing=${routing}` : ""}`);
    expect([id, got.status]).toEqual([id, id === "d3" ? 404 : 200]);
  }
  const words = await server.call("GET", `/${index}/_count?q=t:"word 7"`);
  const hits = found.body.hits.hits as { _id: string; _routing?: string; _version: number; _source: object }[];
  return [words.body.count, hits.map(({ _id, _routing, _version, _source }) => [_id, _routing, _version, _source])];
}

const resize = async (server: ServerProcess, kind: string, target: string, body?: unknown): Promise<unknown> => {
  const answer = await server.call("POST", `/src/_${kind}/${target}`, body);
  return answer.status === 200 ? answer.body : [answer.status, answer.body.error.type, answer.body.error.reason];
};

test("the documents of an index are those of its copies, after a crash and further writes too", async () => {
  const data = temporaryFolder();
  let server = await startServer(["--data", data]);
  await fill(server);
  const expected = await contents(server, "src");
  expect((expected as [number, unknown[]])[1]).toHaveLength(DOCS - 20);
  const unlocked = { settings: { "index.blocks.write": null, number_of_replicas: 0 } };
  const made = (index: string): object => ({ acknowledged: true, shards_acknowledged: true, index });
  expect(await resize(server, "clone", "cloned", unlocked)).toEqual(made("cloned"));
  for (const [kind, shards] of [
    ["shrink", 1],
    ["shrink", 2],
    ["split", 8],
    ["split", 16],
  ] as const) {
    const settings = { ...unlocked.settings, "index.number_of_shards": shards };
    expect(await resize(server, kind, `${kind}-${shards}`, { settings })).toEqual(made(`${kind}-${shards}`));
  }
  const copies = ["cloned", "shrink-1", "shrink-2", "split-8", "split-16"];
  for (const copy of copies) expect([copy, await contents(server, copy)]).toEqual([copy, expected]);
  await server.call("PUT", "/src/_settings", { "index.blocks.write": false });
  await server.call("DELETE", "/src");
  for (const copy of copies) {
    const written = await server.call("PUT", `/${copy}/_doc/d21`, { n: 21, t: "Word 1", in: [{ a: 21 }], new: copy });
    expect(written.body).toMatchObject({ result: "updated", _version: 2 });
    await server.call("DELETE", `/${copy}/_doc/d22`);
  }
  await server.kill();
  server = await startServer(["--data", data]);
  const [words, docs] = expected as [number, [string, unknown, number, object][]];
  const later = docs.filter(([id]) => id !== "d22");
  for (const copy of copies) {
    await server.call("POST", `/${copy}/_forcemerge?max_num_segments=1`);
    await server.call("POST", `/${copy}/_refresh`);
    const [wordsNow, docsNow] = (await contents(server, copy)) as [number, unknown[][]];
    expect([copy, wordsNow, docsNow.length]).toEqual([copy, words, later.length]);
    expect(docsNow.filter(([id]) => id !== "d21")).toEqual(later.filter(([id]) => id !== "d21"));
    expect(docsNow.find(([id]) => id === "d21")?.[3]).toMatchObject({ new: copy });
  }
  const mapping = (await server.call("GET", "/split-8?flat_settings=true")).body["split-8"];
  expect(mapping.aliases).toEqual({});
  expect(mapping.settings).toMatchObject({
    "index.number_of_shards": "8",
    "index.analysis.analyzer.low.tokenizer": "keyword",
    "index.refresh_interval": "-1",
    "index.routing_partition_size": "1",
  });
  expect(mapping.settings).not.toHaveProperty(["index.number_of_routing_shards"]);
  await server.stop();
});

test("what cannot be resized is refused in the words of 8.19", async () => {
  const server = await startServer();
  const settings = { number_of_shards: 4, number_of_replicas: 0, number_of_routing_shards: 8 };
  await server.call("PUT", "/src", { settings, aliases: { al: {} } });
  const invalid = (reason: string): unknown => [400, "illegal_argument_exception", reason];
  const illegal = (reason: string): unknown => [500, "illegal_state_exception", reason];
  const shards = (count: number): object => ({ settings: { "index.number_of_shards": count } });
  expect(await resize(server, "clone", "t")).toEqual(
    illegal('index src must be read-only to resize index. use "index.blocks.write=true"'),
  );
  await server.call("PUT", "/src/_block/write");
  const cases: [string, unknown, unknown][] = [
    ["shrink", shards(3), invalid("the number of source shards [4] must be a multiple of [3]")],
    ["shrink", shards(8), invalid("the number of target shards [8] must be less that the number of source shards [4]")],
    [
      "shrink",
      { max_primary_shard_size: "1gb", ...shards(1) },
      invalid("Cannot set both index.number_of_shards and max_primary_shard_size for the target index"),
    ],
    [
      "shrink",
      { settings: { "index.sort.field": "a" } },
      [
        400,
        "action_request_validation_exception",
        "Validation Failed: 1: can't override index sort when resizing an index;",
      ],
    ],
    [
      "shrink",
      { settings: { "index.number_of_routing_shards": 16 } },
      invalid("cannot provide index.number_of_routing_shards on resize"),
    ],
    ["shrink", { mappings: {} }, [400, "x_content_parse_exception", "[1:2] [resize_request] unknown field [mappings]"]],
    [
      "split",
      {},
      [
        400,
        "action_request_validation_exception",
        "Validation Failed: 1: index.number_of_shards is required for split operations;",
      ],
    ],
    ["split", shards(16), illegal("the number of routing shards [8] must be a multiple of the target shards [16]")],
    ["split", shards(6), invalid("the number of source shards [4] must be a factor of [6]")],
    ["split", shards(2), invalid("the number of source shards [4] must be less that the number of target shards [2]")],
    [
      "clone",
      shards(2),
      invalid("the number of target shards (2) must be the same as the number of  source shards ( 4)"),
    ],
  ];
  for (const [kind, body, answer] of cases) expect(await resize(server, kind, "t", body)).toEqual(answer);
  expect(await resize(server, "clone", "al")).toEqual([
    400,
    "invalid_index_name_exception",
    "Invalid index name [al], already exists as alias",
  ]);
  expect(await resize(server, "clone", "t?wait_for_active_shards=9")).toEqual(
    invalid("invalid wait_for_active_shards[9]: cannot be greater than number of shard copies [2]"),
  );
  expect((await server.call("POST", "/al/_clone/t")).body.error).toMatchObject({
    type: "index_not_found_exception",
    reason: "no such index [al]",
  });
  expect((await server.call("HEAD", "/t")).status).toBe(404);
  await server.call("POST", "/src/_close");
  expect(await resize(server, "shrink", "t", { max_primary_shard_size: "1gb", aliases: { to: {} } })).toMatchObject({
    acknowledged: true,
    index: "t",
  });
  expect((await server.call("GET", "/to")).body.t.settings.index.number_of_shards).toBe("1");
  await server.stop();
});
