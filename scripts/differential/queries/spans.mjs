// Span queries.
import { optional, several } from "../values.mjs";
import { positionedField } from "./terms.mjs";
import { word } from "./vocabulary.mjs";

/** A query of spans in one text; now and then in another one. */
export function spanQuery(random, world, depth, field = textOf(random, world)) {
  if (depth === 0 || random.chance(0.3)) return spanTerm(random, field);
  const inner = () => spanQuery(random, world, depth - 1, random.chance(0.02) ? textOf(random, world) : field);
  return random.pick(kinds)(random, inner, field, world);
}

const textOf = (random, world) => positionedField(random, world).name;

const spanTerm = (random, field) => ({
  span_term: {
    [field]: random.chance(0.3) ? word(random) : { value: word(random) },
  },
});

const kinds = [
  (random, inner) => ({
    span_near: {
      clauses: several(random, 1, 3, inner),
      ...optional(random, 0.7, { slop: () => random.below(8) }),
      ...optional(random, 0.5, { in_order: () => random.chance(0.5) }),
    },
  }),
  (random, inner) => ({ span_or: { clauses: several(random, 1, 3, inner) } }),
  (random, inner) => ({
    span_not: {
      include: inner(),
      exclude: inner(),
      ...(random.chance(0.3)
        ? { dist: random.below(3) }
        : optional(random, 0.3, { pre: () => random.below(3), post: () => random.below(3) })),
    },
  }),
  (random, inner) => ({ span_first: { match: inner(), end: 1 + random.below(6) } }),
  (random, inner) => ({ span_containing: { big: inner(), little: inner() } }),
  (random, inner) => ({ span_within: { big: inner(), little: inner() } }),
  (random, inner, field) => ({
    span_multi: {
      match: random.pick([
        {
          prefix: {
            [field]: {
              value: random.pick(["q", "b", "ru"]),
              ...optional(random, 0.1, { rewrite: () => "top_terms_3" }),
            },
          },
        },
        { wildcard: { [field]: "*o?" } },
        { regexp: { [field]: "b.+" } },
        { fuzzy: { [field]: "dgo" } },
        { range: { [field]: { gte: "b", lt: "f" } } },
      ]),
    },
  }),
  (random, inner, field, world) => ({
    [random.pick(["span_field_masking", "field_masking_span"])]: { query: spanQuery(random, world, 1), field },
  }),
];
