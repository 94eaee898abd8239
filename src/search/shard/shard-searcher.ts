/** A searchable state of one shard on this thread: its segments opened, its files, and how many calls use it. */
import type { SearcherDescriptor } from "../../documents/documents.ts";
import { openSegment } from "../../segment/shared-segment-reader.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { type FilePool, RecordFiles } from "../../hits/fetch/record-files.ts";

/** Readers of segments, kept while any searcher holds the segment. */
export class ReaderPool {
  readonly #readers = new Map<number, { reader: SegmentReader; holders: number }>();
  readonly #onClose: (reader: SegmentReader) => void;

  /** `onClose`: nobody holds a segment any more. */
  constructor(onClose: (reader: SegmentReader) => void) {
    this.#onClose = onClose;
  }

  acquire(data: SearcherDescriptor["segments"][number]["data"]): SegmentReader {
    let entry = this.#readers.get(data.id);
    if (!entry) this.#readers.set(data.id, (entry = { reader: openSegment(data), holders: 0 }));
    entry.holders++;
    return entry.reader;
  }

  /** The reader of a segment that is held. */
  find(id: number): SegmentReader | undefined {
    return this.#readers.get(id)?.reader;
  }

  release(id: number): void {
    const entry = this.#readers.get(id);
    if (!entry || --entry.holders > 0) return;
    this.#readers.delete(id);
    this.#onClose(entry.reader);
  }

  get size(): number {
    return this.#readers.size;
  }
}

/** One generation of one shard. Closed when the next one is there and no call runs on it. */
export class ShardSearcher {
  readonly descriptor: SearcherDescriptor;
  readonly segments: readonly SegmentReader[];
  readonly liveDocs: readonly (Uint32Array | undefined)[];
  readonly records: RecordFiles;
  readonly #readers: ReaderPool;
  readonly #onClose: () => void;
  /** The one that is current, and each call that uses it. */
  #holders = 1;

  constructor(descriptor: SearcherDescriptor, readers: ReaderPool, files: FilePool, onClose: () => void) {
    this.descriptor = descriptor;
    this.#readers = readers;
    this.#onClose = onClose;
    this.segments = descriptor.segments.map((segment) => readers.acquire(segment.data));
    this.liveDocs = descriptor.segments.map((segment) => segment.live);
    this.records = new RecordFiles(files, descriptor);
  }

  acquire(): void {
    this.#holders++;
  }

  release(): void {
    if (--this.#holders > 0) return;
    this.records.close();
    for (const segment of this.descriptor.segments) this.#readers.release(segment.data.id);
    this.#onClose();
  }
}
