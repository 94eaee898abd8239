import { rm } from "node:fs/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../src/core/json.ts";
import { type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

const properties = {
  k: { type: "keyword" },
  l: { type: "long" },
  d: { type: "date" },
  t: { type: "text" },
  tf: { type: "text", fielddata: true },
  b: { type: "boolean" },
  nd: { type: "long", doc_values: false },
  ip: { type: "ip" },
  g: { type: "geo_point" },
  hf: { type: "half_float" },
  sf: { type: "scaled_float", scaling_factor: 10 },
  ul: { type: "unsigned_long" },
  dn: { type: "date_nanos" },
  al: { type: "alias", path: "l" },
  r: { type: "long_range" },
  bin: { type: "binary", doc_values: true },
  o: { type: "object" },
  dv: { type: "dense_vector", dims: 3 },
  n: { type: "nested", properties: { l: { type: "long" } } },
};

/** What 8.19 answers to these settings (`scaled_float` and `unsigned_long`: OpenSearch); undefined: it takes them. */
const REFUSED: readonly (readonly [object, string?])[] = [
  [{ field: "l" }],
  [{ field: ["k", "l"], order: ["desc", "asc"], mode: ["max", "min"], missing: ["_first", "_last"] }],
  [{ field: ["l", "l"], order: "DESC,asc" }],
  [{ field: [], order: [] }],
  [{ field: "" }],
  ...["l,k", "ip", "b", "dn", "_seq_no"].map((field) => [{ field }] as const),
  [{ field: ["k", "l"], order: ["desc"] }, "index.sort.field:[k, l] index.sort.order:[desc], size mismatch"],
  [{ order: "desc" }, "index.sort.field:[] index.sort.order:[desc], size mismatch"],
  [{ mode: "min" }, "index.sort.field:[] index.sort.mode:[MIN], size mismatch"],
  [{ missing: "_last" }, "index.sort.field:[] index.sort.missing:[_last], size mismatch"],
  [{ field: "l", order: "up" }, "Illegal sort order:up"],
  [{ field: "l", mode: "avg" }, "Illegal index sort mode:[AVG], must be one of [MAX, MIN]"],
  [{ field: "l", missing: "5" }, "Illegal missing value:[5], must be one of [_last, _first]"],
  [{ field: "nope" }, "unknown index sort field:[nope]"],
  [{ field: "o" }, "unknown index sort field:[o]"],
  [{ field: "_doc" }, "unknown index sort field:[_doc]"],
  [{ field: "t" }, "docvalues not found for index sort field:[t]"],
  [{ field: "nd" }, "docvalues not found for index sort field:[nd]"],
  [{ field: "_id" }, "docvalues not found for index sort field:[_id]"],
  ...["tf", "hf", "sf", "ul", "r"].map((field) => [{ field }, `invalid index sort field:[${field}]`] as const),
  [{ field: "g" }, "can't sort on geo_point or point field without using specific sorting feature, like geo_distance"],
  [{ field: "bin" }, "can't sort on binary field"],
  [{ field: "dv" }, "Field [dv] of type [dense_vector] doesn't support sort"],
  [{ field: "al" }, "Cannot use alias [al] as an index sort field"],
  [{ field: "n" }, "cannot apply index sort to field [n] under nested object [n]"],
  [{ field: "n.l" }, "cannot apply index sort to field [n.l] under nested object [n]"],
];

const SORT = { field: ["k", "l"], order: ["desc", "asc"], missing: ["_first", "_last"] };
/** The same order as a search asks for it. */
const ORDER = [{ k: { order: "desc", missing: "_first" } }, { l: "asc" }];

describe("index.sort", () => {
  let server: ServerProcess;
  const folder = temporaryFolder();

  const call = async (method: string, path: string, body?: unknown): Promise<JsonObject> =>
    (await server.call(method, path, body)).body as JsonObject;
  const found = async (index: string, body: object): Promise<unknown[]> => {
    const { hits } = (await call("POST", `/${index}/_search`, { size: 500, ...body })) as {
      hits: { hits: JsonObject[] };
    };
    return hits.hits.map(({ _id, sort }) => [_id, sort]);
  };

  beforeAll(async () => {
    server = await startServer(["--data", folder]);
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  test("settings that make no order are refused as 8.19 refuses them", async () => {
    for (const [sort, reason] of REFUSED) {
      const { status, body } = await server.call("PUT", "/refused", { settings: { sort }, mappings: { properties } });
      expect([sort, reason, body.error?.reason]).toEqual([sort, reason, reason]);
      expect(status).toBe(reason === undefined ? 200 : 400);
      if (reason === undefined) await call("DELETE", "/refused");
    }
  });

  test("the order of an index does not change, nor does what else only its creation says", async () => {
    await call("PUT", "/final", { settings: { sort: { field: "l" } }, mappings: { properties } });
    await call("POST", "/final/_close");
    for (const name of ["index.sort.field", "index.sort.order", "index.number_of_shards"]) {
      const { error } = (await call("PUT", "/final/_settings", { [name]: "2" })) as { error: JsonObject };
      expect(error["reason"]).toBe(`final final setting [${name}], not updateable`);
    }
    await call("DELETE", "/final");
  });

  /** Runs after the property, on what it left. */
  const compare = async (): Promise<void> => {
    const total = (await found("plain", {})).length;
    const inOrder = await found("sorted", { sort: ORDER });
    expect(inOrder.length).toBe(total);
    expect((await found("plain", { sort: [...ORDER, { u: "asc" }] })).length).toBe(total);
    for (const body of [
      { sort: [...ORDER, { u: "asc" }] },
      { sort: [{ u: "desc" }] },
      { sort: [...ORDER, { u: "asc" }], size: 3, track_total_hits: false },
      { sort: [...ORDER, { u: "asc" }], query: { match: { t: "a" } } },
      { sort: [{ u: "asc" }], query: { match_phrase: { t: "a b" } } },
      { sort: [{ u: "asc" }], query: { nested: { path: "n", query: { range: { "n.l": { gte: 3 } } } } } },
      { sort: [{ u: "asc" }], query: { term: { k: "b" } } },
    ])
      expect([body, await found("sorted", body)]).toEqual([body, await found("plain", body)]);
    // A search in the order of the index ends early, and finds the same.
    for (const body of [{ sort: ORDER }, { sort: ORDER.slice(0, 1) }])
      for (const size of [1, 4]) {
        const early = await found("sorted", { ...body, size, track_total_hits: false });
        expect(early).toEqual((await found("sorted", { ...body })).slice(0, size));
        const sorts = (hits: unknown[]): unknown[] => hits.map((hit) => (hit as [unknown, unknown])[1]);
        expect(sorts(early)).toEqual(sorts((await found("plain", body)).slice(0, size)));
      }
  };

  const value = fc.record(
    {
      k: fc.oneof(fc.constantFrom("a", "b", "é", "z"), fc.array(fc.constantFrom("a", "c", "y"), { maxLength: 3 })),
      l: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 3 })),
      t: fc.constantFrom("a b", "b a", "a", "c a b"),
      n: fc.array(fc.record({ l: fc.nat(5) }), { maxLength: 3 }),
    },
    { requiredKeys: ["t"] },
  );
  const step = fc.oneof(
    { weight: 12, arbitrary: fc.record({ id: fc.nat(12), document: value }) },
    { weight: 2, arbitrary: fc.record({ id: fc.nat(12), document: fc.constant(undefined) }) },
    { weight: 3, arbitrary: fc.constantFrom("_refresh", "_flush", "_forcemerge?max_num_segments=1") },
  );

  test("an index with an order answers as one without, whatever was written, merged and read again", async () => {
    let unique = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
        const mappings = { properties: { ...properties, u: { type: "long" } } };
        await call("DELETE", "/plain,sorted?ignore_unavailable=true");
        await call("PUT", "/plain", { mappings, settings: { "index.refresh_interval": "-1" } });
        await call("PUT", "/sorted", { mappings, settings: { "index.refresh_interval": "-1", sort: SORT } });
        let lines: string[] = [];
        const written = async (): Promise<void> => {
          const body = `${lines.join("\n")}\n`;
          for (const index of lines.length > 0 ? ["plain", "sorted"] : [])
            expect((await call("POST", `/${index}/_bulk`, body))["took"]).toBeDefined();
          lines = [];
        };
        for (const each of steps) {
          if (typeof each === "string") {
            await written();
            await call("POST", `/plain,sorted/${each}`);
          } else if (each.document === undefined) lines.push(JSON.stringify({ delete: { _id: `${each.id}` } }));
          else
            lines.push(
              JSON.stringify({ index: { _id: `${each.id}` } }),
              JSON.stringify({ ...each.document, u: unique++ }),
            );
        }
        await written();
        await call("POST", "/plain,sorted/_refresh");
        await compare();
      }),
      { numRuns: process.env["WARDEX_DEEP"] ? 300 : 8 },
    );
    await server.kill();
    server = await startServer(["--data", folder]);
    await call("GET", "/_cluster/health?wait_for_status=yellow");
    await compare();
    await call("POST", "/sorted,plain/_forcemerge?max_num_segments=1");
    await compare();
    // In one segment the documents stand as the search sorts them.
    expect((await found("sorted", { sort: ["_doc"] })).map((hit) => (hit as unknown[])[0])).toEqual(
      (await found("sorted", { sort: ORDER })).map((hit) => (hit as unknown[])[0]),
    );
  });
});
