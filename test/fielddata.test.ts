/** `fielddata` of texts: what is left out of it, counted, shown and let go of, as Elasticsearch 8.19 answers. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../src/server/engine.ts";
import { type Caller, callerOf } from "./engine-caller.ts";
import { inMemory } from "./in-memory.ts";

let engine: Engine;
let call: Caller["call"];

const filters = {
  plain: undefined,
  bounded: { min: 2, max: 0.9, min_segment_size: 3 },
  half: { min: 0.5 },
  large: { min: 2, min_segment_size: 7 },
};

beforeAll(async () => {
  engine = await openEngine({ ...inMemory, log: () => undefined });
  ({ call } = callerOf(engine));
  const properties = Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [
      name,
      { type: "text", fielddata: true, ...(filter && { fielddata_frequency_filter: filter }) },
    ]),
  );
  await call("PUT", "/t", { settings: { number_of_shards: 1 }, mappings: { properties } });
  const lines = Array.from({ length: 6 }, (_, at) => {
    const words = ["all", "five", "four", "three", "two", "one"].slice(0, 6 - at).join(" ");
    const source = Object.fromEntries(Object.keys(filters).map((name) => [name, words]));
    return `{"index":{"_id":"${at}"}}\n${JSON.stringify(source)}\n`;
  });
  await call("POST", "/t/_bulk?refresh=true", lines.join(""));
});
afterAll(() => engine.close());

const terms = async (field: string): Promise<string> => {
  const { body } = await call("POST", "/t/_search", { size: 0, aggs: { a: { terms: { field, size: 9 } } } });
  return body.aggregations
    ? body.aggregations.a.buckets.map(({ key }: { key: string }) => key).join(" ")
    : body.error.root_cause[0].reason;
};
const shown = async (): Promise<string[]> => {
  const rows: string = (await call("GET", "/_cat/fielddata?h=field,size")).body;
  return rows
    .split("\n")
    .filter(Boolean)
    .map((row) => row.trim().replace(/\s+/, " "));
};
const breaker = async (): Promise<{ estimated_size_in_bytes: number; tripped: number }> => {
  const { body } = await call("GET", "/_nodes/stats/breaker");
  const [node] = Object.values(body.nodes) as [{ breakers: { fielddata: never } }];
  return node.breakers.fielddata;
};

test.each([
  ["plain", "all five four three two one"],
  ["bounded", "five four three two"],
  ["half", "all five four three"],
  ["large", "all five four three two one"],
])("of %s there are the words %s", async (field, words) => {
  expect(await terms(field)).toBe(words);
  const { body } = await call("POST", "/t/_search", { sort: [field], _source: false });
  const none = field === "bounded" ? null : "all";
  expect(body.hits.hits.at(-1).sort).toEqual([none]);
});

test("it is counted by field, shown where it was asked for, and let go of", async () => {
  for (const field of Object.keys(filters)) await terms(field);
  expect((await shown()).sort()).toEqual(["bounded 1kb", "half 1kb", "large 1kb", "plain 1kb"]);
  expect((await breaker()).estimated_size_in_bytes).toBe(Math.floor(4096 * 1.03));
  const { body } = await call("GET", "/t/_stats/fielddata?fields=b*,plain");
  expect(body.indices.t.total.fielddata).toMatchObject({
    memory_size_in_bytes: 4096,
    fields: { bounded: { memory_size_in_bytes: 1024 }, plain: { memory_size_in_bytes: 1024 } },
  });
  await call("POST", "/t/_cache/clear?fielddata=true&fields=plain");
  expect((await shown()).sort()).toEqual(["bounded 1kb", "half 1kb", "large 1kb"]);
  await call("POST", "/t/_cache/clear");
  expect(await shown()).toEqual([]);
  expect((await breaker()).estimated_size_in_bytes).toBe(0);
});

test("over the limit of its breaker nothing is made", async () => {
  await call("PUT", "/_cluster/settings", { transient: { "indices.breaker.fielddata.limit": "1b" } });
  expect(await terms("plain")).toMatch(/^\[fielddata\] Data too large, data for \[plain\] would be \[1054\/1kb\]/);
  expect(await breaker()).toMatchObject({ estimated_size_in_bytes: 0, tripped: 1 });
  await call("PUT", "/_cluster/settings", { transient: { "indices.breaker.fielddata.limit": null } });
  expect(await terms("plain")).toBe("all five four three two one");
});

test("it goes with its segment, and is made anew when the mapping leaves out something else", async () => {
  await terms("bounded");
  await call("PUT", "/t/_mapping", { properties: { bounded: { type: "text", fielddata: true } } });
  expect(await terms("bounded")).toBe("all five four three two one");
  await call("DELETE", "/t");
  expect((await breaker()).estimated_size_in_bytes).toBe(0);
});
