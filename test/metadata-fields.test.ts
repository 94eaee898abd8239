/** What can be done with the metadata fields: recorded from a real server, `_size` apart, whose plugin it lacks. */
import { readFileSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { call, type ServerProcess, startServer } from "./server-process.ts";

/** What Elasticsearch 8.19 answered; written anew with WARDEX_ORACLE (its address) and WARDEX_RECORD=1. */
const recordFile = new URL("metadata-fields.json", import.meta.url);
const oracle = process.env["WARDEX_ORACLE"];
const INDEX = "wardex-metadata";

/** Fields, each with a value to look for. */
const fields: Readonly<Record<string, string | number>> = {
  _doc_count: 5,
  _field_names: "a",
  _id: "1",
  _ignored: "a",
  _ignored_source: "x",
  _index: INDEX,
  _index_mode: "standard",
  _nested_path: "x",
  _routing: "r1",
  _seq_no: 1,
  _source: "x",
  _tier: "data_content",
  _version: 1,
  _data_stream_timestamp: "x",
};

/** Versions of documents stand in their records here, so that they are not aggregated and sorted by. */
const unlike = new Set(["_version terms", "_version cardinality", "_version sort", "_data_stream_timestamp fields"]);

type Body = Record<string, unknown>;

function searches(field: string, value: string | number): Record<string, Body> {
  return {
    term: { query: { term: { [field]: value } } },
    terms_query: { query: { terms: { [field]: [value] } } },
    exists: { query: { exists: { field } } },
    range: { query: { range: { [field]: { gte: value } } } },
    match: { query: { match: { [field]: value } } },
    terms: { size: 0, aggs: { of: { terms: { field } } } },
    cardinality: { size: 0, aggs: { of: { cardinality: { field } } } },
    sort: { sort: [field, "_doc"] },
    fields: { fields: [field], _source: false },
    docvalue_fields: { docvalue_fields: [field], _source: false },
    stored_fields: { stored_fields: [field] },
  };
}

const configurations: readonly unknown[] = [{}, { enabled: true }, { enabled: false }, { foo: 1 }, null, "x"];

/** All answers, by what was asked. */
async function answersOf(url: string): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  await call(url, "DELETE", `/${INDEX}`);
  const properties = { a: { type: "keyword", ignore_above: 2 }, l: { type: "long", ignore_malformed: true } };
  await call(url, "PUT", `/${INDEX}`, { settings: { number_of_replicas: 0 }, mappings: { properties } });
  await call(url, "PUT", `/${INDEX}/_doc/1?routing=r1`, { a: "x" });
  await call(url, "PUT", `/${INDEX}/_doc/2`, { a: "long", l: "bad" });
  await call(url, "PUT", `/${INDEX}/_doc/3?routing=r2&refresh=true`, { a: "y", l: 3 });
  for (const [field, value] of Object.entries(fields)) {
    for (const [kind, body] of Object.entries(searches(field, value))) {
      if (!unlike.has(`${field} ${kind}`))
        answers[`${field} ${kind}`] = shown(await call(url, "POST", `/${INDEX}/_search`, body));
    }
    for (const configuration of configurations) {
      if (field === "_source") continue;
      answers[`${field} is ${JSON.stringify(configuration)}`] = shown(
        await call(url, "PUT", `/${INDEX}-made`, { mappings: { [field]: configuration } }),
      );
      await call(url, "DELETE", `/${INDEX}-made`);
    }
    answers[`${field} as a field`] = shown(
      await call(url, "PUT", `/${INDEX}-made`, { mappings: { properties: { [field]: { type: "keyword" } } } }),
    );
  }
  await call(url, "DELETE", `/${INDEX}`);
  return answers;
}

/** Hits and aggregations, or what went wrong. */
// oxlint-disable-next-line no-explicit-any
function shown({ status, body }: { status: number; body: any }): unknown {
  if (status !== 200) {
    const error = body.error.failed_shards?.[0].reason ?? body.error;
    return [status, error.type, error.reason, error.caused_by?.type ?? null, error.caused_by?.reason ?? null];
  }
  if (!body.hits) return "made";
  const hits = (body.hits.hits as Body[]).map(({ _id, fields: own, sort, _ignored }) => ({
    _id,
    fields: own,
    sort: sort && (sort as unknown[])[0],
    _ignored,
  }));
  return JSON.parse(JSON.stringify({ hits, aggregations: body.aggregations })) as unknown;
}

