// Valid bodies by operation, and what stands in the server before the requests: what is mutated should be nearly right.

const properties = {
  name: { type: "text", fields: { raw: { type: "keyword" } } },
  kind: { type: "keyword" },
  size: { type: "long" },
  price: { type: "double" },
  made: { type: "date" },
  open: { type: "boolean" },
  place: { type: "geo_point" },
  area: { type: "geo_shape" },
  address: { type: "ip" },
  range: { type: "integer_range" },
  parts: { type: "nested", properties: { name: { type: "keyword" }, count: { type: "integer" } } },
  labels: { type: "flattened" },
  vector: { type: "dense_vector", dims: 3 },
};

const document = {
  name: "Bern an der Aare",
  kind: "town",
  size: 134_591,
  price: 1.5,
  made: "1191-01-01",
  open: true,
  place: { lat: 46.9, lon: 7.4 },
  area: { type: "Polygon", coordinates: [[[0, 0], [2, 0], [2, 2], [0, 0]]] }, // prettier-ignore
  address: "10.0.0.1",
  range: { gte: 1, lt: 5 },
  parts: [{ name: "a", count: 1 }, { name: "b", count: 2 }], // prettier-ignore
  labels: { a: { b: "c" } },
  vector: [1, 0.5, -1],
};

export const queries = [
  { match_all: {} },
  { match: { name: "bern aare" } },
  { match: { name: { query: "bern", operator: "and", fuzziness: "AUTO", minimum_should_match: "75%" } } },
  { match_phrase: { name: { query: "bern an", slop: 2 } } },
  { multi_match: { query: "bern", fields: ["name^2", "kind"], type: "cross_fields" } },
  { term: { kind: "town" } },
  { terms: { kind: ["town", "village"], boost: 2 } },
  { range: { made: { gte: "now-10y/y", lt: "2030", format: "yyyy", time_zone: "+01:00" } } },
  { range: { size: { gt: 1, lte: 1e6 } } },
  {
    bool: {
      must: [{ exists: { field: "kind" } }],
      should: [{ term: { open: true } }],
      must_not: { ids: { values: ["1"] } },
      filter: [],
    },
  },
  { nested: { path: "parts", query: { term: { "parts.name": "a" } }, score_mode: "max" } },
  { query_string: { query: "name:(bern OR aare) AND size:>3 -kind:x*", default_operator: "and" } },
  { simple_query_string: { query: '"bern aare"~2 + (a | b)', fields: ["name"] } },
  { prefix: { kind: { value: "to", case_insensitive: true } } },
  { wildcard: { kind: "t?w*" } },
  { regexp: { kind: { value: "t[o-p]wn", flags: "ALL" } } },
  { fuzzy: { kind: { value: "twon", fuzziness: 1 } } },
  { constant_score: { filter: { term: { address: "10.0.0.0/8" } }, boost: 1.2 } },
  { dis_max: { queries: [{ term: { kind: "a" } }, { match: { name: "bern" } }], tie_breaker: 0.3 } },
  { boosting: { positive: { match_all: {} }, negative: { term: { kind: "a" } }, negative_boost: 0.2 } },
  { geo_distance: { distance: "10km", place: { lat: 46.9, lon: 7.4 } } },
  { geo_bounding_box: { place: { top_left: "47,7", bottom_right: { lat: 46, lon: 8 } } } },
  { geo_shape: { area: { shape: { type: "point", coordinates: [1, 0.5] }, relation: "intersects" } } },
  { match_bool_prefix: { name: "bern a" } },
  { distance_feature: { field: "made", origin: "now", pivot: "7d" } },
  { more_like_this: { fields: ["name"], like: "bern", min_term_freq: 1 } },
];

