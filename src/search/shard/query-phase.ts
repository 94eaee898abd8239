/** The query phase over all shards of a request, and the merge of what they found. */
import type { ChildPartials } from "../../aggregation/aggregation-kind.ts";
import { needsScores } from "../../aggregation/tree/child-results.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { Plan } from "../../query/query.ts";
import type { LookUp } from "../../hits/fetch/lookup-fields.ts";
import { withDamageTold } from "../damaged-source.ts";
import type { Rescorer } from "../../hits/rescore/rescorer.ts";
import { checkRescore, hitsWanted, rescoreHits } from "./rescore-hits.ts";
import { fetchPhases } from "../../hits/fetch/phases.ts";
import { ProfiledPlan } from "../profile/profiled-plan.ts";
import type { SearchRequest } from "../request/search-request.ts";
import { parseSearchAfter, planSort } from "../../hits/sort/plan-sort.ts";
import type { SortKey } from "../../hits/sort/sort-key.ts";
import { isRelevance } from "../../hits/sort/sort-spec.ts";
import type { ShardFailure } from "../shard-failures.ts";
import { phaseFailure } from "../shard-failures.ts";
import type { PreparedShard } from "./prepare-shards.ts";
import type { RequestControl, Turn } from "./request-control.ts";
import { type ContextSource, searchShard, type ShardResult } from "./search-shard.ts";
import { compareHits, type ShardHit } from "../../hits/collect/shard-hit.ts";

/** A shard that answered, with what its hits are rendered with. */
export interface AnsweredShard {
  readonly prepared: PreparedShard;
  readonly plan: Plan;
  readonly postFilter: Plan | undefined;
  readonly keys: readonly SortKey[];
  readonly rescorers: readonly Rescorer[];
  readonly result: ShardResult;
  readonly profile: ProfiledPlan | undefined;
}

/** A hit of the whole request. */
export interface MergedHit {
  readonly shard: AnsweredShard;
  readonly hit: ShardHit;
}

/** What all shards together found. */
export interface QueryPhaseResult {
  readonly answered: readonly AnsweredShard[];
  readonly failures: readonly ShardFailure[];
  /** The page asked for. */
  readonly hits: readonly MergedHit[];
  readonly total: number;
  readonly more: boolean;
  /** NaN: none. */
  readonly maxScore: number;
  /** Partial results of the aggregations, by shard. */
  readonly aggregations: readonly ChildPartials[];
  readonly timedOut: boolean;
  readonly terminatedEarly: boolean;
}

/** What running needs beside the request. */
export interface Runtime {
  readonly contexts: ContextSource;
  readonly nodeId: string;
  readonly turn: Turn;
  readonly damaged: (uuid: string, shard: number, file: string) => void;
  /** Searches another index for fields of runtime type `lookup`. */
  readonly lookUp: LookUp;
}

/** Runs all shards. Throws when none could answer, or when a part is not enough. */
export function* queryPhase(
  request: SearchRequest,
  shards: readonly PreparedShard[],
  control: RequestControl,
  runtime: Runtime,
): Generator<void, QueryPhaseResult> {
  const answered: AnsweredShard[] = [];
  const failures: ShardFailure[] = [];
  for (const prepared of shards) {
    try {
      answered.push(yield* runShard(request, prepared, { control, runtime }));
    } catch (error) {
      if (error instanceof RequestError && error.type === "task_cancelled_exception") throw error;
      const { target } = prepared.index;
      const failed = { index: target.index, uuid: target.uuid, shard: prepared.shard };
      // Runtime fields are made of records.
      failures.push({ ...failed, node: runtime.nodeId, error: withDamageTold(error, failed, runtime.damaged) });
    }
  }
  if (failures.length > 0 && answered.length === 0) throw phaseFailure(failures, "all shards failed");
  if (failures.length > 0 && !request.allowPartialResults) throw phaseFailure(failures, "Partial shards failure");
  return merge(request, answered, failures);
}

