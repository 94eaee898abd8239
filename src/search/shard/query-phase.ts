/** The query phase over the shards of a request: what each of them finds, and what its hits are shown with. */
import type { PhaseTimes } from "../slow-phases.ts";
import { needsScores } from "../../aggregation/tree/child-results.ts";
import { fromPortableError, illegalArgument, RequestError, toPortableError } from "../../compat/errors.ts";
import type { Plan } from "../../query/query.ts";
import type { LookUp } from "../../hits/fetch/lookup-fields.ts";
import { withDamageTold } from "../damaged-source.ts";
import type { Rescorer } from "../../hits/rescore/rescorer.ts";
import { rescorerOf } from "../../hits/rescore/rescorers.ts";
import { type InnerHitsPlan, planInnerHits } from "../../hits/inner/inner-hits-plan.ts";
import { checkRescore, hitsWanted, rescoreHits } from "./rescore-hits.ts";
import { fetchPhases } from "../../hits/fetch/phases.ts";
import { FetchProfiler } from "../../hits/fetch/fetch-profiler.ts";
import { SearchProfile } from "./search-profile.ts";
import { onlySuggests, type SearchRequest } from "../request/search-request.ts";
import { anyMatch } from "./any-match.ts";
import { shardSuggestions } from "../../hits/suggest/shard-suggestions.ts";
import type { SuggestedEntry } from "../../hits/suggest/suggester.ts";
import { parseSearchAfter, planSort } from "../../hits/sort/plan-sort.ts";
import type { SortKey } from "../../hits/sort/sort-key.ts";
import { isRelevance } from "../../hits/sort/sort-spec.ts";
import type { ResolvedReference, SearchTarget } from "../search-service.ts";
import type { ShardMatches, ShardReference, ShardResult } from "../shard-result.ts";
import type { PreparedIndex, PreparedShard } from "./prepare-shards.ts";
import type { FetchParts } from "../../aggregation/aggregation-kind.ts";
import { fetchShardOf } from "./fetch-shard.ts";
import { type RequestControl, TooLarge, type Turn } from "./request-control.ts";
import { type ContextSource, countWithoutLooking, searchShard, type ShardTask } from "./search-shard.ts";
import { workOfPage, workOfShard } from "../work.ts";
import type { SearchStep } from "../scroll-cursor.ts";
import { matchNone } from "../../query/match-none/match-none-expression.ts";
import { slicedShard } from "../slice/slice-members.ts";
import type { SliceSpec } from "../slice/slice-spec.ts";
import { SlicedPlan } from "../slice/sliced-plan.ts";
import { resumedSort, shownSort } from "./resumed-sort.ts";
import { BlockQueue, type Help, type SharedSearch, type ShareSearch } from "./shared-search.ts";
import { SharedShards } from "./take-blocks.ts";
import { groupValues } from "../../hits/collect/group-values.ts";
import type { ShardHit } from "../../hits/collect/shard-hit.ts";

/** A shard with what the request becomes on it: what its documents are searched by, and its hits are shown with. */
export interface PlannedShard {
  readonly prepared: PreparedShard;
  readonly plan: Plan;
  readonly postFilter: Plan | undefined;
  readonly keys: readonly SortKey[];
  readonly rescorers: readonly Rescorer[];
  readonly innerHits: readonly InnerHitsPlan[];
  /** Measures what fetching takes; undefined: nobody does. */
  readonly fetchProfiler: FetchProfiler | undefined;
}

/** A shard that was asked; `planned` is undefined where it could not answer. */
export interface SearchedShard {
  readonly planned: PlannedShard | undefined;
  readonly result: ShardResult;
}

/** A hit that is to be shown. */
export interface PlannedHit {
  readonly shard: PlannedShard;
  readonly hit: ShardHit;
}

