/**
 * Requests for term vectors, in order: the same go to any server that speaks the interface, and are compared with what
 * Elasticsearch
 * 8.19 answered. Two kinds are left out, since they keep a thread of Elasticsearch busy for ever: a body that is no
 * object, and a `filter` that is none.
 */

/** Method, path below the index (or from `/` on), body. */
export type Case = readonly [method: string, path: string, body?: object];

const INDEX = "wardex-termvectors";

const MAPPING = {
  t: { type: "text", fields: { k: { type: "keyword" }, v: { type: "text", term_vector: "with_positions_offsets" } } },
  tv: { type: "text", term_vector: "with_positions_offsets_payloads" },
  y: { type: "text", term_vector: "yes" },
  vp: { type: "text", term_vector: "with_positions" },
  vo: { type: "text", term_vector: "with_offsets" },
  fr: { type: "text", index_options: "freqs" },
  dc: { type: "text", index_options: "docs" },
  ni: { type: "text", index: false },
  w: { type: "text", analyzer: "whitespace" },
  g: { type: "text", position_increment_gap: 7 },
  cp: { type: "text", copy_to: "all" },
  all: { type: "text" },
  al: { type: "alias", path: "t" },
  k: { type: "keyword" },
  kig: { type: "keyword", ignore_above: 3 },
  kn: { type: "keyword", null_value: "NULL" },
  lower: { type: "keyword", normalizer: "lowercase" },
  o: { properties: { x: { type: "text" } } },
  n: { type: "long" },
  d: { type: "date" },
  b: { type: "boolean" },
  none: { type: "text" },
};

const DOCUMENT = {
  t: ["The quick brown", "fox the QUICK"],
  tv: "a B a",
  y: "a b a",
  vp: "p q",
  vo: "p q",
  fr: "f f",
  dc: "f f",
  ni: "not indexed",
  w: "Hello, World. ",
  g: ["a b ", "c"],
  cp: "copy me",
  k: ["x y", "X"],
  kig: ["abcdef", "ab"],
  kn: [null, "a", true, 7],
  lower: "ÄbC",
  o: [{ x: "one two" }, { x: "two" }],
  n: 5,
  d: "2020-01-01",
  b: true,
};

const WORDS = [
  "alpha beta beta gamma",
  "beta gamma delta delta delta",
  "alpha alpha epsilon",
  "zeta eta theta iota kappa alpha",
];

const setUp: readonly Case[] = [
  ["DELETE", "?ignore_unavailable=true"],
  [
    "PUT",
    "",
    {
      settings: { number_of_shards: 1, number_of_replicas: 0, refresh_interval: -1 },
      mappings: { properties: MAPPING },
    },
  ],
  ["PUT", "/_doc/1?routing=r", DOCUMENT],
];

const notRefreshed: readonly Case[] = [
  ["GET", "/_termvectors/1?realtime=false"],
  ["GET", "/_termvectors/1?fields=*&term_statistics=true&realtime=false"],
  ["POST", "/_mtermvectors?realtime=false", { ids: ["1"] }],
  ["GET", "/_termvectors/1"],
  ["GET", "/_termvectors/1?fields=*&term_statistics=true"],
];

const ofDocument: readonly Case[] = [
  ["POST", "/_refresh"],
  ["GET", "/_termvectors/1?realtime=false&fields=t"],
  ["GET", "/_termvectors/1?fields=*&term_statistics=true"],
  ["GET", "/_termvectors/1?fields=t,%20al,o.*,nope,ni,n,_id,_source,_routing,_ignored"],
  ["GET", "/_termvectors/1?fields="],
  ["GET", "/_termvectors/1?fields=t&positions=false"],
  ["GET", "/_termvectors/1?fields=t,tv,vp&offsets=false&field_statistics=false"],
  ["GET", "/_termvectors/1?fields=t&offsets=false&positions=false&payloads=false"],
  ["GET", "/_termvectors/nope"],
  ["POST", "/_termvectors/1?fields=y", { fields: ["g"], term_statistics: true }],
  [
    "POST",
    "/_termvectors/1?offsets=true",
    { fields: ["g", 5], offsets: "false", payloads: true, field_statistics: false, routing: "r" },
  ],
  ["POST", "/_termvectors", { _id: "1", fields: ["cp"] }],
  ["POST", "/_termvectors/1?version=1&preference=_local", { fields: ["k"] }],
];

const otherAnalyzers: readonly Case[] = [
  ["POST", "/_termvectors/1", { per_field_analyzer: { t: "keyword", tv: "keyword", nope: "keyword" } }],
  ["POST", "/_termvectors/1?fields=t,tv,k", { per_field_analyzer: { t: "keyword", k: "whitespace" } }],
  ["POST", "/_termvectors/1", { per_field_analyzer: { t: "nope" } }],
  ["POST", "/_termvectors/1?fields=cp", { per_field_analyzer: { cp: "nope" } }],
  ["POST", "/_termvectors/1", { per_field_analyzer: { t: 3 } }],
];

const ofRequest: readonly Case[] = [
  ["POST", "/_termvectors", { doc: { ...DOCUMENT, unmapped: "a b" }, term_statistics: true }],
  ["POST", "/_termvectors?fields=t,y", { doc: { t: "the zebra", y: "z" }, term_statistics: true }],
  ["POST", "/_termvectors", { doc: { none: "one one two", lower: "ABC" } }],
  ["POST", "/_termvectors", { doc: { t: "The zebra" }, per_field_analyzer: { t: "keyword" }, offsets: false }],
  ["POST", "/_termvectors", { doc: {} }],
  ["POST", "/_termvectors", { doc: { n: "abc" } }],
  ["POST", "/_termvectors", { doc: 3 }],
  ["POST", "/_termvectors?fields=t", { doc: { t: "x" }, version: 3, version_type: "external" }],
];