describe("metadata fields", () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer(["--data", ":memory:", "--security", "off"]);
  });

  test("are searched, aggregated, shown and refused as by a real server", async () => {
    const expected = JSON.parse(readFileSync(recordFile, "utf8")) as Record<string, unknown>;
    const ours = await answersOf(server.url);
    expect(Object.keys(ours)).toEqual(Object.keys(expected));
    const differing = Object.keys(ours).filter((asked) => !isDeepStrictEqual(ours[asked], expected[asked]));
    // All differences at once tell more than the first.
    expect(differing.map((asked) => [asked, ours[asked]])).toEqual(differing.map((asked) => [asked, expected[asked]]));
  });

  test("_size is the number of bytes of the source as it came, where the mapping asks for it", async () => {
    await server.call("PUT", "/sized", { mappings: { _size: { enabled: true } } });
    expect((await server.call("GET", "/sized/_mapping")).body.sized.mappings).toEqual({ _size: { enabled: true } });
    await server.call("PUT", "/sized/_doc/short", { a: "é" });
    await server.call("PUT", "/sized/_doc/long?refresh=true", { a: "0123456789" });
    const search = async (body: Body): Promise<Body & { hits: { hits: Body[] }; aggregations: unknown }> =>
      (await server.call("POST", "/sized/_search", body)).body as Body & {
        hits: { hits: Body[] };
        aggregations: unknown;
      };
    // {"a":"é"} and {"a":"0123456789"} in UTF-8.
    const found = await search({ query: { range: { _size: { gt: 10 } } }, fields: ["_size"], _source: false });
    expect(found.hits.hits).toMatchObject([{ _id: "long", fields: { _size: [18] } }]);
    expect((await search({ sort: [{ _size: "desc" }] })).hits.hits.map(({ sort }) => sort)).toEqual([[18], [10]]);
    expect((await search({ size: 0, aggs: { bytes: { sum: { field: "_size" } } } })).aggregations).toEqual({
      bytes: { value: 28 },
    });
    expect((await search({ query: { term: { _size: 10 } } })).hits.hits).toMatchObject([{ _id: "short" }]);
    await server.call("PUT", "/sized/_mapping", { _size: { enabled: false } });
    await server.call("PUT", "/sized/_doc/later?refresh=true", { a: 1 });
    const sized = await search({ query: { exists: { field: "_size" } } });
    expect(new Set(sized.hits.hits.map(({ _id }) => _id))).toEqual(new Set(["long", "short"]));
  });

  test("what names a document by its id names its routing too, where that is required", async () => {
    await server.call("PUT", "/routed", { mappings: { _routing: { required: true } } });
    const asked: readonly [string, string, unknown?][] = [
      ["PUT", "/routed/_doc/1", { a: 1 }],
      ["GET", "/routed/_doc/1"],
      ["DELETE", "/routed/_doc/1"],
      ["POST", "/routed/_update/1", { doc: { a: 1 } }],
      ["POST", "/routed/_explain/1", { query: { match_all: {} } }],
      ["GET", "/routed/_termvectors/1"],
    ];
    for (const [method, path, body] of asked) {
      const answer = await server.call(method, path, body);
      expect([path, answer.status, answer.body.error.type, answer.body.error.reason]).toEqual([
        path,
        400,
        "routing_missing_exception",
        "routing is required for [routed]/[1]",
      ]);
    }
    const change = await server.call("PUT", "/routed/_mapping", { _routing: { required: false } });
    expect(change.body.error.reason).toContain("Cannot update parameter [required] from [true] to [false]");
  });

  test("a data stream's documents have one time each", async () => {
    const mappings = { _data_stream_timestamp: { enabled: true }, properties: { "@timestamp": { type: "date" } } };
    expect((await server.call("PUT", "/timed", { mappings })).status).toBe(200);
    expect((await server.call("GET", "/timed/_mapping")).body.timed.mappings).toEqual(mappings);
    const reason = async (document: Body): Promise<string | undefined> =>
      (await server.call("PUT", "/timed/_doc/1", document)).body.error?.reason as string | undefined;
    expect(await reason({})).toBe("[1:2] failed to parse: data stream timestamp field [@timestamp] is missing");
    expect(await reason({ "@timestamp": ["2020", "2021"] })).toBe(
      "[1:23] failed to parse field [@timestamp] of type [date] in document with id '1'. Preview of field's value: '2021'",
    );
    expect(await reason({ "@timestamp": ["2020"] })).toBeUndefined();
  });

  test.each([
    [{ type: "long" }, "is of type [long], but [date,date_nanos] is expected"],
    [{ type: "date", doc_values: false }, "doesn't have doc values"],
    [{ type: "date", index: false }, "is not indexed"],
    [{ type: "date", null_value: "2020" }, "has disallowed [null_value] attribute specified"],
    [{ type: "date", ignore_malformed: true }, "has disallowed [ignore_malformed] attribute specified"],
    [{ type: "date", store: true }, "has disallowed attributes: [store]"],
    [{ properties: {} }, "does not exist"],
  ])("the time of a data stream cannot be %j", async (definition, words) => {
    const mappings = { _data_stream_timestamp: { enabled: true }, properties: { "@timestamp": definition } };
    const { body } = await server.call("PUT", "/refused", { mappings });
    expect(body.error.reason).toBe(`data stream timestamp field [@timestamp] ${words}`);
  });
});

test.skipIf(!oracle || process.env["WARDEX_RECORD"] !== "1")("record", { timeout: 600_000 }, async () => {
  writeFileSync(recordFile, `${JSON.stringify(await answersOf(oracle!), undefined, 1)}\n`);
});