/** What running needs beside the request. */
export interface Runtime {
  readonly contexts: ContextSource;
  readonly nodeId: string;
  readonly turn: Turn;
  readonly damaged: (uuid: string, shard: number, file: string) => void;
  /** Searches another index for fields of runtime type `lookup`. */
  readonly lookUp: LookUp;
  /** Work from which on a search is shared. */
  readonly largeWork: number;
  /** Shares a large search with other threads; undefined: there are none. */
  readonly share: ShareSearch | undefined;
  readonly references: readonly ResolvedReference[] | undefined;
  readonly nowMs: number;
  /** 1 when the call was cancelled. */
  readonly control: Int32Array | undefined;
  /** Is told how long phases take; undefined: nobody wants to know. */
  readonly times: PhaseTimes<PreparedShard> | undefined;
}

/** Runs all shards; what goes wrong on one of them is its answer. */
export function* queryPhase(
  request: SearchRequest,
  shards: readonly PreparedShard[],
  run: PhaseRun,
): Generator<void, SearchedShard[]> {
  const { runtime } = run;
  const { times } = runtime;
  const asked: (ShardToSearch | SearchedShard)[] = [];
  for (const prepared of shards) {
    const sinceMs = times?.begin();
    try {
      asked.push(taskOf(request, yield* planShard(request, prepared, run), run));
    } catch (error) {
      asked.push(failed(prepared, error, runtime));
    }
    times?.add("query", prepared, sinceMs);
  }
  const sharedMs = times?.begin();
  const work = workOf(request, asked);
  if (!runtime.turn.admits(work)) yield;
  const shared = work >= runtime.largeWork ? yield* searchTogether(request, asked, run) : undefined;
  if (times && shared) for (const prepared of shards) times.add("query", prepared, sharedMs);
  const searched: SearchedShard[] = [];
  for (const each of asked) {
    const sinceMs = times?.begin();
    searched.push("task" in each ? yield* answerOf(request, each, run, shared?.get(each)) : each);
    if ("task" in each) times?.add("query", each.planned.prepared, sinceMs);
  }
  return searched;
}

const NO_SUGGESTIONS: readonly (readonly SuggestedEntry[])[] = [];

/** What a shard was found to have by several threads; a function throws what went wrong there. */
type Found = () => ShardMatches;

function* answerOf(
  request: SearchRequest,
  shard: ShardToSearch,
  run: PhaseRun,
  found: Found | undefined,
): Generator<void, SearchedShard> {
  try {
    return yield* runShard(request, shard, run, found);
  } catch (error) {
    return failed(shard.planned.prepared, error, run.runtime);
  }
}

/** Searches together with other threads; undefined where that is not possible, or of no use. */
function* searchTogether(
  request: SearchRequest,
  asked: readonly (ShardToSearch | SearchedShard)[],
  { control, runtime, step }: PhaseRun,
): Generator<void, Map<ShardToSearch, Found> | undefined> {
  const { share, contexts, turn } = runtime;
  const shards = asked.filter((each) => "task" in each);
  if (!share || step || !isShareable(request, shards)) return undefined;
  const shared = new SharedShards(shards.map(({ task }) => task));
  if (shared.blocks < 2) return undefined;
  const queue = new BlockQueue();
  const helpers = share({
    request: { ...request, timeoutMs: control.leftMs ?? Number.POSITIVE_INFINITY },
    targets: targetsOf(shards.map(({ planned }) => planned.prepared)),
    references: runtime.references,
    nowMs: runtime.nowMs,
    shards: shards.map(({ planned }) => referenceOf(planned.prepared)),
    blocks: shared.blocks,
    control: runtime.control,
    queue: queue.buffer,
  });
  try {
    const told = (shard: number, error: unknown): unknown =>
      withDamageTold(error, referenceOf(shards[shard]!.planned.prepared), runtime.damaged);
    const taken = yield* shared.take(queue, control, contexts, told);
    const members = queue.close();
    while (helpers.helps.length < members) {
      turn.waitFor(helpers.next());
      yield;
    }
    const all = [...taken, ...helpers.helps.flat()];
    return new Map(
      shards.map((shard, number) => {
        const own = all.filter((each) => each.shard === number);
        return [
          shard,
          () => shared.join(number, own.length > 0 ? own : [shared.nothing(number, control, contexts)], control),
        ];
      }),
    );
  } finally {
    helpers.end();
  }
}

