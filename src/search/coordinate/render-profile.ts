/** The `profile` of a response: for each shard, where the time went (`SearchProfileResults`). */
import type { ProfiledAggregation } from "../../aggregation/tree/profiled-collectors.ts";
import type { ProfiledFetch } from "../../hits/fetch/fetch-profiler.ts";
import type { ProfiledNode, ProfiledStatistics, ShardProfile, ShardReference } from "../shard-result.ts";

/** The shards that answered, with what they measured. */
export interface ProfiledShard {
  readonly shard: ShardReference;
  readonly profile: ShardProfile;
  /** What each search for nearest vectors took, before that of the request. */
  readonly nearest: readonly ShardProfile[];
  /** Undefined: it has no hit of the page. */
  readonly fetch: ProfiledFetch | undefined;
}

/** What names the node and the layout. */
export interface ProfileOptions {
  readonly nodeId: string;
  readonly human: boolean;
}

type Rendered = Record<string, unknown>;

/** `{shards: […]}`. */
export function renderProfile(shards: readonly ProfiledShard[], options: ProfileOptions): Rendered {
  return { shards: shards.map((shard) => renderShard(shard, options, shards.length > 1)) };
}

function renderShard(
  { shard, profile, nearest, fetch }: ProfiledShard,
  { nodeId: own, human }: ProfileOptions,
  ofSeveral: boolean,
): Rendered {
  const { statistics } = profile;
  const nodeId = shard.elsewhere?.node ?? own;
  const rendered: Rendered = {
    id: `[${nodeId}][${shard.index}][${shard.shard}]`,
    node_id: nodeId,
    shard_id: shard.shard,
    index: ownIndexOf(shard),
    cluster: shard.elsewhere?.cluster ?? "(local)",
  };
  // The statistics of a single shard are its own.
  if (statistics && (ofSeveral || nearest.length > 0)) {
    const dfs: Rendered = { statistics: renderStatistics(statistics, human) };
    if (nearest.length > 0)
      dfs.knn = nearest.map((each) => ({
        vector_operations_count: each.vectorOperations ?? 0,
        query: each.queries.map((node) => renderNode(node, human)),
        rewrite_time: each.rewriteNanos,
        collector: [timed({ name: each.hits.name, reason: each.hits.reason }, each.hits.nanos, human)],
      }));
    rendered.dfs = dfs;
  }
  rendered.searches = [
    {
      query: profile.queries.map((node) => renderNode(node, human)),
      rewrite_time: profile.rewriteNanos,
      collector: [renderCollector(profile, human)],
    },
  ];
  rendered.aggregations = profile.aggregations.map((aggregation) => renderAggregation(aggregation, human));
  if (fetch) rendered.fetch = renderFetch(fetch, human);
  return rendered;
}

function ownIndexOf({ index, elsewhere }: ShardReference): string {
  return elsewhere ? index.slice(elsewhere.cluster.length + 1) : index;
}

function renderCollector({ hits, aggregations, aggregationNanos }: ShardProfile, human: boolean): Rendered {
  const children = [timed({ name: hits.name, reason: hits.reason }, hits.nanos, human)];
  if (aggregations.length > 0) {
    const names = aggregations.map(({ name }) => name).join(", ");
    children.push(timed({ name: `AggregatorCollector: [${names}]`, reason: "aggregation" }, aggregationNanos, human));
  }
  const head = { name: "QueryPhaseCollector", reason: "search_query_phase" };
  return { ...timed(head, hits.nanos + aggregationNanos, human), children };
}

function renderStatistics({ createWeightNanos, terms, fields }: ProfiledStatistics, human: boolean): Rendered {
  const breakdown = {
    create_weight: createWeightNanos,
    create_weight_count: 1,
    term_statistics: terms.nanos,
    term_statistics_count: terms.count,
    collection_statistics: fields.nanos,
    collection_statistics_count: fields.count,
    // Queries are rewritten while they are planned.
    rewrite: 0,
    rewrite_count: 0,
  };
  const nanos = createWeightNanos + terms.nanos + fields.nanos;
  return { ...timed({ type: "statistics", description: "collect term statistics" }, nanos, human), breakdown };
}

function renderAggregation({ type, name, breakdown, debug, children }: ProfiledAggregation, human: boolean): Rendered {
  const rendered = timed({ type, description: name }, sumOfTimes(breakdown), human);
  rendered.breakdown = breakdown;
  if (Object.keys(debug).length > 0) rendered.debug = debug;
  if (children.length > 0) rendered.children = children.map((child) => renderAggregation(child, human));
  return rendered;
}

function renderFetch({ nanos, breakdown, storedFields, phases }: ProfiledFetch, human: boolean): Rendered {
  const rendered = timed({ type: "fetch", description: "" }, nanos, human);
  rendered.breakdown = breakdown;
  rendered.debug = { stored_fields: storedFields };
  if (phases.length > 0)
    rendered.children = phases.map((phase) => ({
      ...timed({ type: phase.type, description: "" }, sumOfTimes(phase.breakdown), human),
      breakdown: phase.breakdown,
      ...(phase.debug ? { debug: phase.debug } : {}),
    }));
  return rendered;
}

function sumOfTimes(breakdown: Readonly<Record<string, number>>): number {
  let nanos = 0;
  for (const [name, value] of Object.entries(breakdown)) if (!name.endsWith("_count")) nanos += value;
  return nanos;
}

/** A node in the shape of Elasticsearch. */
function renderNode(node: ProfiledNode, human: boolean): Record<string, unknown> {
  const rendered = timed({ type: node.type, description: node.description }, node.nanos, human);
  rendered.breakdown = node.breakdown;
  if (node.children.length > 0) rendered.children = node.children.map((child) => renderNode(child, human));
  return rendered;
}

function timed(head: Record<string, unknown>, nanos: number, human: boolean): Record<string, unknown> {
  return { ...head, ...(human ? { time: humanNanos(nanos) } : {}), time_in_nanos: nanos };
}

/** `1.3ms`, `291.6micros`: a duration for people (`TimeValue.toHumanReadableString`). */
function humanNanos(nanos: number): string {
  const units: [number, string][] = [
    [1e9, "s"],
    [1e6, "ms"],
    [1e3, "micros"],
  ];
  for (const [size, unit] of units) {
    if (nanos < size) continue;
    const value = Math.floor((nanos / size) * 10) / 10;
    return `${value}${unit}`;
  }
  return `${nanos}nanos`;
}
