/**
 * Queries that are stored with a reference to a document elsewhere: it is looked up when they are stored, as
 * Elasticsearch 7.10 does it, for whoever stores them, and never again for the same operation.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

const admin = { authorization: "Bearer an-administrators-token" };
const bea = { authorization: `Basic ${btoa("bea:a good password")}` };
const settings = { WARDEX_ADMIN_PASSWORD: "a long enough password", WARDEX_ADMIN_TOKEN: "an-administrators-token" };

const lookup = { terms: { k: { index: "colours", id: "1", path: "k" } } };

describe("stored queries with a reference", () => {
  const folder = temporaryFolder();
  let server: ServerProcess;
  const start = (): Promise<ServerProcess> =>
    startServer(["--security", "on", "--threads", "2", "--data", folder], settings);
  const send: ServerProcess["call"] = (method, path, body, headers = admin) => server.call(method, path, body, headers);

  /** Ids of the queries that match a document. */
  const matching = async (document: object): Promise<string[]> => {
    const query = { percolate: { field: "q", document } };
    const { body } = await send("POST", "/queries/_search", { query, sort: "_doc", size: 20 });
    return body.hits.hits.map(({ _id }: { _id: string }) => _id);
  };
  const store = async (id: string, q: object, headers: object = admin): Promise<unknown> => {
    const { status, body } = await send("PUT", `/queries/_doc/${id}?refresh=true`, { q }, headers as typeof admin);
    return body.error ? [status, body.error.reason, body.error.caused_by.type] : [status, body.result];
  };

  beforeAll(async () => {
    server = await start();
    const properties = { q: { type: "percolator" }, k: { type: "keyword" }, g: { type: "geo_shape" } };
    await send("PUT", "/queries", { settings: { number_of_shards: 1 }, mappings: { properties } });
    await send("PUT", "/colours/_doc/1", { k: ["red", "green"], g: { type: "point", coordinates: [1, 1] } });
    await send("PUT", "/_security/role/writer", { indices: [{ names: ["queries"], privileges: ["write", "read"] }] });
    await send("PUT", "/_security/user/bea", { password: "a good password", roles: ["writer"] });
    return async () => void (await server.stop());
  });

  test("take what is there then, and keep it, through updates of the document, restarts and merges", async () => {
    expect(await store("1", lookup)).toEqual([201, "created"]);
    expect(await store("2", { bool: { filter: [lookup], must_not: { term: { k: "green" } } } })).toEqual([
      201,
      "created",
    ]);
    expect(await matching({ k: "red" })).toEqual(["1", "2"]);
    await send("PUT", "/colours/_doc/1", { k: ["blue"], g: { type: "point", coordinates: [1, 1] } });
    const kept = async (): Promise<void> => {
      expect(await matching({ k: "red" })).toEqual(["1", "2"]);
      expect(await matching({ k: "green" })).toEqual(["1"]);
      expect(await matching({ k: "blue" })).toEqual([]);
    };
    await kept();
    await server.stop();
    server = await start();
    await kept();
    await store("3", { match_none: {} });
    await send("POST", "/queries/_forcemerge?max_num_segments=1");
    await kept();
    expect((await send("GET", "/queries/_source/1")).body).toEqual({ q: lookup });
  });

  test("are looked up again when their document is written again, by an update too", async () => {
    await send("POST", "/queries/_update/1?refresh=true", { doc: { other: 1 } });
    expect(await matching({ k: "red" })).toEqual(["2"]);
    expect(await matching({ k: "blue" })).toEqual(["1"]);
    expect((await send("GET", "/queries/_source/1")).body).toEqual({ q: lookup, other: 1 });
  });

  test("take shapes, and nothing where there is no document", async () => {
    const shapeOf = (id: string): object => ({
      geo_shape: { g: { indexed_shape: { index: "colours", id, path: "g" } } },
    });
    expect(await store("4", shapeOf("1"))).toEqual([201, "created"]);
    expect(await matching({ g: "POINT (1 1)" })).toEqual(["4"]);
    expect(await store("5", shapeOf("9"))).toEqual([
      400,
      "[1:6] failed to parse: Shape with ID [9] not found",
      "illegal_argument_exception",
    ]);
    expect(await store("5", { terms: { k: { index: "colours", id: "9", path: "k" } } })).toEqual([201, "created"]);
    expect(await store("6", { terms: { k: { index: "nowhere", id: "9", path: "k" } } })).toEqual([
      400,
      "[1:6] failed to parse: no such index [nowhere]",
      "index_not_found_exception",
    ]);
  });

  test("see what whoever stores them may see, in a bulk request as well", async () => {
    const refused = "action [indices:data/read/get] is unauthorized for user [bea]";
    expect(await store("7", lookup, bea)).toEqual([400, expect.stringContaining(refused), "security_exception"]);
    const lines = `{"index":{"_id":"7"}}\n${JSON.stringify({ q: lookup })}\n`;
    const bulk = await send("POST", "/queries/_bulk?refresh=true", lines, bea);
    expect(bulk.body.items[0].index.error.reason).toContain(refused);
    expect((await send("POST", "/queries/_bulk?refresh=true", lines)).body.errors).toBe(false);
    expect(await matching({ k: "blue" })).toEqual(["1", "7"]);
  });

  test("are not told what they have taken by whoever writes them", async () => {
    const given = { q: lookup, _percolator_lookups: [{ place: {}, value: ["black"] }] };
    const { status, body } = await send("PUT", "/queries/_doc/8", given);
    expect([status, body.error.reason]).toEqual([
      400,
      "Field [_percolator_lookups] is a metadata field and cannot be added inside a document.",
    ]);
  });
});
