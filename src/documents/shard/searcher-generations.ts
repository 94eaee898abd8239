/** Published searchers of a shard that are still in use: their segments' memories and their log files must stay. */
import type { ShardSegment, ShardSegments } from "./shard-segments.ts";

interface Generation {
  readonly segments: readonly ShardSegment[];
  /** Lowest log file that its documents may be read from. */
  readonly lowestLog: number;
  /** Names of the source files that it reads. */
  readonly sources: readonly string[];
}

/** Counts who uses what, by generation. */
export class SearcherGenerations {
  readonly #used = new Map<number, Generation>();
  readonly #segments: ShardSegments;

  constructor(segments: ShardSegments) {
    this.#segments = segments;
  }

  /** Notes that a generation was published. */
  add(generation: number, segments: readonly ShardSegment[], lowestLog: number, sources: readonly string[]): void {
    for (const segment of segments) segment.holders++;
    this.#used.set(generation, { segments, lowestLog, sources });
  }

  /** The search side is done with a generation. */
  release(generation: number): void {
    const used = this.#used.get(generation);
    if (!used) return;
    this.#used.delete(generation);
    for (const segment of used.segments) this.#segments.letGo(segment);
  }

  /** Lowest log file that some generation needs; Infinity when none does. */
  get lowestLog(): number {
    let lowest = Number.POSITIVE_INFINITY;
    for (const used of this.#used.values()) lowest = Math.min(lowest, used.lowestLog);
    return lowest;
  }

  /** Files that some generation reads: sources, and segments, whose sections are loaded when they are needed. */
  filesInUse(): Set<string> {
    const inUse = new Set<string>();
    for (const { sources, segments } of this.#used.values()) {
      for (const source of sources) inUse.add(source);
      for (const { data } of segments) if (data.file) inUse.add(data.file.path);
    }
    return inUse;
  }
}
