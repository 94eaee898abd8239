/** Phrases over token graphs: matches, scores and explanations as recorded from a real server. */
import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { analysisOf } from "../../analysis/analyzers-of.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { RequestError } from "../../compat/errors.ts";
import type { Explanation } from "../query.ts";
import { QueryFixture } from "../../testing/query/query-fixture.ts";

/**
 * Recorded from OpenSearch 3.8, whose queries are the same, with scores of its `LegacyBM25`; to record again, set
 * WARDEX_ORACLE (its address) and WARDEX_RECORD=1.
 */
const recordFile = new URL("graph-phrases.json", import.meta.url);
const oracle = process.env["WARDEX_ORACLE"];
const INDEX = "wardex-graph-phrases";

const rules = [
  "wifi, wi fi, wireless network",
  "ny, new york, new york city",
  "usa, united states of america",
  "a b, c",
  "b c d, e",
  "y => q y z, y",
  "m, o",
];
const analysis = {
  "index.analysis.filter.rules.type": "synonym_graph",
  "index.analysis.filter.rules.synonyms": rules,
  "index.analysis.filter.small.type": "stop",
  "index.analysis.filter.small.stopwords": ["of", "the"],
  "index.analysis.analyzer.graph.tokenizer": "standard",
  "index.analysis.analyzer.graph.filter": ["lowercase", "rules"],
  "index.analysis.analyzer.holed.tokenizer": "standard",
  "index.analysis.analyzer.holed.filter": ["lowercase", "rules", "small"],
  "index.analysis.analyzer.stopped.tokenizer": "standard",
  "index.analysis.analyzer.stopped.filter": ["lowercase", "small"],
};
const mapping: Record<string, JsonObject> = {
  body: { type: "text", search_analyzer: "graph" },
  holed: { type: "text", analyzer: "stopped", search_analyzer: "holed" },
  runs: { type: "text", search_analyzer: "graph", index_phrases: true },
  boolean: { type: "text", search_analyzer: "graph", similarity: "boolean" },
  title: { type: "text", search_analyzer: "graph" },
  counted: { type: "text", search_analyzer: "graph", index_options: "freqs" },
};

/** Deterministic pseudo-random numbers. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return (state >>> 8) % below;
  };
}

const pieces = [
  "wifi",
  "wi fi",
  "wireless network",
  "ny",
  "new york",
  "new york city",
  "city",
  "usa",
  "united states of america",
  "the",
  "of",
  "united",
];
const letters = ["a", "b", "c", "d", "e", "a b", "b c d", "a b c d e"];

function texts(count: number, seed: number, longest: number): string[] {
  const next = chance(seed);
  return Array.from({ length: count }, () => {
    const from = next(2) === 0 ? pieces : letters;
    return Array.from({ length: 1 + next(longest) }, () => from[next(from.length)]!).join(" ");
  });
}

// Spans only move forward: after the longer path, "q y z" at the end of the second text is not found.
const passed = ["q y z", "q n q y z", "q n q y z z", "m n o", "o n", "n m m"];
const documents = [...texts(160, 7, 9), ...passed].map((text): JsonObject => ({
  ...Object.fromEntries(Object.keys(mapping).map((path) => [path, text])),
  title: text.split(" ").toReversed().slice(0, 3).join(" "),
}));
const asked = texts(36, 99, 3);
const queries: readonly JsonObject[] = [
  ...asked.map((text) => ({ match_phrase: { body: text } })),
  ...asked.map((text) => ({ match_phrase_prefix: { body: text } })),
  ...asked.slice(0, 18).map((text) => ({ match_phrase: { holed: text } })),
  ...["the usa", "usa of ny", "wifi of the usa city", "ny the", "of the usa"].map((text) => ({
    match_phrase: { holed: text },
  })),
  ...["new york city ny", "new york city wifi", "a a a b", "ny ny", "b c d b", "b c d a b c d e"].map((text) => ({
    match_phrase: { body: { query: text, slop: 2 } },
  })),
  ...["wifi ny", "ny c", "a b c d", "ny n", "wifi w"].flatMap((text): JsonObject[] => [
    { query_string: { query: `"${text}"`, default_field: "body" } },
    { simple_query_string: { query: `"${text}"`, fields: ["body"] } },
    { multi_match: { query: text, type: "phrase", fields: ["body^2", "holed"] } },
    { match_phrase: { runs: text } },
    { match_phrase: { boolean: { query: text, boost: 3 } } },
    { match_phrase_prefix: { body: { query: text, max_expansions: 1 } } },
    { match: { body: { query: text, operator: "and" } } },
    { bool: { must_not: { match_phrase: { body: text } } } },
  ]),
  // Without duplicate parts: Elasticsearch adds up the scores of such queries in hash order.
  ...["wifi ny", "b c d a", "usa", "the wi fi", "y", "n m", "o wifi"].flatMap((text): JsonObject[] => [
    { multi_match: { query: text, type: "cross_fields", fields: ["body", "title^2"] } },
    {
      multi_match: { query: text, type: "cross_fields", fields: ["body", "title"], operator: "and", tie_breaker: 0.3 },
    },
    {
      multi_match: {
        query: text,
        type: "cross_fields",
        fields: ["body", "title"],
        auto_generate_synonyms_phrase_query: false,
      },
    },
  ]),
  { multi_match: { query: "wifi ny", fields: ["body", "title"], slop: 2 } },
  { match_bool_prefix: { body: { query: "city ny" } } },
  ...["q y z", "m n", "wifi o"].map((text) => ({ match_phrase: { body: text } })),
  ...["y m", "m", "wifi o"].map((text) => ({ match_phrase_prefix: { body: text } })),
  { match_phrase_prefix: { body: "wifi zz" } },
  { match_phrase_prefix: { body: { query: "ny c", max_expansions: 0 } } },
  { match_phrase: { body: "wifi nowhere" } },
  { match_phrase: { body: "nowhere wifi" } },
  { match_phrase: { counted: "wifi ny" } },
];

interface Recorded {
  /** The documents with their scores, best first, or the error. */
  readonly found: Json;
  /** The explanation of the first document, for some queries. */
  readonly explanation?: Json;
}

