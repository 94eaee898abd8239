/** Entry of the merge thread. */
import { parentPort } from "node:worker_threads";
import { assert } from "../core/assert.ts";
import { type MergeJob, runMerge } from "../documents/shard/merger.ts";
import { collectGarbage } from "../segment/memory/memory-pool.ts";
import { PortCalls } from "../transport/port-calls.ts";

assert(parentPort, "this file is the entry of a worker thread");
new PortCalls(parentPort, {
  merge: (job: MergeJob) => runMerge(job),
  collectGarbage: () => setImmediate(collectGarbage),
});
