/** Runs the merges of a shard beside its writes, one at a time. */
import { RequestError } from "../../compat/errors.ts";
import { lacksGraph } from "../../segment/vectors/write-vectors.ts";
import type { EngineDependencies } from "./engine-dependencies.ts";
import { type MergeCandidate, type MergeRun, nextExpunge, nextForcedMerge, nextMerge } from "./merge-policy.ts";
import type { ShardCounters } from "./shard-counters.ts";
import type { ShardSegment, ShardSegments } from "./shard-segments.ts";

const FAILURE_PAUSE_MS = 10_000;

/** What merging needs of its shard. */
export interface MergeHost {
  /** Number of the next segment. */
  takeGeneration(): number;
  /** Number of the lowest log file whose documents are not all sealed. */
  sealedBelow(): number;
  /** Runs `work` between two operations of the shard. */
  commit(work: () => void): Promise<void>;
  /** Publishes the segments as they are. */
  publish(): void;
  /** A file of the shard turned out to be damaged. */
  damaged(file: string): void;
}

export class ShardMerges {
  readonly #parts: EngineDependencies;
  readonly #segments: ShardSegments;
  readonly #counters: ShardCounters;
  readonly #host: MergeHost;
  #running: Promise<void> | undefined;
  /** What is due is being run, one merge after another. */
  #due = false;
  /** After a failure the next merge waits. */
  #pausedUntilMs = Number.NEGATIVE_INFINITY;

  constructor(parts: EngineDependencies, segments: ShardSegments, counters: ShardCounters, host: MergeHost) {
    this.#parts = parts;
    this.#segments = segments;
    this.#counters = counters;
    this.#host = host;
  }

  /**
   * Begins what the policy asks for. Never throws: a failed merge leaves the segments as they were, and is tried again.
   */
  runDue(): void {
    if (this.#due || this.#running || this.#parts.clock.monotonicMs() < this.#pausedUntilMs) return;
    if (!nextMerge(this.#candidates())) return;
    this.#due = true;
    void this.#runAll().finally(() => (this.#due = false));
  }

  async #runAll(): Promise<void> {
    const { clock, where, events } = this.#parts;
    try {
      for (;;) {
        while (this.#running) await this.#running.catch(() => undefined);
        const run = nextMerge(this.#candidates());
        if (!run) return;
        await this.#start(run);
      }
    } catch (error) {
      this.#pausedUntilMs = clock.monotonicMs() + FAILURE_PAUSE_MS;
      events.log(
        error instanceof RequestError ? "warn" : "error",
        `[${where.index}][${where.shard}] merge failed: ${String(error)}`,
      );
    }
  }

  /**
   * Merges to at most `maximum` segments (undefined: what the policy asks for), or rewrites those with many deleted
   * documents.
   */
  async force(maximum: number | undefined, onlyExpungeDeletes: boolean): Promise<void> {
    const next = (candidates: readonly MergeCandidate[]): MergeRun | undefined => {
      if (onlyExpungeDeletes) return nextExpunge(candidates);
      return maximum === undefined ? nextMerge(candidates) : nextForcedMerge(candidates, maximum);
    };
    for (;;) {
      while (this.#running) await this.#running.catch(() => undefined);
      const run = next(this.#candidates(onlyExpungeDeletes || maximum !== undefined));
      if (!run) return;
      await this.#start(run);
    }
  }

  /**
   * Segments that no search has seen yet take no part, nor do those behind them. A forced merge leaves them out of
   * sight.
   */
  #candidates(forced = false): MergeCandidate[] {
    const segments = forced ? this.#segments.all.filter((segment) => segment.published) : this.#segments.all;
    return segments.map((segment) => ({
      bytes: segment.bytes,
      docs: segment.reader.docCount,
      deleted: segment.deleted,
      unlinked: segment.reader.data.directory.fields.some(({ column }) => column !== undefined && lacksGraph(column)),
      merging: segment.merging || !segment.published,
    }));
  }

  #start(run: MergeRun): Promise<void> {
    const inputs = this.#segments.all.slice(run.from, run.to);
    const done = this.#merge(inputs).finally(() => {
      this.#running = undefined;
    });
    this.#running = done;
    return done;
  }

  async #merge(inputs: readonly ShardSegment[]): Promise<void> {
    const { clock } = this.#parts;
    const { merges } = this.#counters;
    const started = clock.monotonicMs();
    const docs = inputs.reduce((sum, input) => sum + input.reader.docCount, 0);
    const bytes = inputs.reduce((sum, input) => sum + input.bytes, 0);
    for (const input of inputs) {
      input.merging = true;
      // The list may drop them meanwhile; the merge still reads them.
      input.holders++;
    }
    merges.current++;
    merges.currentDocs += docs;
    merges.currentBytes += bytes;
    try {
      await this.#join(inputs, bytes);
      merges.total++;
      merges.docs += docs;
      merges.bytes += bytes;
    } finally {
      for (const input of inputs) {
        input.merging = false;
        this.#segments.letGo(input);
      }
      merges.current--;
      merges.currentDocs -= docs;
      merges.currentBytes -= bytes;
      merges.timeMs += clock.monotonicMs() - started;
    }
  }

  /** Puts one segment in place of some. */
  async #join(inputs: readonly ShardSegment[], bytes: number): Promise<void> {
    const { merger, pool, scratchSlots, arenas } = this.#parts;
    // The memory comes from here, where the inputs' memories come back to, so that merges live on what merges left.
    const memory = pool.acquire(bytes, scratchSlots);
    let unused = true;
    try {
      const job = {
        generation: this.#host.takeGeneration(),
        memory,
        inputs: inputs.map(({ data, live }) => ({ data, live })),
        sealedBelow: this.#host.sealedBelow(),
      };
      const { segment, docMaps, damagedFile } = await merger.merge(job);
      if (damagedFile !== undefined) {
        this.#host.damaged(damagedFile);
        throw new RequestError(
          503,
          "unavailable_shards_exception",
          `segment file [${damagedFile}] is damaged and made again`,
        );
      }
      await this.#host.commit(() => {
        // A small one moves on: the memory comes back then.
        const settled = segment && arenas.settle(segment, () => undefined);
        if (!this.#segments.replace(inputs, settled, docMaps)) {
          if (settled && settled !== segment) arenas.release(settled);
          return;
        }
        unused = segment === undefined || settled !== segment;
        this.#host.publish();
      });
    } finally {
      if (unused) this.#parts.releaseMemory(memory);
    }
  }
}
