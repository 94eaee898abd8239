/** A search thread as main sees it. */
import type { Worker } from "node:worker_threads";
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import type { SearcherDescriptor } from "../documents/documents.ts";
import type { SearchAnswer, SearchCall, SearchThread } from "../search/search-service.ts";
import { PortCalls } from "./port-calls.ts";
import type { SearchLane } from "./search-threads.ts";

/** A lane on a thread of its own. `onGone` is called when it dies without being asked. */
export function workerLane(worker: Worker, onRelease: (uuid: string, shard: number, generation: number) => void, onGone: (error: Error) => void): SearchLane {
  const calls = new PortCalls(worker, { release: onRelease });
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
    publish: (searcher: SearcherDescriptor) => calls.notify("publish", [searcher]),
    call: (request: SearchCall) => calls.call<SearchAnswer>("call", [request]),
    async close() {
      closing = true;
      await worker.terminate();
    },
  };
}

/** A lane on the calling thread. */
export function localLane(thread: SearchThread, onRelease: (uuid: string, shard: number, generation: number) => void): SearchLane {
  thread.onRelease = onRelease;
  let pending = 0;
  return {
    get pending() {
      return pending;
    },
    applyIndex: (metadata) => thread.applyIndex(metadata),
    removeIndex: (uuid) => thread.removeIndex(uuid),
    publish: (searcher) => thread.publish(searcher),
    async call(request) {
      pending++;
      try {
        return await thread.call(request);
      } finally {
        pending--;
      }
    },
    close: () => Promise.resolve(),
  };
}