/** Whether all that belongs to a search can be told to other threads, and is found alike by them. */
function isShareable(request: SearchRequest, shards: readonly ShardToSearch[]): boolean {
  if (request.profile || request.globalStatistics || request.slice || request.terminateAfter > 0) return false;
  // What is nearest is found by one for all.
  if (request.knn.length > 0 || request.nearest !== undefined || request.retriever) return false;
  // Others do not know which shards stand before theirs.
  if (request.sort.some(({ kind }) => kind === "shard_doc")) return false;
  return shards.every(({ planned }) => planned.prepared.widened === undefined);
}

/** The targets of shards, in the states that are searched. */
export function targetsOf(shards: readonly PreparedShard[]): SearchTarget[] {
  const targets = new Map<PreparedIndex, { shards: number[]; generations: (number | undefined)[] }>();
  for (const { index, shard, searcher } of shards) {
    let target = targets.get(index);
    if (!target) targets.set(index, (target = { shards: [], generations: [] }));
    target.shards.push(shard);
    target.generations[shard] = searcher?.descriptor.generation;
  }
  return Array.from(targets, ([{ target }, states]) => ({ ...target, ...states }));
}

/** Takes part in a search of another thread; answers undefined when it is not waited for. */
export function* helpWith(
  search: SharedSearch,
  prepared: readonly PreparedShard[],
  run: PhaseRun,
): Generator<void, Help | undefined> {
  const { control, runtime } = run;
  const tasks: ShardTask[] = [];
  for (const { uuid, shard, generation } of search.shards) {
    const same = prepared.find(({ index, shard: number }) => index.target.uuid === uuid && number === shard);
    if (generation === undefined || same?.searcher?.descriptor.generation !== generation) return undefined;
    tasks.push(taskOf(search.request, yield* planShard(search.request, same, run), run).task);
  }
  const shared = new SharedShards(tasks);
  const queue = new BlockQueue(search.queue);
  if (shared.blocks !== search.blocks || !queue.join()) return undefined;
  return yield* shared.take(queue, control, runtime.contexts, (shard, error) =>
    withDamageTold(error, search.shards[shard]!, runtime.damaged),
  );
}

/** The answer of a shard on which something went wrong. Throws what concerns the whole request. */
function failed(prepared: PreparedShard, error: unknown, runtime: Runtime): SearchedShard {
  if (error instanceof TooLarge) throw error;
  if (error instanceof RequestError && error.type === "task_cancelled_exception") throw error;
  const shard = referenceOf(prepared);
  // Runtime fields are made of records.
  const told = withDamageTold(error, shard, runtime.damaged);
  return { planned: undefined, result: { shard, error: toPortableError(told) } };
}

/** Names a shard as it is searched. */
export function referenceOf({ index, shard, searcher }: PreparedShard): ShardReference {
  const { target } = index;
  return { index: target.index, uuid: target.uuid, shard, generation: searcher?.descriptor.generation };
}