export const aggregations = [
  { terms: { field: "kind", size: 5, order: { _key: "asc" } } },
  { date_histogram: { field: "made", calendar_interval: "year", time_zone: "Europe/Zurich" } },
  { histogram: { field: "size", interval: 1000, extended_bounds: { min: 0, max: 10 } } },
  { range: { field: "price", ranges: [{ to: 1 }, { from: 1, to: 3, key: "b" }] } },
  { filters: { filters: { a: { term: { kind: "a" } }, b: { match_all: {} } } } },
  { nested: { path: "parts" }, aggs: { counts: { sum: { field: "parts.count" } } } },
  { cardinality: { field: "kind", precision_threshold: 100 } },
  { stats: { field: "size" } },
  { extended_stats: { field: "price", sigma: 2 } },
  { avg: { field: "size", missing: 3 } },
  { max: { field: "made", format: "yyyy" } },
  { value_count: { field: "kind" } },
  { missing: { field: "kind" } },
  { global: {}, aggs: { inner: { terms: { field: "kind" }, aggs: { most: { max: { field: "size" } } } } } },
  { significant_terms: { field: "kind" } },
  { geo_bounds: { field: "place" } },
];

const search = {
  query: queries[1],
  size: 5,
  from: 0,
  sort: [{ size: { order: "desc", missing: "_last" } }, "_doc"],
  _source: { includes: ["n*"], excludes: ["x"] },
  fields: ["name", { field: "made", format: "yyyy" }],
  docvalue_fields: ["size"],
  highlight: { fields: { name: { fragment_size: 10, pre_tags: ["<b>"], post_tags: ["</b>"] } }, order: "score" },
  aggs: { a: aggregations[0], b: aggregations[1] },
  post_filter: queries[5],
  track_total_hits: true,
  runtime_mappings: { run: { type: "keyword" } },
  explain: true,
};

const analysis = {
  analyzer: { own: { type: "custom", tokenizer: "standard", filter: ["lowercase", "grams"], char_filter: ["marks"] } },
  filter: { grams: { type: "edge_ngram", min_gram: 1, max_gram: 3 } },
  char_filter: { marks: { type: "mapping", mappings: ["a => b"] } },
};

const alias = { filter: { term: { kind: "town" } }, routing: "1", is_write_index: true };
const template = {
  index_patterns: ["tpl-*"],
  priority: 1,
  template: { settings: { number_of_shards: 1 }, mappings: { properties }, aliases: { x: {} } },
};
const role = {
  cluster: ["monitor"],
  indices: [{ names: ["towns*"], privileges: ["read"], field_security: { grant: ["n*"] }, query: '{"match_all":{}}' }],
};
const line = (value) => value;

