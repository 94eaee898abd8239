/**
 * What each operation that reads documents is asked so that it would tell of hidden ones and of hidden fields, if it
 * could. The index and the planted words stand in `leaks.test.ts`.
 */

/**
 * A word that stands only in hidden documents, a word that stands only in a hidden field, and a number that stands only
 * there.
 */
export const IN_DOCUMENT = "zanzibar";
export const IN_FIELD = "quokka";
export const NUMBER_IN_FIELD = "8675309";

/** What is hidden from a caller. */
export type Hidden = "documents" | "fields";

/** One request that tells of something hidden when it is answered to who sees everything. */
export interface Probe {
  readonly hides: Hidden;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** It is told to nobody. */
  readonly closed?: true;
  /** What tells in `status text`; absent: one of the planted words. */
  readonly sign?: RegExp;
}

/** What is asked in the body of a search. */
interface Asked {
  readonly hides: Hidden;
  readonly body: object;
  readonly sign?: RegExp;
}

const everything = { match_all: {} };

const NEAREST = { knn: { field: "near", query_vector: [9, 9], k: 20, num_candidates: 20 } };

/** A search that `rank_eval` runs, with what it shows. */
function rated(query: object): object {
  const request = { id: "a", request: { query }, summary_fields: ["title"], ratings: [] };
  return { requests: [request], metric: { precision: { k: 20 } } };
}

const REGION = { field: "region" };

/** Transforms by the values of a field. */
function pivoted(field: string, aggregation: object = { value_count: { field: "region" } }): object {
  return { source: { index: "ledger" }, pivot: { group_by: { g: { terms: { field } } }, aggs: { a: aggregation } } };
}

function latestOf(field: string): object {
  return { source: { index: "ledger" }, latest: { unique_key: [field], sort: "region" } };
}

