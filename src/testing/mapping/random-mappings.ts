/** Random mappings, right and nearly right ones, for the comparison with a real server. */
import fc from "fast-check";
import type { Json, JsonObject } from "../../core/json.ts";
import { fieldTypes } from "../../mapping/field-types.ts";

/** Few names, so that definitions meet: in updates, in copies, in aliases. */
export const fieldNames: readonly string[] = ["a", "b", "c", "d", "e", "f", "o.a", "o.b", "o.p.q", "o"];

const ANALYZERS = ["standard", "simple", "whitespace", "keyword", "stop"];
const FORMATS = [
  "strict_date_optional_time",
  "strict_date_optional_time||epoch_millis",
  "epoch_second",
  "epoch_millis",
  "basic_date",
  "yyyy-MM-dd",
  "yyyy/MM/dd HH:mm:ss||yyyy/MM/dd",
  "dd.MM.uuuu",
  "iso8601",
  "strict_year_month",
  "date_hour_minute_second_millis",
  "week_date",
  "MMM dd yyyy",
  "EEE, d MMM uuuu",
  "HH:mm",
  "yyyy[-MM]",
  "yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX",
  "strict_date_optional_time_nanos",
];

/** Fitting values of a parameter, and others of which most types refuse some. */
interface Values {
  readonly good: readonly Json[];
  readonly bad: readonly Json[];
}

const flag: Values = { good: [true, false, true, false, "true", "false"], bad: ["yes", null, 1, "True"] };
const analyzer: Values = { good: ANALYZERS, bad: ["nope", null, "default", 1] };

const parameterValues: Readonly<Record<string, Values>> = {
  analyzer,
  search_analyzer: analyzer,
  search_quote_analyzer: analyzer,
  normalizer: { good: ["lowercase", "own"], bad: ["nope", null] },
  format: { good: FORMATS, bad: ["nope", "yyyy||", "", null, "strict_foo"] },
  locale: { good: ["en", "de", "fr-FR", "en_US"], bad: ["", "root", null, "xx_yy_zz_ww"] },
  null_value: {
    good: [],
    bad: ["x", "", 0, 1.5, true, "1,2", { lat: 1, lon: 2 }, [2, 1], null, "1e3", 300, "2020-01-01", "::1", {}],
  },
  ignore_above: { good: [0, 1, 5, 256, "3", 8191], bad: [-1, "x", 2147483648, 1.5, null] },
  similarity: { good: ["BM25", "boolean", "own"], bad: ["nope", null] },
  term_vector: {
    good: [
      "no",
      "yes",
      "with_offsets",
      "with_positions",
      "with_positions_offsets",
      "with_positions_payloads",
      "with_positions_offsets_payloads",
    ],
    bad: ["nope", null],
  },
  index_options: { good: ["docs", "freqs"], bad: ["nope", "positions", "offsets", null, { type: "flat" }] },
  index_prefixes: {
    good: [{}, { min_chars: 1, max_chars: 5 }, { min_chars: 2 }, { max_chars: 19 }],
    bad: [{ min_chars: 0 }, { min_chars: 4, max_chars: 3 }, null],
  },
  position_increment_gap: { good: [0, 1, 100, "5"], bad: [-1, "x", null] },
  fielddata_frequency_filter: {
    good: [{ min: 0.1, max: 0.5 }, { min_segment_size: 10 }, {}, { min: 2 }],
    bad: [{ foo: 1 }, 1],
  },
  time_series_metric: { good: ["gauge", "counter"], bad: ["nope", null, "position"] },
  time_series_dimension: { good: [false], bad: [true, "x"] },
  time_series_dimensions: { good: [[]], bad: [["a"], "a"] },
  scaling_factor: { good: [100, 10, 0.5, "1000"], bad: [0, -1] },
  depth_limit: { good: [1, 2, 20, "3"], bad: [0, -1, null] },
  dims: { good: [2, 3, 8, 16, "3"], bad: [0, 5000, null, 1.5] },
  element_type: { good: ["float", "byte", "bit"], bad: ["nope"] },
  max_shingle_size: { good: [2, 3, 4], bad: [5, 1] },
  value: { good: ["x", "y", 5], bad: [] },
  relations: { good: [{ a: "b" }, { a: ["b", "c"] }], bad: [{ a: "b", b: "a" }] },
  // No server to compare with has a language of scripts.
  script: { good: [null], bad: [true, 5, {}, { id: "x" }, { source: "x", lang: "nope" }, { source: 5 }] },
  on_script_error: { good: ["fail"], bad: ["continue", "nope", null] },
  max_input_length: { good: [50, 5], bad: [0, -1] },
  orientation: { good: ["right", "left", "cw"], bad: ["nope"] },
  synthetic_source_keep: { good: ["none", "arrays", "all"], bad: ["nope"] },
  boost: { good: [], bad: [1] },
  meta: { good: [{ unit: "ms" }, {}, { a: "b", c: "d" }], bad: [{ a: 1 }, "x", null] },
  contexts: { good: [[{ name: "c", type: "category" }], [{ name: "g", type: "geo", precision: 4 }]], bad: [] },
};

