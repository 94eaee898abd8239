/** Starts a thread of the product. */
import { Worker } from "node:worker_threads";

/** `entry` is a file of this folder. The thread does not inherit the flags of the process: `--input-type` and `--eval` of a caller's would keep it from starting. */
export function startWorker(entry: "documents-worker.js" | "merge-worker.js" | "search-worker.js", workerData?: unknown): Worker {
  return new Worker(new URL(`./${entry}`, import.meta.url), { workerData, execArgv: [] });
}
