/**
 * Runs merges on a thread of their own, started by the first one, so that neither writes nor searches wait for them.
 */
import type { Worker } from "node:worker_threads";
import type { MergeJob, MergeResult, Merger } from "../documents/shard/merger.ts";
import { PortCalls } from "../transport/port-calls.ts";
import { startWorker } from "../transport/start-worker.ts";

/** See Merger. */
export class MergeThread implements Merger {
  #worker: Worker | undefined;
  #calls: PortCalls | undefined;

  merge(job: MergeJob): Promise<MergeResult> {
    return this.#start().call("merge", [job]);
  }

  /** The thread is to let go of the memories that it merged. */
  collectGarbage(): void {
    this.#calls?.notify("collectGarbage", []);
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): PortCalls {
    if (this.#worker && this.#calls) return this.#calls;
    const worker = startWorker("threads/merge-worker.js");
    const calls = new PortCalls(worker, {});
    let failure: Error | undefined;
    worker.on("error", (error: Error) => (failure = error));
    worker.on("exit", (code) => {
      calls.fail(failure ?? new Error(`the merge thread ended with code ${code}`));
      // The next merge starts another one.
      if (this.#worker === worker) this.#worker = undefined;
    });
    worker.unref();
    this.#worker = worker;
    this.#calls = calls;
    return calls;
  }
}