const NULL_VALUES: Readonly<Record<string, readonly Json[]>> = {
  keyword: ["x", "", "N", 5, true],
  flattened: ["x", ""],
  boolean: [true, false, "true", "false", ""],
  date: ["2020-01-01", "1577836800000", 5],
  date_nanos: ["2020-01-01", "2020-01-01T00:00:00.123456789Z"],
  ip: ["1.2.3.4", "::1", "::ffff:1.2.3.4"],
  geo_point: ["1,2", { lat: 1, lon: 2 }, [2, 1], "drm3", "POINT (1 2)"],
  float: [0, -1, 1.5, "7", "1e3", 0.1],
  wildcard: ["x"],
};

/** Parameters that may be given to any type, to be refused by most. */
const strayParameters: readonly string[] = [
  ...Object.keys(parameterValues),
  "norms",
  "store",
  "doc_values",
  "index",
  "coerce",
  "fielddata",
  "foo",
  "properties",
  "enabled",
];

/** Values of a parameter of a type, refused ones only for mappings that may have faults. */
function parameterValue(type: string, name: string, faulty: boolean): fc.Arbitrary<Json> {
  const nulls = NULL_VALUES[type] ?? [0, 5, -1, "7"];
  const { good, bad } =
    name === "null_value" ? { good: nulls, bad: parameterValues["null_value"]!.bad } : (parameterValues[name] ?? flag);
  const own =
    type === "dense_vector" && name === "index_options"
      ? [{ type: "hnsw" }, { type: "flat" }, { type: "int8_hnsw", m: 8 }]
      : good;
  if (own.length === 0) return fc.constantFrom(...bad);
  if (!faulty || bad.length === 0) return fc.constantFrom(...own);
  return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...own) }, { weight: 1, arbitrary: fc.constantFrom(...bad) });
}

/** Parameters without which a type is refused. */
export const requiredParameters: Readonly<Record<string, JsonObject>> = {
  scaled_float: { scaling_factor: 100 },
  token_count: { analyzer: "standard" },
  dense_vector: { dims: 3 },
  join: { relations: { a: "b" } },
  aggregate_metric_double: { metrics: ["min", "max"], default_metric: "max" },
};

function objectOf(pairs: readonly (readonly [string, Json])[]): JsonObject {
  return Object.fromEntries(pairs);
}

/** Undefined but once in `times`. */
function seldom<T>(arbitrary: fc.Arbitrary<T>, times: number): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
}

/** An object that has each of the parts once in `times`. */
function withSome(parts: Readonly<Record<string, fc.Arbitrary<Json>>>, times: number): fc.Arbitrary<JsonObject> {
  const model = Object.fromEntries(Object.entries(parts).map(([key, value]) => [key, seldom(value, times)]));
  return fc
    .record(model)
    .map((read) => Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as JsonObject);
}

/** Makes mappings of the types that are known, without faults or with some. */
class MappingMaker {
  readonly #known: readonly string[];
  readonly #faulty: boolean;

  constructor(known: readonly string[], faulty: boolean) {
    this.#known = known;
    this.#faulty = faulty;
  }

