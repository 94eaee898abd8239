// Elasticsearch 7.10 compiles no more than 75 scripts of a context in five minutes: an index has some of each, and a run asks few.
// Scripts that look at documents: as filters, scores, sorts, fields, numbers of terms, and filters of intervals.
import { optional, several, weighted } from "../values.mjs";

const WORDS = ["red", "green", "blue", "quick", "fox"];
const words = (random, most) => several(random, 1, most, () => weighted(random, WORDS)).join(" ");

function numberOf(random, depth) {
  if (depth <= 0)
    return random.pick([
      "doc['n'].size()",
      "(doc['n'].size() == 0 ? 0 : doc['n'].value)",
      "(doc['f'].empty ? 1.5 : doc['f'].value)",
      "(doc['l'].size() == 0 ? 7L : doc['l'].value)",
      "doc['k'].length",
      "params.p",
      String(random.below(5)),
    ]);
  const inner = () => numberOf(random, depth - 1);
  switch (random.below(8)) {
    case 0:
      return `(${inner()} + ${inner()})`;
    case 1:
      return `(${inner()} * ${inner()})`;
    case 2:
      return `(${inner()} - ${inner()})`;
    case 3:
      return `Math.max(${inner()}, ${inner()})`;
    case 4:
      return `Math.abs(${inner()})`;
    case 5:
      return `(${boolOf(random, depth - 1)} ? ${inner()} : ${inner()})`;
    case 6:
      return `Math.sqrt(Math.abs(${inner()}))`;
    default:
      return `(${inner()} / (Math.abs(${inner()}) + 1))`;
  }
}

function boolOf(random, depth) {
  if (depth <= 0)
    return random.pick([
      "doc['b'].size() > 0 && doc['b'].value",
      "doc['k'].contains('a')",
      "doc.containsKey('n')",
      "doc['k'].size() == 0",
      "(doc['d'].size() > 0 && doc['d'].value.getYear() > 2021)",
      "(doc['d'].size() > 0 && doc['d'].value.dayOfWeekEnum == DayOfWeek.MONDAY)",
      "(doc['k'].size() > 0 && doc['k'].value.startsWith('b'))",
    ]);
  switch (random.below(4)) {
    case 0:
      return `(${boolOf(random, depth - 1)} && ${boolOf(random, depth - 1)})`;
    case 1:
      return `!(${boolOf(random, depth - 1)})`;
    default:
      return `(${numberOf(random, depth - 1)} ${random.pick(["<", "<=", "==", "!=", ">"])} ${numberOf(random, depth - 1)})`;
  }
}

const LOOSE = [
  "doc['n'].value > 1",
  "doc['none'].value",
  "doc['t'].value",
  "doc['d'].value.nope()",
  "1/0 > 0",
  "[1].get(3)",
];
const COUNTS = ["params.num_terms", "1", "Math.min(params.num_terms, 2)", "doc['k'].size()"];
const INTERVALS = [
  "interval.start > 0",
  "interval.gaps < 2",
  "interval.end - interval.start < 3",
  "interval.start % 2 == 0 || interval.gaps == 0",
];
const script = (random, source) => ({ source, params: { p: random.below(6) } });

/** Sources of one index, by what they are for. */
function sourcesOf(random) {
  const list = (count, make) => Array.from({ length: count }, make);
  return {
    bools: [...list(12, () => boolOf(random, 2)), ...LOOSE],
    numbers: list(10, () => numberOf(random, 2)),
    scores: list(10, () => `Math.abs(${numberOf(random, 2)})${random.chance(0.3) ? " + _score" : ""}`),
  };
}

function queryOf(random, { sources }) {
  switch (random.below(6)) {
    case 0:
    case 1:
      return { script: { script: script(random, random.pick(sources.bools)) } };
    case 2:
      return {
        script_score: {
          query: random.chance(0.5) ? { match_all: {} } : { match: { t: words(random, 2) } },
          script: script(random, random.pick(sources.scores)),
          ...optional(random, 0.2, { min_score: () => 1 }),
        },
      };
    case 3:
      return {
        function_score: {
          query: { match_all: {} },
          functions: [{ script_score: { script: script(random, random.pick(sources.scores)) } }],
          ...optional(random, 0.5, { boost_mode: () => random.pick(["replace", "sum", "multiply", "max"]) }),
        },
      };
    case 4:
      return {
        terms_set: {
          k: {
            terms: several(random, 1, 3, () => random.pick(["a", "b", "ab", "c"])),
            minimum_should_match_script: script(random, random.pick(COUNTS)),
          },
        },
      };
    default:
      return {
        intervals: {
          t: {
            match: {
              query: words(random, 2),
              ...optional(random, 0.5, { ordered: () => random.chance(0.5), max_gaps: () => random.below(4) }),
              filter: { script: { source: random.pick(INTERVALS) } },
            },
          },
        },
      };
  }
}

function documentOf(random, at) {
  const id = String(at).padStart(2, "0");
  return {
    _id: id,
    source: {
      id,
      t: words(random, 8),
      ...optional(random, 0.7, {
        n: () => (random.chance(0.2) ? [random.below(9), random.below(9)] : random.below(9) - 3),
        f: () => random.below(40) / 4 - 2,
        l: () => random.pick([1, 2 ** 40, -5]),
        k: () => (random.chance(0.3) ? ["b", "a"] : random.pick(["a", "b", "ab", "c"])),
        b: () => random.chance(0.5),
        d: () => `202${random.below(5)}-0${1 + random.below(9)}-1${random.below(9)}T0${random.below(9)}:00:00Z`,
      }),
    },
  };
}

export const scriptQueries = {
  name: "script-queries",
  oracle: "elasticsearch7",
  world(random) {
    const documents = several(random, 3, 30, (at) => documentOf(random, at));
    return {
      sources: sourcesOf(random),
      body: {
        settings: { number_of_shards: 1 },
        mappings: {
          properties: {
            id: { type: "keyword" },
            t: { type: "text" },
            n: { type: "integer" },
            f: { type: "double" },
            l: { type: "long" },
            k: { type: "keyword" },
            b: { type: "boolean" },
            d: { type: "date" },
          },
        },
      },
      batches: [documents.slice(0, 10), documents.slice(10)].filter((batch) => batch.length > 0),
    };
  },
  request: (random, world) => ({
    path: "_search",
    body: {
      query: queryOf(random, world),
      _source: false,
      track_total_hits: true,
      size: 50,
      sort: random.chance(0.3)
        ? [
            {
              _script: {
                type: "number",
                script: script(random, random.pick(world.sources.numbers)),
                order: random.pick(["asc", "desc"]),
              },
            },
            { id: "asc" },
          ]
        : ["_score", { id: "asc" }],
      ...optional(random, 0.3, {
        script_fields: () => ({ x: { script: script(random, random.pick(world.sources.numbers)) } }),
      }),
    },
  }),
};
