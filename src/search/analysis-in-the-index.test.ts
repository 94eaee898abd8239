/**
 * What the index makes of tokens beside their texts: payloads in term vectors, tokens at one position in lengths.
 * Answers are those of OpenSearch 3.8.
 */
import { beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import { SearchFixture } from "../testing/search/search-fixture.ts";

const analysis = (name: string, settings: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).map(([key, value]) => [`index.analysis.${name}.${key}`, value]));

const settings = {
  "index.similarity.all.type": "BM25",
  "index.similarity.all.discount_overlaps": "false",
  ...analysis("filter.numbers", { type: "delimited_payload", encoding: "int" }),
  ...analysis("analyzer.payloads", { type: "custom", tokenizer: "whitespace", filter: "numbers" }),
  ...analysis("analyzer.types", { type: "custom", tokenizer: "standard", filter: "type_as_payload" }),
  ...analysis("filter.both", { type: "asciifolding", preserve_original: "true" }),
  ...analysis("analyzer.folded", { type: "custom", tokenizer: "whitespace", filter: "both" }),
};

const fixture = new SearchFixture();
const text = (analyzer: string, parameters: JsonObject = {}): JsonObject => ({ type: "text", analyzer, ...parameters });
const properties = {
  positions: text("payloads", { term_vector: "with_positions_payloads" }),
  offsets: text("payloads", { term_vector: "with_positions_offsets_payloads" }),
  none: text("payloads", { term_vector: "with_positions_offsets" }),
  types: text("types", { term_vector: "with_positions_payloads" }),
  all: text("folded", { similarity: "all" }),
  discounted: text("folded"),
};
const source = {
  positions: "x|1 y x z",
  offsets: ["x|1 y x|3", "q|2"],
  none: "x|1 y",
  types: "a 1",
  all: ["é é x y", "é"],
  discounted: ["é é x y", "é"],
};

beforeAll(async () => {
  await fixture.create("t", { mapping: { properties }, settings });
  await fixture.write("t", [["1", source]]);
});

describe("term vectors with payloads", () => {
  async function vectors(
    fields: string[],
    options: JsonObject = {},
    document: JsonObject = { id: "1", seqNo: 0 },
  ): Promise<JsonObject> {
    const all = {
      fields,
      positions: true,
      offsets: true,
      payloads: true,
      fieldStatistics: false,
      termStatistics: false,
      ...options,
    };
    const found = { version: 1, source: JSON.stringify(source), options: all, ...document };
    const answer = await fixture.send({
      call: "termvectors",
      targets: [[fixture.target("t")]],
      bodies: [],
      tasks: [{ document: found, id: "1" }],
      parameters: [{}],
    });
    return (JSON.parse(answer) as { term_vectors: JsonObject }).term_vectors;
  }

  test("show them where the mapping keeps them", async () => {
    expect(await vectors(["positions", "offsets", "none", "types"])).toEqual({
      positions: {
        terms: {
          x: { term_freq: 2, tokens: [{ position: 0, payload: "AAAAAQ==" }, { position: 2 }] },
          y: { term_freq: 1, tokens: [{ position: 1 }] },
          z: { term_freq: 1, tokens: [{ position: 3 }] },
        },
      },
      offsets: {
        terms: {
          q: { term_freq: 1, tokens: [{ position: 103, start_offset: 10, end_offset: 13, payload: "AAAAAg==" }] },
          x: {
            term_freq: 2,
            tokens: [
              { position: 0, start_offset: 0, end_offset: 3, payload: "AAAAAQ==" },
              { position: 2, start_offset: 6, end_offset: 9, payload: "AAAAAw==" },
            ],
          },
          y: { term_freq: 1, tokens: [{ position: 1, start_offset: 4, end_offset: 5 }] },
        },
      },
      none: {
        terms: {
          x: { term_freq: 1, tokens: [{ position: 0, start_offset: 0, end_offset: 3 }] },
          y: { term_freq: 1, tokens: [{ position: 1, start_offset: 4, end_offset: 5 }] },
        },
      },
      types: {
        terms: {
          "1": { term_freq: 1, tokens: [{ position: 1, payload: "PE5VTT4=" }] },
          a: { term_freq: 1, tokens: [{ position: 0, payload: "PEFMUEhBTlVNPg==" }] },
        },
      },
    });
  });

  test("show them by themselves, and not when they are not wanted", async () => {
    const alone = await vectors(["positions"], { positions: false, offsets: false });
    expect(alone).toMatchObject({
      positions: { terms: { x: { tokens: [{ payload: "AAAAAQ==" }, {}] }, y: { tokens: [{}] } } },
    });
    expect(JSON.stringify(await vectors(["positions"], { payloads: false }))).not.toContain("payload");
  });

  test("have none of documents of the request", async () => {
    expect(JSON.stringify(await vectors(["positions"], {}, {}))).not.toContain("payload");
  });
});

test("tokens at one position count for the length unless a similarity discounts them", async () => {
  const length = async (field: string): Promise<string | undefined> => {
    const answer = await fixture.search("t", { query: { match: { [field]: "x" } }, explain: true });
    return /"value":([\d.]+),"description":"dl,/.exec(JSON.stringify(answer))?.[1];
  };
  expect(await length("all")).toBe("8");
  expect(await length("discounted")).toBe("5");
});
