// Intervals: trees of rules with filters.
import { optional, several } from "../values.mjs";
import { positionedField } from "./terms.mjs";
import { text, word } from "./vocabulary.mjs";

export function intervalsQuery(random, world, common) {
  const field = positionedField(random, world).name;
  return { intervals: { [field]: { ...rule(random, 3), ...common } } };
}

function rule(random, depth) {
  const [name, body] = random.pick(depth === 0 ? leaves : rules)(random, () => rule(random, depth - 1));
  const filter =
    depth > 0 ? optional(random, 0.15, { filter: () => ({ [random.pick(filters)]: rule(random, depth - 1) }) }) : {};
  return { [name]: filter.filter && !filtered.has(name) ? body : { ...body, ...filter } };
}

const filters = [
  "after",
  "before",
  "contained_by",
  "containing",
  "not_contained_by",
  "not_containing",
  "not_overlapping",
  "overlapping",
];
const filtered = new Set(["match", "any_of", "all_of"]);
const gaps = (random) =>
  optional(random, 0.4, { max_gaps: () => random.below(5) - 1, ordered: () => random.chance(0.5) });

const leaves = [
  (random) => ["match", { query: text(random, 3), ...gaps(random) }],
  (random) => ["match", { query: word(random), ...optional(random, 0.1, { analyzer: () => "whitespace" }) }],
  (random) => ["prefix", { prefix: random.pick(["q", "b", "ru"]) }],
  (random) => ["wildcard", { pattern: random.pick(["*o?", "b*", "q?ick"]) }],
  (random) => [
    "fuzzy",
    {
      term: random.pick(["dgo", "quack", "fxo"]),
      ...optional(random, 0.4, {
        fuzziness: () => random.pick([1, 2, "AUTO"]),
        prefix_length: () => 1,
        transpositions: () => false,
      }),
    },
  ],
  (random) => ["regexp", { pattern: random.pick(["b.+", "fo[xo]"]) }],
  () => ["range", { gte: "b", lt: "f" }],
];

const rules = [
  ...leaves,
  (random, inner) => ["any_of", { intervals: several(random, 1, 3, inner) }],
  (random, inner) => ["all_of", { intervals: several(random, 1, 3, inner), ...gaps(random) }],
  (random, inner) => ["all_of", { intervals: several(random, 2, 3, inner), ...gaps(random) }],
];
