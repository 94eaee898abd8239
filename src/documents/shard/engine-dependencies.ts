/**
 * What a shard engine is built from. Everything that touches the world comes in here, so that tests and simulation
 * replace it.
 */
import type { Clock, MonotonicClock } from "../../core/clock.ts";
import type { ScriptReader } from "../../scripting/script-compiler.ts";
import type { MemoryPool } from "../../segment/memory/memory-pool.ts";
import type { SegmentArenas } from "../../segment/memory/segment-arenas.ts";
import type { SegmentBuilder } from "../../segment/segment-builder.ts";
import type { Files } from "../../store/files.ts";
import type { OperationLog } from "../../store/operation-log.ts";
import type { BlockCache } from "../../store/sources/block-cache.ts";
import type { DocumentsEvents } from "../documents.ts";
import type { IndexState } from "../index-state.ts";
import type { Merger } from "./merger.ts";
import type { ShardName } from "../write/version-check.ts";

/** The collaborators of a shard. */
export interface EngineDependencies {
  readonly where: ShardName;
  /** Name of the shard in the log: `<uuid>/<number>`. */
  readonly key: string;
  /** Folder of the shard's files. */
  readonly folder: string;
  /** Generation of the last searcher that the shard published when it was open before; 0 for none. */
  readonly generation: number;
  readonly index: IndexState;
  /** Makes programs of the scripts of updates. */
  readonly scripts: ScriptReader;
  readonly files: Files;
  readonly log: OperationLog;
  readonly clock: Clock & MonotonicClock;
  readonly events: DocumentsEvents;
  readonly merger: Merger;
  /** Memories that merges write into. */
  readonly pool: MemoryPool;
  /** Memories of all segments that are kept. */
  readonly arenas: SegmentArenas;
  /** Slots of scratch in each memory: as many as search threads. */
  readonly scratchSlots: number;
  readonly blockCache: BlockCache;
  newBuilder(): SegmentBuilder;
  /** Files of the shard that somebody copies. */
  heldFiles(): readonly string[];
  /** Nobody reads the memory any more. */
  releaseMemory(memory: WebAssembly.Memory): void;
  /** The shard needs less of the log than before. */
  onFlushed(): void;
  /** A sync failed: the log cut what it had not synced, of all shards. */
  onSyncFailed(): void;
}
