// Queries of single values: term, range, patterns …
import { optional, several } from "../values.mjs";
import { scalarFor, tags, values, word } from "./vocabulary.mjs";

/** Texts whose positions are known; of loose queries any. */
export function positionedField(random, { fields, isLoose = false }) {
  const texts = fields.filter(({ type }) => type === "text");
  const positioned = texts.filter(({ parameters }) => !["docs", "freqs"].includes(parameters.index_options));
  return random.pick(isLoose || positioned.length === 0 ? texts : positioned);
}

/** A field that has values to ask for; now and then one that is not there. */
export function fieldOf(random, { fields, isLoose = false }, types) {
  if (isLoose && random.chance(0.05)) return { name: "nope", type: "keyword", parameters: {} };
  const fitting =
    types && !(isLoose && random.chance(0.3)) ? fields.filter(({ type }) => types.includes(type)) : fields;
  const field = random.pick(fitting.length > 0 ? fitting : fields);
  return field.type === "flattened" ? { ...field, name: random.pick(["fl", "fl.x", "fl.y.z"]) } : field;
}

/** Mostly a value of the field's type, sometimes another one, sometimes as a text. */
function valueOf(random, field, { isLoose = false }) {
  if (isLoose && random.chance(0.2)) return random.pick(["x", 5, 2.5, "", true, "2020-03-01", "10.0.0.0/16", -1]);
  const value = scalarFor(random, field);
  return random.chance(0.05) && typeof value !== "object"
    ? String(value)
    : field.type === "text"
      ? word(random)
      : value;
}

/** What has values to ask for. */
export const VALUES = Object.keys(values);
const WORDS = ["text", "keyword", "flattened"];

const pattern = (random) =>
  random.pick(["q*k", "*o?", "?", "*", "t*", "b?*", "T?", "qu", "x", "", "ru*", "*a*", "\\*", "q\\uick"]);
const expression = (random) =>
  random.pick([
    "q.*k",
    "fo[ox]",
    "~(q.*)&.{3}",
    "t[0-9]",
    "<1-9>",
    "[^a-f]+",
    "b(ar|rown)?",
    ".+",
    "@",
    "#",
    "the|of",
    "\\w+",
    "(qu)+.*",
    "",
  ]);

/** A body of its own, or in short form the value alone. */
function onField(random, field, key, value, members) {
  const isShort = random.chance(0.3) && Object.keys(members).length === 0;
  return { [field.name]: isShort ? value : { [key]: value, ...members } };
}

const rewrites = [
  "constant_score",
  "constant_score_boolean",
  "scoring_boolean",
  "top_terms_3",
  "top_terms_boost_3",
  "top_terms_blended_freqs_3",
  "constant_score_blended",
];

export const termQueries = [
  (random, world, common) => {
    const field = fieldOf(random, world, VALUES);
    return {
      term: onField(random, field, "value", valueOf(random, field, world), {
        ...common,
        ...optional(random, 0.1, { case_insensitive: () => true }),
      }),
    };
  },
  (random, world, common) => {
    const field = fieldOf(random, world, VALUES);
    return { terms: { [field.name]: several(random, 0, 5, () => valueOf(random, field, world)), ...common } };
  },
  (random, world, common) => {
    const field = fieldOf(random, world, VALUES);
    return {
      range: {
        [field.name]: {
          ...optional(random, 0.6, {
            [random.pick(["gte", "gt"])]: () => valueOf(random, field, world),
            [random.pick(["lte", "lt"])]: () => valueOf(random, field, world),
          }),
          ...(field.type.startsWith("date")
            ? optional(random, 0.15, {
                gte: () => random.pick(["2020-03||/M", "2020-05-01||+3d", "2020"]),
                time_zone: () => "+02:00",
              })
            : {}),
          ...(field.type.endsWith("_range")
            ? optional(random, 0.6, { relation: () => random.pick(["intersects", "contains", "within"]) })
            : {}),
          ...common,
        },
      },
    };
  },
  (random, world, common) => ({
    exists: { field: random.pick([fieldOf(random, world).name, "o", "ns", "t*", "_id", "fl.x"]), ...common },
  }),
  (random, world, common) => ({
    ids: { values: several(random, 0, 4, () => random.pick(["1", "3", "7", "x"])), ...common },
  }),
  (random, world, common) => {
    const field = fieldOf(random, world, WORDS);
    const value = random.pick(["q", "qu", "t", "b", "", "T", "x", "1", "the"]);
    return {
      prefix: onField(random, field, "value", value, {
        ...common,
        ...optional(random, 0.1, { case_insensitive: () => true, rewrite: () => random.pick(rewrites) }),
      }),
    };
  },
  (random, world, common) => {
    const field = fieldOf(random, world, WORDS);
    return {
      wildcard: onField(random, field, "value", pattern(random), {
        ...common,
        ...optional(random, 0.1, { case_insensitive: () => true, rewrite: () => random.pick(rewrites) }),
      }),
    };
  },
  (random, world, common) => {
    const field = fieldOf(random, world, WORDS);
    return {
      regexp: onField(random, field, "value", expression(random), {
        ...common,
        ...optional(random, 0.1, {
          case_insensitive: () => true,
          rewrite: () => random.pick(rewrites),
          flags: () => random.pick(["ALL", "NONE", "INTERVAL", "COMPLEMENT|INTERSECTION"]),
        }),
      }),
    };
  },
  (random, world, common) => {
    const field = fieldOf(random, world, ["text", "keyword"]);
    const value = random.pick(["quack", "fxo", "barr", "dgo", "lzay", "runing", "t", "té"]);
    return {
      fuzzy: onField(random, field, "value", value, {
        ...common,
        ...optional(random, 0.2, {
          fuzziness: () => random.pick([0, 1, 2, "AUTO", "AUTO:2,4"]),
          prefix_length: () => random.below(3),
          max_expansions: () => random.pick([1, 3, 50]),
          transpositions: () => false,
          rewrite: () => random.pick(rewrites),
        }),
      }),
    };
  },
  (random, world, common) => ({ match_all: { ...common } }),
  (random, world, common) => ({ match_none: { ...common } }),
  (random, world, common) => {
    const field = fieldOf(random, world, ["keyword", "text"]);
    return {
      terms_set: {
        [field.name]: {
          terms: several(random, 1, 4, () => (field.type === "text" ? word(random) : random.pick(tags))),
          ...(random.chance(0.5)
            ? { minimum_should_match_field: fieldOf(random, world, ["byte", "short", "integer", "long"]).name }
            : { minimum_should_match: random.pick([1, 2, "50%"]) }),
          ...common,
        },
      },
    };
  },
  (random, world, common) => {
    const field = fieldOf(random, world, ["date", "date_nanos", "geo_point"]);
    return {
      distance_feature: {
        field: field.name,
        origin: field.type === "geo_point" ? { lat: 41, lon: 3 } : "2020-05-05",
        pivot: field.type === "geo_point" ? random.pick(["1km", "50km"]) : random.pick(["1d", "40d"]),
        ...common,
      },
    };
  },
];
