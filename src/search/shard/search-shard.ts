/** The query phase on one shard: what it is asked, and what it answers. */
import type { ChildPartials, ShardCollection, SubAggregations } from "../../aggregation/aggregation-kind.ts";
import { divisionOf, mergeChildren } from "../../aggregation/tree/child-results.ts";
import { mergeParts } from "../../hits/collect/shard-hit.ts";
import type { CollectTask } from "../../hits/collect/hit-collector.ts";
import type { OperatorContext } from "../../query/operator.ts";
import type { Plan, SearcherView } from "../../query/query.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { ShardMatches } from "../shard-result.ts";
import { BLOCK_SIZES, blocksOf, type BlockSize, type DocBlock, wholeSegments, wholeShard } from "./doc-blocks.ts";
import type { SearchProfile } from "./search-profile.ts";
import type { RequestControl } from "./request-control.ts";
import { knowsWhole } from "../whole-segments.ts";
import { type PassOptions, seesAlone, ShardPass, type ShardPart } from "./shard-pass.ts";

/** What one shard is asked. */
export interface ShardTask extends CollectTask {
  readonly view: SearcherView;
  readonly plan: Plan;
  readonly postFilter: Plan | undefined;
  readonly aggregations: SubAggregations;
  /** Hits are counted up to here; Infinity for all, 0 for none. */
  readonly trackTotalHits: number;
  readonly minScore: number | undefined;
  /** 0: never. */
  readonly terminateAfter: number;
  /** The number of matches, where it is known without a look at documents (`countWithoutLooking`). */
  readonly count: number | undefined;
  /** Accounts of aggregations; see ShardCollection. */
  readonly reserve: (bytes: number) => void;
  /** See ShardCollection; absent: the hits of aggregations are not fetched here. */
  readonly fetching?: ShardCollection["fetching"];
  /** Measures the pass; absent: nobody does. */
  readonly profile?: SearchProfile | undefined;
}

/** Makes what an operator runs in, and takes it back. */
export interface ContextSource {
  /** The scratch slot that the thread has leased. */
  readonly slot: number;
  lease(reader: SegmentReader, checkpoint: () => void): { readonly context: OperatorContext; release(): void };
}

/** The number of matches, when every segment knows it without a look at documents. */
export function countWithoutLooking({
  view,
  plan,
  minScore,
  postFilter,
  terminateAfter,
}: Pick<ShardTask, "view" | "plan" | "minScore" | "postFilter" | "terminateAfter">): number | undefined {
  if (minScore !== undefined || postFilter || !plan.count) return undefined;
  // With terminate_after, more than these would be counted than Elasticsearch looks at (`shortcutTotalHitCount`).
  if (terminateAfter > 0 && !SHORTCUT_KINDS.has(plan.kind)) return undefined;
  let total = 0;
  for (let segment = 0; segment < view.segments.length; segment++) {
    const reader = view.segments[segment];
    if (!reader) continue;
    const count = plan.count(reader);
    if (count === undefined || (view.liveDocs[segment] && count > 0)) return undefined;
    total += count;
  }
  return total;
}

/** How a shard is collected. */
export interface Collection extends PassOptions {
  readonly blocks: readonly DocBlock[];
}

/**
 * How a shard is collected: by one thread, or by several that take its blocks in turn. Sums of fractions are added up
 * by the same blocks in either case.
 */
export function collectionOf(
  task: ShardTask,
  isShared: boolean,
  sizes: { readonly summed: BlockSize; readonly shared: BlockSize } = BLOCK_SIZES,
): Collection {
  const { view, aggregations, terminateAfter } = task;
  const docCounts = view.segments.map(({ docCount }) => docCount);
  if (knowsWhole(task)) return collectionBy(wholeShard(docCounts), false);
  const division = divisionOf(aggregations, view);
  if (division === "in-blocks") return collectionBy(blocksOf(docCounts, sizes.summed), true);
  if (!isShared || division === undefined || terminateAfter > 0) return collectionBy(wholeShard(docCounts), false);
  // Who looks for the best hits alone skips what cannot be among them, by bounds of the whole segment.
  return collectionBy(seesAlone(task) ? wholeSegments(docCounts) : blocksOf(docCounts, sizes.shared), false);
}

function collectionBy(blocks: readonly DocBlock[], byBlock: boolean): Collection {
  return { blocks, isPart: blocks.length > 1, byBlock };
}

/** Runs the query phase. */
export function* searchShard(
  task: ShardTask,
  control: RequestControl,
  contexts: ContextSource,
): Generator<void, ShardMatches> {
  const { count, limit, aggregations } = task;
  const collection = collectionOf(task, false);
  const pass = new ShardPass(task, control, contexts, collection);
  if (count === undefined || limit > 0 || aggregations.aggregations.length > 0) {
    for (const [number, block] of collection.blocks.entries()) {
      if (pass.terminated || pass.timedOut) break;
      yield* pass.block(number, block);
    }
  }
  return joinParts(task, [pass.part()], collection, control);
}

/**
 * What the parts of a shard found, as one pass over all would have: at least one part. Ends when the search was
 * cancelled.
 */
export function joinParts(
  task: ShardTask,
  parts: readonly ShardPart[],
  { isPart }: PassOptions,
  control: Pick<RequestControl, "checkCancelled">,
): ShardMatches {
  const timedOut = parts.some((part) => part.timedOut);
  const known = timedOut ? undefined : task.count;
  const scores = parts.map(({ maxScore }) => maxScore).filter((score) => !Number.isNaN(score));
  return {
    hits: parts.length === 1 ? parts[0]!.hits : mergeParts(parts, task.keys, task.limit),
    total: known ?? parts.reduce((sum, { total }) => sum + total, 0),
    more: known === undefined && parts.some(({ more }) => more),
    maxScore: scores.length === 0 ? Number.NaN : Math.max(...scores),
    aggregations: isPart ? joinedAggregations(task, parts, control) : (parts[0]!.aggregations[0]?.results ?? []),
    terminatedEarly: parts.some((part) => part.terminatedEarly),
    timedOut,
  };
}

function joinedAggregations(
  { aggregations }: ShardTask,
  parts: readonly ShardPart[],
  { checkCancelled }: Pick<RequestControl, "checkCancelled">,
): ChildPartials {
  const results = parts.flatMap((part) => part.aggregations).sort((one, other) => one.block - other.block);
  const seen = results.map(({ results: of }) => of);
  return mergeChildren(aggregations, seen, { ofParts: true, countBuckets: checkCancelled, step: checkCancelled });
}

/** Queries whose hits Elasticsearch counts without collecting. */
const SHORTCUT_KINDS: ReadonlySet<string> = new Set([
  "MatchAllDocsQuery",
  "MatchNoDocsQuery",
  "TermQuery",
  "FieldExistsQuery",
]);
