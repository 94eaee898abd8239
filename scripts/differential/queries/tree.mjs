// Trees of queries.
import { oneOrSeveral, optional, several } from "../values.mjs";
import { geoQueries, vectorQueries } from "./places-and-vectors.mjs";
import { intervalsQuery } from "./intervals.mjs";
import { spanQuery } from "./spans.mjs";
import { termQueries } from "./terms.mjs";
import { textQueries } from "./texts.mjs";

const minimum = (random) => random.pick([0, 1, 2, -1, "50%", "-30%", "2<75%", "1", "3<-1 5<50%"]);

/** A query of any kind, with at most `depth` levels below it. */
export function queryOf(random, world, depth) {
  if (depth === 0 || random.chance(0.35)) return leafOf(random, world);
  const [kind, body] = (random.chance(0.01) ? wrapper : random.pick(compound))(random, world, () =>
    queryOf(random, world, depth - 1),
  );
  return { [kind]: { ...body, ...common(random) } };
}

/** What all queries take. */
const common = (random) =>
  optional(random, 0.08, { boost: () => random.pick([0.3, 2, 1.7, 0, 10]), _name: () => `q${random.below(100_000)}` });

/** A query without queries in it, or one of spans or intervals. */
export function leafOf(random, world) {
  const of = random.next();
  const list =
    of < 0.4 ? textQueries : of < 0.75 ? termQueries : of < 0.83 ? geoQueries : of < 0.88 ? vectorQueries : spanLike;
  return random.pick(list)(random, world, common(random));
}

const spanLike = [
  (random, world, common) => {
    const query = spanQuery(random, world, 3);
    const [kind, body] = Object.entries(query)[0];
    return { [kind]: kind === "span_term" ? body : { ...body, ...common } };
  },
  intervalsQuery,
];

function bool(random, world, query) {
  return [
    "bool",
    {
      ...optional(random, 0.4, {
        must: () => oneOrSeveral(random, 3, query),
        filter: () => oneOrSeveral(random, 2, query),
        should: () => oneOrSeveral(random, 4, query),
      }),
      ...optional(random, 0.2, {
        must_not: () => oneOrSeveral(random, 2, query),
        minimum_should_match: () => minimum(random),
      }),
    },
  ];
}

function disMax(random, world, query) {
  return [
    "dis_max",
    {
      queries: several(random, 1, 3, query),
      ...optional(random, 0.5, { tie_breaker: () => random.pick([0, 0.3, 1]) }),
    },
  ];
}

const constantScore = (random, world, query) => ["constant_score", { filter: query() }];

const boosting = (random, world, query) => [
  "boosting",
  { positive: query(), negative: query(), negative_boost: random.pick([0.2, 0.5, 1.5]) },
];

function nested(random, world, query) {
  if (world.nested.length === 0) return bool(random, world, query);
  const inner = { ...world, fields: world.nested, nested: [] };
  return [
    "nested",
    {
      path: "ns",
      query: random.chance(0.85) ? queryOf(random, inner, 1) : query(),
      ...optional(random, 0.5, { score_mode: () => random.pick(["avg", "sum", "min", "max", "none"]) }),
    },
  ];
}

const wrapper = (random, world, query) => [
  "wrapper",
  { query: Buffer.from(JSON.stringify(query())).toString("base64") },
];

function functionScore(random, world, query) {
  const functions = random.chance(0.7)
    ? {
        functions: several(random, 1, 3, () => ({
          ...scoreFunction(random, world),
          ...optional(random, 0.3, { filter: query, weight: () => random.pick([0.5, 2, 3.3]) }),
        })),
        ...optional(random, 0.5, { score_mode: () => random.pick(["multiply", "sum", "avg", "first", "max", "min"]) }),
      }
    : scoreFunction(random, world);
  return [
    "function_score",
    {
      ...optional(random, 0.8, { query }),
      ...functions,
      ...optional(random, 0.4, { boost_mode: () => random.pick(["multiply", "replace", "sum", "avg", "max", "min"]) }),
      ...optional(random, 0.15, { max_boost: () => random.pick([1.5, 4]), min_score: () => random.pick([0.3, 1]) }),
    },
  ];
}

const decays = {
  number: (random) => ({
    origin: random.below(20),
    scale: 1 + random.below(10),
    ...optional(random, 0.3, { offset: () => random.below(3) }),
  }),
  date: (random) => ({
    origin: `2020-0${1 + random.below(9)}-11`,
    scale: random.pick(["10d", "5h", "90d"]),
    ...optional(random, 0.3, { offset: () => random.pick(["1d", "2h"]) }),
  }),
  place: (random) => ({
    origin: random.pick(["41,3", { lat: 40.5, lon: 2.5 }, [3, 41]]),
    scale: random.pick(["10km", "2mi"]),
    ...optional(random, 0.3, { offset: () => random.pick(["1km", "500m"]) }),
  }),
};

const numberTypes = new Set(["byte", "short", "integer", "long", "half_float", "float", "double"]);

function scoreFunction(random, { fields }) {
  const withColumns = fields.filter(
    ({ type, parameters }) =>
      parameters.doc_values !== false && !["text", "sparse_vector", "dense_vector"].includes(type),
  );
  const of = random.below(4);
  if (of === 0) return { weight: random.pick([0.1, 1, 2.5]) };
  if (of === 1)
    return {
      random_score: random.chance(0.5)
        ? { seed: random.below(100), field: "_seq_no" }
        : { seed: random.below(100), field: random.pick(withColumns).name },
    };
  const numbers = withColumns.filter(({ type }) => numberTypes.has(type));
  if (of === 2 && numbers.length > 0)
    return {
      field_value_factor: {
        field: random.pick(numbers).name,
        missing: random.pick([1, 2]),
        ...optional(random, 0.5, {
          factor: () => random.pick([0.5, 1.2, 3]),
          modifier: () =>
            random.pick(["none", "log1p", "log2p", "ln1p", "ln2p", "square", "sqrt", "reciprocal", "log", "ln"]),
        }),
      },
    };
  const field = random.pick(
    withColumns.filter(({ type }) => numberTypes.has(type) || type.startsWith("date") || type === "geo_point"),
  );
  if (!field || field.type === "date_range") return { weight: 2 };
  const family = numberTypes.has(field.type) ? "number" : field.type === "geo_point" ? "place" : "date";
  return {
    [random.pick(["gauss", "exp", "linear"])]: {
      [field.name]: { ...decays[family](random), ...optional(random, 0.2, { decay: () => random.pick([0.2, 0.9]) }) },
      ...optional(random, 0.3, { multi_value_mode: () => random.pick(["min", "max", "avg", "sum"]) }),
    },
  };
}

const compound = [bool, bool, bool, bool, disMax, constantScore, boosting, functionScore, nested];
