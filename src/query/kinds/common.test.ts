/** Rare and frequent words, by the rules of Lucene 8's CommonTermsQuery. */
import { expect, test } from "vitest";
import type { Json } from "../../core/json.ts";
import { QueryFixture } from "../../testing/query/query-fixture.ts";

// "the" stands in all ten documents, "and" in six, "fox" in two, "owl" in one.
const fixture = new QueryFixture(
  { body: { type: "text" }, title: { type: "text" }, kw: { type: "keyword" }, n: { type: "integer" } },
  Array.from({ length: 10 }, (_, number) => ({
    body: ["the", number < 6 ? "and" : "", number < 2 ? "fox" : "", number === 0 ? "owl" : ""].join(" "),
    title: number < 5 ? "the fox" : "the owl",
    kw: "the fox",
    n: number,
  })),
);

const ids = (query: Json): string[] => fixture.search(query).map(({ id }) => id);
const descriptionOf = (query: Json): string => fixture.plan(query).description;
const common = (body: Json): Json => ({ common: { body } });

test.each<[string, Json]>([
  ["+((body:fox body:owl)) ((body:the body:and))", { query: "the and fox owl", cutoff_frequency: 0.5 }],
  [
    "+((+body:fox +body:owl)) ((body:the body:and))",
    { query: "the and fox owl", cutoff_frequency: 0.5, low_freq_operator: "and" },
  ],
  [
    "+((body:fox body:owl)) ((+body:the +body:and))",
    { query: "the and fox owl", cutoff_frequency: 0.5, high_freq_operator: "AND" },
  ],
  ["+body:owl body:fox", { query: "fox owl", cutoff_frequency: 1 }],
])("%s is meant by %j", (meaning, body) => {
  const flat = (text: string): string => text.replaceAll(/[()]/g, "");
  expect(flat(descriptionOf(common(body)))).toBe(flat(meaning));
});

test.each<[string[], Json]>([
  // Frequent words alone do not match, unless there are no rare ones: then all of them must match.
  [["0", "1"], { query: "the fox", cutoff_frequency: 0.5 }],
  [["0", "1", "2", "3", "4", "5"], { query: "the and", cutoff_frequency: 0.5 }],
  [
    ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"],
    { query: "the and", cutoff_frequency: 0.5, minimum_should_match: { high_freq: "1" } },
  ],
  [["0"], { query: "the fox owl", cutoff_frequency: 0.5, minimum_should_match: 2 }],
  [["0"], { query: "the fox owl", cutoff_frequency: 0.5, minimum_should_match: { low_freq: "100%" } }],
  // Words that no document has count as rare.
  [[], { query: "the and nothing", cutoff_frequency: 0.5 }],
  [["0", "1"], { query: "fox", cutoff_frequency: 0.01 }],
  [[], { query: "..." }],
])("%j is found by %j", (expected, body) => {
  expect(ids(common(body)).sort()).toEqual(expected);
});

test("the short form, keywords and numbers", () => {
  expect(ids({ common: { body: "fox" } })).toEqual(["1", "0"]);
  expect(ids({ common: { kw: "the fox" } })).toHaveLength(10);
  expect(ids({ common: { n: { query: "3" } } })).toEqual(["3"]);
  expect(ids({ common: { nope: "x" } })).toEqual([]);
  expect(fixture.warnings.at(-1)).toContain("Deprecated field [common] used");
});

test.each<[Json, string]>([
  [{ query: "x", foo: 1 }, "[common] query does not support [foo]"],
  [
    { query: "x", minimum_should_match: { foo: 1 } },
    "[common] query does not support [foo] for [minimum_should_match]",
  ],
  [{}, "text cannot be null"],
  [{ query: "x", analyzer: "nope" }, "[common] analyzer [nope] not found"],
])("%j is refused", (body, reason) => {
  expect(() => fixture.plan(common(body))).toThrow(reason);
});

test("match and multi_match with cutoff_frequency let the rare words decide", () => {
  expect(ids({ match: { body: { query: "the fox", cutoff_frequency: 0.5 } } })).toEqual(["1", "0"]);
  expect(ids({ match: { body: { query: "the fox owl", cutoff_frequency: 0.5, operator: "and" } } })).toEqual(["0"]);
  expect(ids({ match: { body: { query: "the fox owl", cutoff_frequency: 0.5, minimum_should_match: "2" } } })).toEqual([
    "0",
  ]);
  expect(ids({ multi_match: { fields: ["body", "title"], query: "the owl", cutoff_frequency: 0.5 } }).sort()).toEqual([
    "0",
    "5",
    "6",
    "7",
    "8",
    "9",
  ]);
  expect(fixture.warnings.at(-1)).toContain("the [multi_match] query can skip block of documents efficiently");
  expect(() =>
    fixture.plan({ multi_match: { fields: ["body"], query: "a", type: "bool_prefix", cutoff_frequency: 0.5 } }),
  ).toThrow("[cutoff_frequency] not allowed for type [bool_prefix]");
});

test("a word that is frequent in one of crossed fields must stand in those where it is rare", () => {
  const cross = (query: string): Json => ({
    multi_match: { fields: ["body", "title"], query, type: "cross_fields", cutoff_frequency: 0.3 },
  });
  // "fox" is rare in the body (2 of 10) and frequent in the title (5 of 10).
  expect(ids(cross("fox")).sort()).toEqual(["0", "1"]);
  // "the" is frequent in both fields, and must be in both.
  expect(ids(cross("the"))).toHaveLength(10);
});
