/**
 * What a search will cost, judged by its plan: the unit is a document that the kernel reads from postings or a column,
 * some nanoseconds. By this a call is run where it arrived, or handed on, or cut into parts; how long calls took before
 * says nothing, since the first ones run code that is not compiled, and a thread may be interrupted.
 */
import { hasBuckets, type SubAggregations } from "../aggregation/aggregation-kind.ts";
import { countOf } from "../aggregation/tree/child-results.ts";
import { showsSource } from "../hits/fetch/hit-options.ts";
import { isRelevance } from "../hits/sort/sort-spec.ts";
import { costOf } from "../query/plan-cost.ts";
import type { Plan } from "../query/query.ts";
import { knowsWhole, type MatchedSegments } from "./whole-segments.ts";
import type { SearchRequest } from "./request/search-request.ts";

/** Work for about two milliseconds: one slice. A call with no more than that runs where it arrived. */
export const SLICE_WORK = 600_000;
/** Work that is done in less time than it takes to hand it on: such calls run where they arrived in any case. */
export const TINY_WORK = 25_000;

/** Work for some ten milliseconds: other threads take part in it. */
export const LARGE_WORK = 4_000_000;

/** What planning does between two looks at whether it should go on. */
export const CHECKPOINT_WORK = 20_000;
/** To read a record, and to show a hit without one. */
export const RECORD_WORK = 3_000;
const HIT_WORK = 500;
/** Buckets of what does not say how many it makes. */
const USUAL_BUCKETS = 100;
/** To reduce a bucket, and to show it: known only when the documents are collected. */
export const BUCKET_WORK = 500;
/** To explain a hit, and to highlight a field of one. */
const EXPLAIN_WORK = 5_000;
const HIGHLIGHT_WORK = 25_000;
/** To find and show the inner hits of a hit. */
const INNER_WORK = 50_000;
/** To read a byte of a body, and to prepare an index and its shards. */
const BYTE_WORK = 4;
const TARGET_WORK = 5_000;

/** A match with a score costs as much as so many without. */
const SCORED = 3;
/** A match that is compared by one sort key. */
const SORTED = 2;
/** A match in one aggregation. */
const AGGREGATED = 6;
/** Of the matches that only the best are wanted of, about one of so many is looked at, once enough are counted. */
const SKIPPED = 4;

/** What is known of a call before its bodies are read. */
export function workOfText(bodies: readonly string[], targets: readonly (readonly unknown[])[]): number {
  const bytes = bodies.reduce((sum, body) => sum + body.length, 0);
  return bytes * BYTE_WORK + targets.reduce((sum, each) => sum + each.length, 0) * TARGET_WORK;
}

/** A shard as it is to be searched. */
export interface EstimatedShard extends MatchedSegments {
  readonly postFilter: Plan | undefined;
  readonly aggregations: SubAggregations;
  /** The number of matches, where it is known without a look at documents. */
  readonly count: number | undefined;
}

/** What the query phase costs on a shard. */
export function workOfShard(request: SearchRequest, shard: EstimatedShard): number {
  const { view, plan, postFilter, count } = shard;
  const nodes = countOf(shard.aggregations);
  const limit = request.size + request.from;
  if (count !== undefined && nodes === 0 && (limit === 0 || count === 0)) return 0;
  let looks = 0;
  let matches = 0;
  for (const segment of view.segments) {
    const cost = costOf(plan, segment);
    looks += cost + (postFilter ? costOf(postFilter, segment) : 0);
    matches += Math.min(cost, segment.docCount);
  }
  // Terms are numbered for the whole shard when they are first aggregated.
  const seen = nodes > 0 && knowsWhole(shard) ? 0 : matches;
  const collected =
    nodes === 0 ? 0 : (seen * AGGREGATED + view.maxDoc) * nodes + bucketsOf(shard.aggregations, matches) * BUCKET_WORK;
  return looks + collected + (limit === 0 ? 0 : workOfHits(request, matches, count, nodes > 0));
}

/** What it costs to find the best of the matches. */
function workOfHits(request: SearchRequest, matches: number, count: number | undefined, seesAll: boolean): number {
  const ranked = isRelevance(request.sort);
  const each = ranked ? SCORED : SORTED * request.sort.length + (request.trackScores ? SCORED : 0);
  const rescored = request.rescore.reduce((sum, { windowSize }) => sum + Math.max(0, windowSize), 0);
  const counted = count === undefined ? request.trackTotalHits : 0;
  const seen = seesAll || request.minScore !== undefined ? matches : Math.min(matches, counted + matches / SKIPPED);
  return seen * each + rescored * HIT_WORK;
}

/** What it costs to show the hits of the page. */
export function workOfPage(request: SearchRequest, matches: number, innerHits = 0): number {
  const { highlight, explain, fields, docvalueFields, scriptFields, storedFields } = request;
  const reads =
    showsSource(request) ||
    request.version ||
    fields.length + docvalueFields.length + scriptFields.length + (storedFields?.length ?? 0) > 0;
  const each =
    HIT_WORK +
    (reads ? RECORD_WORK : 0) +
    (explain ? EXPLAIN_WORK : 0) +
    (highlight ? highlight.fields.length * HIGHLIGHT_WORK : 0) +
    innerHits * INNER_WORK;
  return Math.min(request.size, matches) * each;
}

/** Results of a tree in all of its buckets, as far as that can be told before. */
function bucketsOf({ aggregations }: SubAggregations, matches: number): number {
  return aggregations.reduce((sum, each) => {
    if (!hasBuckets(each)) return sum + 1;
    const buckets = Math.min(matches, each.mostBuckets ?? USUAL_BUCKETS);
    return sum + buckets * (1 + bucketsOf(each.children, matches / Math.max(1, buckets)));
  }, 0);
}