function* runShard(
  request: SearchRequest,
  prepared: PreparedShard,
  run: { control: RequestControl; runtime: Runtime },
): Generator<void, AnsweredShard> {
  if (!prepared.searcher)
    throw new RequestError(503, "no_shard_available_action_exception", `[${prepared.view.index}][${prepared.shard}]`);
  const { index, view } = prepared;
  if (index.failure) throw index.failure;
  checkWindow(request, prepared);
  checkRescore(request, index.mapping);
  for (const { check } of fetchPhases) check?.(request, index.mapping);
  if (prepared.widened) {
    const work = { poll: () => run.control.poll(), reserve: run.control.memory.reserve };
    yield* prepared.widened.makeAll(work, run.runtime.turn.isOnly);
  }
  const keys = isRelevance(request.sort) ? [] : planSort(request.sort, view, run.control.memory.reserve);
  const after = request.searchAfter === undefined ? undefined : parseSearchAfter(keys, request.searchAfter);
  const scored =
    request.size + request.from > 0
      ? keys.length === 0 || keys.some((key) => key.needsScores) || request.trackScores
      : false;
  const options = {
    scored: scored || request.minScore !== undefined || needsScores(index.aggregations),
    boost: index.boost,
  };
  const profile = request.profile ? new ProfiledPlan(() => index.query.plan(view, options)) : undefined;
  const plan = profile ? profile.plan : index.query.plan(view, options);
  const postFilter = index.postFilter?.plan(view, { scored: false, boost: 1 });
  const rescorePlans = index.rescoreQueries.map((query) => query.plan(view, { scored: true, boost: 1 }));
  const task = {
    view,
    plan,
    postFilter,
    keys,
    after,
    aggregations: index.aggregations,
    limit: hitsWanted(request),
    trackTotalHits: request.trackTotalHits,
    minScore: request.minScore,
    terminateAfter: request.terminateAfter,
    trackScores: request.trackScores && request.size > 0,
    reserve: run.control.memory.reserve,
  };
  const started = performance.now();
  const result = yield* searchShard(task, run.control, run.runtime.contexts);
  profile?.collected(performance.now() - started);
  const rescorers = request.rescore.map((rescorer, place) => rescorer.onShard(rescorePlans[place]!));
  if (rescorers.length === 0 || result.hits.length === 0)
    return { prepared, plan, postFilter, keys, rescorers, result, profile };
  const scope = { view, control: run.control, contexts: run.runtime.contexts };
  const hits = yield* rescoreHits(result.hits, request.rescore, rescorers, scope);
  const rescored = { ...result, hits, maxScore: hits[0]?.score ?? Number.NaN };
  return { prepared, plan, postFilter, keys, rescorers, result: rescored, profile };
}

function checkWindow(request: SearchRequest, prepared: PreparedShard): void {
  const limit = Number(prepared.index.mapping.setting("index.max_result_window") ?? 10_000);
  const wanted = request.from + request.size;
  if (wanted <= limit) return;
  throw illegalArgument(
    `Result window is too large, from + size must be less than or equal to: [${limit}] but was [${wanted}]. See the scroll api for a more efficient way to request large data sets. This limit can be set by changing the [index.max_result_window] index level setting.`,
  );
}

function merge(
  request: SearchRequest,
  answered: readonly AnsweredShard[],
  failures: readonly ShardFailure[],
): QueryPhaseResult {
  const scores = answered.map((shard) => shard.result.maxScore).filter((score) => !Number.isNaN(score));
  const byRelevance = isRelevance(request.sort);
  return {
    answered,
    failures,
    hits: page(request, answered),
    total: answered.reduce((sum, shard) => sum + shard.result.total, 0),
    more: answered.some((shard) => shard.result.more),
    maxScore:
      request.size > 0 && (byRelevance || request.trackScores) && scores.length > 0 ? Math.max(...scores) : Number.NaN,
    aggregations: answered.map((shard) => shard.result.aggregations),
    timedOut: answered.some((shard) => shard.result.timedOut),
    terminatedEarly: answered.some((shard) => shard.result.terminatedEarly),
  };
}

/**
 * Hits from..from + size of all shards: by key, of equal ones the one of the earlier shard, then the earlier document.
 */
function page(request: SearchRequest, answered: readonly AnsweredShard[]): MergedHit[] {
  if (request.size === 0) return [];
  const to = request.from + request.size;
  const [only] = answered;
  if (only && answered.length === 1)
    return only.result.hits.slice(request.from, to).map((hit) => ({ shard: only, hit }));
  const all: (MergedHit & { order: number })[] = [];
  answered.forEach((shard, order) => {
    for (const hit of shard.result.hits) all.push({ shard, hit, order });
  });
  const keys = answered[0]?.keys ?? [];
  // The lists are in order by themselves and the sort is stable, so that equal hits of a shard keep their order.
  all.sort((left, right) => compareHits(left.hit, right.hit, keys) || left.order - right.order);
  return all.slice(request.from, to);
}
