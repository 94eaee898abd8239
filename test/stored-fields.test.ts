/** Stored fields of all types, as searches, gets and explain show them: recorded from a real server. */
import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { call, type ServerProcess, startServer } from "./server-process.ts";

/** What Elasticsearch 8.19 answered; written anew with WARDEX_ORACLE (its address) and WARDEX_RECORD=1. */
const recordFile = new URL("stored-fields.json", import.meta.url);
const oracle = process.env["WARDEX_ORACLE"];
const INDEX = "wardex-stored";

const store = true;
const properties = {
  k: { type: "keyword", store },
  kn: { type: "keyword", store, null_value: "N", ignore_above: 3 },
  kl: { type: "keyword", store, normalizer: "lowercase" },
  t: { type: "text", store },
  tm: {
    type: "text",
    store,
    fields: { s: { type: "keyword", store }, l: { type: "long", store, ignore_malformed: true } },
  },
  l: { type: "long", store },
  ln: { type: "long", store, null_value: 7 },
  li: { type: "long", store, index: false, doc_values: false },
  by: { type: "byte", store },
  f: { type: "float", store },
  h: { type: "half_float", store },
  d: { type: "double", store },
  b: { type: "boolean", store },
  bn: { type: "boolean", store, null_value: true },
  dt: { type: "date", store },
  df: { type: "date", store, format: "yyyy/MM/dd||epoch_millis" },
  dn: { type: "date_nanos", store },
  ip: { type: "ip", store },
  g: { type: "geo_point", store },
  bi: { type: "binary", store },
  lr: { type: "long_range", store },
  fr: { type: "float_range", store },
  dr: { type: "date_range", store },
  ir: { type: "ip_range", store },
  o: { properties: { x: { type: "keyword", store } } },
  n: { type: "nested", properties: { q: { type: "keyword", store } } },
  al: { type: "alias", path: "k" },
  unstored: { type: "keyword" },
};

const document = {
  k: ["b", "a", "b"],
  kn: [null, "abcd", "x"],
  kl: "ABC",
  t: ["hello", "w"],
  tm: ["12", "z"],
  l: ["3", 4.7, 1],
  ln: null,
  li: 9,
  by: 5,
  f: [0.1, 3.5],
  h: 0.1,
  d: [1.5, 2.5],
  b: ["true", false, ""],
  bn: null,
  dt: ["2020-01-01", 5],
  df: ["2020/01/02", 7],
  dn: "2020-01-01T00:00:00.123456789Z",
  ip: ["::ffff:10.0.0.1", "::1"],
  g: [{ lat: 41.12, lon: -71.34 }, "1,2"],
  bi: "AQ==",
  lr: [{ gte: 1, lt: 5 }, { gt: 3 }],
  fr: { gte: 1.5 },
  dr: { gte: "2020" },
  ir: "10.0.0.0/8",
  o: [{ x: "p" }, { x: ["q", "r"] }],
  n: [{ q: "n" }],
  unstored: "z",
};

type Answers = Record<string, unknown>;

async function answersOf(url: string): Promise<Answers> {
  await call(url, "DELETE", `/${INDEX}`);
  expect((await call(url, "PUT", `/${INDEX}`, { mappings: { properties } })).status).toBe(200);
  expect((await call(url, "PUT", `/${INDEX}/_doc/1?refresh=true`, document)).status).toBe(201);
  const answers: Answers = {};
  const names = [...Object.keys(properties), "tm.s", "tm.l", "o.x", "n.q"];
  for (const name of names) {
    const hit = (await call(url, "POST", `/${INDEX}/_search`, { stored_fields: [name] })).body.hits.hits[0];
    const got = await call(url, "GET", `/${INDEX}/_doc/1?stored_fields=${name}`);
    const explained = (
      await call(url, "POST", `/${INDEX}/_explain/1?stored_fields=${name}`, { query: { match_all: {} } })
    ).body.get;
    answers[name] = [hit.fields ?? null, got.body.fields ?? got.body.error?.reason ?? null, explained?.fields ?? null];
  }
  for (const pattern of ["*", "k*", "tm.*"]) {
    answers[`all of ${pattern}`] = (
      await call(url, "POST", `/${INDEX}/_search`, { stored_fields: pattern })
    ).body.hits.hits[0].fields;
    answers[`got ${pattern}`] =
      (await call(url, "GET", `/${INDEX}/_doc/1?stored_fields=${pattern}`)).body.fields ?? null;
  }
  const docs = [{ _id: "1", stored_fields: ["k", "dt"] }];
  answers["several"] = (await call(url, "POST", `/${INDEX}/_mget`, { docs })).body.docs[0].fields;
  await call(url, "DELETE", `/${INDEX}`);
  return JSON.parse(JSON.stringify(answers)) as Answers;
}

describe("stored fields", () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer(["--data", ":memory:", "--security", "off"]);
  });

  test("show values as they were stored", async () => {
    expect(await answersOf(server.url)).toEqual(JSON.parse(readFileSync(recordFile, "utf8")));
  });

  test("a text is stored where nothing else tells its values", async () => {
    const settings = { "index.mapping.source.mode": "synthetic" };
    const texts = { t: { type: "text" }, told: { type: "text", fields: { k: { type: "keyword" } } } };
    await server.call("PUT", "/made", { settings, mappings: { properties: texts } });
    await server.call("PUT", "/made/_doc/1?refresh=true", { t: ["b", "a"], told: "x" });
    expect(
      (await server.call("POST", "/made/_search", { stored_fields: ["t", "told"] })).body.hits.hits[0].fields,
    ).toEqual({ t: ["b", "a"] });
    expect((await server.call("GET", "/made/_doc/1?stored_fields=t,told")).body.fields).toEqual({ t: ["b", "a"] });
  });
});

test.skipIf(!oracle || process.env["WARDEX_RECORD"] !== "1")("record", { timeout: 600_000 }, async () => {
  writeFileSync(recordFile, `${JSON.stringify(await answersOf(oracle!), undefined, 1)}\n`);
});
