/** The best documents of each bucket, shown as a search shows its hits. */
import { illegalArgument } from "../../compat/errors.ts";
import { JsonText, float32Text } from "../../compat/json/json-text.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import { FetchProfiler } from "../../hits/fetch/fetch-profiler.ts";
import { ShardFetcher } from "../../hits/fetch/shard-fetcher.ts";
import type { FetchShard } from "../../hits/fetch/fetch-phase.ts";
import { fetchPhases } from "../../hits/fetch/phases.ts";
import { compareSorts } from "../../hits/sort/compare-sorts.ts";
import { planSort } from "../../hits/sort/plan-sort.ts";
import { isRelevance } from "../../hits/sort/sort-spec.ts";
import type { SortValue } from "../../hits/sort/sort-key.ts";
import type { Query, SearcherView } from "../../query/query.ts";
import type { Aggregation, AggregationKind, Collector, ShardCollection } from "../aggregation-kind.ts";
import { BestHits } from "../hits/best-hits.ts";
import { type TopHitsRequest, readTopHits } from "../hits/top-hits-request.ts";

const KIND = "top_hits";
const DEFAULT_WINDOW = 100;

/** A hit as JSON, with what hits of several shards are compared by. */
interface ShownHit {
  readonly score: number;
  readonly sort: readonly SortValue[];
  readonly text: string;
}

interface TopHitsPartial {
  readonly total: number;
  /** NaN: scores are not tracked, or there is no hit. */
  readonly maxScore: number;
  readonly hits: readonly ShownHit[];
}

const NOTHING: TopHitsPartial = { total: 0, maxScore: Number.NaN, hits: [] };

interface Asked {
  readonly name: string;
  readonly request: TopHitsRequest;
  readonly highlightQueries: readonly (Query | undefined)[];
}

function refuse(): never {
  throw illegalArgument(
    "numHits must be > 0; please use TotalHitCountCollectorManager if you just need the total hit count",
  );
}

function collector({ name, request, highlightQueries }: Asked, shard: ShardCollection): Collector<TopHitsPartial> {
  const { from, options, sort, trackScores } = request;
  const { searcher, fetching } = shard;
  const most = Number(searcher.mapping.setting("index.max_inner_result_window") ?? DEFAULT_WINDOW);
  if (from + options.size > most) {
    throw illegalArgument(
      `Top hits result window is too large, the top hits aggregator [${name}]'s from + size must be less than or equal to: [${most}] but was [${from + options.size}]. This limit can be set by changing the [index.max_inner_result_window] index level setting.`,
    );
  }
  if (!fetching) throw illegalArgument(`[${KIND}] is not supported where no hits are fetched`);
  for (const { check } of fetchPhases) check?.(options, searcher.mapping);
  const keys = isRelevance(sort) ? [] : planSort(sort, searcher, (bytes) => shard.reserve(bytes));
  const scored = keys.length === 0 || trackScores;
  const best = new BestHits(keys, Math.max(from + options.size, 1), scored, shard);
  let fetcher: ShardFetcher | undefined;
  const profiles: FetchProfiler[] = [];
  const resultOf = (bucket: number): TopHitsPartial => {
    const kept = best.of(bucket);
    if (!kept) return NOTHING;
    if (shard.profiler) {
      const profiler = new FetchProfiler();
      profiles.push(profiler);
      fetcher = fetcherOn(searcher, options, { ...fetching({ keys, highlightQueries }), profiler });
    }
    fetcher ??= fetcherOn(searcher, options, fetching({ keys, highlightQueries }));
    const hits = kept.hits.map((hit): ShownHit => {
      const text = writeJson(fetcher!.fetch(hit));
      shard.reserve(text.length);
      return { score: hit.score, sort: hit.sort, text };
    });
    return { total: kept.total, maxScore: scored ? kept.maxScore : Number.NaN, hits };
  };
  return {
    // Without a document, nobody minds that there is nothing to keep.
    segment: (reader, context) => (from + options.size === 0 ? { collect: refuse } : best.segment(reader, context)),
    results: (buckets) => Array.from(buckets, resultOf),
    profile: () => ({ debug: { fetch_profile: profiles.flatMap(shownProfile) } }),
  };
}

function shownProfile(profiler: FetchProfiler): Record<string, unknown>[] {
  const profile = profiler.result();
  return profile ? [{ breakdown: profile.breakdown, time: profile.nanos }] : [];
}

/** Nested objects are shown as inner hits are: none has a sequence number or inner hits of its own. */
function fetcherOn(searcher: SearcherView, options: TopHitsRequest["options"], shard: FetchShard): ShardFetcher {
  if (searcher.nestedPath === undefined) return new ShardFetcher(options, shard);
  const plan = shard.query.plan(searcher, { scored: true, boost: 1 });
  return new ShardFetcher(
    { ...options, seqNoPrimaryTerm: false },
    { ...shard, view: searcher, plan, postFilter: undefined, innerHits: undefined },
  );
}

/** `from` counts when results are shown: they may be merged several times. */
function merge({ from, options, sort }: TopHitsRequest, shards: readonly TopHitsPartial[]): TopHitsPartial {
  const scores = shards.map(({ maxScore }) => maxScore).filter((score) => !Number.isNaN(score));
  const compare = compareSorts(sort);
  const all = shards.flatMap(({ hits }) => hits);
  all.sort((left, right) => (isRelevance(sort) ? right.score - left.score : compare(left.sort, right.sort)));
  return {
    total: shards.reduce((sum, { total }) => sum + total, 0),
    maxScore: scores.length === 0 ? Number.NaN : Math.max(...scores),
    hits: all.slice(0, from + options.size),
  };
}

export const topHits: AggregationKind = {
  name: KIND,
  summary: "The best documents of each bucket, as a search shows its hits.",
  bucket: false,
  parse(name, body, _children, context): Aggregation<TopHitsPartial> {
    const request = readTopHits(name, body);
    const highlightQueries = (request.options.highlight?.fields ?? []).map(({ options: { query } }) =>
      query === undefined ? undefined : context.parseQuery(query),
    );
    const asked = { name, request, highlightQueries };
    return {
      name,
      kind: KIND,
      needsScores:
        isRelevance(request.sort) ||
        request.trackScores ||
        request.options.explain ||
        request.sort.some(({ kind }) => kind === "score"),
      collector: (shard) => collector(asked, shard),
      empty: () => NOTHING,
      merge: (shards) => merge(request, shards),
      render: ({ total, maxScore, hits }) => ({
        hits: {
          total: { value: total, relation: "eq" },
          max_score: Number.isNaN(maxScore) ? null : float32Text(maxScore),
          hits: hits.slice(request.from).map(({ text }) => new JsonText(text)),
        },
      }),
      typeName: () => KIND,
    };
  },
};
