/**
 * Makes the files of a shard from those of other shards, as if it had always had their documents. A sequence number is
 * used once in a shard: those of each further source go on behind the ones before.
 */
import type { SegmentData } from "../../segment/format.ts";
import { countLive } from "../../segment/live-docs.ts";
import type { SegmentMemorySource } from "../../segment/memory/segment-memory-source.ts";
import { loadSegment, writeSegment } from "../../segment/segment-file.ts";
import type { Files } from "../../store/files.ts";
import { IdTable } from "../../store/ids/id-table.ts";
import { ManifestStore } from "../../store/manifest/manifest-store.ts";
import type { ManifestSegment, ManifestSource, ShardManifest } from "../../store/manifest/shard-manifest.ts";
import type { Operation } from "../../store/operation-log.ts";
import { kernelCodec } from "../../store/sources/block-codec.ts";
import { writeSourceFile } from "../../store/sources/write-source-file.ts";
import { readLiveFile, writeLiveFile } from "../shard/live-file.ts";
import { SourceRecords } from "./source-shard.ts";

/** What shards are made with. */
export interface Seeding {
  readonly files: Files;
  readonly memories: SegmentMemorySource & { release(unused: SegmentData): void };
  readonly scratchSlots: number;
  /** The log file that stands open: nothing of the new shard is in those before. */
  readonly currentLog: number;
  readonly primaryTerm: number;
}

/** The documents that a shard takes. */
export type Keeps = (operation: Operation) => boolean;

/** Sets of documents are words of so many bits. */
const WORD_BITS = 32;

export class SeededShard {
  readonly #seeding: Seeding;
  readonly #folder: string;
  readonly #segments: ManifestSegment[] = [];
  readonly #sources: ManifestSource[] = [];
  readonly #ids = new IdTable();
  /** Sequence numbers below were given. */
  #seqNos = 0;
  /** Number of the last file, and of the last generation of a segment. */
  #last = 0;

  constructor(seeding: Seeding, folder: string) {
    this.#seeding = seeding;
    this.#folder = folder;
  }

  /** Adds the documents of a shard that are kept; its files are under names of their own. */
  async add(source: ShardManifest, keeps: Keeps): Promise<void> {
    const { files } = this.#seeding;
    const shift = this.#seqNos;
    const kept = new Uint32Array(Math.ceil((source.maximumSeqNo + 1) / WORD_BITS));
    for (const { generation } of source.segments) this.#last = Math.max(this.#last, generation);
    const records = new SourceRecords(files, source);
    try {
      const path = this.#newFile("sources");
      const {
        bytes,
        records: count,
        minimumSeqNo,
        maximumSeqNo,
      } = await writeSourceFile(files, path, this.#shifted(records, keeps, { shift, kept }), kernelCodec);
      if (count === 0) files.remove(path);
      else this.#sources.push({ file: path, bytes, records: count, dead: 0, minimumSeqNo, maximumSeqNo });
    } finally {
      records.close();
    }
    for (const segment of source.segments) await this.#addSegment(segment, shift, kept);
    this.#seqNos += source.maximumSeqNo + 1;
  }

  /** Makes the shard durable. */
  async finish(): Promise<void> {
    const { files, currentLog, primaryTerm } = this.#seeding;
    const maximumSeqNo = this.#seqNos - 1;
    if (this.#segments.length > 0) await files.syncFolder(`${this.#folder}/segments`);
    await new ManifestStore(files, this.#folder).write({
      primaryTerm,
      maximumSeqNo,
      sealedSeqNo: maximumSeqNo,
      replayFromFile: currentLog,
      segments: this.#segments,
      sources: this.#sources,
      ids: await this.#ids.persist(files, `${this.#folder}/ids`, maximumSeqNo),
      forgottenSeqNo: maximumSeqNo,
    });
  }

  /** The records that are kept, as they are here; notes them in `kept`, by the numbers that they had. */
  *#shifted(
    records: SourceRecords,
    keeps: Keeps,
    { shift, kept }: { shift: number; kept: Uint32Array },
  ): Generator<Operation> {
    for (const operation of records.documents()) {
      if (!keeps(operation)) continue;
      const { id, seqNo } = operation;
      kept[Math.floor(seqNo / WORD_BITS)]! |= 1 << (seqNo % WORD_BITS);
      this.#ids.put(id, seqNo + shift);
      yield { ...operation, seqNo: seqNo + shift, previousSeqNo: -1 };
    }
  }

  async #addSegment(entry: ManifestSegment, shift: number, kept: Uint32Array): Promise<void> {
    const { files, memories, scratchSlots } = this.#seeding;
    const data = loadSegment(files, entry.file, { memories, scratchSlots, whole: true });
    try {
      const live = liveDocuments(files, entry, data, kept);
      const alive = countLive(live, entry.docs);
      if (alive === 0) return;
      const placed = shift === 0 ? this.#link(entry) : await this.#rewrite(data, shift);
      let liveFile: string | null = null;
      if (alive < entry.docs) await writeLiveFile(files, (liveFile = this.#newFile("live")), live, entry.docs);
      this.#segments.push({ ...placed, docs: entry.docs, deleted: entry.docs - alive, liveFile });
    } finally {
      memories.release(data);
    }
  }

  #link({ file, bytes, generation }: ManifestSegment): Pick<ManifestSegment, "file" | "bytes" | "generation"> {
    const path = this.#newFile("segments");
    this.#seeding.files.link(file, path);
    return { file: path, bytes, generation };
  }

  /** Writes a segment with its documents' numbers as they are here. */
  async #rewrite(data: SegmentData, shift: number): Promise<Pick<ManifestSegment, "file" | "bytes" | "generation">> {
    const seqNos = seqNosOf(data);
    for (let doc = 0; doc < seqNos.length; doc++) seqNos[doc]! += shift;
    const generation = ++this.#last;
    const file = this.#newFile("segments");
    const directory = { ...data.directory, generation };
    const bytes = await writeSegment(this.#seeding.files, file, { ...data, directory });
    return { file, bytes, generation };
  }

  #newFile(kind: "segments" | "live" | "sources"): string {
    return `${this.#folder}/${kind}/${++this.#last}`;
  }
}

function seqNosOf({ memory, directory }: SegmentData): Float64Array {
  return new Float64Array(memory.buffer, directory.seqNos.offset, directory.docCount);
}

/** The documents of a segment that live and are kept. */
function liveDocuments(files: Files, entry: ManifestSegment, data: SegmentData, kept: Uint32Array): Uint32Array {
  const before = entry.liveFile === null ? undefined : readLiveFile(files, entry.liveFile, entry.docs);
  const live = new Uint32Array(Math.ceil(entry.docs / WORD_BITS));
  seqNosOf(data).forEach((seqNo, doc) => {
    const word = doc >>> 5;
    const bit = 1 << (doc % WORD_BITS);
    const isKept = (kept[Math.floor(seqNo / WORD_BITS)]! & (1 << (seqNo % WORD_BITS))) !== 0;
    if (isKept && (before === undefined || (before[word]! & bit) !== 0)) live[word]! |= bit;
  });
  return live;
}
