/** The files that contain documents' records, open for reading on this thread. */
import type { FileReference } from "../../store/files.ts";
import { type FileReader, openReference } from "../../store/file-reader.ts";
import { readLogRecord } from "../../store/log/read-record.ts";
import type { Operation } from "../../store/operation-log.ts";
import { BlockCache } from "../../store/sources/block-cache.ts";
import { type BlockCodec, kernelCodec } from "../../store/sources/block-codec.ts";
import { SourceFileReader } from "../../store/sources/source-file-reader.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { SearcherDescriptor } from "../../documents/documents.ts";
import { assert } from "../../core/assert.ts";
import { RecordCache } from "./record-cache.ts";

/** A thread's open files; a file stays open while any searcher that lists it has used it. */
export class FilePool {
  readonly #codec: BlockCodec;
  readonly #blocks = new BlockCache();
  readonly #records = new RecordCache();
  readonly #open = new Map<
    unknown,
    { holders: number; log: FileReader | undefined; source: SourceFileReader | undefined }
  >();

  constructor(codec: BlockCodec = kernelCodec) {
    this.#codec = codec;
  }

  /** Opens a log file, or returns the open one. */
  log(file: FileReference): FileReader {
    const entry = this.#entry(file);
    return (entry.log ??= openReference(file));
  }

  /** A record of a source file, which is opened if necessary; undefined when the file does not have it. */
  record(name: string, file: FileReference, seqNo: number, keep = true): Operation | undefined {
    const source = this.source(name, file);
    if (!keep) return source.get(seqNo);
    const known = this.#records.get(source, seqNo);
    if (known) return known;
    const found = source.get(seqNo);
    if (found) this.#records.put(source, found);
    return found;
  }

  /** A source file, opened if necessary. */
  source(name: string, file: FileReference): SourceFileReader {
    const entry = this.#entry(file);
    return (entry.source ??= new SourceFileReader(openReference(file), name, this.#codec, this.#blocks));
  }

  /** Adds a holder of an open file. */
  hold(file: FileReference): void {
    this.#entry(file).holders++;
  }

  /** Removes a holder; the last one closes the file. */
  release(file: FileReference): void {
    const key = keyOf(file);
    const entry = this.#open.get(key);
    if (!entry || --entry.holders > 0) return;
    entry.log?.close();
    if (entry.source) {
      this.#records.drop(entry.source);
      entry.source.close();
    }
    this.#open.delete(key);
  }

  #entry(file: FileReference): { holders: number; log: FileReader | undefined; source: SourceFileReader | undefined } {
    const key = keyOf(file);
    let entry = this.#open.get(key);
    if (!entry) this.#open.set(key, (entry = { holders: 0, log: undefined, source: undefined }));
    return entry;
  }
}

/** References are cloned between threads; the path, or the shared buffer with the length, identifies the file. */
function keyOf(file: FileReference): unknown {
  return file.kind === "path" ? file.path : file.content.length;
}

/** Reads the records of one searcher's documents. */
export class RecordFiles {
  readonly #pool: FilePool;
  readonly #descriptor: Pick<SearcherDescriptor, "sources" | "logs">;
  readonly #held = new Map<FileReference, true>();
  /** The file that the last source was read from. */
  #scanned: { readonly source: SearcherDescriptor["sources"][number]; readonly reader: SourceFileReader } | undefined;

  constructor(pool: FilePool, descriptor: Pick<SearcherDescriptor, "sources" | "logs">) {
    this.#pool = pool;
    this.#descriptor = descriptor;
  }

  /** The record of a document. Throws an AssertionError when no file has it. */
  record(reader: SegmentReader, doc: number): Operation {
    return this.#read(reader, doc, true);
  }

  /** Like `record`, for very many documents: no record is looked for in the cache, or kept there. */
  scan(reader: SegmentReader, doc: number): Operation {
    return this.#read(reader, doc, false);
  }

  /**
   * The source of a document alone, for very many documents: a view that holds until the next call. Throws an
   * AssertionError when no file has it.
   */
  source(reader: SegmentReader, doc: number): Uint8Array {
    const seqNo = reader.seqNo(doc);
    const last = this.#scanned;
    // Files may overlap, so that only the first of those that may have it is asked first.
    const found = last && last.source === this.#mayHave(seqNo) ? last.reader.source(seqNo) : undefined;
    return found ?? this.#searchedSource(reader, doc, seqNo);
  }

  #mayHave(seqNo: number): SearcherDescriptor["sources"][number] | undefined {
    for (const source of this.#descriptor.sources)
      if (seqNo >= source.minimumSeqNo && seqNo <= source.maximumSeqNo) return source;
    return undefined;
  }

  #searchedSource(reader: SegmentReader, doc: number, seqNo: number): Uint8Array {
    for (const source of this.#descriptor.sources) {
      if (seqNo < source.minimumSeqNo || seqNo > source.maximumSeqNo) continue;
      this.#hold(source.file);
      const file = this.#pool.source(source.name, source.file);
      const found = file.source(seqNo);
      if (!found) continue;
      this.#scanned = { source, reader: file };
      return found;
    }
    return this.#read(reader, doc, false).source;
  }

  #read(reader: SegmentReader, doc: number, keep: boolean): Operation {
    const seqNo = reader.seqNo(doc);
    const { sources, logs } = this.#descriptor;
    for (const source of sources) {
      if (seqNo < source.minimumSeqNo || seqNo > source.maximumSeqNo) continue;
      this.#hold(source.file);
      const found = this.#pool.record(source.name, source.file, seqNo, keep);
      if (found) return found;
    }
    const location = reader.location(doc);
    const log = location && logs.find((each) => each.number === location.file);
    assert(location && log, `the record of sequence number ${seqNo} is in no file of the searcher`);
    this.#hold(log.file);
    return readLogRecord(this.#pool.log(log.file), log.number, location.offset).operation;
  }

  /** Releases all files. */
  close(): void {
    for (const file of this.#held.keys()) this.#pool.release(file);
    this.#held.clear();
  }

  #hold(file: FileReference): void {
    if (this.#held.has(file)) return;
    this.#held.set(file, true);
    this.#pool.hold(file);
  }
}
