/**
 * The search side of one thread: keeps the searchers, and runs several calls in turns. A call works for some
 * milliseconds, then the next one has its turn, so that a cheap call never waits for an expensive one to end.
 */
import { AnswerPages } from "../../core/answer-pages.ts";
import { assert } from "../../core/assert.ts";
import { systemClock } from "../../core/clock.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { RequestError } from "../../compat/errors.ts";
import { renderBody } from "../../compat/render-body.ts";
import type { GetResult, SearcherDescriptor } from "../../documents/documents.ts";
import type { ScriptCompiler } from "../../scripting/script-compiler.ts";
import { Mapping } from "../../mapping/mapping.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import { overlaidMapping } from "../../mapping/runtime/overlaid-mapping.ts";
import {
  type KeptSet,
  QueryCache,
  type QueryCacheOptions,
  type ShardQueryCacheCounts,
} from "../../query/query-cache/query-cache.ts";
import { MemoryBreakers } from "../../breakers/memory-breakers.ts";
import type { CallAnswer, CallRuntime } from "../search-action.ts";
import { runHelp } from "../coordinate/search.ts";
import { ArrivingHelp, type Help, type SharedSearch } from "../shard/shared-search.ts";
import { isDamage, withDamageTold } from "../damaged-source.ts";
import { CallReads, type ShardReadCounts } from "../shard/read-counts.ts";
import { lookUp, type LookedUp } from "../shard/look-up.ts";
import type { SharedMemory } from "../shard/request-accounts.ts";
import type { SlowPhase } from "../slow-phases.ts";
import { TooLarge, Turn } from "../shard/request-control.ts";
import type { ContextSource } from "../shard/search-shard.ts";
import { segmentContexts } from "../shard/segment-contexts.ts";
import { NeedsReferences } from "../request/request-references.ts";
import type {
  Answer,
  CallTerms,
  Question,
  ResolvedReference,
  SearchAction,
  SearchAnswer,
  SearchThread,
  SearchVerbs,
  UnresolvedReferences,
} from "../search-service.ts";
import { verbs } from "../verbs.ts";
import { LARGE_WORK, SLICE_WORK, TINY_WORK, workOfText } from "../work.ts";
import { defaultSearchCustoms, type SearchCustoms } from "../search-customs.ts";
import type { ShardFielddataBytes } from "../shard/fielddata.ts";
import { SearcherRegistry } from "../shard/searcher-registry.ts";

/** Calls that take turns; each holds some of the thread's scratch while it is inside a segment. */
const MAX_RUNNING = 4;
/** Calls that wait for their first turn; further ones are refused. */
const MAX_WAITING = 1000;

/** What a search thread is made of; plain data. */
export interface SearchThreadOptions {
  /** Scratch slot that the thread has leased in all segments. */
  readonly slot: number;
  readonly nodeId: string;
  /** Words of the breakers that its requests take their memory from; undefined: nobody counts. */
  readonly breakers?: SharedArrayBuffer | undefined;
  /** The thread's query cache; undefined: none. */
  readonly queryCache?: QueryCacheOptions | undefined;
  /** Work from which on other threads take part in a search; undefined: LARGE_WORK. */
  readonly largeWork?: number | undefined;
  /** What the thread may keep of the columns of runtime fields; undefined: what the registry takes by itself. */
  readonly runtimeColumnBytes?: number | undefined;
}

/** What a call tells beside its answer. */
interface Told {
  readonly warnings: Set<string>;
  readonly slow: SlowPhase[];
}

/** What a small call answers, at once or soon; undefined: it is not small. */
export type Attempted<Result> = Result | Promise<Result> | undefined;

interface BegunCall<Result> {
  readonly steps: Generator<void, Result>;
  readonly turn: Turn;
  readonly reads: CallReads;
}

