/**
 * The same documents and aggregations on a real server and on this one. `WARDEX_ORACLE` is the address of the real
 * server; with `WARDEX_URL` the full responses of a running server are compared, without it only the aggregations.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { RequestError, errorBody } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { parseJson } from "../compat/json/parse-json.ts";
import { type TestShard, aggregate, testMapping, testShard } from "../testing/aggregation/aggregation-harness.ts";
import {
  CLOCK_CHANGES,
  CLOCK_INTERVALS,
  ORACLE_CASES,
  ORACLE_INDICES,
  type OracleCase,
  clockDocuments,
} from "../testing/aggregation/oracle-cases.ts";

const oracle = process.env["WARDEX_ORACLE"];
const wardex = process.env["WARDEX_URL"];
const PREFIX = "agg-oracle";

async function call(
  server: string,
  method: string,
  path: string,
  body?: string,
): Promise<{ status: number; body: Json }> {
  const response = await fetch(`${server}${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, body: parseJson(await response.text()) };
}

async function createIndex(server: string, name: string, index: (typeof ORACLE_INDICES)[string]): Promise<void> {
  await call(server, "DELETE", `/${name}`);
  const settings = { number_of_shards: index.shards, number_of_replicas: 0 };
  await call(server, "PUT", `/${name}`, JSON.stringify({ settings, mappings: { properties: index.properties } }));
  const lines = index.documents
    .map((document, id) => `{"index":{"_id":"${id}"}}\n${JSON.stringify(document)}\n`)
    .join("");
  const { body } = await call(server, "POST", `/${name}/_bulk?refresh=true`, lines);
  expect(body).toMatchObject({ errors: false });
}

/** Removes naturally different parts, and unifies positions in the body. */
function comparable(value: Json): Json {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value === "string") return value.replaceAll(/\[\d+:\d+\]/g, "[1:1]");
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([key]) => !["took", "node", "line", "col"].includes(key));
  return Object.fromEntries(members.map(([key, member]) => [key, comparable(member)]));
}

/** The error of a shard or of the reduction. */
function innerError(body: Json): Json {
  // oxlint-disable-next-line no-unsafe-type-assertion -- a shape of Elasticsearch, compared afterwards
  const error = (body as { error: JsonObject }).error;
  if (error["type"] !== "search_phase_execution_exception") return withoutRoots(error);
  const [failure] = Array.isArray(error["failed_shards"]) ? error["failed_shards"] : [];
  // oxlint-disable-next-line no-unsafe-type-assertion -- see above
  return (failure as { reason: Json } | undefined)?.reason ?? error["caused_by"] ?? null;
}

function withoutRoots({ root_cause: _roots, ...error }: JsonObject): JsonObject {
  return error;
}

function runHere(shards: readonly TestShard[], { aggs, query, parameters }: OracleCase): Json {
  try {
    return aggregate(shards, aggs, { query, typedKeys: parameters !== undefined });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    // oxlint-disable-next-line no-unsafe-type-assertion -- error bodies are JSON
    return errorBody(error) as JsonObject;
  }
}

describe.skipIf(oracle === undefined)("as Elasticsearch answers (skipped unless WARDEX_ORACLE names a server)", () => {
  const shards: Record<string, TestShard> = {};

  beforeAll(async () => {
    for (const [name, index] of Object.entries(ORACLE_INDICES)) {
      await createIndex(oracle!, `${PREFIX}-${name}`, index);
      if (wardex !== undefined) await createIndex(wardex, `${PREFIX}-${name}`, index);
      shards[name] = testShard(testMapping(index.properties, `${PREFIX}-${name}`), [
        index.documents.slice(0, 40),
        index.documents.slice(40),
      ]);
    }
  });

  test.each(ORACLE_CASES.filter((one) => one.differs === undefined).map((one) => [one.name, one] as const))(
    "%s",
    async (_name, one) => {
      const targets = (one.target ?? "one").split(",").map((name) => `${PREFIX}-${name}`);
      const path = `/${targets.join(",")}/_search${one.parameters ?? ""}`;
      const body = JSON.stringify({ size: 0, ...(one.query ? { query: one.query } : {}), aggs: one.aggs });
      const expected = await call(oracle!, "POST", path, body);
      if (wardex !== undefined) {
        const { status, body: answer } = await call(wardex, "POST", path, body);
        expect({ status, answer: comparable(answer) }).toEqual({
          status: expected.status,
          answer: comparable(expected.body),
        });
        return;
      }
      if (one.partial || one.target?.includes("three")) return; // documents are spread over shards by their ids
      const own = targets.sort().map((name) => shards[name.slice(PREFIX.length + 1)]!);
      // oxlint-disable-next-line no-unsafe-type-assertion -- a shape of Elasticsearch, compared afterwards
      const wanted =
        expected.status === 200 ? ((expected.body as JsonObject)["aggregations"] ?? {}) : innerError(expected.body);
      expect(comparable(runHere(own, one))).toEqual(comparable(wanted));
    },
  );

  test.each(Object.entries(CLOCK_CHANGES))(
    "date_histogram where the clocks of %s are changed",
    async (zone, changes) => {
      const documents = clockDocuments(changes);
      const index = { shards: 1, properties: { t: { type: "date" } }, documents };
      await createIndex(oracle!, `${PREFIX}-clock`, index);
      const shard = testShard(testMapping(index.properties), [documents.slice(0, 100), documents.slice(100)]);
      for (const change of changes) {
        for (const interval of CLOCK_INTERVALS) {
          const at = Date.parse(change);
          const query = { range: { t: { gte: at - 130_000_000, lte: at + 130_000_000 } } };
          const aggs = { a: { date_histogram: { field: "t", time_zone: zone, ...interval } } };
          const expected = await call(
            oracle!,
            "POST",
            `/${PREFIX}-clock/_search`,
            JSON.stringify({ size: 0, query, aggs }),
          );
          expect({ interval, ...aggregate([shard], aggs, { query }) }).toEqual({
            interval,
            ...(expected.body as { aggregations: JsonObject }).aggregations,
          });
        }
      }
      await call(oracle!, "DELETE", `/${PREFIX}-clock`);
    },
    60_000,
  );
});
