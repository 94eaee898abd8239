/** The official clients against a server of its own process: nothing of theirs is changed. */
import { Client as Client8, errors as errors8 } from "@elastic/elasticsearch";
import { Client as OpenSearchClient, errors as errorsOpenSearch } from "@opensearch-project/opensearch";
import { Client as Client7, errors as errors7 } from "es7";
import { Client as Client9, errors as errors9 } from "es9";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServer } from "./server-process.ts";

const PASSWORD = "correct horse battery";
let server: ServerProcess;

beforeAll(async () => {
  server = await startServer(["--security", "on"], { WARDEX_ADMIN_PASSWORD: PASSWORD });
});
afterAll(() => server.stop());

const auth = { username: "admin", password: PASSWORD };

// The clients' types differ in everything; what is tested is that the same few calls work on each of them.
// oxlint-disable no-explicit-any
interface Flavour {
  readonly name: string;
  connect(options?: object): any;
  readonly errors: any;
  /** Whether a call takes the parts of its body as parameters, and answers the body alone. */
  readonly flat: boolean;
}

const flavours: readonly Flavour[] = [
  {
    name: "@elastic/elasticsearch 7",
    connect: (options) => new Client7({ node: server.url, auth, ...options }),
    errors: errors7,
    flat: false,
  },
  {
    name: "@elastic/elasticsearch 8",
    connect: (options) => new Client8({ node: server.url, auth, ...options }),
    errors: errors8,
    flat: true,
  },
  {
    name: "@elastic/elasticsearch 9",
    connect: (options) => new Client9({ node: server.url, auth, ...options }),
    errors: errors9,
    flat: true,
  },
  {
    name: "@opensearch-project/opensearch 3",
    connect: (options) => new OpenSearchClient({ node: server.url, auth, ...options }),
    errors: errorsOpenSearch,
    flat: false,
  },
];

const towns = [
  { name: "Bern", country: "CH", people: 134_591 },
  { name: "Basel", country: "CH", people: 173_863 },
  { name: "Bergen", country: "NO", people: 271_949 },
  { name: "Bergamo", country: "IT", people: 119_476 },
];
const mappings = { properties: { name: { type: "text" }, country: { type: "keyword" }, people: { type: "long" } } };