  /** A value, or one time in ten of those that may be faulty, another. */
  #choice(good: readonly Json[], bad: readonly Json[]): fc.Arbitrary<Json> {
    if (!this.#faulty) return fc.constantFrom(...good);
    return fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...good) },
      { weight: 1, arbitrary: fc.constantFrom(...bad) },
    );
  }

  /** The parameters of a type: none to four of its own, seldom one of another type. */
  parametersOf(type: string): fc.Arbitrary<JsonObject> {
    // The other server has no language for scripts.
    const own = (fieldTypes.find(({ name }) => name === type)?.parameters ?? []).filter((name) => name !== "script");
    const pair = (name: string): fc.Arbitrary<readonly [string, Json]> =>
      parameterValue(type, name, this.#faulty).map((value) => [name, value] as const);
    const of = (names: readonly string[], most: number): fc.Arbitrary<JsonObject> =>
      names.length === 0
        ? fc.constant({})
        : fc.array(fc.constantFrom(...names).chain(pair), { maxLength: most }).map(objectOf);
    const stray = this.#faulty ? seldom(of(strayParameters, 1), 25) : fc.constant({});
    const some = fc.oneof(
      { weight: 2, arbitrary: of(own, 1) },
      { weight: 2, arbitrary: of(own, 4) },
      { weight: 2, arbitrary: fc.constant({}) },
    );
    return fc
      .tuple(some, stray, seldom(of(["meta"], 1), 20))
      .map(([read, other, meta]) => ({ ...requiredParameters[type], ...read, ...other, ...meta }));
  }

  plainField(): fc.Arbitrary<JsonObject> {
    return fc
      .oneof(
        { weight: 90, arbitrary: fc.constantFrom(...this.#known) },
        { weight: this.#faulty ? 1 : 0, arbitrary: fc.constant("nope") },
      )
      .chain((type) => this.parametersOf(type).map((parameters): JsonObject => ({ type, ...parameters })));
  }

  field(): fc.Arbitrary<JsonObject> {
    const copies = this.#choice(["copied", ["copied", "x.y"], "a", "o.a"], ["a.k", [], 5, "o", "copied,", ""]);
    const name = this.#choice(["k", "m", "raw"], ["x.y", "", " "]) as fc.Arbitrary<string>;
    const multi = fc.dictionary(name, this.plainField(), { minKeys: 1, maxKeys: 2 });
    return fc
      .record({ plain: this.plainField(), fields: seldom(multi, 6), copyTo: seldom(copies, 9) })
      .map(({ plain, fields, copyTo }) => ({
        ...plain,
        ...(fields === undefined ? {} : { fields }),
        ...(copyTo === undefined ? {} : { copy_to: copyTo }),
      }));
  }

  dynamic(): fc.Arbitrary<Json> {
    return this.#choice([true, false, "strict", "true", "false"], ["nope", "TRUE", 1]);
  }

  flag(): fc.Arbitrary<Json> {
    return this.#choice([true, false, "false"], ["x", 1]);
  }

  object(depth: number): fc.Arbitrary<JsonObject> {
    const type = fc.constantFrom<string | undefined>("object", "nested", undefined, undefined, "object");
    const parts = { dynamic: this.dynamic(), enabled: this.flag(), subobjects: this.flag() };
    const others = this.#faulty
      ? { include_in_parent: this.flag(), include_in_root: this.flag(), foo: this.flag() }
      : {};
    const read = {
      type,
      parts: withSome(parts, 8),
      others: withSome(others, 15),
      properties: this.properties(depth + 1),
    };
    return fc.record(read).map((made) => ({
      ...(made.type === undefined ? {} : { type: made.type }),
      ...made.parts,
      ...made.others,
      properties: made.properties,
    }));
  }

  properties(depth: number): fc.Arbitrary<JsonObject> {
    const alias = fc.constantFrom(...fieldNames, "a.k").map((path): JsonObject => ({ type: "alias", path }));
    const inner = fc.oneof(
      { weight: 12, arbitrary: this.field() },
      { weight: 4, arbitrary: depth >= 3 ? this.field() : fc.memo(() => this.object(depth))() },
    );
    const node = this.#faulty ? fc.oneof({ weight: 20, arbitrary: inner }, { weight: 1, arbitrary: alias }) : inner;
    const own: readonly Json[] = depth === 0 ? fieldNames : ["a", "b", "p", "q", "p.q"];
    const odd = ["", " ", "x..y", ".x", "x.", "_id", "_x", "é", "a b"];
    const names = (
      this.#faulty
        ? fc.oneof(
            { weight: 60, arbitrary: fc.constantFrom(...own) },
            { weight: 1, arbitrary: fc.constantFrom<Json>(...odd) },
          )
        : fc.constantFrom(...own)
    ) as fc.Arbitrary<string>;
    return fc.array(fc.tuple(names, node), { maxLength: depth === 0 ? 6 : 3 }).map(objectOf);
  }

  template(): fc.Arbitrary<JsonObject> {
    const names = this.#choice(["n*", "*", "a", ["n1", "n2"], "*.x", "o.*", "n1"], ["^n\\d$", [], 5, null]);
    const kind = this.#choice(
      ["long", "string", "double", "boolean", "date", "object", "*", ["long", "string"]],
      ["nope", [], "binary", null],
    );
    const conditions = withSome(
      {
        match: names,
        unmatch: names,
        path_match: names,
        path_unmatch: names,
        match_mapping_type: kind,
        unmatch_mapping_type: kind,
      },
      3,
    );
    const pattern = this.#faulty
      ? withSome({ match_pattern: fc.constantFrom<Json>("regex", "simple", "nope") }, 9)
      : fc.constant<JsonObject>({});
    const dynamicType = this.parametersOf("long").map((parameters) => ({ type: "{dynamic_type}", ...parameters }));
    const made = fc.oneof(
      { weight: 6, arbitrary: this.field() },
      this.parametersOf("keyword"),
      dynamicType,
      this.object(2),
    );
    const name = fc.constantFrom("t1", "t2", "t3");
    return fc
      .tuple(name, conditions, pattern, made)
      .map(([key, read, how, mapping]) => ({ [key]: { ...read, ...how, mapping } }));
  }

  /** Fields that are made when they are asked for, from the source. */
  runtime(): fc.Arbitrary<JsonObject> {
    const types = this.#choice(
      ["long", "keyword", "date", "double", "boolean", "ip", "geo_point"],
      ["text", "nope", null],
    );
    const parameters = this.#faulty
      ? withSome(
          {
            format: fc.constantFrom<Json>("yyyy", "nope", null),
            meta: fc.constantFrom<Json>({ a: "b" }, 5),
            foo: fc.constant<Json>(1),
          },
          12,
        )
      : fc.constant<JsonObject>({});
    const field = fc.tuple(types, parameters).map(([type, others]): Json => ({ type, ...others }));
    const removed = fc.constant<Json>(null);
    const one = this.#faulty ? fc.oneof({ weight: 12, arbitrary: field }, { weight: 1, arbitrary: removed }) : field;
    return fc.dictionary(fc.constantFrom("r", "r.s", "a", "o.a", "n1"), one, { minKeys: 1, maxKeys: 2 });
  }

  mapping(): fc.Arbitrary<JsonObject> {
    const root = {
      dynamic: this.dynamic(),
      date_detection: this.flag(),
      numeric_detection: this.flag(),
      dynamic_date_formats: fc
        .array(
          this.#choice(
            FORMATS.filter((format) => !format.includes("epoch")),
            ["nope", "epoch_millis"],
          ),
          { maxLength: 2 },
        )
        .map((formats): Json => formats),
      dynamic_templates: fc.array(this.template(), { maxLength: 3 }).map((templates): Json => templates),
      _routing: this.#choice([{ required: false }], [{ required: true }, { required: "x" }, 5]),
      _meta: this.#choice([{ a: 1 }, {}], [5, null]),
      _source: this.#choice([{ excludes: ["a"] }, { includes: ["a*", "o"] }, {}], [{ enabled: false }, { foo: 1 }]),
      subobjects: this.flag(),
      runtime: this.runtime(),
      _data_stream_timestamp: this.#choice(
        [{ enabled: false }],
        [{ enabled: true }, { enabled: "x" }, { foo: 1 }, null],
      ),
    };
    const templates = withSome(
      { dynamic_templates: root.dynamic_templates, numeric_detection: root.numeric_detection },
      3,
    );
    return fc
      .tuple(
        fc.oneof({ weight: 3, arbitrary: withSome(root, 12) }, { weight: 2, arbitrary: templates }),
        this.properties(0),
      )
      .map(([settings, properties]) => ({ ...settings, properties }));
  }
}

