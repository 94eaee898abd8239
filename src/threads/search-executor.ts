/** A search thread as main sees it. */
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import type { SearcherDescriptor } from "../documents/documents.ts";
import type { LocalSearchThread, SearchThreadOptions } from "../search/executor/local-search-thread.ts";
import type { SearchAnswer, SearchAction, SearchThread } from "../search/search-service.ts";
import { ControlWords } from "../transport/control-words.ts";
import { PortCalls } from "../transport/port-calls.ts";
import type { LaneEvents, LocalSearchExecutor, SearchExecutor } from "./search-threads.ts";
import { startWorker } from "../transport/start-worker.ts";

/** What the thread is started with. Plain data. */
export interface SearchWorkerSetup {
  readonly options: SearchThreadOptions;
  /** Words that say whether a call is cancelled, see ControlWords. */
  readonly control: SharedArrayBuffer;
}

/** An answer as it crosses the port: small bodies as one-byte text, which is cheaper to post than bytes. */
export type PostedAnswer = Omit<SearchAnswer, "body"> & { readonly body: Uint8Array | string };

/** Starts a thread. `onGone` is called when it dies without being asked. */
export function workerLane(
  options: SearchThreadOptions,
  { onRelease, onSetKept, onDamage, onGone }: LaneEvents,
): SearchExecutor {
  const control = new ControlWords();
  const setup: SearchWorkerSetup = { options, control: control.buffer };
  const worker = startWorker("search-worker.js", setup);
  const calls = new PortCalls(worker, { release: onRelease, setKept: onSetKept, damage: onDamage });
  let closing = false;
  let failure: Error | undefined;
  worker.on("error", (error: Error) => (failure = error));
  worker.on("exit", (code) => {
    const error = failure ?? new Error(`a search thread ended with code ${code}`);
    calls.fail(error);
    if (!closing) onGone(error);
  });
  return {
    get pending() {
      return calls.pending;
    },
    applyIndex: (metadata: IndexMetadata) => calls.notify("applyIndex", [metadata]),
    removeIndex: (uuid: string) => calls.notify("removeIndex", [uuid]),
    applyCustoms: (kind, things) => calls.notify("applyCustoms", [kind, things]),
    publish: (searcher: SearcherDescriptor) => calls.notify("publish", [searcher]),
    collectGarbage: () => calls.notify("collectGarbage", []),
    takeSet: (kept) => calls.notify("takeSet", [kept]),
    clearQueryCache: (uuid: string) => calls.notify("clearQueryCache", [uuid]),
    queryCacheCounts: () => calls.call("queryCacheCounts", []),
    async call(request, onClientGone) {
      const word = control.take();
      let running = true;
      onClientGone?.(() => {
        if (running) control.cancel(word);
      });
      try {
        const answer = await calls.call<PostedAnswer>("call", [request, word]);
        return { ...answer, body: typeof answer.body === "string" ? Buffer.from(answer.body, "latin1") : answer.body };
      } finally {
        running = false;
        control.give(word);
      }
    },
    async close() {
      closing = true;
      await worker.terminate();
    },
  };
}

/** The lane of main beside others. */
export function nearLane(thread: LocalSearchThread, events: LaneEvents): LocalSearchExecutor {
  return Object.assign(localLane(thread, events), {
    attempt: (request: SearchAction, lengthMs: number) => thread.attempt(request, lengthMs),
  });
}

/** A lane on the calling thread. */
export function localLane(thread: SearchThread, { onRelease, onSetKept, onDamage }: LaneEvents): SearchExecutor {
  thread.onRelease = onRelease;
  thread.onSetKept = onSetKept;
  thread.onDamage = onDamage;
  let pending = 0;
  return {
    get pending() {
      return pending;
    },
    applyIndex: (metadata) => thread.applyIndex(metadata),
    removeIndex: (uuid) => thread.removeIndex(uuid),
    applyCustoms: (kind, things) => thread.applyCustoms(kind, things),
    publish: (searcher) => thread.publish(searcher),
    // Its thread collects for itself.
    collectGarbage: () => undefined,
    takeSet: (kept) => thread.takeSet(kept),
    clearQueryCache: (uuid) => thread.clearQueryCache(uuid),
    queryCacheCounts: () => Promise.resolve(thread.queryCacheCounts()),
    async call(request: SearchAction, onClientGone) {
      const control = new Int32Array(1);
      onClientGone?.(() => {
        control[0] = 1;
      });
      pending++;
      try {
        return await thread.call({ ...request, control });
      } finally {
        pending--;
      }
    },
    close: () => Promise.resolve(),
  };
}