interface RunningCall extends BegunCall<unknown> {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The search thread. */
export class LocalSearchThread implements SearchThread {
  onRelease: (uuid: string, shard: number, generation: number) => void = () => undefined;
  onSetKept: (kept: KeptSet) => void = () => undefined;
  onDamage: (uuid: string, shard: number, file: string) => void = () => undefined;
  onShare: ((search: SharedSearch) => void) | undefined;
  /** Searches that are shared, by id. */
  readonly #shared = new Map<number, ArrivingHelp>();
  #shares = 0;
  readonly #options: SearchThreadOptions;
  readonly #contexts: ContextSource;
  readonly #registry: SearcherRegistry;
  readonly #running: RunningCall[] = [];
  readonly #waiting: RunningCall[] = [];
  readonly #memory: SharedMemory | undefined;
  readonly #pages = new AnswerPages();
  #customs = defaultSearchCustoms;
  #scheduled = false;
  /** Work that is left in this turn of the event loop for calls that run where they arrived. */
  #workLeft = SLICE_WORK;

  constructor(options: SearchThreadOptions) {
    this.#options = options;
    this.#contexts = segmentContexts(options.slot);
    this.#memory = options.breakers && { breakers: new MemoryBreakers(options.breakers), slot: options.slot };
    this.#registry = new SearcherRegistry(
      searchedMapping,
      (uuid, shard, generation) => this.onRelease(uuid, shard, generation),
      {
        queryCache: options.queryCache && new QueryCache(options.queryCache),
        runtimeColumnBytes: options.runtimeColumnBytes,
        memory: this.#memory,
      },
    );
    if (this.#registry.queryCache) this.#registry.queryCache.onKept = (kept) => this.onSetKept(kept);
  }

  applyIndex(metadata: IndexMetadata): void {
    this.#registry.applyIndex(metadata);
  }

  removeIndex(uuid: string): void {
    this.#registry.removeIndex(uuid);
  }

  applyCustoms<Kind extends keyof SearchCustoms>(kind: Kind, things: SearchCustoms[Kind]): void {
    this.#customs = { ...this.#customs, [kind]: things };
    this.#registry.scripts.follow(this.#customs.scripts);
  }

  publish(searcher: SearcherDescriptor): void {
    this.#registry.publish(searcher);
  }

  keep(searcher: SearcherDescriptor): void {
    this.#registry.keep(searcher);
  }

  letGo(uuid: string, shard: number, generation: number): void {
    this.#registry.letGo(uuid, shard, generation);
  }

  takeSet(kept: KeptSet): void {
    this.#registry.takeSet(kept);
  }

  clearQueryCache(uuid: string): void {
    this.#registry.queryCache?.clearIndex(uuid);
  }

  /** See `Fielddata`. */
  clearFielddata(uuid: string, fields: readonly string[] | undefined): void {
    this.#registry.fielddata.clear(uuid, fields);
  }

  fielddataBytes(): ShardFielddataBytes[] {
    return this.#registry.fielddata.bytes();
  }

