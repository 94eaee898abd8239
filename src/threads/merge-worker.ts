/** Entry of the merge thread. */
import { parentPort, workerData } from "node:worker_threads";
import { assert } from "../core/errors.ts";
import { type MergeJob, runMerge } from "../documents/merger.ts";
import { MemoryPool } from "../segment/memory/memory-pool.ts";
import { PortCalls } from "./port-calls.ts";

assert(parentPort, "this file is the entry of a worker thread");
const { keepBytes } = workerData as { keepBytes: number };
const pool = new MemoryPool(keepBytes);
new PortCalls(parentPort, { merge: (job: MergeJob) => runMerge(job, pool) });