/** Bodies of searches, told by hits, aggregations, sorts and what else there is. */
const searches: readonly Asked[] = [
  { hides: "documents", body: {} },
  { hides: "documents", body: { query: { term: { region: "hidden" } } } },
  { hides: "documents", body: { query: { ids: { values: ["h1"] } } } },
  { hides: "documents", body: { query: { match: { title: "zanzi zanzibar" } }, explain: true } },
  { hides: "documents", body: { size: 0, aggs: { a: { terms: { field: "title.raw" } } } } },
  {
    hides: "documents",
    body: { size: 0, query: { match_none: {} }, aggs: { a: { terms: { field: "title.raw", min_doc_count: 0 } } } },
  },
  { hides: "documents", body: { size: 0, aggs: { a: { cardinality: REGION } } }, sign: /"value":2/ },
  { hides: "documents", body: { size: 0, aggs: { a: { max: { field: "price" } } } }, sign: /"value":999/ },
  {
    hides: "documents",
    body: { size: 0, aggs: { a: { histogram: { field: "price", interval: 100 } } } },
    sign: /"key":900/,
  },
  { hides: "documents", body: { size: 0, track_total_hits: true }, sign: /"value":([6-9]|\d\d)/ },
  { hides: "documents", body: { size: 1, sort: [{ price: "desc" }] } },
  { hides: "documents", body: { _source: false, collapse: { field: "title.raw" } } },
  { hides: "documents", body: { size: 9, _source: false, collapse: { field: "region", inner_hits: { name: "all" } } } },
  { hides: "fields", body: { _source: false, collapse: { field: "secret.raw" } } },
  { hides: "documents", body: { size: 9, _source: false, docvalue_fields: ["title.raw"] } },
  { hides: "documents", body: { size: 9, _source: false, fields: ["title"] } },
  { hides: "documents", body: { query: { prefix: { title: "zan" } }, highlight: { fields: { title: {} } } } },
  { hides: "documents", body: { post_filter: { term: { region: "hidden" } } } },
  { hides: "documents", body: { suggest: { s: { text: "zanzibax", term: { field: "title" } } } } },
  { hides: "documents", body: { profile: true, query: { term: { region: "hidden" } } }, sign: /^200/ },
  { hides: "fields", body: {} },
  { hides: "fields", body: { _source: ["sec*", "obj"] } },
  { hides: "fields", body: { _source: false, fields: ["*"] } },
  { hides: "fields", body: { _source: false, fields: [{ field: "*", include_unmapped: true }] } },
  { hides: "fields", body: { _source: false, fields: ["everything"] } },
  { hides: "fields", body: { _source: false, docvalue_fields: ["secret.raw", "alias"] } },
  { hides: "fields", body: { stored_fields: ["kept"] } },
  { hides: "fields", body: { size: 0, aggs: { a: { terms: { field: "secret.raw" } } } } },
  { hides: "fields", body: { size: 0, aggs: { a: { terms: { field: "alias" } } } } },
  { hides: "fields", body: { size: 0, aggs: { a: { terms: { script: "params._source.toString()" } } } } },
  { hides: "fields", body: { size: 0, aggs: { a: { terms: { field: "secret.raw", script: "_value" } } } } },
  {
    hides: "fields",
    body: { size: 0, query: { match_none: {} }, aggs: { a: { terms: { field: "secret.raw", min_doc_count: 0 } } } },
  },
  { hides: "fields", body: { size: 0, aggs: { a: { max: { field: "amount" } } } } },
  {
    hides: "fields",
    body: { size: 0, aggs: { a: { filter: { prefix: { "secret.raw": "quo" } } } } },
    sign: /"a":\{"doc_count":[1-9]/,
  },
  {
    hides: "fields",
    body: { size: 0, query: { term: { region: "shown" } }, aggs: { a: { missing: { field: "secret.raw" } } } },
    sign: /"a":\{"doc_count":0/,
  },
  { hides: "fields", body: { _source: false, sort: [{ amount: "desc" }] } },
  { hides: "fields", body: { _source: false, sort: ["secret.raw"] } },
  {
    hides: "fields",
    body: { query: { prefix: { everything: "quo" } }, highlight: { fields: { "*": {} }, require_field_match: false } },
  },
  { hides: "fields", body: { suggest: { s: { text: "quokkx", term: { field: "secret" } } } } },
  { hides: "fields", body: { suggest: { s: { text: "quokkx there", term: { field: "alias" } } } } },
  { hides: "fields", body: { query: { prefix: { secret: "quo" } } }, sign: /"hits":\[\{/ },
  { hides: "fields", body: { query: { exists: { field: "secret" } } }, sign: /"hits":\[\{/ },
  { hides: "fields", body: { query: { exists: { field: "obj.b" } } }, sign: /"hits":\[\{/ },
  { hides: "fields", body: { query: { range: { amount: { gte: 1 } } } }, sign: /"hits":\[\{/ },
  { hides: "fields", body: { query: { query_string: { query: "secret:quo*" } } }, sign: /"hits":\[\{/ },
  { hides: "fields", body: { query: { multi_match: { query: "quokka", fields: ["sec*"] } } }, sign: /"hits":\[\{/ },
  {
    hides: "fields",
    body: { query: { simple_query_string: { query: "quo*", fields: ["secret"] } } },
    sign: /"hits":\[\{/,
  },
];

/** The probes of `search`, for operations that take the same bodies. */
function searchProbes(): Probe[] {
  return searches.flatMap(({ hides, body, sign }) => {
    const probe = { hides, method: "POST", body, ...(sign ? { sign } : {}) };
    return [
      "/ledger/_search",
      "/ledger/_search?request_cache=true",
      "/all-of-it/_search",
      "/led*,open-part/_search",
    ].map((path) => ({ ...probe, path }));
  });
}

function msearchProbes(): Probe[] {
  return searches.map(({ hides, body, sign }) => ({
    hides,
    method: "POST",
    path: "/_msearch",
    body: `{"index":"ledger"}\n${JSON.stringify(body)}\n`,
    ...(sign ? { sign: new RegExp(sign.source.replace("^200", '"status":200')) } : {}),
  }));
}

/** The same searches, each made by a template. */
function searchTemplateProbes(): Probe[] {
  return searches.map(({ hides, body, sign }) => ({
    hides,
    method: "POST",
    path: "/ledger/_search/template",
    body: templated(body),
    ...(sign ? { sign } : {}),
  }));
}

/** The same searches, each answered as it ends. */
function asyncSearchProbes(): Probe[] {
  return searches.map(({ hides, body, sign }) => ({
    hides,
    method: "POST",
    path: "/ledger/_async_search?wait_for_completion_timeout=30s",
    // Nobody may ask for suggestions alone this way.
    body: "suggest" in body ? { ...body, query: { match_none: {} } } : body,
    ...(sign ? { sign } : {}),
  }));
}

function msearchTemplateProbes(): Probe[] {
  return searches.map(({ hides, body, sign }) => ({
    hides,
    method: "POST",
    path: "/_msearch/template",
    body: `{"index":"ledger"}\n${JSON.stringify(templated(body))}\n`,
    ...(sign ? { sign: new RegExp(sign.source.replace("^200", '"status":200')) } : {}),
  }));
}

/** A template that makes the body of a parameter; what a body explains or profiles, its request asks for. */
function templated(body: object): object {
  const { explain, profile, ...rest } = body as { explain?: boolean; profile?: boolean };
  const asked = { ...(explain ? { explain } : {}), ...(profile ? { profile } : {}) };
  return { source: "{{#toJson}}body{{/toJson}}", params: { body: rest }, ...asked };
}

const hiddenPrefix = { query: { prefix: { "secret.raw": "quo" } } };
const hiddenRegion = { query: { term: { region: "hidden" } } };
/** Queries that stand for the terms of the shard. */
const expansions = [
  { fuzzy: { title: "zanzibax" } },
  { prefix: { title: { value: "zanz", rewrite: "scoring_boolean" } } },
  { match_phrase_prefix: { title: "zanz" } },
  { query_string: { query: "title:zanzibax~" } },
];
const found = /^200 \{.*"count":[1-9]/;

/** Operations by name, with what they are asked. */
export const leakProbes: Readonly<Record<string, readonly Probe[]>> = {
  "async_search.submit": asyncSearchProbes(),
  "cat.count": [{ hides: "documents", method: "GET", path: "/_cat/count/ledger?h=count", sign: /^200 ([6-9]|\d\d)/ }],
  count: [
    { hides: "documents", method: "POST", path: "/ledger/_count", body: hiddenRegion, sign: found },
    { hides: "documents", method: "GET", path: "/ledger/_count", sign: /"count":([6-9]|\d\d)/ },
    { hides: "fields", method: "POST", path: "/ledger/_count", body: hiddenPrefix, sign: found },
    { hides: "fields", method: "GET", path: "/ledger/_count?q=secret:quo*", sign: found },
  ],
  exists: [
    { hides: "documents", method: "HEAD", path: "/ledger/_doc/h1", sign: /^200/ },
    { hides: "documents", method: "HEAD", path: "/ledger/_doc/h-new", sign: /^200/ },
  ],
  exists_source: [{ hides: "documents", method: "HEAD", path: "/ledger/_source/h1", sign: /^200/ }],
  explain: [
    { hides: "documents", method: "POST", path: "/ledger/_explain/h1?_source=true", body: { query: everything } },
    { hides: "fields", method: "POST", path: "/ledger/_explain/v1?_source=true", body: { query: everything } },
    { hides: "fields", method: "POST", path: "/ledger/_explain/v1", body: hiddenPrefix, sign: /"matched":true/ },
  ],
  field_caps: [
    { hides: "fields", method: "GET", path: "/ledger/_field_caps?fields=*", sign: /secret|amount|"kept"|alias/ },
    { hides: "fields", method: "GET", path: "/ledger/_field_caps?fields=secret.raw", sign: /secret/ },
  ],
  get: [
    { hides: "documents", method: "GET", path: "/ledger/_doc/h1" },
    { hides: "documents", method: "GET", path: "/all-of-it/_doc/h1" },
    { hides: "documents", method: "GET", path: "/ledger/_doc/h1?realtime=false" },
    { hides: "documents", method: "GET", path: "/ledger/_doc/h-new" },
    { hides: "documents", method: "GET", path: "/ledger/_doc/h1?version=99", sign: /^409/ },
    { hides: "fields", method: "GET", path: "/ledger/_doc/v1" },
    { hides: "fields", method: "GET", path: "/ledger/_doc/v1?_source_includes=sec*,obj" },
    { hides: "fields", method: "GET", path: "/ledger/_doc/v1?stored_fields=kept" },
    { hides: "fields", method: "GET", path: "/ledger/_doc/v-new" },
  ],
  get_source: [
    { hides: "documents", method: "GET", path: "/ledger/_source/h1" },
    { hides: "fields", method: "GET", path: "/ledger/_source/v1" },
  ],
  "indices.get": [{ hides: "fields", method: "GET", path: "/ledger?features=mappings", sign: /secret|amount|kept/ }],
  "indices.get_field_mapping": [
    { hides: "fields", method: "GET", path: "/ledger/_mapping/field/*", sign: /secret|amount|kept/ },
  ],
  "indices.get_mapping": [{ hides: "fields", method: "GET", path: "/ledger/_mapping", sign: /secret|amount|kept/ }],
  "indices.validate_query": [
    ...expansions.map((query): Probe => ({
      hides: "documents",
      method: "POST",
      path: "/ledger/_validate/query?rewrite=true",
      body: { query },
    })),
    ...expansions.map((query): Probe => ({
      hides: "documents",
      method: "POST",
      path: "/ledger/_validate/query?explain=true",
      body: { query },
      closed: true,
    })),
    {
      hides: "documents",
      method: "POST",
      path: "/ledger/_validate/query?rewrite=true",
      body: hiddenRegion,
      sign: /^200/,
    },
    {
      hides: "fields",
      method: "POST",
      path: "/ledger/_validate/query?explain=true",
      body: { query: { query_string: { query: "quo*", fields: ["sec*"] } } },
      sign: /secret/,
    },
  ],
  mget: [
    { hides: "documents", method: "POST", path: "/ledger/_mget", body: { ids: ["v1", "h1", "h-new"] } },
    {
      hides: "fields",
      method: "POST",
      path: "/_mget",
      body: { docs: [{ _index: "all-of-it", _id: "v1", stored_fields: ["kept"] }] },
    },
    { hides: "fields", method: "POST", path: "/_mget", body: { docs: [{ _index: "ledger", _id: "v1" }] } },
  ],
  msearch: msearchProbes(),
  msearch_template: msearchTemplateProbes(),
  mtermvectors: [
    {
      hides: "documents",
      method: "POST",
      path: "/ledger/_mtermvectors",
      body: { ids: ["h1"], parameters: { fields: ["title"] } },
    },
    {
      hides: "fields",
      method: "POST",
      path: "/_mtermvectors",
      body: { docs: [{ _index: "ledger", _id: "v1", fields: ["secret", "everything"] }] },
    },
  ],
  search: searchProbes(),
  search_template: searchTemplateProbes(),
  search_mvt: [
    { hides: "documents", method: "POST", path: "/ledger/_mvt/place/0/0/0", body: { fields: ["title"] } },
    { hides: "fields", method: "POST", path: "/ledger/_mvt/place/0/0/0", body: { fields: ["secret", "kept"] } },
    { hides: "fields", method: "POST", path: "/ledger/_mvt/place/0/0/0", body: { fields: ["*"] } },
  ],
  knn_search: [
    { hides: "documents", method: "POST", path: "/ledger/_knn_search", body: NEAREST },
    { hides: "fields", method: "POST", path: "/ledger/_knn_search", body: NEAREST, sign: /"hits":\[\{/ },
  ],
  rank_eval: [
    { hides: "documents", method: "POST", path: "/ledger/_rank_eval", body: rated(everything) },
    {
      hides: "fields",
      method: "POST",
      path: "/ledger/_rank_eval",
      body: rated({ match: { secret: "quokka" } }),
      sign: /"unrated_docs":\[\{/,
    },
  ],
  terms_enum: [
    { hides: "documents", method: "POST", path: "/ledger/_terms_enum", body: { field: "title.raw", size: 100 } },
    {
      hides: "documents",
      method: "POST",
      path: "/ledger/_terms_enum",
      body: { field: "title.raw", string: "ZANZ", case_insensitive: true },
    },
    { hides: "fields", method: "POST", path: "/ledger/_terms_enum", body: { field: "secret.raw" } },
    {
      hides: "fields",
      method: "POST",
      path: "/ledger/_terms_enum",
      body: { field: "secret.raw", index_filter: { exists: { field: "secret" } } },
    },
  ],
  termvectors: [
    { hides: "documents", method: "GET", path: "/ledger/_termvectors/h1?fields=title" },
    { hides: "documents", method: "GET", path: "/ledger/_termvectors/h-new?fields=title" },
    { hides: "fields", method: "GET", path: "/ledger/_termvectors/v1?fields=secret,everything" },
    {
      hides: "fields",
      method: "POST",
      path: "/ledger/_termvectors?fields=secret&term_statistics=true",
      body: { doc: { secret: "quokka" } },
      sign: /"doc_freq":[1-9]/,
    },
  ],
  "transform.preview_transform": [
    { hides: "documents", method: "POST", path: "/_transform/_preview", body: pivoted("title.raw") },
    { hides: "documents", method: "POST", path: "/_transform/_preview", body: latestOf("title.raw") },
    { hides: "fields", method: "POST", path: "/_transform/_preview", body: pivoted("secret.raw") },
    {
      hides: "fields",
      method: "POST",
      path: "/_transform/_preview",
      body: pivoted("region", { max: { field: "amount" } }),
    },
    { hides: "fields", method: "POST", path: "/_transform/_preview", body: latestOf("region") },
  ],
  // What writes tell of the document that was there.
  update: [
    { hides: "documents", method: "POST", path: "/ledger/_update/h1?_source=true", body: { doc: { price: 999 } } },
  ],
  bulk: [
    {
      hides: "fields",
      method: "POST",
      path: "/_bulk?_source=true",
      body: '{"update":{"_index":"ledger","_id":"v1"}}\n{"doc":{"price":1}}\n',
    },
  ],
};

/** Operations that read, and tell nothing of documents. */
export const toldNothing: Readonly<Record<string, string>> = {
  render_search_template: "what a template makes of the parameters of the caller",
  search_shards: "where shards are, and the filters of aliases",
  scroll: "the next page of a search: each is asked with the rights of then (contexts.test.ts)",
  open_point_in_time: "how many shards there are",
  close_point_in_time: "how many shards the caller's own point in time held",
  clear_scroll: "how many of the caller's own scrolls there were",
};