/** What a request becomes on a shard. Throws RequestError. */
export function* planShard(
  request: SearchRequest,
  prepared: PreparedShard,
  run: PhaseRun,
): Generator<void, PlannedShard & { readonly profile: SearchProfile | undefined }> {
  if (!prepared.searcher) throw absentShard(prepared);
  const { index, view } = prepared;
  if (index.failure) throw index.failure;
  if (run.step?.refusal) throw fromPortableError(run.step.refusal);
  if (!onlySuggests(request)) checkWindow(request, prepared, run.step);
  checkRescore(request, index.mapping);
  checkCollapse(request);
  for (const { check } of fetchPhases) check?.(request, index.mapping);
  if (prepared.widened) {
    const work = { poll: () => run.control.poll(), reserve: run.control.memory.reserve };
    yield* prepared.widened.makeAll(work, run.runtime.turn);
  }
  const keys = isRelevance(request.sort)
    ? []
    : planSort(request.sort, view, run.control.memory.reserve, prepared.place + (run.step?.firstShard ?? 0));
  const scored =
    request.size + request.from > 0
      ? keys.length === 0 || keys.some((key) => key.needsScores) || request.trackScores
      : false;
  const options = {
    // What explains scores must know them, be they shown or not.
    scored: scored || request.explain || request.minScore !== undefined || needsScores(index.aggregations),
    boost: index.boost,
  };
  const profile = request.profile ? new SearchProfile() : undefined;
  const whole = profile ? profile.query(() => index.query.plan(view, options)) : index.query.plan(view, options);
  const plan = request.slice ? slicedPlan(whole, request.slice, prepared, run) : whole;
  const filterPlan = (): Plan | undefined => index.postFilter?.plan(view, { scored: false, boost: 1 });
  const postFilter = profile && index.postFilter ? profile.postFilter(() => filterPlan()!) : filterPlan();
  const rescorers = request.rescore.map((rescorer, place) =>
    rescorerOf(rescorer, index.rescoreQueries[place]!.plan(view, { scored: true, boost: 1 })),
  );
  const innerHits = planInnerHits(index.innerHits, view, run.control.memory.reserve);
  const fetchProfiler = request.profile ? new FetchProfiler() : undefined;
  return { prepared, plan, postFilter, keys, rescorers, innerHits, profile, fetchProfiler };
}

/** What a phase runs with. */
export interface PhaseRun {
  readonly control: RequestControl;
  readonly runtime: Runtime;
  /** What the request is a step of. */
  readonly step: SearchStep | undefined;
  /** How many shards the request has. */
  readonly shards: number;
}

/** Throws where pages of collapsed hits would not fit together. */
function checkCollapse({ collapse, searchAfter, sort }: SearchRequest): void {
  if (!collapse || !searchAfter || sort.length === 0) return;
  const [first] = sort;
  if (sort.length === 1 && first?.kind === "field" && first.field === collapse.field) return;
  throw illegalArgument(
    "Cannot use [collapse] in conjunction with [search_after] unless the search is sorted on the same field. Multiple sort fields are not allowed.",
  );
}

/** A shard that is planned, and what it is asked. */
interface ShardToSearch {
  readonly planned: PlannedShard & { readonly profile: SearchProfile | undefined };
  readonly task: ShardTask;
  /** Whether it goes on behind a page. */
  readonly isResumed: boolean;
}

function taskOf(request: SearchRequest, planned: ShardToSearch["planned"], run: PhaseRun): ShardToSearch {
  const { plan, postFilter, keys, prepared } = planned;
  const { view } = prepared;
  const { minScore, terminateAfter } = request;
  const resumed = resumedSort(request, planned, run.step?.cursor);
  const task: ShardTask = {
    view,
    plan,
    postFilter,
    keys: resumed?.keys ?? keys,
    after: resumed?.after ?? (request.searchAfter && parseSearchAfter(keys, request.searchAfter)),
    aggregations: prepared.index.aggregations,
    limit: hitsWanted(request),
    // The first page has counted them.
    trackTotalHits: run.step?.cursor ? 0 : request.trackTotalHits,
    minScore,
    terminateAfter,
    count: countWithoutLooking({ view, plan, minScore, postFilter, terminateAfter }),
    trackScores: request.trackScores && request.size > 0 && !resumed,
    groups: request.collapse && groupValues(request.collapse.field, prepared.index.mapping),
    reserve: run.control.memory.reserve,
    profile: planned.profile,
    fetching: (own: FetchParts) => ({
      ...fetchShardOf(planned, {
        control: run.control,
        runtime: run.runtime,
        lookups: [],
        totalsAsInt: request.totalHitsAsInt,
        hits: request.size,
        profiler: undefined,
      }),
      ...own,
    }),
  };
  return { planned, task, isResumed: resumed !== undefined };
}

