// Expressions over numbers, dates and points: one sorts the documents of an index, so that each is computed for all of
// them. Real servers compile 75 of them in five minutes.
import { several } from "../values.mjs";

const one = (random, list) => list[random.below(list.length)];
const CALLS_OF_ONE = [
  "abs",
  "ceil",
  "floor",
  "exp",
  "ln",
  "log10",
  "sqrt",
  "sin",
  "cos",
  "tan",
  "atan",
  "tanh",
  "asinh",
];
const CALLS_OF_TWO = ["max", "min", "pow", "atan2", "logn"];
const FIELDS = [
  "doc['n'].value",
  "doc['n']",
  "doc['m'].min()",
  "doc['m'].max()",
  "doc['m'].sum()",
  "doc['m'].avg()",
  "doc['m'].median()",
  "doc['m'].count()",
  "doc['m'].length",
  "doc['n'].empty",
  "doc['f'].value",
  "doc['d'].value",
  "doc['d'].getYear()",
  "doc['d'].getMonth()",
  "doc['d'].date.dayOfWeek",
  "doc['d'].date.dayOfYear",
  "doc['d'].date.weekOfWeekyear",
  "doc['d'].date.weekyear",
  "doc['d'].date.minuteOfDay",
  "doc['d'].date.millisOfDay",
  "doc['g'].lat",
  "doc['g'].lon",
  "doc['b'].value",
  "a",
];

function expressionOf(random, depth) {
  if (depth <= 0)
    return random.chance(0.6) ? one(random, FIELDS) : one(random, ["0", "1", "2.5", "-3", "1e3", "0x10", "017"]);
  const next = () => expressionOf(random, depth - 1);
  switch (random.below(8)) {
    case 0:
    case 1:
      return `(${next()} ${one(random, ["+", "-", "*", "/", "%"])} ${next()})`;
    case 2:
      return `(${next()} ${one(random, ["<", "<=", ">", ">=", "==", "!=", "&&", "||"])} ${next()})`;
    case 3:
      return `(${next()} ${one(random, ["&", "|", "^", "<<", ">>", ">>>"])} ${next()})`;
    case 4:
      return `${one(random, ["-", "!", "~", "+"])}${next()}`;
    case 5:
      return `(${next()} ? ${next()} : ${next()})`;
    case 6:
      return `${one(random, CALLS_OF_ONE)}(${next()})`;
    default:
      return `${one(random, CALLS_OF_TWO)}(${next()}, ${next()})`;
  }
}

function documentOf(random, id) {
  const source = { id: String(id) };
  if (random.chance(0.8)) source.n = random.below(20) - 10;
  if (random.chance(0.8)) source.m = several(random, 1, 4, () => random.below(100) - 50);
  if (random.chance(0.8)) source.f = (random.below(1000) - 500) / 8;
  if (random.chance(0.8)) source.d = new Date((random.below(4_000_000) - 1_000_000) * 1_234_567).toISOString();
  if (random.chance(0.8)) source.g = [random.below(360) - 180, random.below(180) - 90];
  if (random.chance(0.8)) source.b = random.chance(0.5);
  return { _id: String(id), source };
}

export const expressions = {
  name: "expressions",
  oracle: "opensearch",
  world: (random) => ({
    body: {
      settings: { number_of_shards: 1 },
      mappings: {
        properties: {
          id: { type: "keyword" },
          n: { type: "integer" },
          m: { type: "long" },
          f: { type: "double" },
          d: { type: "date" },
          g: { type: "geo_point" },
          b: { type: "boolean" },
        },
      },
    },
    batches: several(random, 1, 3, (batch) => several(random, 5, 15, (at) => documentOf(random, batch * 100 + at))),
  }),
  request(random) {
    const script = { lang: "expression", source: expressionOf(random, 1 + random.below(3)), params: { a: 3 } };
    return {
      path: "_search",
      body: { _source: false, size: 100, sort: [{ _script: { type: "number", script } }, "id"] },
    };
  },
};