/** Lists of values are sent as lines. */
export const bodies = {
  search: [search, { query: queries[0] }, { aggs: { a: aggregations[0] } }],
  count: [{ query: queries[1] }],
  "cat.count": [{ query: queries[1] }],
  explain: [{ query: queries[1] }],
  "indices.validate_query": [{ query: queries[9] }],
  index: [document, { any: { thing: [1, "2", { three: null }] } }],
  create: [document],
  update: [
    { doc: { size: 5 }, doc_as_upsert: true, detect_noop: false },
    { doc: { a: { b: 1 } }, upsert: document },
  ],
  mget: [{ docs: [{ _index: "towns", _id: "1", _source: ["name"] }, { _id: "2" }] }, { ids: ["1", "2"] }],
  termvectors: [
    {
      doc: document,
      fields: ["name"],
      term_statistics: true,
      per_field_analyzer: { name: "keyword" },
      filter: { max_num_terms: 3 },
    },
  ],
  mtermvectors: [{ docs: [{ _index: "towns", _id: "1", fields: ["name"] }], parameters: { term_statistics: true } }],
  field_caps: [{ fields: ["*"], index_filter: queries[7], runtime_mappings: { run: { type: "long" } } }],
  "indices.create": [
    {
      settings: { number_of_shards: 1, analysis },
      mappings: { properties, dynamic: "strict" },
      aliases: { here: alias },
    },
    {},
  ],
  "indices.put_mapping": [
    {
      properties,
      dynamic_templates: [{ t: { match: "s_*", match_mapping_type: "string", mapping: { type: "keyword" } } }],
      _meta: { a: 1 },
    },
    { runtime: { run: { type: "keyword" } }, _routing: { required: false }, dynamic: true },
  ],
  "indices.put_settings": [
    { index: { refresh_interval: "1s", max_result_window: 20_000 } },
    { "index.number_of_replicas": 0 },
  ],
  "indices.put_alias": [alias],
  "indices.update_aliases": [
    {
      actions: [
        { add: { index: "towns", alias: "all-towns", ...alias } },
        { remove: { index: "towns", alias: "none*" } },
      ],
    },
  ],
  "indices.analyze": [
    { analyzer: "standard", text: ["Bern an der Aare", "x"], explain: true, attributes: ["keyword"] },
    {
      tokenizer: "standard",
      filter: ["lowercase", { type: "stop", stopwords: ["a"] }],
      char_filter: ["html_strip"],
      text: "<b>Bern</b>",
    },
    { field: "name", text: "Bern" },
  ],
  "indices.put_index_template": [template],
  "indices.put_template": [
    { index_patterns: ["old-*"], settings: { number_of_shards: 1 }, mappings: { properties }, order: 1 },
  ],
  "cluster.put_component_template": [{ template: template.template, version: 3 }],
  "cluster.put_settings": [
    { persistent: { "action.auto_create_index": "true" }, transient: { "cluster.max_shards_per_node": 2000 } },
  ],
  "cluster.reroute": [{ commands: [{ cancel: { index: "towns", shard: 0, node: "x", allow_primary: true } }] }],
  "cluster.allocation_explain": [{ index: "towns", shard: 0, primary: true }],
  put_script: [{ script: { lang: "mustache", source: { query: { match: { name: "{{name}}" } } } } }],
  "enrich.put_policy": [{ match: { indices: ["towns"], match_field: "name", enrich_fields: ["a"] } }],
  "transform.put_transform": [
    {
      source: { index: "towns" },
      dest: { index: "made" },
      pivot: { group_by: { g: { terms: { field: "name" } } }, aggregations: { m: { max: { field: "a" } } } },
      sync: { time: { field: "at", delay: "1s" } },
    },
    { source: { index: ["towns"] }, dest: { index: "made" }, latest: { unique_key: ["name"], sort: "a" } },
  ],
  "transform.preview_transform": [
    { source: { index: "towns" }, pivot: { group_by: { g: { histogram: { field: "a", interval: 1 } } }, aggs: {} } },
  ],
  "ingest.put_pipeline": [
    { description: "x", processors: [{ set: { field: "a", value: 1 } }] },
    { processors: [{ set: { field: "a", value: 1, on_failure: [{ fail: { message: "m" } }] } }, []] },
  ],
  "synonyms.put_synonym": [{ synonyms_set: [{ id: "one", synonyms: "a, b => c" }, { synonyms: "d, e" }] }],
  "synonyms.put_synonym_rule": [{ synonyms: "a, b => c" }],
  "security.put_role": [role],
  "security.put_user": [
    {
      password: "secret1",
      roles: ["viewer"],
      full_name: "V",
      email: "v@example.org",
      metadata: { a: 1 },
      enabled: true,
    },
  ],
  "security.put_role_mapping": [
    {
      roles: ["viewer"],
      enabled: true,
      rules: { all: [{ field: { username: "a*" } }, { except: { field: { groups: "b" } } }] },
    },
  ],
  "security.put_privileges": [{ app: { read: { actions: ["data:read/*"], metadata: {} } } }],
  "security.create_api_key": [{ name: "key", expiration: "1d", role_descriptors: { r: role }, metadata: { a: 1 } }],
  "security.create_cross_cluster_api_key": [
    {
      name: "link",
      access: { search: [{ names: ["a*"], query: { match_all: {} }, field_security: { grant: ["a"] } }] },
    },
    { name: "link", access: { replication: [{ names: ["a*"] }] }, expiration: "1d", metadata: { a: 1 } },
  ],
  "security.update_cross_cluster_api_key": [{ access: { search: [{ names: ["b"] }] }, metadata: { b: 2 } }],
  "security.grant_api_key": [{ grant_type: "password", username: "vera", password: "secret1", api_key: { name: "k" } }],
  "security.invalidate_api_key": [{ ids: ["x"], owner: false }, { name: "key*" }],
  "security.update_api_key": [{ role_descriptors: { r: role }, metadata: { b: 2 } }],
  "security.has_privileges": [
    {
      cluster: ["monitor"],
      index: [{ names: ["towns"], privileges: ["read"] }],
      application: [{ application: "app", privileges: ["read"], resources: ["*"] }],
    },
  ],
  "security.get_token": [
    { grant_type: "client_credentials" },
    { grant_type: "password", username: "vera", password: "secret1" },
  ],
  "security.query_user": [
    { query: { bool: { must: [{ term: { username: "vera" } }] } }, sort: ["username"], from: 0, size: 5 },
  ],
  "security.query_role": [{ query: { match_all: {} }, size: 5 }],
  "security.query_api_keys": [{ query: { wildcard: { name: "k*" } }, aggs: { a: { terms: { field: "name" } } } }],
  "security.change_password": [{ password: "secret1" }],
  bulk: [
    [
      { index: { _index: "towns", _id: "7", routing: "a" } },
      document,
      { delete: { _index: "towns", _id: "8" } },
      { update: { _id: "9", _index: "towns" } },
      { doc: { size: 1 } },
    ],
    [{ create: { _index: "fresh" } }, line({ a: 1 }), { index: {} }, { b: { c: 2 } }],
  ],
  msearch: [[{ index: "towns", preference: "_local" }, search, {}, { query: queries[0] }]],
};

