/**
 * Percolator fields: what is kept of stored queries, as OpenSearch has it, and which are refused, in the words of
 * Elasticsearch 8.19.
 */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { errorResponse } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { Mapping } from "../mapping/mapping.ts";
import { mergeMappings } from "../mapping/merge-mappings.ts";
import { readStoredQuery } from "../query/percolation/stored-query.ts";
import { idsOf, SearchFixture } from "../testing/search/search-fixture.ts";

interface Cases {
  readonly mapping: JsonObject;
  readonly queries: readonly {
    readonly query: JsonObject;
    readonly result: readonly string[];
    readonly terms: readonly string[];
    readonly minimum: number | null;
  }[];
}

const { mapping, queries } = JSON.parse(
  readFileSync(new URL("./percolator-cases.json", import.meta.url), "utf8"),
) as Cases;
const fixture = new SearchFixture();

/** Kinds of which less is known here: any document is asked about them. */
const lessKnown: ReadonlySet<string> = new Set(["ids", "match_phrase_prefix", "nested"]);
/**
 * Queries of which more is known here: equal bounds that exclude each other match nothing, and several numbers are
 * ranges.
 */
const moreKnown: ReadonlySet<string> = new Set([
  JSON.stringify({ range: { l: { gte: "5", lt: 5 } } }),
  JSON.stringify({ terms: { l: [1, 2] } }),
]);

beforeAll(async () => {
  await fixture.create("q", { mapping });
  await fixture.create("text", { mapping, settings: { "index.percolator.map_unmapped_fields_as_text": "true" } });
});

const read = (query: Json): ReturnType<typeof readStoredQuery> =>
  readStoredQuery(
    query,
    Mapping.parse({ name: "q", settings: {}, mapping: mergeMappings({}, mapping, {}), mappingVersion: 1 }),
    [],
  );

describe("what is kept of a query", () => {
  const known = queries.filter(
    ({ query }) => !lessKnown.has(Object.keys(query)[0]!) && !moreKnown.has(JSON.stringify(query)),
  );
  test.each(known.map((one) => [JSON.stringify(one.query), one] as const))(
    "%s",
    (_title, { query, result, terms, minimum }) => {
      const stored = read(query);
      const kept = stored.terms.map(({ field, term }) => `${field}\0${Buffer.from(term).toString()}`);
      expect({ result: [stored.extraction], terms: kept.sort(), minimum: stored.minimum ?? null }).toEqual({
        result,
        terms: [...terms].sort(),
        minimum,
      });
    },
  );

  test.each([
    [{ range: { l: { gte: 1, lte: 5 } } }, "l"],
    [{ range: { ip: { gte: "10.0.0.1" } } }, "ip"],
  ] as const)("%j has a range", (query, field) => {
    const [range] = read(query).ranges;
    expect(range?.field).toBe(field);
    expect(Buffer.compare(range!.from, range!.to)).toBe(-1);
  });

  test("what depends on the time of the question is not known", () => {
    expect(read({ range: { dt: { gte: "now-1d" } } }).extraction).toBe("failed");
    expect(read({ range: { dt: { gte: "2020-01-01" } } }).extraction).toBe("partial");
  });
});

function bool(query: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  const clauses = {
    must: fc.array(query, { maxLength: 3 }),
    should: fc.array(query, { maxLength: 3 }),
    must_not: fc.oneof(
      { weight: 3, arbitrary: fc.constant<JsonObject[]>([]) },
      { weight: 1, arbitrary: fc.array(query, { maxLength: 1 }) },
    ),
    least: fc.integer({ min: 0, max: 2 }),
  };
  return fc.record(clauses).map(({ least, ...given }): JsonObject => ({
    bool: { ...given, ...(least > 0 ? { minimum_should_match: least } : {}) },
  }));
}

