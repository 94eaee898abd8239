/** Test support: random documents, and searches on runtime fields of them. */
import type { Json, JsonObject } from "../../core/json.ts";

export interface RuntimeCorpus {
  readonly mapping: JsonObject;
  /** Documents by segment, sources as text: how numbers are written matters. */
  readonly parts: readonly (readonly (readonly [id: string, source: string])[])[];
  readonly deleted: readonly string[];
  /** The next search. */
  search(): JsonObject;
}

/** Values as they may stand in a source, fitting or not. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  keyword: [
    '"abc"',
    '"abd"',
    '"ab"',
    '"b"',
    '""',
    '"Ä"',
    "1",
    "1.0",
    "1e3",
    "-0.0",
    "true",
    "12345678901234567890",
    '"x y"',
    "1.50",
  ],
  long: [
    "1",
    "2",
    "5",
    "-7",
    '"3"',
    '"4.9"',
    "1.7",
    "-2.5",
    '"abc"',
    "9007199254740993",
    '"9223372036854775807"',
    "1e20",
    "true",
    '" 5 "',
    '"1e3"',
  ],
  double: ["1", "1.5", "-2.25", '"3.5"', '" 5 "', '"abc"', "1e300", '"1d"', '"0x1p3"', "12345678901234567890", "false"],
  boolean: ["true", "false", '"true"', '"false"', '"TRUE"', "1", "0", '""', '"yes"'],
  date: [
    '"2020-01-01"',
    '"2020-06-15T10:00:00Z"',
    '"2021"',
    "1577836800000",
    '"1577836800123"',
    '"nope"',
    "1.7",
    "true",
    '"2019-12-31T23:59:59.999Z"',
    "-5",
  ],
  ip: ['"1.2.3.4"', '"1.2.3.5"', '"10.0.0.1"', '"::1"', '"2001:db8::1"', '"1.2.3.0/24"', '"nope"', "1"],
  geo_point: [
    '"1.1,2.2"',
    '{"lat":10,"lon":20}',
    "[30,40]",
    '"POINT (5 6)"',
    '{"type":"Point","coordinates":[7,8]}',
    '"u33d"',
    '"!"',
    '{"a":1}',
  ],
};

const TYPES = Object.keys(VALUES);

export function runtimeCorpus(next: () => number): RuntimeCorpus {
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const several = <T>(most: number, one: () => T): T[] => Array.from({ length: 1 + below(most) }, one);
  // Each type has a field of the mapping, one with dots in its name, and one that only requests know.
  const named = TYPES.map((type) => [type, { type }] as const);
  const runtime: JsonObject = {
    ...Object.fromEntries(named),
    ...Object.fromEntries(named.map(([type, definition]) => [`o.${type}`, { ...definition }])),
  };
  const requested: JsonObject = Object.fromEntries(named.map(([type, definition]) => [`r_${type}`, { ...definition }]));

  const valueOf = (type: string): string => {
    const kind = below(10);
    if (kind === 0) return "null";
    if (kind === 1) return "[]";
    if (kind < 4) return `[${several(4, () => (below(8) === 0 ? "null" : pick(VALUES[type]!))).join(",")}]`;
    return pick(VALUES[type]!);
  };

  const source = (): string => {
    const members = TYPES.flatMap((type) =>
      [`"${type}":${valueOf(type)}`, `"r_${type}":${valueOf(type)}`].filter(() => next() < 0.8),
    );
    const inner = (): string =>
      `{${TYPES.flatMap((type) => (next() < 0.5 ? [`"${type}":${valueOf(type)}`] : [])).join(",")}}`;
    if (next() < 0.7) members.push(`"o":${next() < 0.2 ? `[${inner()},${inner()}]` : inner()}`);
    else if (next() < 0.5) members.push(`"o.${pick(TYPES)}":${pick(VALUES.keyword!)}`);
    members.push(`"indexed":"${pick(["a", "b", "c"])}"`);
    return `{${members.join(",")}}`;
  };

  const part = (from: number, count: number): [string, string][] =>
    Array.from({ length: count }, (_, at) => [`d${from + at}`, source()]);
  const parts = [part(0, 40), part(40, 25)];
  const random = { next, below, pick, several };
  return {
    mapping: { dynamic: false, runtime, properties: { indexed: { type: "keyword" } } },
    parts,
    deleted: ["d3", "d17", "d50"],
    search: () => randomSearch(random, requested),
  };
}

interface Random {
  readonly next: () => number;
  readonly below: (limit: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
  readonly several: <T>(most: number, one: () => T) => T[];
}

const TERMS: Readonly<Record<string, readonly Json[]>> = {
  keyword: ["abc", "ab", "", "1", "1.0", "1000.0", "true", "nope", "-0.0", 1, true],
  long: [1, 2, 3, "4", 5.5, -7, 9007199254740993n, "nope", 0],
  double: [1, 1.5, "3.5", -2.25, "nope", 8],
  boolean: [true, false, "true", "nope"],
  date: ["2020-01-01", "2020", 1577836800000, "2021-01-01||-1d", "nope", "1577836800123"],
  ip: ["1.2.3.4", "1.2.3.0/24", "::1", "nope", "::/0"],
  geo_point: ["1,2"],
};

const TEXTS: readonly JsonObject[] = [
  { prefix: { keyword: "ab" } },
  { prefix: { keyword: { value: "AB", case_insensitive: true } } },
  { wildcard: { keyword: "a*" } },
  { wildcard: { keyword: "*b*" } },
  { wildcard: { keyword: { value: "A?C", case_insensitive: true } } },
  { regexp: { keyword: "a.[cd]" } },
  { fuzzy: { keyword: "abx" } },
  { fuzzy: { keyword: { value: "ac", fuzziness: 1 } } },
  { term: { keyword: { value: "ABC", case_insensitive: true } } },
  { prefix: { long: "1" } },
  { wildcard: { ip: "1*" } },
  { regexp: { date: "2.*" } },
  { fuzzy: { boolean: "true" } },
  { match: { keyword: "abc" } },
  { match: { keyword: { query: "abx", fuzziness: 1 } } },
  { match: { long: "5" } },
  { match_phrase: { keyword: "x y" } },
  { match_phrase_prefix: { keyword: "ab" } },
  { match_bool_prefix: { keyword: "ab" } },
  { multi_match: { query: "abc", fields: ["keyword", "r_keyword", "o.keyword"] } },
  { multi_match: { query: "5", fields: ["long", "keyword"], type: "cross_fields" } },
  { query_string: { query: "abc OR 5" } },
  { query_string: { query: "keyword:ab* AND long:[1 TO 5]" } },
  { query_string: { query: "_exists_:date" } },
  { simple_query_string: { query: "abc", fields: ["keyword"] } },
  { geo_distance: { distance: "300km", geo_point: "1,2" } },
  { geo_bounding_box: { geo_point: { top_left: "45,-10", bottom_right: "5,35" } } },
  { geo_distance: { distance: "8000km", r_geo_point: [20, 10] } },
  { exists: { field: "o" } },
  { exists: { field: "o.*" } },
];

function randomSearch(random: Random, requested: JsonObject): JsonObject {
  const { below, pick, next } = random;
  const body: Record<string, Json> = {
    runtime_mappings: requested,
    _source: false,
    size: pick([3, 100]),
    sort: ["_score", "_doc"],
  };
  if (next() < 0.8) body.query = randomQuery(random, 2);
  if (next() < 0.3) body.post_filter = randomQuery(random, 1);
  if (next() < 0.3) body.sort = [randomSort(random), "_doc"];
  if (next() < 0.4) body.fields = [pick(["*", "o.*", "r_*", ...TYPES])];
  if (next() < 0.3) body.docvalue_fields = [fieldOf(random, pick(TYPES))];
  if (next() < 0.4)
    body.aggs = Object.fromEntries(
      Array.from({ length: 1 + below(2) }, (_, at) => [`a${at}`, randomAggregation(random)]),
    );
  return body;
}

function fieldOf({ pick }: Random, type: string): string {
  return `${pick(["", "", "o.", "r_"])}${type}`;
}

function randomQuery(random: Random, depth: number): Json {
  const { pick, below, several } = random;
  const type = pick(TYPES);
  const field = fieldOf(random, type);
  switch (below(depth > 0 ? 8 : 6)) {
    case 0:
      return { exists: { field } };
    case 1:
      return { term: { [field]: pick(TERMS[type]!) } };
    case 2:
      return { terms: { [field]: several(3, () => pick(TERMS[type]!)) } };
    case 3:
      return {
        range: {
          [field]: Object.fromEntries(several(2, () => [pick(["gt", "gte", "lt", "lte"]), pick(TERMS[type]!)])),
        },
      };
    case 4:
      return pick(TEXTS);
    case 5:
      return { term: { indexed: pick(["a", "b"]) } };
    default:
      return {
        bool: { [pick(["must", "should", "filter", "must_not"])]: several(3, () => randomQuery(random, depth - 1)) },
      };
  }
}

function randomSort(random: Random): Json {
  const { pick } = random;
  const type = pick(TYPES.filter((each) => each !== "geo_point"));
  const field = fieldOf(random, type);
  const numeric = type !== "keyword" && type !== "ip";
  return {
    [field]: {
      order: pick(["asc", "desc"]),
      ...(numeric && random.next() < 0.4 ? { mode: pick(["min", "max", "sum", "avg", "median"]) } : {}),
      missing: pick(["_first", "_last"]),
    },
  };
}

function randomAggregation(random: Random): Json {
  const { pick } = random;
  const type = pick(TYPES);
  const field = fieldOf(random, type);
  const numeric = fieldOf(random, pick(["long", "double"]));
  return pick<Json>([
    { terms: { field } },
    { terms: { field: fieldOf(random, "keyword"), min_doc_count: 0, order: { _key: "asc" } } },
    { terms: { field: fieldOf(random, "keyword"), include: "a.*" } },
    { cardinality: { field } },
    { missing: { field } },
    { stats: { field: numeric } },
    { min: { field: fieldOf(random, "date") } },
    { avg: { field: numeric } },
    { value_count: { field: fieldOf(random, pick(["long", "double", "date", "boolean", "keyword", "ip"])) } },
    { histogram: { field: fieldOf(random, "long"), interval: 1e15 } },
    { date_histogram: { field: fieldOf(random, "date"), calendar_interval: "month" } },
    { range: { field: numeric, ranges: [{ to: 2 }, { from: 2 }] } },
    { filter: { exists: { field } } },
    { terms: { field: "indexed" }, aggs: { inner: { max: { field: numeric } } } },
  ]);
}
