/** Starts a thread of the product. */
import { Worker } from "node:worker_threads";
import { packageFile } from "../core/package-files.ts";

/**
 * `entry` is an entry of the build, of this folder. The thread does not inherit the flags of the process:
 * `--input-type` and `--eval` of a caller's would keep it from starting.
 */
export function startWorker(
  entry: "documents-worker.js" | "merge-worker.js" | "search-worker.js",
  workerData?: unknown,
): Worker {
  return new Worker(packageFile(`dist/threads/${entry}`), { workerData, execArgv: [] });
}
