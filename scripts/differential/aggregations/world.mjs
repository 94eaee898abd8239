// Indices of one shard to three, with few values in many documents, so that buckets are full and counts tie.
import { optional, several } from "../values.mjs";

const MOST_DOCUMENTS = 120;
const WORDS = ["a", "b", "c", "d", "e", "aa", "ab", "Über", "", "z z"];

export const FIELDS = {
  keywords: ["k", "w", "m"],
  numbers: ["n", "i", "d", "f", "u"],
  dates: ["t", "tn"],
};

const properties = {
  k: { type: "keyword" },
  w: { type: "keyword" },
  m: { type: "keyword" },
  n: { type: "long" },
  i: { type: "integer" },
  d: { type: "double" },
  f: { type: "float" },
  u: { type: "short" },
  b: { type: "boolean" },
  t: { type: "date" },
  tn: { type: "date_nanos" },
  ip: { type: "ip" },
  p: { type: "geo_point" },
  x: { type: "text" },
  r: { type: "integer_range" },
  rd: { type: "date_range" },
  o: { type: "nested", properties: { k: { type: "keyword" }, n: { type: "long" } } },
};

const word = (random) => random.pick(WORDS);
const day = (random) =>
  new Date(1_577_836_800_000 + random.below(500) * 86_400_000 + random.below(4) * 19_800_000).toISOString();
/** Halves and quarters, whose sums are the same in any order. */
const number = (random, most) => (random.below(8 * most) - 2 * most) / 4;

function documentOf(random) {
  return {
    ...optional(random, 0.85, {
      k: () => random.pick(WORDS.slice(0, 4)),
      w: () => `w${random.below(40)}`,
      m: () => several(random, 0, 4, () => word(random)),
      n: () => (random.chance(0.15) ? several(random, 0, 3, () => random.below(20) - 5) : random.below(20) - 5),
      i: () => random.below(1000),
      d: () => number(random, 50),
      f: () => number(random, 10),
      u: () => random.below(100),
      b: () => random.chance(0.6),
      t: () => (random.chance(0.1) ? several(random, 1, 3, () => day(random)) : day(random)),
      ip: () => `10.0.${random.below(3)}.${random.below(5)}`,
      p: () => ({ lat: random.below(1600) / 10 - 80, lon: random.below(3600) / 10 - 180 }),
      x: () => several(random, 0, 6, () => random.pick(["fox", "dog", "cat", "the", "quick"])).join(" "),
    }),
    ...optional(random, 0.5, {
      tn: () => day(random),
      r: () => {
        const from = random.below(30);
        return { gte: from, lte: from + random.below(10) };
      },
      rd: () => ({ gte: "2020-02-01", lt: random.pick(["2020-02-03", "2020-04-01"]) }),
      o: () => several(random, 0, 3, () => ({ k: random.pick(["a", "b", "c"]), n: random.below(10) })),
    }),
    ...optional(random, 0.03, { _doc_count: () => 1 + random.below(5) }),
  };
}

export function randomWorld(random) {
  const documents = several(random, 0, MOST_DOCUMENTS, (at) => ({ _id: `${at}`, source: documentOf(random) }));
  const batches = [];
  for (let from = 0; from < documents.length;) {
    const size = 1 + random.below(documents.length);
    batches.push(documents.slice(from, from + size));
    from += size;
  }
  // With rewritten documents, segments have deleted ones.
  const rewrites = documents.length > 4 && random.chance(0.4);
  if (rewrites)
    batches.push(several(random, 1, 5, () => ({ _id: random.pick(documents)._id, source: documentOf(random) })));
  return {
    rewrites,
    body: {
      settings: { number_of_shards: random.pick([1, 1, 2, 3]), number_of_replicas: 0 },
      mappings: { dynamic: false, properties },
    },
    batches: batches.map((batch) => [...new Map(batch.map((one) => [one._id, one])).values()]),
  };
}
