/** A wildcard field finds the same as a keyword field, by a different method. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { ALL_FLAGS } from "../compat/regexp/regexp-flags.ts";
import { requiredTexts } from "./automata/required-texts.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { numbersFrom } from "../testing/segment/segment-model.ts";
import { QueryFixture } from "../testing/query/query-fixture.ts";

const fields = { w: { type: "wildcard" }, k: { type: "keyword" } };
const letters = fc.constantFrom("a", "b", "A", "B", "c", "é", "*", "\\", "😀");
const value = fc.array(letters, { maxLength: 12 }).map((parts) => parts.join(""));
const values = fc.oneof(value, fc.array(value, { maxLength: 3 }));

/** Two fields, wildcard and keyword, with the same values. */
function fixtureOf(all: readonly (string | string[])[]): QueryFixture {
  return new QueryFixture(
    fields,
    all.map((one) => ({ w: one, k: one })),
    [Math.floor(all.length / 2)],
  );
}

/** The matches of a query on a field, sorted. */
function found(fixture: QueryFixture, query: (field: string) => Json, field: string): string[] {
  const ids = fixture.search(query(field)).map(({ id }) => id);
  expect(fixture.count(query(field))).toBe(ids.length);
  return ids.sort((one, other) => Number(one) - Number(other));
}

const wildcards = fc
  .array(fc.oneof(letters, fc.constantFrom("*", "?", "abc", "cab")), { maxLength: 7 })
  .map((parts) => parts.join(""));
const expressions = fc
  .array(fc.constantFrom("a", "bca", ".", "(ab|c)", "[abc]", "b*", "(ca)+", ".*", "é?"), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(""));
const insensitive = fc.boolean();

const queries = fc.oneof(
  fc.tuple(wildcards, insensitive).map(([text, any]) => (field: string): Json => ({
    wildcard: { [field]: { value: text, case_insensitive: any } },
  })),
  fc.tuple(expressions, insensitive).map(([text, any]) => (field: string): Json => ({
    regexp: { [field]: { value: text, case_insensitive: any } },
  })),
  fc.tuple(value, insensitive).map(([text, any]) => (field: string): Json => ({
    prefix: { [field]: { value: text, case_insensitive: any } },
  })),
  fc.tuple(value, insensitive).map(([text, any]) => (field: string): Json => ({
    term: { [field]: { value: text, case_insensitive: any } },
  })),
  fc.array(value, { maxLength: 3 }).map((texts) => (field: string): Json => ({ terms: { [field]: texts } })),
  fc.tuple(value, value).map(([from, to]) => (field: string): Json => ({ range: { [field]: { gt: from, lte: to } } })),
  value.map((text) => (field: string): Json => ({ match: { [field]: text } })),
  fc.constant((field: string): Json => ({ exists: { field } })),
);

test("every query finds the same in wildcard and keyword fields", () => {
  fc.assert(
    fc.property(
      fc.array(values, { minLength: 1, maxLength: 40 }),
      fc.array(queries, { minLength: 5, maxLength: 10 }),
      (all, asked) => {
        const fixture = fixtureOf(all);
        for (const query of asked)
          expect(found(fixture, query, "w"), JSON.stringify(query("f"))).toEqual(found(fixture, query, "k"));
      },
    ),
    { numRuns: 40 },
  );
});

test("trigrams narrow a search in many values without changing its result", () => {
  const next = numbersFrom(7);
  const alphabet = ["a", "b", "A", "B", "c", "C", "d", "é"];
  const text = (length: number): string =>
    Array.from({ length }, () => alphabet[Math.floor(next() * alphabet.length)]).join("");
  const fixture = fixtureOf(Array.from({ length: 3000 }, () => text(12)));
  for (let run = 0; run < 60; run++) {
    const part = text(3 + (run % 3));
    const shape = [`*${part}*`, `*${part}?*`, `?*${part}`, `a*${part}*b*`][run % 4]!;
    const wildcard = (field: string): Json => ({
      wildcard: { [field]: { value: shape, case_insensitive: run % 2 === 0 } },
    });
    expect(found(fixture, wildcard, "w"), shape).toEqual(found(fixture, wildcard, "k"));
    const regexp = (field: string): Json => ({
      regexp: { [field]: { value: `.*${part}[a-d].*`, case_insensitive: run % 2 === 0 } },
    });
    expect(found(fixture, regexp, "w"), part).toEqual(found(fixture, regexp, "k"));
  }
  const query: Json = { wildcard: { w: { value: "*abC*", case_insensitive: true } } };
  const explained = fixture.explain(query).filter(({ explanation }) => explanation.match);
  expect(explained.map(({ id }) => id)).toEqual(found(fixture, () => query, "w"));
});

test("fuzzy words are not limited by expansions", () => {
  const fixture = fixtureOf(["aaa", "aab", "abb", "aaac", "b"]);
  const fuzzy = (field: string): Json => ({ fuzzy: { [field]: { value: "aaa", fuzziness: 1, max_expansions: 1 } } });
  expect(found(fixture, fuzzy, "w")).toEqual(["0", "1", "3"]);
});

test("matches on wildcard fields all score alike, whatever the rewrite", () => {
  const fixture = fixtureOf(["aaa", "aab", "b"]);
  for (const query of [
    { wildcard: { w: { value: "*aa*", rewrite: "scoring_boolean" } } },
    { fuzzy: { w: "aab" } },
    { term: { w: "aaa" } },
  ] as JsonObject[]) {
    for (const { score } of fixture.search(query)) expect(score).toBe(1);
  }
});

test.each([
  ["abc", ["abc"]],
  ["a.*bcd", ["a", "bcd"]],
  ["(abc)+x?yz", ["abc", "yz"]],
  ["(abc|abd)e", ["e"]],
  ["(abc)*", []],
  ["a{2,3}", ["a"]],
])("%s requires %j", (pattern, texts) => {
  expect(requiredTexts(pattern, ALL_FLAGS)).toEqual(texts);
});