async function ask(method: string, path: string, body?: string): Promise<JsonObject> {
  const response = await fetch(`${oracle}/${path}`, {
    method,
    ...(body === undefined ? {} : { body }),
    headers: { "content-type": "application/x-ndjson" },
  });
  return (await response.json()) as JsonObject;
}

/** Rounds numbers to float32. */
function rounded(value: Json): Json {
  if (typeof value === "number") return Math.fround(value);
  if (Array.isArray(value)) return value.map(rounded);
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rounded(inner)]))
    : value;
}

function recordedOf(answer: JsonObject, explained: boolean): Recorded {
  if (isJsonObject(answer.error)) {
    const [cause] = answer.error.root_cause as JsonObject[];
    return { found: `${String(cause?.type)}: ${String(cause?.reason)}` };
  }
  const hits = ((answer.hits as JsonObject).hits ?? []) as JsonObject[];
  const [first] = hits;
  return {
    found: hits.map((hit) => [hit._id!, hit._score!]),
    ...(first && explained ? { explanation: first._explanation! } : {}),
  };
}

async function record(): Promise<Recorded[]> {
  await ask("DELETE", INDEX);
  const settings = {
    number_of_shards: 1,
    number_of_replicas: 0,
    "index.similarity.default.type": "LegacyBM25",
    ...analysis,
  };
  const created = await ask("PUT", INDEX, JSON.stringify({ settings, mappings: { properties: mapping } }));
  expect(created.acknowledged).toBe(true);
  const lines = documents.flatMap((document, id) => [
    JSON.stringify({ index: { _id: String(id) } }),
    JSON.stringify(document),
  ]);
  await ask("POST", `${INDEX}/_bulk`, `${lines.join("\n")}\n`);
  await ask("POST", `${INDEX}/_refresh`);
  await ask("POST", `${INDEX}/_forcemerge?max_num_segments=1`);
  const answers: Recorded[] = [];
  for (const query of queries) {
    const body = JSON.stringify({ query, _source: false, explain: true, size: 200, sort: ["_score", "_doc"] });
    answers.push(recordedOf(await ask("POST", `${INDEX}/_search`, body), isExplained(query)));
  }
  await ask("DELETE", INDEX);
  return answers;
}

/**
 * Only some queries, as the trees are long; Elasticsearch lists the fields of `cross_fields` and the terms of a prefix
 * in hash order.
 */
function isExplained(query: JsonObject): boolean {
  return queries.indexOf(query) % 6 === 0 && !/cross_fields|phrase_prefix/.test(JSON.stringify(query));
}

const fixture = new QueryFixture(mapping, documents, [], analysisOf(analysis));

/** The explanation as a server returns it. */
function shown({ value, description, details }: Explanation): Json {
  return { value, description, details: details.map(shown) };
}

function ours(query: JsonObject, explained: boolean): Recorded {
  try {
    const hits = fixture.search(query);
    const first = explained ? fixture.explain(query).find(({ id }) => id === hits[0]?.id) : undefined;
    return {
      found: hits.map(({ id, score }) => [id, score]),
      ...(first ? { explanation: shown(first.explanation) } : {}),
    };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return { found: `${error.type}: ${error.message}` };
  }
}

describe("phrases over token graphs", () => {
  let recorded: readonly Recorded[] = [];

  beforeAll(async () => {
    if (oracle !== undefined && process.env["WARDEX_RECORD"] === "1")
      writeFileSync(recordFile, `${JSON.stringify(await record())}\n`);
    recorded = JSON.parse(readFileSync(recordFile, "utf8")) as Recorded[];
  });

  test("all queries are recorded", () => expect(recorded.length).toBe(queries.length));

  test.each(queries.map((query, at) => [JSON.stringify(query), query, at] as const))("%s", (_name, query, at) => {
    const own = ours(query, isExplained(query));
    expect(rounded(own.found)).toEqual(rounded(recorded[at]!.found));
    expect(rounded(own.explanation ?? null)).toEqual(rounded(recorded[at]!.explanation ?? null));
    if (Array.isArray(own.found)) expect(fixture.count(query)).toBe(own.found.length);
  });
});