describe.each(flavours)("$name", ({ name, connect, errors, flat }) => {
  const index = name.replaceAll(/[^a-z0-9]+/g, "-").replace(/^-/, "");
  const take = (answer: any): any => (flat ? answer : answer.body);
  const withBody = (parameters: object, body: object): object =>
    flat ? { ...parameters, ...body } : { ...parameters, body };
  const document = (parameters: object, source: object): object =>
    flat ? { ...parameters, document: source } : { ...parameters, body: source };
  let client: any;
  beforeAll(() => {
    client = connect();
  });
  afterAll(() => client.close());

  test("connects: the product check passes", async () => {
    expect(take(await client.info()).version.number).toBe("8.19.0");
    expect(take(await client.ping())).toBe(true);
  });

  test("makes an index, and learns that it is there", async () => {
    expect(
      take(await client.indices.create(withBody({ index }, { mappings, settings: { number_of_shards: 2 } }))),
    ).toMatchObject({
      acknowledged: true,
      index,
    });
    expect(take(await client.indices.exists({ index }))).toBe(true);
    expect(take(await client.indices.exists({ index: "nowhere" }))).toBe(false);
    expect(take(await client.indices.getMapping({ index }))[index].mappings).toEqual(mappings);
  });

  test("indexes, gets, updates and deletes a document", async () => {
    const id = "a b/ü?";
    expect(take(await client.index(document({ index, id }, { name: "Zürich" })))).toMatchObject({
      _id: id,
      result: "created",
      _version: 1,
    });
    expect(take(await client.get({ index, id }))).toMatchObject({ _id: id, found: true, _source: { name: "Zürich" } });
    expect(take(await client.update(withBody({ index, id }, { doc: { people: 447_082 } })))).toMatchObject({
      result: "updated",
      _version: 2,
    });
    expect(take(await client.getSource({ index, id }))).toEqual({ name: "Zürich", people: 447_082 });
    expect(take(await client.delete({ index, id }))).toMatchObject({ result: "deleted" });
    expect(take(await client.exists({ index, id }))).toBe(false);
  });

  test("loads documents with the bulk helper", async () => {
    const result = await client.helpers.bulk({
      datasource: towns,
      onDocument: (town: { name: string }) => ({ index: { _index: index, _id: town.name } }),
      refreshOnCompletion: index,
    });
    expect(result).toMatchObject({ total: towns.length, successful: towns.length, failed: 0, aborted: false });
  });

  test("hands the documents that were refused to the bulk helper", async () => {
    const dropped: any[] = [];
    const result = await client.helpers.bulk({
      datasource: [{ people: 1 }, { people: "many" }],
      onDocument: (_town: object) => ({ create: { _index: `${index}-numbers` } }),
      onDrop: (drop: object) => dropped.push(drop),
    });
    expect(result).toMatchObject({ total: 2, successful: 1, failed: 1 });
    expect(dropped).toEqual([
      expect.objectContaining({
        status: 400,
        document: { people: "many" },
        error: expect.objectContaining({ type: "document_parsing_exception" }),
      }),
    ]);
  });

  test("searches, sorts and counts", async () => {
    const found = take(await client.search(withBody({ index }, { query: { match: { name: "bern" } } })));
    expect(found.hits.total).toEqual({ value: 1, relation: "eq" });
    expect(found.hits.hits[0]).toMatchObject({ _id: "Bern", _index: index, _source: towns[0] });
    const sorted = take(
      await client.search(withBody({ index, size: 2 }, { query: { match_all: {} }, sort: [{ people: "desc" }] })),
    );
    expect(sorted.hits.hits.map((hit: any) => [hit._id, hit.sort])).toEqual([
      ["Bergen", [271_949]],
      ["Basel", [173_863]],
    ]);
    expect(take(await client.search({ index, q: "name:basel" })).hits.hits).toHaveLength(1);
    expect(take(await client.count({ index })).count).toBe(4);
    const many = flat
      ? { searches: [{ index }, { query: { match_all: {} }, size: 0 }] }
      : { body: [{ index }, { query: { match_all: {} }, size: 0 }] };
    expect(take(await client.msearch(many)).responses[0].hits.total.value).toBe(4);
  });

  test("aggregates", async () => {
    const aggs = {
      countries: { terms: { field: "country" }, aggs: { people: { sum: { field: "people" } } } },
      largest: { max: { field: "people" } },
    };
    const { aggregations } = take(await client.search(withBody({ index, size: 0 }, { aggs })));
    expect(aggregations.countries.buckets[0]).toEqual({ key: "CH", doc_count: 2, people: { value: 308_454 } });
    expect(aggregations.largest.value).toBe(271_949);
  });

  test("finds documents with the search helper", async () => {
    const found = await client.helpers.search(withBody({ index }, { query: { term: { country: "NO" } } }));
    expect(found).toEqual([expect.objectContaining(towns[2] ?? {})]);
  });

  test("maps errors to its own classes", async () => {
    const failure = async (call: Promise<unknown>): Promise<any> => {
      try {
        await call;
      } catch (error) {
        return error;
      }
      throw new Error("no error came");
    };
    const missing = await failure(client.search({ index: "nowhere" }));
    expect(missing).toBeInstanceOf(errors.ResponseError);
    expect([missing.statusCode, missing.meta.body.error.type]).toEqual([404, "index_not_found_exception"]);
    expect(missing.message).toContain("index_not_found_exception");
    const invalid = await failure(client.search(withBody({ index }, { query: { macth: { name: "x" } } })));
    expect([invalid.statusCode, invalid.meta.body.error.type]).toEqual([400, "parsing_exception"]);
    const conflict = await failure(client.create(document({ index, id: "Bern" }, {})));
    expect([conflict.statusCode, conflict.meta.body.error.type]).toEqual([409, "version_conflict_engine_exception"]);
    const gone = await failure(client.get({ index, id: "nobody" }));
    expect([gone.statusCode, gone.meta.body.found]).toEqual([404, false]);
    const stranger = connect({ auth: { username: "admin", password: "wrong" } });
    const refused = await failure(stranger.search({ index }));
    expect(refused).toBeInstanceOf(errors.ResponseError);
    expect([refused.statusCode, refused.meta.body.error.type]).toEqual([401, "security_exception"]);
    await stranger.close();
    const nobody = connect({ node: "http://127.0.0.1:9", maxRetries: 0 });
    expect(await failure(nobody.search({ index }))).toBeInstanceOf(errors.ConnectionError);
    await nobody.close();
  });

  test("speaks gzip both ways", async () => {
    const packed = connect(
      name.includes("7") || name.includes("opensearch")
        ? { compression: "gzip", suggestCompression: true }
        : { compression: true },
    );
    await packed.index(
      document({ index: `${index}-packed`, id: "1", refresh: true }, { text: "long ".repeat(10_000) }),
    );
    expect(take(await packed.get({ index: `${index}-packed`, id: "1" }))._source.text).toHaveLength(50_000);
    await packed.close();
  });

  test("drops its indices", async () => {
    expect(take(await client.indices.delete({ index: `${index},${index}-numbers,${index}-packed` }))).toEqual({
      acknowledged: true,
    });
  });
});
// oxlint-enable no-explicit-any

describe("media types of the clients", () => {
  const basic = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString("base64")}`;

  test.each([7, 8, 9])("compatible-with=%s is answered in kind", async (version) => {
    const type = `application/vnd.elasticsearch+json; compatible-with=${version}`;
    const answer = await server.call(
      "POST",
      "/_search",
      { size: 0 },
      { authorization: basic, accept: type, "content-type": type },
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get("x-elastic-product")).toBe("Elasticsearch");
    expect(answer.headers.get("content-type")?.replaceAll(" ", "")).toBe(
      `application/vnd.elasticsearch+json;compatible-with=${version}`,
    );
  });

  test("lines of JSON are taken under their vendor type as well", async () => {
    const type = "application/vnd.elasticsearch+x-ndjson; compatible-with=8";
    const answer = await server.call("POST", "/_bulk", '{"index":{"_index":"lines"}}\n{"a":1}\n', {
      authorization: basic,
      "content-type": type,
      accept: "application/vnd.elasticsearch+json; compatible-with=8",
    });
    expect(answer).toMatchObject({ status: 200, body: { errors: false } });
  });

  test("a version that nobody speaks is refused", async () => {
    const type = "application/vnd.elasticsearch+json; compatible-with=3";
    const answer = await server.call("GET", "/", undefined, { authorization: basic, accept: type });
    expect([answer.status, answer.body.error.type]).toEqual([400, "media_type_header_exception"]);
  });
});