/** Bodies of the identity interface by the first words of the path. */
export const identityBodies = {
  "/core/users": {
    username: "ada",
    name: "Ada",
    email: "a@example.org",
    is_active: true,
    groups: [],
    attributes: { a: 1 },
  },
  "/core/groups": { name: "readers", is_superuser: false, parent: null, users: [], attributes: {} },
  "/core/tokens": {
    identifier: "t",
    intent: "api",
    user: 1,
    description: "",
    expires: "2030-01-01T00:00:00Z",
    expiring: true,
  },
  "/core/applications": {
    name: "App",
    slug: "app",
    provider: null,
    meta_launch_url: "https://example.org",
    policy_engine_mode: "any",
  },
  "/crypto/certificatekeypairs": { name: "pair", certificate_data: "-----BEGIN CERTIFICATE-----", key_data: "" },
  "/events/rules": { name: "rule", transports: [], severity: "notice", group: null },
  "/events/transports": { name: "hook", mode: "webhook", webhook_url: "http://127.0.0.1:1/x", send_once: true },
  "/policies": {
    name: "policy",
    action: "login",
    client_ip: "10.0.0.1",
    app: "",
    target: "",
    policy: "",
    order: 1,
    enabled: true,
  },
};

/** What is sent before, and again from time to time, as requests delete. */
export const setUp = [
  ["PUT", "/towns", { settings: { number_of_shards: 2, analysis }, mappings: { properties }, aliases: { places: {} } }],
  ["PUT", "/towns/_doc/1", document],
  ["PUT", "/towns/_doc/2?refresh=true", { ...document, name: "Thun", size: 3 }],
  ["PUT", "/rivers/_doc/1?refresh=true", { name: "Aare", length: 288 }],
  ["PUT", "/_synonyms/words", { synonyms_set: [{ id: "one", synonyms: "a, b" }] }],
  ["PUT", "/_scripts/stored", bodies.put_script[0]],
  ["PUT", "/_cluster/settings", { persistent: { "*": null }, transient: { "*": null } }],
];
