/**
 * `_source` made from what is indexed: the same as a real server makes, for each document of the cases and for random
 * ones.
 */
import { readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../src/core/json.ts";
import { parseJson } from "../src/compat/json/parse-json.ts";
import { Mapping } from "../src/mapping/mapping.ts";
import { mergeMappings } from "../src/mapping/merge-mappings.ts";
import { type SyntheticCase, syntheticCases } from "./synthetic-source-cases.ts";
import { randomSyntheticCase } from "./synthetic-source-random.ts";

/** What Elasticsearch 8.19 answered; written anew with WARDEX_ORACLE (its address) and WARDEX_RECORD=1. */
const recordFile = new URL("synthetic-source.json", import.meta.url);
const oracle = process.env["WARDEX_ORACLE"];
const INDEX = `wardex-synthetic-${process.pid}`;

/** Sources by title of the case, in the order of the documents; null for a document that is refused. */
type Recorded = Record<string, (string | null)[]>;

async function ask(method: string, path: string, body?: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${oracle}/${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, text: await response.text() };
}

async function theirSources({ mappings, settings = {}, documents }: SyntheticCase): Promise<(string | null)[]> {
  await ask("DELETE", INDEX);
  const made = await ask(
    "PUT",
    INDEX,
    JSON.stringify({ settings: { ...synthetic, ...settings, number_of_shards: 1 }, mappings }),
  );
  expect(made.status, made.text).toBe(200);
  const sources: (string | null)[] = [];
  for (const text of documents) {
    const { status } = await ask("PUT", `${INDEX}/_doc/1`, text);
    sources.push(status > 299 ? null : (await ask("GET", `${INDEX}/_source/1`)).text);
  }
  return sources;
}

const synthetic = { "index.mapping.source.mode": "synthetic" };

/** Ours, for the documents that are not refused. */
function ourSources(
  { mappings, settings = {}, documents }: SyntheticCase,
  expected: readonly (string | null)[],
): (string | null)[] {
  const all = { ...synthetic, ...settings };
  let mapping = mergeMappings({}, mappings as JsonObject, all);
  return documents.map((text, at) => {
    if (expected[at] === null) return null;
    const document = {
      id: "1",
      routing: undefined,
      source: parseJson(text) as JsonObject,
      raw: Buffer.from(text),
      dynamicTemplates: undefined,
    };
    const update = Mapping.parse({ name: INDEX, settings: all, mapping, mappingVersion: 1 })
      .documentParser()
      .dynamicUpdate(document);
    if (update) mapping = mergeMappings(mapping, update, all);
    const form = Mapping.parse({ name: INDEX, settings: all, mapping, mappingVersion: 2 }).sourceLoader;
    return Buffer.from(form?.({ id: "1", routing: undefined, source: Buffer.from(text) }) ?? []).toString();
  });
}

describe("sources made from what is indexed", () => {
  const recorded = JSON.parse(readFileSync(recordFile, "utf8")) as Recorded;

  test.each(syntheticCases.map((one) => [one.title, one] as const))("%s", (title, one) => {
    const expected = recorded[title] ?? [];
    expect(expected.length).toBe(one.documents.length);
    expect(ourSources(one, expected)).toEqual(expected);
  });

  test("a source made again of itself stays as it is, where nothing is kept for its order", () => {
    fc.assert(
      fc.property(randomSyntheticCase({ keep: false }), (one) => {
        const accepted = one.documents.map(() => "");
        const sources = ourSources(one, accepted);
        expect(ourSources({ ...one, documents: sources.map(String) }, accepted)).toEqual(sources);
      }),
      { numRuns: 50 },
    );
  });
});

describe.skipIf(!oracle)("against a real server", () => {
  afterAll(() => ask("DELETE", INDEX));

  test.skipIf(process.env["WARDEX_RECORD"] !== "1")("record", { timeout: 600_000 }, async () => {
    const recorded: Recorded = {};
    for (const one of syntheticCases) recorded[one.title] = await theirSources(one);
    writeFileSync(recordFile, `${JSON.stringify(recorded, undefined, 2)}\n`);
  });

  test("random mappings and documents have the same source", { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(randomSyntheticCase({ keep: true }), async (one) => {
        const expected = await theirSources(one);
        expect(ourSources(one, expected)).toEqual(expected);
      }),
      {
        numRuns: Number(process.env["RUNS"] ?? 60),
        ...(process.env["SEED"] === undefined ? {} : { seed: Number(process.env["SEED"]) }),
      },
    );
  });
});