test("a document that matches a query has what is kept of it", async () => {
  const word = fc.constantFrom("a", "b", "c", "d");
  const term = word.map((value): JsonObject => ({ term: { k: value } }));
  const { query } = fc.letrec<{ query: JsonObject }>((tie) => ({
    query: fc.oneof(
      { maxDepth: 3 },
      { weight: 4, arbitrary: term },
      { weight: 4, arbitrary: word.map((value): JsonObject => ({ match: { t: `${value} a` } })) },
      { weight: 1, arbitrary: fc.constant<JsonObject>({ match_all: {} }) },
      {
        weight: 1,
        arbitrary: fc
          .integer({ min: 0, max: 4 })
          .map((from): JsonObject => ({ range: { l: { gte: from, lte: from + 1 } } })),
      },
      { weight: 1, arbitrary: fc.constant<JsonObject>({ prefix: { k: "a" } }) },
      { weight: 6, arbitrary: bool(tie("query")) },
      {
        weight: 1,
        arbitrary: fc
          .array(tie("query"), { minLength: 1, maxLength: 3 })
          .map((inner): JsonObject => ({ dis_max: { queries: inner } })),
      },
    ),
  }));
  const words = fc.uniqueArray(word, { minLength: 2 });
  const document = fc.record({ k: words, t: words, l: fc.integer({ min: 0, max: 5 }) });
  const other = new SearchFixture();
  await other.create("d", { mapping });
  await fc.assert(
    fc.asyncProperty(document, fc.array(query, { minLength: 10, maxLength: 20 }), async (source, asked) => {
      await other.write("d", [["1", { ...source, t: source.t.join(" ") }]]);
      const has = new Set([...source.k.map((value) => `k\0${value}`), ...source.t.map((value) => `t\0${value}`)]);
      for (const one of asked) {
        const { extraction, terms, ranges, minimum } = read(one);
        const matches = idsOf(await other.search("d", { query: one })).length > 0;
        const found = terms.filter((each) => has.has(`${each.field}\0${Buffer.from(each.term).toString()}`)).length;
        // Ranges of the one number field count for one, if at all: taken as there.
        const possible = found + Math.min(1, ranges.length);
        if (matches && extraction !== "failed") expect(possible, JSON.stringify(one)).toBeGreaterThanOrEqual(minimum!);
        if (extraction === "complete" && terms.length > 0) expect(matches, JSON.stringify(one)).toBe(found >= minimum!);
      }
      await other.delete("d", ["1"]);
    }),
    { numRuns: 30 },
  );
});

