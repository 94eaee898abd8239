/** A search thread as main sees it. */
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import type { SearcherDescriptor } from "../documents/documents.ts";
import type { LocalSearchThread, SearchThreadOptions } from "../search/executor/local-search-thread.ts";
import { isUnresolved } from "../search/coordinate/rewrite.ts";
import type { SearchAnswer, SearchAction, SearchThread, UnresolvedReferences } from "../search/search-service.ts";
import type { SharedSearch } from "../search/shard/shared-search.ts";
import { ControlWords } from "../transport/control-words.ts";
import { PortCalls, PostCount } from "../transport/port-calls.ts";
import type { LaneEvents, LocalSearchExecutor, OnGone, SearchExecutor } from "./search-threads.ts";
import { startWorker } from "../transport/start-worker.ts";

/** What the thread is started with. Plain data. */
export interface SearchWorkerSetup {
  readonly options: SearchThreadOptions;
  /** Words that say whether a call is cancelled, see ControlWords. */
  readonly control: SharedArrayBuffer;
  /** `PostCount` of what main posts. */
  readonly posted: SharedArrayBuffer;
  /** Of the thread's own request cache. */
  readonly requestCacheBytes: number;
  /** Whether other threads may take part in large searches. */
  readonly hasOthers: boolean;
}

/** A call as it crosses the port: its kind by name. */
export type PostedAction = Omit<SearchAction, "kind"> & { readonly kind: string };

/** An answer as it crosses the port: small bodies as one-byte text, which is cheaper to post than bytes. */
export type PostedAnswer = Omit<SearchAnswer, "body"> & { readonly body: Uint8Array | string };

/** Starts a thread. `onGone` is called when it dies without being asked. */
export function workerLane(
  options: SearchThreadOptions,
  requestCacheBytes: number,
  { onRelease, onSetKept, onDamage, onShare, onGone }: LaneEvents,
): SearchExecutor {
  const control = new ControlWords();
  const sent = new PostCount();
  const setup: SearchWorkerSetup = {
    options,
    control: control.buffer,
    posted: sent.words.buffer,
    requestCacheBytes,
    hasOthers: onShare !== undefined,
  };
  const worker = startWorker("serving/search-worker.js", setup);
  const share = (search: SharedSearch): void => onShare?.(search);
  const calls = new PortCalls(worker, { release: onRelease, setKept: onSetKept, damage: onDamage, share }, { sent });
  let closing = false;
  let failure: Error | undefined;
  worker.on("error", (error: Error) => (failure = error));
  worker.on("exit", (code) => {
    const error = failure ?? new Error(`a search thread ended with code ${code}`);
    calls.fail(error);
    if (!closing) onGone(error);
  });
  /** Runs something with a word that is set when its client goes away. */
  async function cancellable<Result>(
    onClientGone: OnGone | undefined,
    run: (word: number) => Promise<Result>,
  ): Promise<Result> {
    const word = control.take();
    let running = true;
    onClientGone?.(() => {
      if (running) control.cancel(word);
    });
    try {
      return await run(word);
    } finally {
      running = false;
      control.give(word);
    }
  }
  return {
    get pending() {
      return calls.pending;
    },
    applyIndex: (metadata: IndexMetadata) => calls.notifyNow("applyIndex", [metadata]),
    removeIndex: (uuid: string) => calls.notifyNow("removeIndex", [uuid]),
    applyCustoms: (kind, things) => calls.notifyNow("applyCustoms", [kind, things]),
    publish: (searcher: SearcherDescriptor) => calls.notifyNow("publish", [searcher]),
    keep: (searcher: SearcherDescriptor) => calls.notifyNow("keep", [searcher]),
    letGo: (uuid: string, shard: number, generation: number) => calls.notifyNow("letGo", [uuid, shard, generation]),
    collectGarbage: () => calls.notify("collectGarbage", []),
    help: (search) => calls.call("help", [search]),
    helped: (id, help) => calls.notify("helped", [id, help]),
    takeSet: (kept) => calls.notify("takeSet", [kept]),
    clearCaches: (uuid, caches) => calls.notifyNow("clearCaches", [uuid, caches]),
    cacheCounts: () => calls.call("cacheCounts", []),
    readCounts: () => calls.call("readCounts", []),
    serve: (served) => calls.call("serve", [served], [served.port]),
    call: (request, onClientGone) =>
      cancellable(onClientGone, async (word) => {
        const action: PostedAction = { ...request, kind: request.kind.name };
        const answer = await calls.call<PostedAnswer | UnresolvedReferences>("call", [action, word]);
        if (isUnresolved(answer)) return answer;
        return { ...answer, body: typeof answer.body === "string" ? Buffer.from(answer.body, "latin1") : answer.body };
      }),
    ask: (verb, question, startedMs, onClientGone) =>
      cancellable(onClientGone, (word) => calls.call("ask", [verb, question, startedMs, word])),
    async close() {
      closing = true;
      await worker.terminate();
    },
  };
}

/** The lane of main beside others. */
export function nearLane(thread: LocalSearchThread, events: LaneEvents): LocalSearchExecutor {
  return Object.assign(localLane(thread, events), {
    attempt: (request: SearchAction) => thread.attempt(request),
    attemptVerb: thread.attemptVerb.bind(thread),
    lookUp: thread.lookUp.bind(thread),
  });
}

/** A lane on the calling thread. */
export function localLane(
  thread: SearchThread,
  { onRelease, onSetKept, onDamage, onShare }: LaneEvents,
): SearchExecutor {
  thread.onRelease = onRelease;
  thread.onSetKept = onSetKept;
  thread.onDamage = onDamage;
  thread.onShare = onShare;
  let pending = 0;
  async function cancellable<Result>(
    onGone: OnGone | undefined,
    run: (control: Int32Array) => Promise<Result>,
  ): Promise<Result> {
    const control = new Int32Array(1);
    onGone?.(() => {
      control[0] = 1;
    });
    pending++;
    try {
      return await run(control);
    } finally {
      pending--;
    }
  }
  return {
    get pending() {
      return pending;
    },
    applyIndex: (metadata) => thread.applyIndex(metadata),
    removeIndex: (uuid) => thread.removeIndex(uuid),
    applyCustoms: (kind, things) => thread.applyCustoms(kind, things),
    publish: (searcher) => thread.publish(searcher),
    keep: (searcher) => thread.keep(searcher),
    letGo: (uuid, shard, generation) => thread.letGo(uuid, shard, generation),
    // Its thread collects for itself.
    collectGarbage: () => undefined,
    help: (search) => thread.help(search),
    helped: (id, help) => thread.helped(id, help),
    takeSet: (kept) => thread.takeSet(kept),
    clearCaches(uuid, { query, fielddata }) {
      if (query) thread.clearQueryCache(uuid);
      if (fielddata !== false) thread.clearFielddata(uuid, fielddata === true ? undefined : fielddata);
    },
    readCounts: () => Promise.resolve(thread.readCounts()),
    cacheCounts: () =>
      Promise.resolve({ query: thread.queryCacheCounts(), request: [], fielddata: thread.fielddataBytes() }),
    serve: () => Promise.reject(new Error("main serves already")),
    call: (request: SearchAction, onGone) => cancellable(onGone, (control) => thread.call(request, control)),
    ask: (verb, question, startedMs, onGone) =>
      cancellable(onGone, (control) => thread.ask(verb, question, { startedMs, control })),
    close: () => Promise.resolve(),
  };
}
