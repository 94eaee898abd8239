/** Publishes the searchers of a shard, one after another, and keeps what they use until the search side lets go. */
import type { ChangedIds } from "../changed-ids.ts";
import type { EngineDependencies } from "./engine-dependencies.ts";
import { SearcherGenerations } from "./searcher-generations.ts";
import type { ShardSegments } from "./shard-segments.ts";
import type { ShardStorage } from "./shard-storage.ts";

export class SearcherPublisher {
  readonly #parts: EngineDependencies;
  readonly #segments: ShardSegments;
  readonly #generations: SearcherGenerations;
  #generation: number;
  #unseen: ChangedIds | undefined;
  #published: Promise<void> = Promise.resolve();

  constructor(parts: EngineDependencies, segments: ShardSegments) {
    this.#parts = parts;
    this.#segments = segments;
    this.#generations = new SearcherGenerations(segments);
    this.#generation = parts.generation;
  }

  /** Generation of the searcher published last. */
  get generation(): number {
    return this.#generation;
  }

  /** Resolves when the searcher published last is in use. */
  get published(): Promise<void> {
    return this.#published;
  }

  /** Lowest log file that a searcher in use reads; Infinity for none. */
  get lowestLog(): number {
    return this.#generations.lowestLog;
  }

  /** Files that searchers in use read, and those that are held for copies. */
  filesInUse(): Set<string> {
    const used = this.#generations.filesInUse();
    for (const file of this.#parts.heldFiles()) used.add(file);
    return used;
  }

  /**
   * Publishes the visible segments as they are. `logFiles`: numbers of the log files that hold what is not sealed,
   * ascending. `unseen`: documents that they do not show as they are.
   */
  publish(storage: ShardStorage, logFiles: readonly number[], unseen: ChangedIds): void {
    const { log, index, events, where } = this.#parts;
    this.#unseen = unseen;
    const segments = this.#segments.all.filter((segment) => segment.published);
    const sources = storage.sources();
    const generation = ++this.#generation;
    this.#generations.add(
      generation,
      segments,
      logFiles[0] ?? Number.POSITIVE_INFINITY,
      sources.map((source) => source.name),
    );
    const searcher = {
      index: index.metadata.name,
      uuid: where.uuid,
      shard: where.shard,
      generation,
      segments: segments.map(({ data, live, deleted }) => ({ data, live, deleted })),
      sources,
      changed: unseen.buffer,
      logs: logFiles.map((number) => ({ number, file: log.fileReference(number) })),
    };
    this.#published = this.#published
      .then(() => events.publish(searcher))
      .catch((error: unknown) =>
        events.log(
          "error",
          `[${where.index}][${where.shard}] searcher ${generation} was not published: ${String(error)}`,
        ),
      );
  }

  /** The shard cannot answer for its documents: nobody takes them from the last searcher, as searches do. */
  distrust(): void {
    this.#unseen?.addAll();
  }

  /** A generation is no longer used by searches. */
  release(generation: number): void {
    this.#generations.release(generation);
  }
}