describe("documents with queries", () => {
  const write = async (query: Json): Promise<JsonObject> => {
    const error: unknown = await fixture.write("q", [["1", { q: query }]]).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return error === undefined ? {} : (JSON.parse(JSON.stringify(errorResponse(error))) as { error: JsonObject }).error;
  };

  test.each([
    [
      { has_child: { type: "c", query: { match_all: {} } } },
      "illegal_argument_exception",
      "the [has_child] query is unsupported inside a percolator query",
    ],
    [
      { bool: { must: [{ knn: { field: "v" } }] } },
      "illegal_argument_exception",
      "the [knn] query is unsupported inside a percolator query",
    ],
    [{ term: { zz: "a" } }, "query_shard_exception", "No field mapping can be found for the field with name [zz]"],
    [
      { exists: { field: "zz" } },
      "query_shard_exception",
      "No field mapping can be found for the field with name [zz]",
    ],
    [{ foo: {} }, "parsing_exception", "unknown query [foo]"],
    [{ match: { k: { foo: 1, query: "a" } } }, "parsing_exception", "[match] query does not support [foo]"],
    [5, "parsing_exception", "[_na] query malformed, must start with start_object"],
    [null, "parsing_exception", "[_na] query malformed, must start with start_object"],
    [
      [{ term: { k: "a" } }, { term: { k: "b" } }],
      "illegal_argument_exception",
      "a document can only contain one percolator query",
    ],
    [{ range: { l: { gte: "x" } } }, "number_format_exception", 'For input string: "x"'],
  ])("%j is refused", async (query, type, reason) => {
    const { caused_by: cause, ...error } = await write(query);
    expect(error).toMatchObject({
      type: "document_parsing_exception",
      reason: expect.stringMatching(/^\[1:\d+\] failed to parse: /) as string,
    });
    const causes = cause as JsonObject;
    // A number that cannot be read is told as the reason of a query that cannot be made.
    const inner = (causes["caused_by"] as JsonObject | undefined) ?? causes;
    expect([inner["type"], inner["reason"]].includes(type) || causes["type"] === type).toBe(true);
    expect(JSON.stringify(causes)).toContain(JSON.stringify(reason).slice(1, -1));
  });

  test("stand beside fields that are not mapped yet", async () => {
    await fixture.create("new", { mapping: { properties: { q: { type: "percolator" }, k: { type: "keyword" } } } });
    await fixture.write("new", [["1", { n: 1, q: { term: { k: "a" } } }]]);
    const found = await fixture.search("new", {
      query: { bool: { filter: [{ term: { "q.extracted_terms": "k\0a" } }, { term: { n: 1 } }] } },
    });
    expect(idsOf(found)).toEqual(["1"]);
    const refused = fixture.write("new", [["2", { m: 1, q: "x" }]]);
    await expect(refused).rejects.toThrow("query malformed, must start with start_object");
  });

  test("fields that are not mapped are text where the index says so", async () => {
    await fixture.write("text", [["1", { q: { match: { zz: "A b" } } }]]);
    const found = await fixture.search("text", { query: { term: { "q.extracted_terms": "zz\0a" } } });
    expect(idsOf(found)).toEqual(["1"]);
  });

  test("can be looked for by what is kept of them, and shown", async () => {
    expect(await write({ bool: { must: [{ term: { k: "a" } }, { range: { l: { gte: 5 } } }] } })).toEqual({});
    for (const query of [
      { term: { "q.extracted_terms": "k\0a" } },
      { term: { "q.extraction_result": "partial" } },
      { exists: { field: "q" } },
    ]) {
      expect(idsOf(await fixture.search("q", { query }))).toEqual(["1"]);
    }
    const { hits } = await fixture.search("q", { query: { match_all: {} }, fields: ["q"], _source: false });
    expect(((hits as JsonObject).hits as JsonObject[])[0]!["fields"]).toEqual({
      q: [{ bool: { must: [{ term: { k: "a" } }, { range: { l: { gte: 5 } } }] } }],
    });
    const { aggregations } = await fixture.search("q", {
      size: 0,
      aggs: { m: { max: { field: "q.minimum_should_match_field" } } },
    });
    expect(aggregations).toEqual({ m: { value: 2 } });
    const caps = (await fixture.call("field_caps", ["q"], undefined, { fields: "q,q.extracted_terms" }))[
      "fields"
    ] as JsonObject;
    expect(caps["q"]).toEqual({
      percolator: { type: "percolator", metadata_field: false, searchable: false, aggregatable: false },
    });
    expect(caps["q.extracted_terms"]).toEqual({
      keyword: { type: "keyword", metadata_field: false, searchable: true, aggregatable: false },
    });
  });

  test.each([
    ...["match", "term", "span_term"].map((kind) => [
      { query: { [kind]: { q: "a" } } },
      "Percolator fields are not searchable directly, use a percolate query instead",
    ]),
    [{ query: { range: { q: { gte: 1 } } } }, "Field [q] of type [percolator] does not support range queries"],
    [{ sort: ["q"] }, "Fielddata is not supported on field [q] of type [percolator]"],
    [{ aggs: { a: { terms: { field: "q" } } } }, "Fielddata is not supported on field [q] of type [percolator]"],
  ] as [object, string][])("%j is refused", async (body, words) => {
    const error: unknown = await fixture.search("q", body as JsonObject).catch((reason: unknown) => reason);
    expect(JSON.stringify(errorResponse(error))).toContain(words);
  });
});
