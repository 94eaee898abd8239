/** Opens a shard: its files, and what the log holds beyond them. */
import { assert } from "../../core/assert.ts";
import { randomUuid } from "../../core/clock.ts";
import type { LogPosition } from "../../store/operation-log.ts";
import type { EngineDependencies } from "./engine-dependencies.ts";
import type { ShardLog } from "./log-index.ts";
import type { ShardSegments } from "./shard-segments.ts";
import { ShardStorage } from "./shard-storage.ts";
import { ShardWriter } from "./shard-writer.ts";

// A builder of this size becomes a segment even if nobody refreshes.
export const FREEZE_BYTES = 64 * 1024 * 1024;

/** How a shard is opened. */
export interface OpenOptions {
  /** Takes the segments. */
  readonly segments: ShardSegments;
  /** See `BufferDependencies`. */
  retainedFrom(): number;
  /** Source files that are read as a whole first. */
  readonly suspects: ReadonlySet<string>;
  /** Files that searchers may still read. */
  readonly inUse: ReadonlySet<string>;
  /** Epoch in which the log was read. */
  readonly epoch: number;
  /** What is missing is given up, as an operator said. */
  readonly acceptsLoss: boolean;
  /**
   * Last sequence number that was given to an operation, though a failed sync may have cut it; -1 when none was cut.
   */
  readonly given: number;
  /** Hears of the files before the log is replayed: they say how much of it must stay, whatever happens. */
  onFiles(storage: ShardStorage): void;
}

/** An open shard, everything frozen. */
export interface OpenedShard {
  readonly storage: ShardStorage;
  readonly writer: ShardWriter;
  /** Segments that the files held. */
  readonly segments: number;
  /** Operations that the log holds of the shard, and those that the files lack. */
  readonly logged: number;
  readonly replayed: number;
}

/** Throws an assertion when operations are missing that were durable. */
export async function openShard(parts: EngineDependencies, held: ShardLog, options: OpenOptions): Promise<OpenedShard> {
  const { segments, suspects, inUse, epoch, acceptsLoss } = options;
  const retainedFrom = (): number => options.retainedFrom();
  const storage = await ShardStorage.open(parts, segments, held.records, { suspects, inUse });
  options.onFiles(storage);
  try {
    const committed = segments.all.length;
    const writer = new ShardWriter({ ...parts, segments, storage, epoch, retainedFrom });
    const replayed = await replay(parts, held, { storage, writer, acceptsLoss });
    if (acceptsLoss) {
      storage.beginHistory(randomUuid());
      writer.skipTo(parts.log.promised(parts.key));
      parts.log.settle(parts.key, writer.maximumSeqNo);
    } else {
      checkComplete(parts, held, storage, writer);
    }
    writer.leaveOut(options.given);
    writer.buffer.freeze();
    return { storage, writer, segments: committed, logged: held.records.count, replayed };
  } catch (error) {
    storage.close();
    throw error;
  }
}

async function replay(
  { log }: EngineDependencies,
  { records }: ShardLog,
  { storage, writer, acceptsLoss }: { storage: ShardStorage; writer: ShardWriter; acceptsLoss: boolean },
): Promise<number> {
  let replayed = 0;
  for (let record = 0; record < records.count; record++) {
    const seqNo = records.seqNo(record);
    if (seqNo <= storage.checkpoint) continue;
    const position = records.position(record);
    const { operation } = log.read(position);
    if (acceptsLoss) writer.skipTo(operation.kind === "noop" ? operation.previousSeqNo : seqNo - 1);
    await writer.replay(operation, position);
    replayed++;
    if (writer.buffer.bytes >= FREEZE_BYTES) writer.buffer.freeze();
  }
  return replayed;
}

/** Operations follow each other without a gap: what may be missing are the last ones. */
function checkComplete(
  { log, key }: EngineDependencies,
  { records, damages }: ShardLog,
  storage: ShardStorage,
  writer: ShardWriter,
): void {
  const { maximumSeqNo } = writer;
  const promised = log.promised(key);
  assert(
    maximumSeqNo >= promised,
    `operations ${maximumSeqNo + 1} to ${promised} were durable, and are missing from the log`,
  );
  const last = records.count > 0 ? records.position(records.count - 1) : { file: 0, offset: 0 };
  const damage = damages.find((place) => place.file >= storage.replayFromFile && isBehind(place, last));
  assert(
    damage === undefined,
    `log file ${damage?.file} is damaged at ${damage?.offset}, and operations of the shard may be missing`,
  );
}

function isBehind(place: LogPosition, other: LogPosition): boolean {
  return place.file > other.file || (place.file === other.file && place.offset > other.offset);
}