/** A whole mapping of the types `known`: half of them may have faults. */
export function randomMapping(known: readonly string[]): fc.Arbitrary<JsonObject> {
  return fc.boolean().chain((faulty) => new MappingMaker(known, faulty).mapping());
}

/** Settings that mappings look at. */
export const randomSettings: fc.Arbitrary<JsonObject> = withSome(
  {
    "index.mapping.coerce": fc.constantFrom<Json>(true, false),
    "index.mapping.ignore_malformed": fc.constantFrom<Json>(true, false),
    "index.mapping.total_fields.limit": fc.constantFrom<Json>(5, 10, 20),
    "index.mapping.total_fields.ignore_dynamic_beyond_limit": fc.constant<Json>(true),
    "index.mapping.depth.limit": fc.constantFrom<Json>(1, 2, 3),
    "index.mapping.field_name_length.limit": fc.constantFrom<Json>(3, 12, 25),
    "index.mapping.nested_objects.limit": fc.constantFrom<Json>(1, 2),
    "index.mapping.nested_fields.limit": fc.constantFrom<Json>(0, 1),
  },
  15,
);

/** Analysis and similarity by the names that the parameters above use. */
export const sharedSettings: JsonObject = {
  "index.analysis.normalizer.own.type": "custom",
  "index.analysis.normalizer.own.filter": ["lowercase"],
  "index.similarity.own.type": "BM25",
  "index.similarity.own.b": "0.5",
};
