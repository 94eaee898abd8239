import { readFileSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { call, type ServerProcess, startServer } from "./server-process.ts";
import { CASES, comparable, pathOf } from "./termvectors-cases.ts";

/** What Elasticsearch 8.19 answered; written anew with WARDEX_ORACLE (its address) and WARDEX_RECORD=1. */
const recordFile = new URL("termvectors.json", import.meta.url);
const oracle = process.env["WARDEX_ORACLE"];
const recorded = (): unknown[] => JSON.parse(readFileSync(recordFile, "utf8")) as unknown[];

/** Sends all cases; the answers to requests for term vectors, each with its request. */
async function answersOf(url: string): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const one of CASES) {
    const [method, path, body] = one;
    const answer = await call(url, method, pathOf(one), body);
    if (path.includes("termvectors")) answers.push({ request: requestOf(one), answer: comparable(answer) });
    else expect(answer.status, `${requestOf(one)}: ${answer.text}`).toBeLessThan(300);
  }
  return answers;
}

function requestOf(one: (typeof CASES)[number]): string {
  const [method, , body] = one;
  return `${method} ${pathOf(one)} ${body === undefined ? "" : JSON.stringify(body)}`;
}

describe("term vectors", () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer(["--data", ":memory:", "--security", "off"]);
  });

  test("each request is answered as a real server does", async () => {
    const expected = recorded();
    const ours = await answersOf(server.url);
    expect(ours.length).toBe(expected.length);
    // All differences at once tell more than the first.
    expect(ours.filter((answer, place) => !isDeepStrictEqual(answer, expected[place]))).toEqual([]);
  });

  test("statistics are those of the shard of the document, which it counts for before it is refreshed", async () => {
    await server.call("PUT", "/sharded", {
      settings: { number_of_shards: 2, number_of_replicas: 0, refresh_interval: -1 },
      mappings: { properties: { t: { type: "text" } } },
    });
    const documents = Array.from({ length: 20 }, (_, id) => String(id));
    for (const id of documents) await server.call("PUT", `/sharded/_doc/${id}`, { t: "word" });
    await server.call("POST", "/sharded/_refresh");
    const shardSizes = async (shard: number): Promise<number> =>
      (await server.call("GET", `/sharded/_count?preference=_shards:${shard}`)).body.count as number;
    const sizes = [await shardSizes(0), await shardSizes(1)];
    const statisticsOf = async (id: string): Promise<unknown> =>
      (await server.call("GET", `/sharded/_termvectors/${id}?fields=t&term_statistics=true`)).body.term_vectors.t.terms
        .word.doc_freq;
    const counts = new Set(await Promise.all(documents.map(statisticsOf)));
    expect(counts).toEqual(new Set(sizes));
    const before = Number(await statisticsOf("0"));
    await server.call("PUT", "/sharded/_doc/new?routing=0", { t: "word word" });
    const { t } = (await server.call("GET", "/sharded/_termvectors/new?routing=0&fields=t&term_statistics=true")).body
      .term_vectors;
    expect(t.field_statistics).toEqual({ sum_doc_freq: before + 1, doc_count: before + 1, sum_ttf: before + 2 });
    expect(t.terms.word).toMatchObject({ doc_freq: before + 1, ttf: before + 2, term_freq: 2 });
    expect(await statisticsOf("0")).toBe(before);
  });

  test("a body that is no object, and a filter that is none, are refused", async () => {
    for (const body of ['"text"', "[]", '{"filter":[]}', '{"per_field_analyzer":"keyword"}']) {
      expect((await server.call("POST", "/sharded/_termvectors/0", body)).status).toBe(400);
    }
  });
});

describe.skipIf(oracle === undefined)("the term vectors of a real server", () => {
  test("are as they were recorded", { timeout: 60_000 }, async () => {
    const answers = await answersOf(oracle ?? "");
    if (process.env["WARDEX_RECORD"] !== undefined)
      writeFileSync(recordFile, `[\n${answers.map((answer) => JSON.stringify(answer)).join(",\n")}\n]\n`);
    expect(answers).toEqual(recorded());
  });
});
