/**
 * `_source` of all modes, as every reader shows it. What is expected is what Elasticsearch 8.19 answers to the same
 * requests.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServer } from "./server-process.ts";

const document = { a: ["z", "b", "z"], s: "S", t: "some text", o: { x: 1, y: 2 } };
const properties = { a: { type: "keyword" }, s: { type: "keyword", store: true }, t: { type: "text" } };

describe("the source of a document", () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer(["--data", ":memory:", "--security", "off"]);
  });

  const make = async (index: string, body: Record<string, unknown>): Promise<void> => {
    expect((await server.call("PUT", `/${index}`, body)).status).toBe(200);
    expect((await server.call("PUT", `/${index}/_doc/1?refresh=true`, document)).status).toBe(201);
  };
  const hits = async (index: string, body: Record<string, unknown>): Promise<Record<string, unknown>[]> =>
    (await server.call("POST", `/${index}/_search`, body)).body.hits.hits as Record<string, unknown>[];

  describe("disabled", () => {
    beforeAll(() => make("off", { mappings: { _source: { enabled: false }, properties } }));

    test("is not shown by reads and searches", async () => {
      expect((await server.call("GET", "/off/_doc/1")).body).toEqual({
        _index: "off",
        _id: "1",
        _version: 1,
        _seq_no: 0,
        _primary_term: 1,
        found: true,
      });
      expect((await server.call("GET", "/off/_doc/1?realtime=false&_source=a")).body._source).toBeUndefined();
      expect((await server.call("POST", "/off/_mget", { ids: ["1"] })).body.docs[0]._source).toBeUndefined();
      expect(
        (await server.call("POST", "/off/_explain/1?_source=true", { query: { match_all: {} } })).body.get,
      ).toEqual({
        _seq_no: 0,
        _primary_term: 1,
        found: true,
      });
      expect(await hits("off", { fields: ["a"] })).toEqual([{ _index: "off", _id: "1", _score: 1 }]);
      expect(await hits("off", { query: { match: { t: "some" } }, highlight: { fields: { t: {} } } })).toMatchObject([
        { _id: "1" },
      ]);
    });

    test("is 404 by itself", async () => {
      const answer = await server.call("GET", "/off/_source/1");
      expect([answer.status, answer.body.error.reason]).toEqual([404, "Source not found [off]/[1]"]);
      expect((await server.call("HEAD", "/off/_source/1")).status).toBe(404);
    });

    test("cannot be filtered in a search, or updated", async () => {
      const filtered = await server.call("POST", "/off/_search", { _source: ["a"] });
      expect(filtered.body.error.root_cause[0].reason).toBe(
        "unable to fetch fields from _source field: _source is disabled in the mappings for index [off]",
      );
      const updated = await server.call("POST", "/off/_update/1", { doc: { a: "c" } });
      expect([updated.status, updated.body.error.type, updated.body.error.reason]).toEqual([
        400,
        "document_source_missing_exception",
        "[1]: document source missing",
      ]);
    });

    test("does not hide stored fields and doc values", async () => {
      expect((await server.call("GET", "/off/_doc/1?stored_fields=s,t")).body.fields).toEqual({ s: ["S"] });
      expect(await hits("off", { stored_fields: ["s", "t"], docvalue_fields: ["a"] })).toMatchObject([
        { fields: { s: ["S"], a: ["b", "z"] } },
      ]);
    });
  });

  describe("in part", () => {
    beforeAll(() => make("part", { mappings: { _source: { includes: ["a", "o.*"], excludes: ["o.x"] }, properties } }));

    test("is what the mapping includes", async () => {
      const part = { a: ["z", "b", "z"], o: { y: 2 } };
      expect((await server.call("GET", "/part/_source/1")).body).toEqual(part);
      expect(await hits("part", { fields: ["a", "s"] })).toEqual([
        { _index: "part", _id: "1", _score: 1, _source: part, fields: { a: ["z", "b", "z"] } },
      ]);
      expect(await hits("part", { query: { term: { s: "S" } }, stored_fields: ["s"] })).toMatchObject([
        { fields: { s: ["S"] } },
      ]);
    });

    test("is what updates begin with", async () => {
      const updated = await server.call("POST", "/part/_update/1?_source=true&refresh=true", { doc: { c: 1 } });
      expect(updated.body.get._source).toEqual({ a: ["z", "b", "z"], o: { y: 2 }, c: 1 });
      expect(await hits("part", { query: { term: { s: "S" } } })).toEqual([]);
    });
  });

  describe("synthetic", () => {
    const shown = { a: ["b", "z"], o: { x: 1, y: 2 }, s: "S", t: "some text" };
    beforeAll(() => make("made", { settings: { "index.mapping.source.mode": "synthetic" }, mappings: { properties } }));

    test("is made from what is indexed, for every reader", async () => {
      expect((await server.call("GET", "/made/_source/1")).text).toBe(JSON.stringify(shown));
      expect((await server.call("GET", "/made/_doc/1?realtime=false")).body._source).toEqual(shown);
      expect(await hits("made", { fields: ["a"], _source: ["o.*"] })).toMatchObject([
        { _source: { o: { x: 1, y: 2 } }, fields: { a: ["b", "z"] } },
      ]);
      expect(await hits("made", { query: { match: { t: "some" } }, highlight: { fields: { t: {} } } })).toMatchObject([
        { _source: shown, highlight: { t: ["<em>some</em> text"] } },
      ]);
    });

    test("is what updates begin with", async () => {
      const updated = await server.call("POST", "/made/_update/1?_source=true", { doc: { n: [2, 1] } });
      expect(updated.body.get._source).toEqual({ ...shown, n: [2, 1] });
      expect((await server.call("GET", "/made/_source/1")).body).toEqual({ ...shown, n: [1, 2] });
      expect((await server.call("POST", "/made/_update/1", { doc: { n: [1, 2] } })).body.result).toBe("noop");
    });

    test("may be said by a deprecated parameter of the mapping", async () => {
      const answer = await server.call("PUT", "/said", { mappings: { _source: { mode: "synthetic" } } });
      expect(answer.headers.get("warning")).toContain("Configuring source mode in mappings is deprecated");
      expect((await server.call("GET", "/said/_mapping")).body.said.mappings).toEqual({
        _source: { mode: "synthetic" },
      });
    });

    test.each([
      [
        { settings: { "index.mapping.source.mode": "x" } },
        "No enum constant org.elasticsearch.index.mapper.SourceFieldMapper.Mode.X",
      ],
      [
        { settings: { "index.mapping.synthetic_source_keep": "all" } },
        "index.mapping.synthetic_source_keep can't be set to [all]",
      ],
      [
        { settings: { "index.mapping.source.mode": "synthetic" }, mappings: { _source: { includes: ["a"] } } },
        "Failed to parse mapping: filtering the stored _source is incompatible with synthetic source",
      ],
      [
        { mappings: { _source: { mode: "stored", enabled: true } } },
        "Failed to parse mapping: Cannot set both [mode] and [enabled] parameters",
      ],
    ])("%j is refused", async (body, reason) => {
      const answer = await server.call("PUT", "/refused", body);
      expect([answer.status, answer.body.error.reason]).toEqual([400, reason]);
    });
  });
});
