/** Starts a worker thread of the server. */
import { Worker } from "node:worker_threads";
import { packageFile } from "../core/package-files.ts";

/**
 * `entry` is an entry of the build. The thread does not inherit the process's flags: `--input-type` and
 * `--eval` of the calling process would prevent its start.
 */
export function startWorker(
  entry: "threads/documents-worker.js" | "threads/merge-worker.js" | "serving/search-worker.js",
  workerData?: unknown,
): Worker {
  return new Worker(packageFile(`dist/${entry}`), { workerData, execArgv: [] });
}
