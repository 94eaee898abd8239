/**
 * Fields of texts in the order of a language: what the integration tests and the documentation of the plugin
 * analysis-icu ask for.
 */
import { describe, expect, test } from "vitest";
import { binaryText } from "../core/binary-text.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { mergeMappings } from "../mapping/merge-mappings.ts";
import { mappingAnswer, updateAnswer } from "../testing/search/recorded-cases.ts";
import { hitsOf, SearchFixture } from "../testing/search/search-fixture.ts";

const fixture = new SearchFixture();
let indices = 0;

/** An index with the values in the field `c`, in order of their ids. */
async function indexOf(field: JsonObject, values: readonly Json[]): Promise<string> {
  const name = `i${indices++}`;
  await fixture.create(name, { mapping: { properties: { c: { type: "icu_collation_keyword", ...field } } } });
  await fixture.write(
    name,
    values.map((c, id) => [String(id), { c }]),
  );
  return name;
}

async function found(index: string, body: JsonObject): Promise<string[]> {
  return hitsOf(await fixture.search(index, { size: 100, ...body })).map((hit) => hit._id as string);
}

const byValue = { sort: [{ c: "asc" }, { _doc: "asc" }] };

describe("texts that are the same to a language", () => {
  test.each([
    [
      "Turkish case",
      { language: "tr", strength: "primary" },
      ["I WİLL USE TURKİSH CASING", "ı will use turkish casıng"],
      "I WİLL USE TURKİSH CASING",
    ],
    [
      "marks in another order",
      { language: "tr", strength: "primary", decomposition: "canonical" },
      ["I W\u0049\u0307LL", "ı will"],
      "I WİLL",
    ],
    ["case", { language: "en", strength: "secondary", decomposition: "no" }, ["TESTING", "testing"], "Testing"],
    ["punctuation", { language: "en", strength: "primary", alternate: "shifted" }, ["foo-bar", "foo bar"], "foobar"],
    [
      "accents, but not case",
      { language: "en", strength: "primary", case_level: true },
      ["résumé", "resume"],
      "resume",
    ],
    [
      "phone books",
      { language: "de", strength: "primary", variant: "@collation=phonebook", country: "DE" },
      ["Töne", "Toene"],
      "toene",
    ],
  ] as const)("%s", async (_title, field, values, text) => {
    const index = await indexOf(field, values);
    expect(await found(index, { query: { term: { c: text } } })).toEqual(["0", "1"]);
    expect(await found(index, { query: { match: { c: text } } })).toEqual(["0", "1"]);
    expect(await found(index, { query: { terms: { c: ["other", text] } } })).toEqual(["0", "1"]);
    expect(await found(index, { query: { query_string: { query: `c:"${text}"` } } })).toEqual(["0", "1"]);
    expect(await found(index, { query: { term: { c: "something else" } } })).toEqual([]);
  });

  test("those that rules of users make the same", async () => {
    const index = await indexOf(
      {
        rules: "& ae , a\u0308 & AE , A\u0308& oe , o\u0308 & OE , O\u0308& ue , u\u0308 & UE , u\u0308",
        strength: "primary",
      },
      ["Töne", "Toene", "Tone"],
    );
    expect(await found(index, { query: { term: { c: "Toene" } } })).toEqual(["0", "1"]);
  });

  test("spaces alone, by the variable top", async () => {
    const index = await indexOf({ language: "en", strength: "primary", alternate: "shifted", variable_top: " " }, [
      "foo bar",
      "foobar",
      "foo-bar",
    ]);
    expect(await found(index, { query: { term: { c: "foobar" } } })).toEqual(["0", "1"]);
    expect(await found(index, byValue)).toEqual(["2", "0", "1"]);
  });
});