/** What the phase and the hits that it finds will cost. */
function workOf(request: SearchRequest, asked: readonly (ShardToSearch | SearchedShard)[]): number {
  let work = 0;
  for (const each of asked) if ("task" in each) work += workOfShard(request, each.task);
  if (work === 0) return 0;
  const innerHits = Math.max(0, ...asked.map((each) => ("task" in each ? each.planned.innerHits.length : 0)));
  return work + workOfPage(request, work, innerHits);
}

function* runShard(
  request: SearchRequest,
  { planned, task, isResumed }: ShardToSearch,
  run: PhaseRun,
  together: Found | undefined,
): Generator<void, SearchedShard> {
  const { prepared, keys, rescorers, profile } = planned;
  const { view } = prepared;
  const found = together?.() ?? (yield* searchShard(task, run.control, run.runtime.contexts));
  const matches = isResumed ? { ...found, hits: shownSort(found.hits, keys.length) } : found;
  const shard = referenceOf(prepared);
  const measured = profile?.result(request, prepared.statistics);
  const suggestions = request.suggest
    ? yield* shardSuggestions(request.suggest, view, {
        poll: () => run.control.pollCancelled(),
        matches: (query) => anyMatch(query, view, run.runtime.contexts, run.control.checkCancelled),
      })
    : NO_SUGGESTIONS;
  if (rescorers.length === 0 || matches.hits.length === 0)
    return { planned, result: { shard, matches, suggestions, profile: measured } };
  const scope = { view, control: run.control, contexts: run.runtime.contexts };
  const hits = yield* rescoreHits(matches.hits, request.rescore, rescorers, scope);
  const rescored = { ...matches, hits, maxScore: hits[0]?.score ?? Number.NaN };
  return { planned, result: { shard, matches: rescored, suggestions, profile: measured } };
}

function absentShard({ index, shard, view }: PreparedShard): RequestError {
  const { generations } = index.target;
  if (!generations) return new RequestError(503, "no_shard_available_action_exception", `[${view.index}][${shard}]`);
  const reason = `No search context found for id [${String(generations[shard])}]`;
  return new RequestError(404, "search_context_missing_exception", reason);
}

function slicedPlan(plan: Plan, slice: SliceSpec, prepared: PreparedShard, { step, shards }: PhaseRun): Plan {
  const { view, place, index } = prepared;
  const isScroll = step?.kind === "scroll";
  const members = slicedShard(slice, { view, mapping: index.mapping, place, shards, isScroll });
  if (members === "all") return plan;
  return members === "none"
    ? matchNone("slice").plan(view, { scored: false, boost: 1 })
    : new SlicedPlan(plan, members);
}

function checkWindow(request: SearchRequest, prepared: PreparedShard, step: SearchStep | undefined): void {
  const limit = Number(prepared.index.mapping.setting("index.max_result_window") ?? 10_000);
  const wanted = request.from + request.size;
  if (wanted <= limit) return;
  if (step?.kind === "scroll")
    throw illegalArgument(
      `Batch size is too large, size must be less than or equal to: [${limit}] but was [${wanted}]. Scroll batch sizes cost as much memory as result windows so they are controlled by the [index.max_result_window] index level setting.`,
    );
  throw illegalArgument(
    `Result window is too large, from + size must be less than or equal to: [${limit}] but was [${wanted}]. See the scroll api for a more efficient way to request large data sets. This limit can be set by changing the [index.max_result_window] index level setting.`,
  );
}
