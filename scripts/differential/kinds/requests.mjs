// Whole requests: sorting, collapsing, highlighting, rescoring, suggesting, paging, and what hits show.
import { optional, several, weighted } from "../values.mjs";

const WORDS = ["red", "green", "blue", "black", "white", "quick", "quiet", "fox", "dog", "door", "brown", "crown"];
const KEYS = ["a", "b", "c", "d"];

const words = (random, most) => several(random, 1, most, () => weighted(random, WORDS)).join(" ");

function documentOf(random, id) {
  const source = { t: words(random, 12) };
  if (random.chance(0.8)) source.k = random.pick(KEYS);
  if (random.chance(0.8)) source.n = random.chance(0.2) ? [random.below(9), random.below(9)] : random.below(9);
  if (random.chance(0.7)) source.f = random.below(40) / 4;
  if (random.chance(0.7)) source.d = `2024-0${1 + random.below(9)}-1${random.below(9)}`;
  if (random.chance(0.5)) source.o = { x: random.below(4), y: random.pick(KEYS) };
  return { _id: String(id).padStart(3, "0"), source };
}

function queryOf(random) {
  switch (random.below(5)) {
    case 0:
      return { match_all: {} };
    case 1:
      return { match: { t: { query: words(random, 3), operator: random.pick(["or", "and"]) } } };
    case 2:
      return { match_phrase: { t: { query: words(random, 2), slop: random.below(3) } } };
    case 3:
      return {
        bool: { must: [{ match: { t: words(random, 2) } }], filter: [{ range: { n: { gte: random.below(5) } } }] },
      };
    default:
      return { prefix: { t: weighted(random, WORDS).slice(0, 1 + random.below(2)) } };
  }
}

function sortOf(random) {
  const keys = several(random, 0, 2, () => {
    const field = random.pick(["k", "n", "f", "d", "_score"]);
    if (field === "_score") return { _score: random.pick(["asc", "desc"]) };
    const options = {
      order: random.pick(["asc", "desc"]),
      ...optional(random, 0.3, { missing: () => random.pick(["_first", "_last"]) }),
    };
    if (field === "n" && random.chance(0.5)) options.mode = random.pick(["min", "max", "sum", "avg", "median"]);
    return { [field]: options };
  });
  // The id decides, so that no order is left open.
  return [...keys, { id: "asc" }];
}

const highlightOf = (random) => ({
  fields: {
    t: {
      type: random.pick(["unified", "plain"]),
      ...optional(random, 0.5, {
        fragment_size: () => random.pick([10, 20, 50, 100]),
        number_of_fragments: () => random.below(4),
      }),
      ...optional(random, 0.2, { pre_tags: () => ["<b>"], post_tags: () => ["</b>"] }),
    },
  },
});

const rescoreOf = (random) => ({
  window_size: 1 + random.below(20),
  query: {
    rescore_query: { match: { t: words(random, 2) } },
    ...optional(random, 0.4, {
      query_weight: () => random.pick([0.5, 1, 2]),
      rescore_query_weight: () => random.pick([0.5, 1, 2]),
      score_mode: () => random.pick(["total", "multiply", "avg", "max", "min"]),
    }),
  },
});

const suggestOf = (random) => ({
  s: {
    text: weighted(random, WORDS).slice(1),
    term: {
      field: "t",
      ...optional(random, 0.4, {
        suggest_mode: () => random.pick(["missing", "popular", "always"]),
        size: () => 1 + random.below(4),
        min_word_length: () => 2,
        prefix_length: () => random.below(2),
      }),
    },
  },
});

export const requests = {
  name: "requests",
  oracle: "elasticsearch",

  world(random) {
    const batches = several(random, 1, 3, (batch) =>
      several(random, 5, 25, (at) => {
        const document = documentOf(random, batch * 100 + at);
        return { ...document, source: { ...document.source, id: document._id } };
      }),
    );
    return {
      body: {
        settings: { number_of_shards: 1 + random.below(2), number_of_replicas: 0 },
        mappings: {
          properties: {
            t: { type: "text" },
            k: { type: "keyword" },
            id: { type: "keyword" },
            n: { type: "integer" },
            f: { type: "double" },
            d: { type: "date" },
            o: { properties: { x: { type: "integer" }, y: { type: "keyword" } } },
          },
        },
      },
      batches,
    };
  },

  request(random) {
    const body = { query: queryOf(random) };
    const rescores = random.chance(0.2);
    if (rescores) body.rescore = rescoreOf(random);
    else if (random.chance(0.7)) body.sort = sortOf(random);
    Object.assign(
      body,
      optional(random, 0.3, {
        from: () => random.below(6),
        size: () => random.below(12),
        track_total_hits: () => random.pick([true, false, 3, 1000]),
        track_scores: () => random.chance(0.5),
        highlight: () => highlightOf(random),
        _source: () => random.pick([false, ["k", "o.*"], { excludes: ["t"] }, true]),
        fields: () => random.pick([["n", "d"], [{ field: "d", format: "yyyy" }], ["o.*"], ["*"]]),
        docvalue_fields: () => random.pick([["k"], ["n", "f"], [{ field: "d", format: "epoch_millis" }]]),
        version: () => true,
        seq_no_primary_term: () => false,
      }),
      optional(random, 0.15, {
        suggest: () => suggestOf(random),
        post_filter: () => ({ term: { k: random.pick(KEYS) } }),
        min_score: () => random.pick([0.1, 0.5, 1]),
        collapse: () => ({ field: "k" }),
        explain: () => true,
      }),
    );
    if (rescores && body.collapse) delete body.collapse;
    if (body.sort && random.chance(0.2)) {
      body.sort = [{ n: "asc" }, { id: "asc" }];
      body.search_after = [random.below(9), String(random.below(30)).padStart(3, "0")];
      delete body.from;
      delete body.collapse;
    }
    return { path: random.chance(0.1) ? "_search?search_type=dfs_query_then_fetch" : "_search", body };
  },
};