const filtered: readonly Case[] = [
  ...WORDS.map((t, place): Case => ["PUT", `/_doc/word${place}?refresh=true`, { t, all: t }]),
  ...[
    {},
    { max_num_terms: 1 },
    { max_num_terms: 3 },
    { max_num_terms: "2", min_term_freq: 1 },
    { max_num_terms: 2.7 },
    { min_term_freq: 2 },
    { max_term_freq: 1 },
    { min_doc_freq: 2 },
    { max_doc_freq: 1 },
    { min_word_length: 5 },
    { max_word_length: 4, min_word_length: 4 },
  ].flatMap((filter): Case[] => [
    ["POST", "/_termvectors/word1?fields=t", { filter, term_statistics: true }],
    ["POST", "/_termvectors/word3?fields=t,all", { filter }],
  ]),
  ["POST", "/_termvectors/word3?fields=t", { filter: { max_num_terms: 4 } }],
  ["POST", "/_termvectors/word3?fields=t", { filter: { max_num_terms: 5 } }],
  ["POST", "/_termvectors/word1?fields=t", { filter: { max_num_terms: -1 } }],
  ["POST", "/_termvectors/word1?fields=t", { filter: { max_num_terms: "x" } }],
  ["POST", "/_termvectors/word1?fields=t", { filter: { nope: 1 } }],
];

const refused: readonly Case[] = [
  ["GET", "/_termvectors"],
  ["POST", "/_termvectors/1", { doc: { t: "both" } }],
  ["POST", "/_termvectors", { doc: { t: "both" }, _id: "1" }],
  ["POST", "/_termvectors/1", { fields: "t" }],
  ["POST", "/_termvectors/1", { nope: 1 }],
  ["POST", "/_termvectors/1", { offsets: "maybe" }],
  ["GET", "/_termvectors/1?offsets=2"],
  ["GET", "/_termvectors/1?nope=2"],
  ["GET", "/_termvectors/1?version=3"],
  ["POST", "/_termvectors/1", { version: 3, version_type: "external" }],
  ["POST", "/_termvectors/1", { version_type: "nope" }],
  ["GET", "/_termvectors/1?preference=_nope"],
  ["GET", "/wardex-termvectors-nope/_termvectors/1"],
  ["GET", "/wardex-*/_termvectors/1"],
  ["GET", `/${INDEX},other/_termvectors/1`],
];

const several: readonly Case[] = [
  ["POST", "/_mtermvectors", { ids: ["1", 3, "nope"], parameters: { fields: ["cp"], offsets: false } }],
  ["POST", "/_mtermvectors?ids=1,nope&fields=cp&positions=false"],
  ["POST", "/_mtermvectors?ids=1&fields=cp", { ids: ["nope"] }],
  [
    "POST",
    "/_mtermvectors?term_statistics=true&fields=cp",
    { docs: [{ _id: "1" }, { _id: "1", term_statistics: false, fields: ["t"] }] },
  ],
  ["POST", "/_mtermvectors", { parameters: { fields: ["cp"] }, docs: [{ _id: "1" }, { _id: "1", fields: ["t.k"] }] }],
  ["POST", "/_mtermvectors", { docs: [{ _id: "1" }], parameters: { fields: ["cp"] } }],
  [
    "POST",
    "/_mtermvectors",
    {
      docs: [
        { doc: { cp: "own" }, fields: ["cp"] },
        { _id: "1", version: 4 },
      ],
    },
  ],
  [
    "POST",
    "//_mtermvectors",
    {
      docs: [
        { _index: INDEX, _id: "1", fields: ["cp"] },
        { _index: "wardex-termvectors-nope", _id: "1" },
        { _index: INDEX, _id: "nope" },
      ],
    },
  ],
  ["POST", "/_mtermvectors", { docs: [{ _id: "1" }], nope: [] }],
  ["POST", "/_mtermvectors", { docs: [{ _id: "1" }], nope: {} }],
  ["POST", "/_mtermvectors", { docs: [{ _id: "1" }], nope: 1 }],
  ["POST", "/_mtermvectors", { docs: [] }],
  ["POST", "/_mtermvectors", { docs: ["x"] }],
  ["POST", "/_mtermvectors", { docs: [{ _id: "1", nope: 1 }] }],
  ["POST", "/_mtermvectors", { docs: [{ _id: "1", doc: {} }] }],
  ["POST", "/_mtermvectors", { ids: [{}] }],
  ["POST", "/_mtermvectors"],
  ["POST", "//_mtermvectors", { ids: ["1"] }],
  ["POST", "//_mtermvectors", { docs: [{ _id: "4" }, { _index: INDEX }] }],
];

export const CASES: readonly Case[] = [
  ...setUp,
  ...notRefreshed,
  ...ofDocument,
  ...otherAnalyzers,
  ...ofRequest,
  ...filtered,
  ...refused,
  ...several,
  ["DELETE", ""],
];

/** The path of a case as it is sent. */
export function pathOf([, path]: Case): string {
  if (path.startsWith("//")) return path.slice(1);
  return path.startsWith("/wardex-") ? path : `/${INDEX}${path}`;
}

/** Members of an answer that differ from server to server. */
const VARYING = new Set(["took", "index_uuid"]);

/** An answer without what varies. */
export function comparable(answer: { readonly status: number; readonly body: unknown }): unknown {
  const text = JSON.stringify({ status: answer.status, body: answer.body }, (key, value: unknown) =>
    VARYING.has(key) ? undefined : value,
  );
  return JSON.parse(text) as unknown;
}