  /** What the query cache did, by shard; forgotten with the index. */
  queryCacheCounts(): ShardQueryCacheCounts[] {
    return [...(this.#registry.queryCache?.counts() ?? [])];
  }

  /** What its searches have read of fields. */
  readCounts(): ShardReadCounts[] {
    return this.#registry.readCounts.all();
  }

  /** A document as its shard's searcher has it; undefined where it cannot know, see `look-up.ts`. */
  lookUp({ uuid, shard, request }: LookedUp): GetResult | undefined {
    const searcher = this.#registry.acquire(uuid, shard);
    if (!searcher) return undefined;
    try {
      return lookUp(searcher, this.#registry.index(uuid, request.index).mapping, request);
    } catch {
      // Whoever writes the shard says what is wrong with it.
      return undefined;
    } finally {
      searcher.release();
    }
  }

  /** Rejects with a RequestError for what the caller can act on. */
  call(request: SearchAction, control?: Int32Array): Promise<SearchAnswer | UnresolvedReferences> {
    return this.#run(() => this.#beginCall(request, control));
  }

  ask<Verb extends keyof SearchVerbs>(
    verb: Verb,
    question: Question<Verb>,
    terms: CallTerms,
  ): Promise<Answer<Verb> | UnresolvedReferences> {
    return this.#run(() => this.#beginVerb(verb, question, terms));
  }

  /** Takes part in a search that another thread shares; undefined: that thread does not wait for it. */
  help(search: SharedSearch): Promise<Help | undefined> {
    return this.#run(() => {
      const terms = { startedMs: systemClock.monotonicMs(), control: search.control };
      const runtime = this.#runtime(search.references, terms, { warnings: new Set(), slow: [] });
      // Whoever shares it counts what it reads.
      const reads = new CallReads(undefined);
      return { steps: runHelp(search, { ...runtime, share: undefined, reads }), turn: runtime.turn, reads };
    });
  }

  helped(id: number, help: Help | Error): void {
    this.#shared.get(id)?.arrived(help);
  }

  #share(search: Omit<SharedSearch, "id">): ArrivingHelp {
    const id = ++this.#shares;
    const helpers = new ArrivingHelp(() => this.#shared.delete(id));
    this.#shared.set(id, helpers);
    this.onShare?.({ ...search, id });
    return helpers;
  }

  /**
   * Runs a call now, if it is small (`search/work.ts`); undefined when it is not. One that takes longer than it was
   * thought to goes on in slices. Throws as `call` rejects.
   */
  attempt(request: SearchAction): Attempted<SearchAnswer | UnresolvedReferences> {
    const { kind, bodies, targets } = request;
    return kind.quick === true
      ? this.#attempt(workOfText(bodies, targets), () => this.#beginCall(request, undefined))
      : undefined;
  }

  /** The same for a verb. */
  attemptVerb<Verb extends keyof SearchVerbs>(
    verb: Verb,
    question: Question<Verb>,
    { startedMs }: CallTerms,
  ): Attempted<Answer<Verb> | UnresolvedReferences> {
    return verb === "search" && "targets" in question
      ? this.#attempt(workOfText([], [question.targets]), () =>
          this.#beginVerb(verb, question, { startedMs, control: undefined }),
        )
      : undefined;
  }

