/** The files of one searcher, for those who copy it: as they are, or made of what is in memory. */
import { assert } from "../../core/assert.ts";
import type { SearcherDescriptor } from "../../documents/documents.ts";
import { FilePool, RecordFiles } from "../../hits/fetch/record-files.ts";
import { need, needWhole } from "../../segment/section-loading.ts";
import { writeSegment } from "../../segment/segment-file.ts";
import type { SegmentData } from "../../segment/format.ts";
import { isLive } from "../../segment/live-docs.ts";
import { openSegment } from "../../segment/shared-segment-reader.ts";
import { type FileReader, openReference } from "../../store/file-reader.ts";
import { MemoryFiles } from "../../store/memory-files.ts";
import type { Operation } from "../../store/operation-log.ts";
import { kernelCodec } from "../../store/sources/block-codec.ts";
import { writeSourceFile } from "../../store/sources/write-source-file.ts";
import { type CopyFile, type CopyHead, type Piece, PIECE_BYTES } from "./copy-head.ts";

/** Documents looked at before others have their turn. */
const TURN_DOCS = 4_096;

export class OfferedFiles {
  readonly descriptor: SearcherDescriptor;
  readonly #open = new Map<string, Promise<FileReader>>();

  constructor(descriptor: SearcherDescriptor) {
    this.descriptor = descriptor;
  }

  head(): CopyHead {
    const { index, uuid, shard, generation, segments, sources } = this.descriptor;
    return {
      index,
      uuid,
      shard,
      generation,
      segments: segments.map(({ data, live, deleted }) => ({
        id: data.id,
        live: live && Uint32Array.from(live),
        deleted,
      })),
      sources: sources.map(({ name, minimumSeqNo, maximumSeqNo }) => ({ name, minimumSeqNo, maximumSeqNo })),
      maximumSeqNo: segments.reduce((most, { data }) => Math.max(most, maximumOf(data)), -1),
    };
  }

  async piece(file: CopyFile, offset: number): Promise<Piece> {
    const key = JSON.stringify(file);
    let open = this.#open.get(key);
    if (!open) this.#open.set(key, (open = this.#opened(file)));
    const reader = await open;
    const total = reader.size();
    const bytes = new Uint8Array(Math.min(PIECE_BYTES, Math.max(0, total - offset)));
    const read = reader.readAt(bytes, offset);
    assert(read === bytes.length, "a file that does not change has all of its bytes");
    return { bytes, total };
  }

  close(): void {
    for (const open of this.#open.values()) open.then((reader) => reader.close()).catch(() => undefined);
    this.#open.clear();
  }

  #opened(file: CopyFile): Promise<FileReader> {
    switch (file.kind) {
      case "segment":
        return this.#segment(file.id);
      case "sources":
        return this.#sources(file.name);
      default:
        return this.#unsealed(file.after);
    }
  }

  async #segment(id: number): Promise<FileReader> {
    const data = this.descriptor.segments.find((segment) => segment.data.id === id)?.data;
    assert(data, "a copy asks for segments that it was told of");
    needWhole(data);
    const files = new MemoryFiles();
    await writeSegment(files, "segment", data);
    return openReference(files.reference("segment"));
  }

  async #sources(name: string): Promise<FileReader> {
    const source = this.descriptor.sources.find((each) => each.name === name);
    assert(source, "a copy asks for sources that it was told of");
    return openReference(source.file);
  }

  /** What is shown and stands behind a sequence number, read from the log where it is not sealed. */
  async #unsealed(after: number): Promise<FileReader> {
    const records = new RecordFiles(new FilePool(), this.descriptor);
    const found: Operation[] = [];
    for (const { data, live } of this.descriptor.segments) {
      if (maximumOf(data) <= after) continue;
      const reader = openSegment(data);
      for (let doc = 0; doc < reader.docCount; doc++) {
        if (doc % TURN_DOCS === TURN_DOCS - 1) await new Promise((turn) => setImmediate(turn));
        if (isLive(live, doc) && reader.seqNo(doc) > after) found.push(records.scan(reader, doc));
      }
    }
    records.close();
    found.sort((left, right) => left.seqNo - right.seqNo);
    const files = new MemoryFiles();
    await writeSourceFile(files, "unsealed", found, kernelCodec);
    return openReference(files.reference("unsealed"));
  }
}

/** By segment: it is asked for with each refresh. */
const maxima = new Map<number, number>();
const MAX_MAXIMA = 10_000;

function maximumOf(data: SegmentData): number {
  const known = maxima.get(data.id);
  if (known !== undefined) return known;
  const { directory, memory } = data;
  need(data, directory.seqNos);
  let most = -1;
  const seqNos = new Float64Array(memory.buffer, directory.seqNos.offset, directory.docCount);
  for (const seqNo of seqNos) if (seqNo > most) most = seqNo;
  if (maxima.size >= MAX_MAXIMA) maxima.clear();
  maxima.set(data.id, most);
  return most;
}
