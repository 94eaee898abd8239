/** Entry of a search thread. */
import { parentPort, workerData } from "node:worker_threads";
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import { assert } from "../core/errors.ts";
import type { SearcherDescriptor } from "../documents/documents.ts";
import { LocalSearchThread, type SearchThreadOptions } from "../search/local-search-thread.ts";
import type { SearchCall } from "../search/search-service.ts";
import { PortCalls } from "./port-calls.ts";

assert(parentPort, "this file is the entry of a worker thread");
const thread = new LocalSearchThread(workerData as SearchThreadOptions);
const calls = new PortCalls(parentPort, {
  applyIndex: (metadata: IndexMetadata) => thread.applyIndex(metadata),
  removeIndex: (uuid: string) => thread.removeIndex(uuid),
  publish: (searcher: SearcherDescriptor) => thread.publish(searcher),
  call: (request: SearchCall) => thread.call(request),
});
thread.onRelease = (uuid, shard, generation) => calls.notify("release", [uuid, shard, generation]);
