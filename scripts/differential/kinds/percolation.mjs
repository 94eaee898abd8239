// Stored queries and the documents that they are asked about, one or several.
import { optional, several, weighted } from "../values.mjs";

const WORDS = ["red", "green", "blue", "quick", "fox", "dog", "brown"];
const STORED = 30;

const words = (random, most) => several(random, 1, most, () => weighted(random, WORDS)).join(" ");

function leafOf(random) {
  switch (random.below(10)) {
    case 0:
      return { match: { t: { query: words(random, 3), operator: random.pick(["or", "and"]) } } };
    case 1:
      return { match_phrase: { t: { query: words(random, 2), slop: random.below(3) } } };
    case 2:
      return { term: { k: random.pick(["a", "b", "c"]) } };
    case 3:
      return { terms: { k: several(random, 1, 3, () => random.pick(["a", "b", "c"])) } };
    case 4:
      return { range: { n: { gte: random.below(9), ...optional(random, 0.5, { lt: () => 3 + random.below(9) }) } } };
    case 5:
      return { range: { d: { gte: `2024-0${1 + random.below(9)}-01`, lte: "2024-12-31" } } };
    case 6:
      return { prefix: { k: "a" } };
    case 7:
      return { match_all: {} };
    case 8:
      return { exists: { field: random.pick(["n", "k", "t"]) } };
    default:
      return { dis_max: { queries: [{ term: { k: "a" } }, { match: { t: words(random, 2) } }] } };
  }
}

function queryOf(random, depth) {
  if (depth <= 0 || random.chance(0.4)) return leafOf(random);
  const inner = () => queryOf(random, depth - 1);
  if (random.chance(0.15)) return { constant_score: { filter: inner(), boost: random.pick([1, 2]) } };
  const should = optional(random, 0.6, { should: () => several(random, 1, 3, inner) });
  return {
    bool: {
      ...optional(random, 0.6, { must: () => several(random, 1, 2, inner) }),
      ...should,
      ...optional(random, 0.2, { must_not: () => [inner()], filter: () => [inner()] }),
      // More than there are clauses: Elasticsearch 7.10 takes such a query for a match without a look.
      ...(should.should
        ? optional(random, 0.3, { minimum_should_match: () => 1 + random.below(should.should.length) })
        : {}),
    },
  };
}

function documentOf(random) {
  return {
    ...optional(random, 0.9, { t: () => words(random, 6) }),
    ...optional(random, 0.7, {
      k: () => (random.chance(0.2) ? ["a", "c"] : random.pick(["a", "b", "c", "ab"])),
      n: () => (random.chance(0.2) ? [1, 7] : random.below(12)),
      d: () => `2024-0${1 + random.below(9)}-15`,
    }),
  };
}

export const percolation = {
  name: "percolation",
  oracle: "elasticsearch7",
  world(random) {
    const documents = several(random, 5, STORED, (at) => ({
      _id: String(at).padStart(2, "0"),
      source: { q: queryOf(random, 2), id: String(at).padStart(2, "0"), group: random.pick(["x", "y"]) },
    }));
    return {
      body: {
        settings: { number_of_shards: 1 },
        mappings: {
          properties: {
            q: { type: "percolator" },
            t: { type: "text" },
            k: { type: "keyword" },
            n: { type: "integer" },
            d: { type: "date" },
            id: { type: "keyword" },
            group: { type: "keyword" },
          },
        },
      },
      batches: [documents.slice(0, 4), documents.slice(4)].filter((batch) => batch.length > 0),
    };
  },
  request(random) {
    const documents = several(random, 1, 3, () => documentOf(random));
    const percolate = {
      percolate: { field: "q", ...(documents.length === 1 ? { document: documents[0] } : { documents }) },
    };
    const isFiltered = random.chance(0.4);
    return {
      path: "_search",
      body: {
        query: isFiltered
          ? { bool: { filter: [percolate, { term: { group: "x" } }] } }
          : random.chance(0.3)
            ? { constant_score: { filter: percolate } }
            : percolate,
        _source: false,
        track_total_hits: true,
        size: 50,
        sort: [{ id: "asc" }],
        ...optional(random, 0.15, { highlight: () => ({ fields: { t: { type: "plain" } } }) }),
      },
    };
  },
};