  #run<Result>(begin: () => BegunCall<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      if (this.#waiting.length >= MAX_WAITING) throw rejected();
      this.#add({ resolve: resolve as RunningCall["resolve"], reject, ...begin() });
    });
  }

  #add(call: RunningCall): void {
    if (this.#running.length < MAX_RUNNING) this.#running.push(call);
    else this.#waiting.push(call);
    this.#schedule();
  }

  #attempt<Result>(work: number, begin: () => BegunCall<Result>): Attempted<Result> {
    const mostWork = Math.max(TINY_WORK, this.#workLeft);
    // Those that run hold scratch, which does not last for many.
    if (work > mostWork || this.#running.length >= MAX_RUNNING) return undefined;
    const { steps, turn, reads } = begin();
    turn.beginWith(mostWork - work, true, this.#workLeft < SLICE_WORK);
    let step: IteratorResult<void, Result>;
    try {
      step = this.#step({ steps, turn, reads });
    } catch (error) {
      if (error instanceof TooLarge) return undefined;
      throw error;
    } finally {
      this.#spend(mostWork - Math.max(0, turn.workLeft));
    }
    if (step.done) return step.value;
    if (turn.workLeft >= 0)
      return new Promise((resolve, reject) =>
        this.#add({ steps, turn, reads, resolve: resolve as RunningCall["resolve"], reject }),
      );
    // Lets go of searchers and scratch.
    steps.return(undefined as never);
    return undefined;
  }

  /** All calls of one turn of the event loop together have one slice, except for those that are tiny. */
  #spend(work: number): void {
    if (work === 0) return;
    if (this.#workLeft === SLICE_WORK) setImmediate(() => (this.#workLeft = SLICE_WORK));
    this.#workLeft -= work;
  }

  readonly #damaged = (uuid: string, shard: number, file: string): void => this.onDamage(uuid, shard, file);

  #beginCall(request: SearchAction, control: Int32Array | undefined): BegunCall<SearchAnswer | UnresolvedReferences> {
    const told: Told = { warnings: new Set(), slow: [] };
    const runtime = this.#runtime(request.references, { startedMs: request.startedMs, control }, told);
    const steps = orUnresolved(rendered(request.kind.run(request, runtime), request, told));
    return { steps, turn: runtime.turn, reads: runtime.reads };
  }

  #beginVerb<Verb extends keyof SearchVerbs>(
    verb: Verb,
    question: Question<Verb>,
    terms: CallTerms,
  ): BegunCall<Answer<Verb> | UnresolvedReferences> {
    const references = "references" in question ? question.references : undefined;
    const runtime = this.#runtime(references, terms, { warnings: new Set(), slow: [] });
    return { steps: orUnresolved(verbs[verb](question, runtime)), turn: runtime.turn, reads: runtime.reads };
  }

  #runtime(
    references: readonly ResolvedReference[] | undefined,
    { startedMs, control }: CallTerms,
    { warnings, slow }: Told,
  ): CallRuntime {
    return {
      registry: this.#registry,
      contexts: this.#contexts,
      nodeId: this.#options.nodeId,
      turn: new Turn(),
      reads: new CallReads(this.#registry.readCounts),
      control,
      references,
      settings: this.#customs.settings,
      memory: this.#memory,
      nowMs: systemClock.now(),
      tookMs: () => Math.max(0, Math.round(systemClock.monotonicMs() - startedMs)),
      warn: (message: string) => void warnings.add(message),
      slow: (phase) => void slow.push(phase),
      largeWork: this.#options.largeWork ?? LARGE_WORK,
      share: this.onShare && ((search) => this.#share(search)),
      pages: this.#pages,
      damaged: this.#damaged,
    };
  }

  /** Runs a call up to its next turn. Damage that no phase has told of is told here. */
  #step<Result>({ steps, reads }: BegunCall<Result>): IteratorResult<void, Result> {
    try {
      const step = steps.next();
      if (!step.done) reads.pause();
      return step;
    } catch (error) {
      const shard = isDamage(error) ? this.#registry.shardOf(error.file) : undefined;
      throw shard ? withDamageTold(error, shard, this.#damaged) : error;
    }
  }

  #schedule(): void {
    if (this.#scheduled || this.#running.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#round();
      this.#schedule();
    });
  }

  /** Gives the call whose turn it is a slice. */
  #round(): void {
    const call = this.#running.shift();
    if (!call) return;
    const ended = this.#advance(call);
    const other = call.turn.takeWait();
    if (other && !ended) void other.then(() => this.#add(call));
    const next = ended || other ? this.#waiting.shift() : call;
    if (next) this.#running.push(next);
  }

  /** One turn of a call; answers whether it has ended. An attempt that turns out to be large rejects with TooLarge. */
  #advance(call: RunningCall): boolean {
    const { turn } = call;
    if (turn.isTrial) turn.goOn();
    else turn.begin();
    try {
      const step = this.#step(call);
      if (!step.done && turn.isTrial && turn.workLeft < 0) {
        call.steps.return(undefined);
        throw new TooLarge();
      }
      if (!step.done) return false;
      call.resolve(step.value);
    } catch (error) {
      call.reject(error);
    }
    return true;
  }
}

/** The answer of a call as bytes: the edge of the search side. */
function* rendered(
  steps: Generator<void, CallAnswer>,
  { render }: SearchAction,
  { warnings, slow }: Told,
): Generator<void, SearchAnswer> {
  const { status, body: value, isCacheable = false, groups = [], usages = [], cursor } = yield* steps;
  const body = renderBody(value, render);
  // Nothing but pages is shared.
  const page = body.buffer instanceof SharedArrayBuffer ? body.buffer : undefined;
  assert(!page || !isCacheable, "what is kept stands in no page");
  return { status, body, page, warnings: [...warnings], isCacheable, groups, usages, slow, cursor };
}

/** What steps answer, or what must be known before they can. */
function* orUnresolved<Result>(steps: Generator<void, Result>): Generator<void, Result | UnresolvedReferences> {
  try {
    return yield* steps;
  } catch (error) {
    if (error instanceof NeedsReferences) return { unresolved: error.references };
    throw error;
  }
}

/** A mapping as searches see it, its runtime fields included. */
function searchedMapping(metadata: IndexMetadata, scripts: ScriptCompiler): MappingView {
  const mapping = Mapping.parse(metadata, { scripts });
  return overlaidMapping(mapping, mapping.runtimeByPath);
}

/** 429 `es_rejected_execution_exception`. */
function rejected(): RequestError {
  return new RequestError(
    429,
    "es_rejected_execution_exception",
    `rejected execution of search: the queue of this thread holds [${MAX_WAITING}] requests`,
  );
}
