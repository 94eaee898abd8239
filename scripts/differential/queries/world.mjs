// Indices with fields of all types, whatever parameters change how they are searched, and documents for them.
import { optional, several, weighted } from "../values.mjs";
import { valueFor } from "./vocabulary.mjs";

const MOST_DOCUMENTS = 90;
/** Explanations beside nested documents tell of filters that we need not. */
const NESTED = 0.3;

const nestedNames = [
  ["ns.t", "text"],
  ["ns.k", "keyword"],
  ["ns.i", "integer"],
];

const textParameters = (random) => {
  const { position_increment_gap: gap, ...parameters } = plainTextParameters(random);
  const isPhrase = random.chance(0.05);
  // Phrases want positions, as gaps between values do.
  if (/docs|freqs/.test(parameters.index_options)) return parameters;
  return {
    ...parameters,
    ...(gap === undefined ? {} : { position_increment_gap: gap }),
    ...(isPhrase ? { index_phrases: true } : {}),
  };
};

const plainTextParameters = (random) => ({
  ...optional(random, 0.3, { analyzer: () => random.pick(["simple", "whitespace", "stop", "keyword", "gap"]) }),
  ...optional(random, 0.2, { search_analyzer: () => random.pick(["simple", "whitespace", "standard"]) }),
  ...optional(random, 0.25, { similarity: () => random.pick(["boolean", "sharp", "lmd", "dfr", "ib"]) }),
  ...optional(random, 0.2, { index_options: () => random.pick(["docs", "freqs", "positions", "offsets"]) }),
  ...optional(random, 0.15, {
    norms: () => false,
    term_vector: () => random.pick(["yes", "with_positions_offsets"]),
    position_increment_gap: () => random.pick([0, 1, 5]),
    fielddata: () => true,
    index_prefixes: () => random.pick([{}, { min_chars: 1, max_chars: 3 }]),
    eager_global_ordinals: () => true,
  }),
});

const keywordParameters = (random) => ({
  ...optional(random, 0.15, {
    normalizer: () => "lowercase",
    split_queries_on_whitespace: () => true,
    ignore_above: () => 2,
    null_value: () => "t1",
    norms: () => true,
    index_options: () => "freqs",
    similarity: () => random.pick(["boolean", "sharp"]),
  }),
  ...columnParameters(random),
});

/** Searched by its index, by its doc values, or by both. */
const columnParameters = (random) => (random.chance(0.2) ? { [random.pick(["index", "doc_values"])]: false } : {});

const parametersOf = {
  text: textParameters,
  keyword: keywordParameters,
  dense_vector: (random) => ({
    dims: 4,
    similarity: random.pick(
      ["cosine", "dot_product", "l2_norm", "max_inner_product"].filter((one) => one !== "dot_product"),
    ),
    index_options: { type: random.pick(["hnsw", "flat"]) },
  }),
  sparse_vector: () => ({}),
  flattened: () => ({}),
};

const NUMBERS = ["byte", "short", "integer", "long", "half_float", "float", "double"];
const RANGES = ["integer_range", "long_range", "float_range", "double_range", "date_range", "ip_range"];

/** Names and types; the first letters of a name say the family. */
function fieldsOf(random) {
  const named = [
    ["t1", "text"],
    ["t2", "text"],
    ["t3", "text"],
    ["k1", "keyword"],
    ["k2", "keyword"],
    ...several(random, 2, 4, (at) => [`n${at}`, random.pick(NUMBERS)]),
    ["d1", "date"],
    ["d2", random.pick(["date", "date_nanos"])],
    ["b1", "boolean"],
    ["ip1", "ip"],
    ["p1", "geo_point"],
    ["r1", random.pick(RANGES)],
    ["r2", random.pick(RANGES)],
    ["v1", "dense_vector"],
    ["s1", "sparse_vector"],
    ["fl", "flattened"],
    ["o.k", "keyword"],
    ["o.t", "text"],
  ];
  return named.map(([name, type]) => fieldOf(random, name, type));
}

const fieldOf = (random, name, type) => ({
  name,
  type,
  parameters: (parametersOf[type] ?? columnParameters)(random),
});

const settings = {
  number_of_shards: 1,
  number_of_replicas: 0,
  analysis: { analyzer: { gap: { type: "standard", stopwords: ["the", "of", "lazy"] } } },
  similarity: {
    sharp: { type: "BM25", k1: 0.4, b: 0.9 },
    lmd: { type: "LMDirichlet", mu: 500 },
    dfr: { type: "DFR", basic_model: "g", after_effect: "l", normalization: "h2", "normalization.h2.c": 2 },
    ib: { type: "IB", distribution: "ll", lambda: "df", normalization: "h1", "normalization.h1.c": 1.5 },
  },
};

const definition = ({ type, parameters }) => ({ type, ...parameters });

/** An index, and what there is to ask for: `fields`, and those of nested documents below `nested`. */
export function randomWorld(random) {
  const fields = fieldsOf(random);
  const nested = random.chance(NESTED) ? nestedNames.map(([name, type]) => fieldOf(random, name, type)) : [];
  const top = (name) => fields.find((field) => field.name === name);
  const properties = {};
  for (const field of fields.filter(({ name }) => !name.includes("."))) properties[field.name] = definition(field);
  properties.t1.fields = { k: { type: "keyword", ignore_above: 40 } };
  properties.k1.fields = { t: { type: "text" } };
  properties.o = { properties: { k: definition(top("o.k")), t: definition(top("o.t")) } };
  if (nested.length > 0)
    properties.ns = {
      type: "nested",
      properties: Object.fromEntries(nested.map((field) => [field.name.slice(3), definition(field)])),
    };
  properties.al = { type: "alias", path: "t2" };
  const asked = [
    ...fields,
    { name: "t1.k", type: "keyword", parameters: {} },
    { name: "k1.t", type: "text", parameters: {} },
    { name: "al", type: "text", parameters: top("t2").parameters },
  ];
  const count = 10 + random.below(MOST_DOCUMENTS);
  const documents = several(random, count, count, (at) => ({
    _id: String(at),
    source: documentOf(random, fields, nested),
  }));
  return {
    body: { settings, mappings: { dynamic: false, properties } },
    batches: batchesOf(random, documents),
    fields: asked,
    nested,
    ids: documents.map(({ _id }) => _id),
  };
}

function documentOf(random, fields, nested) {
  const document = {};
  for (const field of fields) {
    if (!random.chance(field.name === "t1" ? 0.95 : 0.75)) continue;
    put(document, field.name, valuesFor(random, field));
  }
  if (nested.length > 0 && random.chance(0.7))
    document.ns = several(random, 1, 4, () =>
      Object.fromEntries(
        nested.filter(() => random.chance(0.85)).map((field) => [field.name.slice(3), valuesFor(random, field)]),
      ),
    );
  return document;
}

function valuesFor(random, field) {
  const isSingle = ["dense_vector", "sparse_vector", "flattened"].includes(field.type);
  if (!isSingle && random.chance(0.02)) return null;
  return isSingle || random.chance(0.75)
    ? valueFor(random, field)
    : several(random, 1, 3, () => valueFor(random, field));
}

function put(document, path, value) {
  const [first, second] = path.split(".");
  if (second === undefined) document[first] = value;
  else (document[first] ??= {})[second] = value;
}

/** One segment or several, some of their documents deleted or written again. */
function batchesOf(random, documents) {
  const size = weighted(random, [documents.length, Math.ceil(documents.length / 2), Math.ceil(documents.length / 4)]);
  const batches = [];
  for (let start = 0; start < documents.length; start += size) batches.push(documents.slice(start, start + size));
  return batches;
}