describe("texts are sorted as a language does", () => {
  test.each([
    ["Swedish", { language: "sv" }, ["ö", "z", "å", "a", "ä"], ["a", "z", "å", "ä", "ö"]],
    ["German", { language: "de" }, ["ö", "z", "å", "a", "ä"], ["a", "å", "ä", "ö", "z"]],
    ["the root", {}, ["ö", "Z", "z", "a", "ä"], ["a", "ä", "ö", "z", "Z"]],
    ["upper case first", { language: "en", case_first: "upper" }, ["resume", "Resume"], ["Resume", "resume"]],
    ["numbers", { language: "en", numeric: true }, ["foobar-10", "foobar-9"], ["foobar-9", "foobar-10"]],
    ["numbers by digits", { language: "en" }, ["foobar-10", "foobar-9"], ["foobar-10", "foobar-9"]],
    ["Spanish of old", { language: "es", country: "", variant: "" }, ["cz", "ch", "d"], ["ch", "cz", "d"]],
    [
      "traditional Spanish",
      { language: "es", country: "ES", variant: "@collation=traditional" },
      ["cz", "ch", "d"],
      ["cz", "ch", "d"],
    ],
    ["Chinese by sound", { language: "zh" }, ["中", "国", "爱"], ["爱", "国", "中"]],
  ] as const)("%s", async (_title, field, values, order) => {
    const index = await indexOf(field, values);
    expect((await found(index, byValue)).map((id) => values[Number(id)])).toEqual(order);
    const ranged = await found(index, { query: { range: { c: { gte: order[1] } } }, ...byValue });
    expect(ranged.map((id) => values[Number(id)])).toEqual(order.slice(1));
    expect(await found(index, { query: { range: { c: { lt: order[0] } } } })).toEqual([]);
  });

  test("beside a text that is searched, as the documentation has it", async () => {
    const sort = {
      type: "icu_collation_keyword",
      index: false,
      language: "de",
      country: "DE",
      variant: "@collation=phonebook",
    };
    await fixture.create("names", { mapping: { properties: { name: { type: "text", fields: { sort } } } } });
    const names = ["Fritz Müller", "Fritz Mueller", "Fritz Muffel", "Anna Muffel"];
    await fixture.write(
      "names",
      names.map((name, id) => [String(id), { name }]),
    );
    const ids = await found("names", { query: { match: { name: "Fritz" } }, sort: "name.sort" });
    expect(ids.map((id) => names[Number(id)])).toEqual(["Fritz Mueller", "Fritz Müller", "Fritz Muffel"]);
    // What is not indexed is found by its column, slowly.
    expect(await found("names", { query: { term: { "name.sort": "Fritz Müller" } } })).toEqual(["0"]);
  });

  test("each document by one of its values", async () => {
    const index = await indexOf({ language: "tr" }, [
      ["I WİLL", "zz"],
      ["ı will", "aa"],
    ]);
    expect(await found(index, { sort: [{ c: { order: "asc" } }] })).toEqual(["1", "0"]);
    expect(await found(index, { sort: [{ c: { order: "desc", mode: "max" } }] })).toEqual(["0", "1"]);
  });
});

describe("keys are shown as text", () => {
  /** The key of "a" at the root, of `collator.test.ts`: one primary weight, common ones below, an end. */
  const keyOfA = binaryText(Uint8Array.from([0x2a, 1, 5, 1, 5, 0]));

  test("in sort values, doc values and buckets, and taken back by search_after", async () => {
    const index = await indexOf({}, ["b", "a"]);
    const [first] = hitsOf(await fixture.search(index, { ...byValue, docvalue_fields: [{ field: "c", format: "x" }] }));
    expect(first).toMatchObject({ _id: "1", sort: [keyOfA, 1], fields: { c: [keyOfA] } });
    expect(await found(index, { sort: [{ c: "asc" }], search_after: [keyOfA] })).toEqual(["0"]);
    const { aggregations } = await fixture.call("search", [index], {
      size: 0,
      aggs: { t: { terms: { field: "c", order: { _key: "asc" } } }, one: { terms: { field: "c", include: [keyOfA] } } },
    });
    expect(aggregations).toMatchObject({
      t: { buckets: [{ key: keyOfA, doc_count: 1 }, { doc_count: 1 }] },
      one: { buckets: [{ key: keyOfA }] },
    });
  });

  test("but fields show what was written", async () => {
    const index = await indexOf({ null_value: "none", ignore_above: 5 }, ["ab", null, "too long", ["x", 12]]);
    const hits = hitsOf(await fixture.search(index, { fields: ["c"], sort: ["_doc"] }));
    expect(hits.map((hit) => (hit.fields as JsonObject | undefined)?.c)).toEqual([
      ["ab"],
      ["none"],
      undefined,
      ["x", "12"],
    ]);
    expect(hits[2]).toMatchObject({ _ignored: ["c"] });
    expect(await found(index, { query: { exists: { field: "c" } } })).toEqual(["0", "1", "3"]);
    expect(await found(index, { query: { term: { c: "NONE".toLowerCase() } } })).toEqual(["1"]);
    await expect(fixture.search(index, { fields: [{ field: "c", format: "x" }] })).rejects.toThrow();
  });
});

