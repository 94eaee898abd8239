/** Queries over segments return what an exhaustive check of every document returns. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { corpusDocuments, corpusMapping, corpusQueries } from "../testing/query/query-corpus.ts";
import { QueryFixture } from "../testing/query/query-fixture.ts";

const documents = corpusDocuments(90);
const fixture = new QueryFixture(corpusMapping, documents, [20, 21, 60]);
const whole = new QueryFixture(corpusMapping, documents);

/** Whether a document matches, from its JSON alone. Supports the kinds that the property below generates. */
function matches(query: Json, document: JsonObject): boolean {
  const [kind = "", body] = Object.entries(query as JsonObject)[0] ?? [];
  const parts = body as JsonObject;
  const [path = "", value = null] = Object.entries(parts)[0] ?? [];
  switch (kind) {
    case "match_all":
      return true;
    case "term":
      return valuesOf(document, path).includes(value);
    case "match":
      return String(value)
        .split(" ")
        .some((word) => wordsOf(document, path).includes(word));
    case "match_phrase":
      return ` ${wordsOf(document, path).join(" ")} `.includes(` ${String(value)} `);
    case "range":
      return valuesOf(document, path).some(
        (own) => Number(own) >= Number((value as JsonObject).gte) && Number(own) < Number((value as JsonObject).lt),
      );
    case "prefix":
      return wordsOf(document, path).some((word) => word.startsWith(String(value)));
    case "wildcard":
      return wordsOf(document, path).some((word) =>
        new RegExp(`^${String(value).replace("*", ".*").replace("?", ".")}$`).test(word),
      );
    case "exists":
      return valuesOf(document, String(value)).length > 0;
    case "bool":
      return bool(parts, document);
    default:
      throw new Error(`the model does not know ${kind}`);
  }
}

function bool(parts: JsonObject, document: JsonObject): boolean {
  const count = (key: string): number => (parts[key] as Json[]).filter((query) => matches(query, document)).length;
  const size = (key: string): number => (parts[key] as Json[]).length;
  const required = size("must") + size("filter");
  // Exclusions alone match all other documents, whatever the minimum.
  if (required + size("should") === 0) return count("must_not") === 0;
  const minimum = Number(parts.minimum_should_match ?? (required === 0 && size("should") > 0 ? 1 : 0));
  return count("must") + count("filter") === required && count("must_not") === 0 && count("should") >= minimum;
}

function valuesOf(document: JsonObject, path: string): Json[] {
  const value = path
    .split(".")
    .reduce<Json | undefined>((at, key) => (isJsonObject(at) ? at[key] : undefined), document);
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

function wordsOf(document: JsonObject, path: string): string[] {
  return valuesOf(document, path).flatMap((value) =>
    path === "tag" ? [String(value)] : String(value).toLowerCase().split(" "),
  );
}

const word = fc.constantFrom("quick", "brown", "fox", "dog", "lazy", "bear", "runs", "nothing");
const leaf: fc.Arbitrary<Json> = fc.oneof(
  fc.constant({ match_all: {} }),
  fc.record({ term: fc.record({ tag: fc.constantFrom("t0", "t1", "t5", "t9") }) }),
  fc.record({ term: fc.record({ n: fc.integer({ min: 0, max: 21 }) }) }),
  fc.record({
    match: fc.record({ body: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" ")) }),
  }),
  fc.record({
    match_phrase: fc.record({ title: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" ")) }),
  }),
  fc.record({
    range: fc.record({ n: fc.record({ gte: fc.integer({ min: -2, max: 20 }), lt: fc.integer({ min: 0, max: 25 }) }) }),
  }),
  fc.record({
    range: fc.record({
      d: fc.record({
        gte: fc.integer({ min: 0, max: 900 }).map((value) => value / 8),
        lt: fc.integer({ min: 0, max: 125 }),
      }),
    }),
  }),
  fc.record({ prefix: fc.record({ body: fc.constantFrom("qu", "b", "ju", "x") }) }),
  fc.record({ wildcard: fc.record({ title: fc.constantFrom("q*k", "?ox", "*o?", "z*") }) }),
  fc.record({ exists: fc.record({ field: fc.constantFrom("tag", "when", "obj.x", "body", "nope") }) }),
);

const tree = fc.letrec<{ query: Json }>((tie) => ({
  query: fc.oneof({ maxDepth: 3, withCrossShrink: true }, leaf, fc.record({ bool: boolOf(tie("query")) })),
})).query;

