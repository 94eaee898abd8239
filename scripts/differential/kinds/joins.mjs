// Parents, children and grandchildren: queries from each to the others, with their scores and inner hits.
import { optional, several, weighted } from "../values.mjs";

const WORDS = ["red", "green", "blue", "quick", "fox", "dog"];
const PARENTS = 12;
const SHARDS = 2;

const words = (random, most) => several(random, 1, most, () => weighted(random, WORDS)).join(" ");

function valuesOf(random) {
  const source = { t: words(random, 5) };
  if (random.chance(0.8)) source.n = random.below(6);
  if (random.chance(0.7)) source.k = random.pick(["a", "b", "c"]);
  return source;
}

function world(random) {
  const documents = [];
  const add = (id, join, routing) => documents.push({ _id: id, source: { ...valuesOf(random), id, j: join }, routing });
  for (let parent = 0; parent < 1 + random.below(PARENTS); parent++) {
    const top = `p${parent}`;
    add(top, random.chance(0.5) ? "top" : { name: "top" }, top);
    for (let child = 0; child < random.below(5); child++) {
      const id = `${top}c${child}`;
      add(id, { name: "child", parent: top }, top);
      if (random.chance(0.2))
        documents.push({
          _id: `${id}o`,
          source: { ...valuesOf(random), id: `${id}o`, j: { name: "other", parent: top } },
          routing: top,
        });
      for (let grand = 0; grand < random.below(3); grand++) add(`${id}g${grand}`, { name: "grand", parent: id }, top);
    }
  }
  for (let alone = 0; alone < random.below(4); alone++)
    documents.push({ _id: `x${alone}`, source: { ...valuesOf(random), id: `x${alone}` } });
  const half = Math.ceil(documents.length / 2);
  return {
    body: {
      settings: { number_of_shards: 1 + random.below(SHARDS) },
      mappings: {
        properties: {
          j: { type: "join", relations: { top: ["child", "other"], child: "grand" } },
          t: { type: "text" },
          n: { type: "integer" },
          k: { type: "keyword" },
          id: { type: "keyword" },
        },
      },
    },
    batches: [documents.slice(0, half), documents.slice(half)].filter((batch) => batch.length > 0),
  };
}

function leafOf(random) {
  switch (random.below(6)) {
    case 0:
      return { match_all: {} };
    case 1:
      return { match: { t: words(random, 2) } };
    case 2:
      return { term: { k: random.pick(["a", "b", "c"]) } };
    case 3:
      return { range: { n: { gte: random.below(6) } } };
    case 4:
      return {
        function_score: { query: { match_all: {} }, field_value_factor: { field: "n", missing: 1, modifier: "none" } },
      };
    default:
      return { exists: { field: random.pick(["n", "k"]) } };
  }
}

const CHILDREN = ["child", "other", "grand", "none"];
const PARENT_TYPES = ["top", "child", "grand"];

function innerOf(random) {
  return optional(random, 0.15, {
    inner_hits: () => ({ _source: false, size: 1 + random.below(3), sort: [{ id: random.pick(["asc", "desc"]) }] }),
  });
}

function queryOf(random, depth) {
  const inner = () => (depth <= 0 ? leafOf(random) : queryOf(random, depth - 1));
  switch (random.below(6)) {
    case 0:
    case 1:
      return {
        has_child: {
          type: weighted(random, CHILDREN),
          query: inner(),
          ...optional(random, 0.5, { score_mode: () => random.pick(["none", "avg", "sum", "max", "min"]) }),
          ...optional(random, 0.2, {
            min_children: () => 1 + random.below(3),
            max_children: () => 2 + random.below(3),
          }),
          // No boosts: Elasticsearch 7.10 leaves them out, which Lucene no longer does.
          ...optional(random, 0.2, { ignore_unmapped: () => random.chance(0.5) }),
          ...innerOf(random),
        },
      };
    case 2:
    case 3:
      return {
        has_parent: {
          parent_type: weighted(random, PARENT_TYPES),
          query: inner(),
          ...optional(random, 0.5, { score: () => random.chance(0.7) }),
          ...optional(random, 0.2, { ignore_unmapped: () => random.chance(0.5) }),
          ...innerOf(random),
        },
      };
    case 4:
      return {
        parent_id: {
          type: random.pick(["child", "other", "grand"]),
          id: `p${random.below(PARENTS)}${random.chance(0.3) ? "c0" : ""}`,
        },
      };
    default:
      return {
        bool: {
          must: several(random, 0, 2, inner),
          should: several(random, 0, 2, () => leafOf(random)),
          ...optional(random, 0.3, { must_not: () => [leafOf(random)], filter: () => [inner()] }),
        },
      };
  }
}

const aggregationOf = (random) => ({
  c: {
    children: { type: random.pick(["child", "other", "grand"]) },
    aggs: { k: { terms: { field: "k", size: 5 } }, n: { sum: { field: "n" } } },
  },
  p: { parent: { type: random.pick(["child", "grand"]) }, aggs: { k: { terms: { field: "k", size: 5 } } } },
});

export const joins = {
  name: "joins",
  oracle: "elasticsearch7",
  world,
  request: (random) => ({
    path: "_search",
    body: {
      query: queryOf(random, random.below(3)),
      _source: false,
      track_total_hits: true,
      size: 200,
      sort: [...(random.chance(0.6) ? ["_score"] : []), { id: "asc" }],
      ...optional(random, 0.2, { aggs: () => aggregationOf(random) }),
    },
  }),
};
