/**
 * What `xpack.usage` says of features that are not here: they are not available, and nothing of them was used. Members
 * are those that Elasticsearch's clients ask for.
 */
const NOT_HERE = { available: false, enabled: false };
const NONE = { active: 0, total: 0 };
const NO_QUERIES = { total: 0, paging: 0, failed: 0, count: 0 };
/** How often something was joined, by how much. */
const BY_COUNT = ["one", "two", "three", "four", "five_or_more"];

export const unusedFeatures: Readonly<Record<string, object>> = {
  archive: { ...NOT_HERE, indices_count: 0 },
  eql: {
    ...NOT_HERE,
    features: {
      join: 0,
      joins: { ...zeros("join_queries", BY_COUNT.slice(1)), join_until: 0 },
      sequence: 0,
      keys: zeros("join_keys", BY_COUNT),
      event: 0,
      pipes: zeros("pipe", ["tail", "head"]),
      sequences: { ...zeros("sequence_queries", BY_COUNT.slice(1)), sequence_until: 0, sequence_maxspan: 0 },
    },
    queries: { _all: NO_QUERIES },
  },
  enterprise_search: NOT_HERE,
  esql: { ...NOT_HERE, features: {}, queries: {} },
  frozen_indices: { ...NOT_HERE, indices_count: 0 },
  graph: NOT_HERE,
  logstash: NOT_HERE,
  ml: {
    ...NOT_HERE,
    jobs: {},
    datafeeds: {},
    data_frame_analytics_jobs: { _all: { count: 0 } },
    inference: { ingest_processors: {}, trained_models: { _all: { count: 0 } } },
    node_count: 0,
  },
  monitoring: { ...NOT_HERE, collection_enabled: false, enabled_exporters: {} },
  rollup: NOT_HERE,
  searchable_snapshots: {
    ...NOT_HERE,
    indices_count: 0,
    full_copy_indices_count: 0,
    shared_cache_indices_count: 0,
  },
  sql: { ...NOT_HERE, features: {}, queries: { _all: NO_QUERIES } },
  universal_profiling: NOT_HERE,
  voting_only: NOT_HERE,
  watcher: {
    ...NOT_HERE,
    execution: { actions: {} },
    watch: { input: {}, trigger: { _all: NONE } },
    count: NONE,
  },
};

function zeros(name: string, kinds: readonly string[]): Record<string, number> {
  return Object.fromEntries(kinds.map((kind) => [`${name}_${kind}`, 0]));
}
