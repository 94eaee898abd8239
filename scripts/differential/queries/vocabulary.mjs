// Few words and values, so that queries and documents meet.
import { several, weighted } from "../values.mjs";

export const words = "the quick brown fox jumps over lazy dog quiet running runs Bear cat foo bar of and é naïve".split(
  " ",
);
export const tags = ["t0", "t1", "T2", "t3 x", "t1/a", "", "zeta"];
const START_MS = Date.UTC(2020, 0, 1);
const DAY_MS = 86_400_000;

export const word = (random) => weighted(random, words);
export const text = (random, most) =>
  several(random, 1, most, () => word(random)).join(random.chance(0.1) ? ", " : " ");

/** A value of a type, as documents and queries give it. */
export const values = {
  text: (random) => text(random, 12),
  keyword: (random) => (random.chance(0.2) ? word(random) : weighted(random, tags)),
  byte: (random) => random.below(12) - 3,
  short: (random) => random.below(40) - 5,
  integer: (random) => random.below(20),
  long: (random) => (random.chance(0.2) ? 4_294_967_296 + random.below(9) : random.below(30) - 4),
  half_float: (random) => random.below(40) / 4,
  float: (random) => random.below(100) / 8 - 2,
  double: (random) => random.below(1000) / 8,
  date: (random) => dateOf(random),
  date_nanos: (random) => dateOf(random),
  boolean: (random) => random.chance(0.5),
  ip: (random) => (random.chance(0.2) ? `2001:db8::${random.below(9)}` : `10.0.${random.below(3)}.${random.below(20)}`),
  geo_point: (random) => ({ lat: 40 + random.below(100) / 50, lon: 2 + random.below(100) / 50 }),
};

function dateOf(random) {
  const ms = START_MS + random.below(300) * DAY_MS + random.below(24) * 3_600_000;
  return random.chance(0.1) ? ms : new Date(ms).toISOString();
}

const elementOf = {
  integer_range: "integer",
  long_range: "long",
  float_range: "float",
  double_range: "double",
  date_range: "date",
  ip_range: "ip",
};

/** A random value for a field, as a document has it. */
export function valueFor(random, { type, parameters }) {
  if (elementOf[type]) return rangeOf(random, elementOf[type]);
  if (type === "dense_vector")
    return several(random, parameters.dims, parameters.dims, () => random.below(20) / 4 - 2 || 1);
  if (type === "sparse_vector") return featuresOf(random);
  if (type === "flattened") return { x: weighted(random, tags), y: { z: word(random) } };
  return values[type](random);
}

/** Two values in their order. */
function rangeOf(random, type) {
  const bounds = [values[type](random), values[type](random)];
  const order =
    type === "ip"
      ? (value) => (value.includes(":") ? `z${value}` : value.replace(/\d+/g, (part) => part.padStart(3, "0")))
      : Number;
  if (type === "date") for (const at of [0, 1]) bounds[at] = new Date(bounds[at]).toISOString();
  const key = type === "date" ? Date.parse : order;
  bounds.sort((one, other) => (key(one) < key(other) ? -1 : 1));
  return { [random.chance(0.8) ? "gte" : "gt"]: bounds[0], lte: bounds[1] };
}

export const elementTypeOf = (type) => elementOf[type] ?? type;

/** The value of a member of a query that asks for a value of the field. */
export const scalarFor = (random, { type }) => (values[elementTypeOf(type)] ?? values.keyword)(random);

export function featuresOf(random) {
  return Object.fromEntries(several(random, 1, 5, () => [`f${random.below(8)}`, (1 + random.below(30)) / 8]));
}