describe("what keys cannot answer is refused", () => {
  test.each([
    ["prefix", { prefix: { c: "a" } }],
    ["wildcard", { wildcard: { c: "a*" } }],
    ["regexp", { regexp: { c: "a.*" } }],
    ["fuzzy", { fuzzy: { c: "a" } }],
  ])("%s", async (kind, query) => {
    const index = await indexOf({}, ["a"]);
    await expect(fixture.search(index, { query })).rejects.toMatchObject({
      status: 400,
      details: {
        failed_shards: [
          {
            reason: {
              type: "query_shard_exception",
              reason: `failed to create query: [${kind}] queries are not supported on [icu_collation_keyword] fields.`,
              caused_by: { type: "unsupported_operation_exception" },
            },
          },
        ],
      },
    });
  });
});

describe("mappings", () => {
  const mapping = (c: JsonObject): JsonObject => ({ properties: { c: { type: "icu_collation_keyword", ...c } } });

  test("show what they were given", () => {
    const given = {
      language: "de",
      country: "DE",
      variant: "@collation=phonebook",
      strength: "primary",
      case_level: true,
      ignore_above: 10,
      norms: true,
    };
    expect(mergeMappings({}, mapping(given), {})).toEqual(mapping(given));
    expect(
      mergeMappings(
        {},
        mapping({ language: null, numeric: false, hiragana_quaternary_mode: true, index: true, store: "true" }),
        {},
      ),
    ).toEqual(mapping({ hiragana_quaternary_mode: true, store: true }));
  });

  test.each([
    [{ strength: "high" }, "Invalid strength: high"],
    [{ decomposition: "full" }, "Invalid decomposition: full"],
    [{ alternate: "both" }, "Invalid alternate: both"],
    [{ case_first: "none" }, "Invalid caseFirst: none"],
    [
      { alternate: "shifted", variable_top: "ab" },
      "Variable top argument string must map to exactly one collation element",
    ],
    [{ ignore_above: -1 }, "[ignore_above] must be positive, got [-1]"],
    [
      { index_options: "positions" },
      "Unknown value [positions] for field [index_options] - accepted values are [docs, freqs]",
    ],
    [{ normalizer: "lowercase" }, "unknown parameter [normalizer] on mapper [c] of type [icu_collation_keyword]"],
  ])("refuse %j", (field, reason) => {
    expect(mappingAnswer(mapping(field))).toMatchObject({
      status: 400,
      error: { type: "mapper_parsing_exception", reason: `Failed to parse mapping: ${reason}` },
    });
  });

  test("change in what Elasticsearch lets change", () => {
    expect(updateAnswer(mapping({ language: "de" }), mapping({ language: "de", ignore_above: 7 }))).toEqual(
      mapping({ language: "de", ignore_above: 7 }),
    );
    expect(updateAnswer(mapping({ language: "de" }), mapping({ language: "en", numeric: true }))).toMatchObject({
      status: 400,
      error: {
        reason:
          "Mapper for [c] conflicts with existing mapper:\n\tCannot update parameter [language] from [de] to [en]\n\tCannot update parameter [numeric] from [false] to [true]",
      },
    });
  });
});