function boolOf(query: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  const clauses = (most: number) => fc.array(query, { maxLength: most });
  return fc
    .record({
      must: clauses(2),
      filter: clauses(2),
      should: clauses(4),
      must_not: clauses(1),
      minimum: fc.option(fc.nat({ max: 3 })),
    })
    .map(({ minimum, ...clause }): Json => ({
      ...clause,
      ...(minimum === null || minimum === 0 ? {} : { minimum_should_match: minimum }),
    }));
}

/** An empty bool matches everything, whatever its minimum. */
function isEmptyBool(query: Json): boolean {
  const text = JSON.stringify(query);
  return /"bool":\{"must":\[\],"filter":\[\],"should":\[\],"must_not":\[\],"min/.test(text);
}

/** `minimum_should_match` without optional clauses, inside a query that is rewritten. */
const askingForNoClauses: Json = {
  bool: {
    must: [{ match_all: {} }],
    filter: [{ term: { tag: "t0" } }],
    should: [],
    must_not: [],
    minimum_should_match: 1,
  },
};

/**
 * Two steps of a float apart, at most: sums within sums are made in another order than their explanations, which
 * Lucene's own tests allow, too (`CheckHits.explainToleranceDelta`).
 */
function isNextTo(one: number, other: number): boolean {
  return Math.abs(one - other) <= Math.abs(other) * 2 ** -22;
}

test("a tree of queries matches what its parts imply, with the scores of the explanations", () => {
  fc.assert(
    fc.property(tree, (query) => {
      fc.pre(!isEmptyBool(query));
      const expected = documents.flatMap((document, id) => (matches(query, document) ? [String(id)] : []));
      const found = fixture.search(query);
      expect(found.map(({ id }) => id).sort()).toEqual([...expected].sort());
      expect(fixture.count(query)).toBe(expected.length);
      const told = new Map(fixture.explain(query).map(({ id, explanation }) => [id, explanation]));
      for (const { id, score } of found)
        expect(isNextTo(told.get(id)?.value ?? -1, score), `${told.get(id)?.value} explains ${score}`).toBe(true);
      for (const [id, explanation] of told) expect(explanation.match).toBe(expected.includes(id));
    }),
    { numRuns: 200, examples: [[askingForNoClauses]] },
  );
});

test.each(corpusQueries.map((query) => [JSON.stringify(query), query] as const))(
  "%s: scores are explained, and parts answer as the whole",
  (_text, query) => {
    let found;
    try {
      found = whole.search(query);
    } catch {
      expect(() => fixture.search(query)).toThrow();
      return;
    }
    const told = new Map(whole.explain(query).map(({ id, explanation }) => [id, explanation]));
    for (const { id, score } of found) expect(Math.fround(told.get(id)?.value ?? -1)).toBe(score);
    expect([...told.values()].filter((explanation) => explanation.match)).toHaveLength(found.length);
    expect(whole.count(query)).toBe(found.length);
    // Statistics are the shard's, so splitting it into segments changes nothing.
    expect(fixture.search(query)).toEqual(found);
  },
);

test("counts known without a search equal those of a search", () => {
  for (const query of corpusQueries) {
    let plan;
    try {
      plan = whole.plan(query, false);
    } catch {
      continue;
    }
    const [segment] = whole.searcher.segments;
    const known = segment && plan.count?.(segment);
    if (known !== undefined)
      expect([JSON.stringify(query), known]).toEqual([JSON.stringify(query), whole.count(query)]);
  }
});

test("names stay on the plans that they were given to", () => {
  const plan = whole.plan({
    bool: {
      should: [
        { term: { tag: { value: "t1", _name: "one" } } },
        { match: { body: { query: "quick fox", _name: "two" } } },
      ],
      _name: "all",
    },
  });
  const names = (one: typeof plan): (string | undefined)[] => [one.name, ...one.children.flatMap(names)];
  expect(
    names(plan)
      .filter((name) => name !== undefined)
      .sort(),
  ).toEqual(["all", "one", "two"]);
});

test("highlighting gets the words, except those under must_not", () => {
  const words: string[] = [];
  const query = whole.parse({
    bool: {
      must: { match: { body: "Quick fox" } },
      must_not: { term: { body: "dog" } },
      should: { match_phrase: { body: "lazy dog" } },
    },
  });
  query.highlightTerms(whole.searcher, (term) => words.push(term.words.join(" ")));
  expect(words.sort()).toEqual(["fox", "lazy dog", "quick"]);
});
