/** The immutable files of one shard: sealed sources, id runs, segments, live sets, and the manifest that names them. */
import { assert, AssertionError } from "../core/errors.ts";
import type { SegmentData } from "../segment/format.ts";
import { countLive } from "../segment/live-docs.ts";
import { loadSegment, writeSegment } from "../segment/segment-file.ts";
import { openReference } from "../store/file-reader.ts";
import { IdTable } from "../store/ids/id-table.ts";
import { ManifestStore } from "../store/manifest/manifest-store.ts";
import type { ManifestSegment, ManifestSource, ShardManifest } from "../store/manifest/shard-manifest.ts";
import type { Operation } from "../store/operation-log.ts";
import { kernelCodec } from "../store/sources/block-codec.ts";
import { rewriteSourceFiles, shouldRewrite } from "../store/sources/rewrite-source-files.ts";
import { SourceFileReader } from "../store/sources/source-file-reader.ts";
import { SourceSet } from "../store/sources/source-set.ts";
import { writeSourceFile } from "../store/sources/write-source-file.ts";
import type { SearcherDescriptor } from "./documents.ts";
import type { EngineParts } from "./engine-parts.ts";
import { readLiveFile, writeLiveFile } from "./live-file.ts";
import { rebuildSegment } from "./rebuild-segment.ts";
import type { ShardRecords } from "./log-index.ts";
import { repairSource, verifySource } from "./repair-source.ts";
import type { RecentOperation } from "./recent-operations.ts";
import type { ShardSegment, ShardSegments } from "./shard-segments.ts";

/** What a flush seals. */
export interface Sealing {
  /** The last operation of each id since the last flush, ascending by sequence number. */
  readonly operations: readonly RecentOperation[];
  readonly checkpoint: number;
}

interface SourceFile {
  entry: ManifestSource;
  readonly reader: SourceFileReader;
}

// So many small source files in a row are joined into one.
const SMALL_SOURCES = 8;
const SMALL_SOURCE_BYTES = 4 * 1024 * 1024;

const FILE_KINDS = ["sources", "segments", "live"] as const;

/** A shard that was never flushed. */
const EMPTY: ShardManifest = { primaryTerm: 1, maximumSeqNo: -1, sealedSeqNo: -1, replayFromFile: 0, segments: [], sources: [], ids: { runs: [], appliedSeqNo: -1 } };

export class ShardStorage {
  readonly #parts: EngineParts;
  readonly #manifests: ManifestStore;
  #manifest: ShardManifest = EMPTY;
  #sources: SourceFile[] = [];
  #sourceSet = new SourceSet([]);
  #ids = new IdTable();
  /** Number of the next segment or file. */
  #next = 0;
  /** Oldest log file that the manifest before the present one needs; Infinity when it needs none. */
  #keptLog = Number.POSITIVE_INFINITY;

  private constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#manifests = new ManifestStore(parts.files, parts.folder);
  }

  /**
   * Opens what the manifest names, and adds the segments to the list. Damaged segments and id runs are made again from the
   * sources, damaged sources from the log (`held`), as long as it holds them; a damaged manifest gives way to the one before, if the
   * log still holds what came after. Otherwise throws. `suspects` are source files that are read as a whole first.
   */
  static async open(parts: EngineParts, segments: ShardSegments, held: ShardRecords, suspects: ReadonlySet<string>): Promise<ShardStorage> {
    const storage = new ShardStorage(parts);
    storage.#readManifest();
    storage.#next = storage.#highestNumber() + 1;
    for (const entry of storage.#manifest.sources) storage.#sources.push(await storage.#openSource(entry, held, suspects));
    storage.#indexSources();
    storage.#openIds();
    storage.#openSegments(segments);
    storage.#manifests.removeUnnamed(new Set(storage.#sources.map((source) => source.entry.file)));
    return storage;
  }

  /** Oldest log file that must stay so that a damaged manifest can be made up for; Infinity for none. */
  get keptLog(): number {
    return this.#keptLog;
  }

  /** Log file from which operations are not sealed. */
  get replayFromFile(): number {
    return this.#manifest.replayFromFile;
  }

  /** All operations up to this sequence number are sealed. */
  get checkpoint(): number {
    return this.#manifest.sealedSeqNo;
  }

  /** Bytes of the sealed sources. */
  get bytes(): number {
    return this.#sources.reduce((sum, source) => sum + source.entry.bytes, 0);
  }

  /** Number of the next segment. */
  takeGeneration(): number {
    return this.#next++;
  }

  /** The last sealed operation of an id; undefined when there is none. */
  find(id: string): Operation | undefined {
    for (const seqNo of this.#ids.candidates(id)) {
      const operation = this.#sourceSet.get(seqNo);
      if (operation?.id === id) return operation;
    }
    return undefined;
  }

  /** The sealed record of a sequence number; undefined when it is not sealed, or was superseded before it could be. */
  read(seqNo: number): Operation | undefined {
    return this.#sourceSet.get(seqNo);
  }

  /** The source files, as searchers read them. */
  sources(): SearcherDescriptor["sources"] {
    return this.#sources.map(({ entry: { file, minimumSeqNo, maximumSeqNo } }) => ({ name: file, file: this.#parts.files.reference(file), minimumSeqNo, maximumSeqNo }));
  }

  /** Whether segments stand in memory that no committed file holds. */
  uncommitted(segments: ShardSegments): boolean {
    const { all } = segments;
    if (this.#sources.some(({ entry }, at) => entry.file !== this.#manifest.sources[at]?.file)) return true;
    return all.length !== this.#manifest.segments.length || all.some((segment) => segment.file === undefined || segment.liveChanged);
  }

  /**
   * Seals operations, writes the segments (frozen, with what died applied) and commits by replacing the manifest. On an error the
   * manifest is the one before, and the call may be repeated. Files that no manifest names are removed, except those `inUse` by
   * searchers.
   */
  async commit(segments: ShardSegments, sealing: Sealing, inUse: ReadonlySet<string>): Promise<void> {
    const sealed = await this.#seal(sealing.operations);
    try {
      await this.#writeSegments(segments.all);
      for (const { id, seqNo, sealedSeqNo } of sealing.operations) this.#ids.put(id, seqNo, sealedSeqNo);
      const sources = await this.#rewriteSources(countDead([...this.#sources, ...(sealed ? [sealed] : [])], sealing.operations));
      await this.#replaceManifest(segments, sources, sealing);
      for (const { reader } of this.#sources) if (!sources.some((source) => source.reader === reader)) reader.close();
      this.#sources = sources;
      this.#indexSources();
    } catch (error) {
      sealed?.reader.close();
      throw error;
    }
    this.#manifests.removeUnnamed(inUse);
  }

  /** Deletes that are forgotten: a later document of the id begins at version 1 again. */
  forget(operations: readonly RecentOperation[]): void {
    for (const { id, seqNo } of operations) this.#ids.remove(id, seqNo);
  }

  close(): void {
    for (const { reader } of this.#sources) reader.close();
    this.#sources = [];
  }

  async #replaceManifest(segments: ShardSegments, sources: readonly SourceFile[], sealing: Sealing): Promise<void> {
    const { files, folder, log, index, where } = this.#parts;
    const ids = await this.#ids.persist(files, `${folder}/ids`, sealing.checkpoint);
    const manifest: ShardManifest = {
      primaryTerm: index.metadata.primaryTerms[where.shard] ?? 1,
      maximumSeqNo: sealing.checkpoint,
      sealedSeqNo: sealing.checkpoint,
      // Nothing is appended for the shard while it flushes, so what comes later comes into this file or one behind it.
      replayFromFile: log.currentFile,
      segments: segments.all.map(segmentEntry),
      sources: sources.map((source) => source.entry),
      ids,
    };
    await this.#manifests.write(manifest);
    this.#keptLog = manifest.sealedSeqNo === this.#manifest.sealedSeqNo ? Number.POSITIVE_INFINITY : this.#manifest.replayFromFile;
    this.#manifest = manifest;
    for (const segment of segments.all) segment.liveChanged = false;
  }

  async #seal(operations: readonly RecentOperation[]): Promise<SourceFile | undefined> {
    if (operations.length === 0) return undefined;
    const path = this.#newFile("sources");
    const { log, files } = this.#parts;
    const records = function* (): Generator<Operation> {
      for (const { position } of operations) {
        assert(position, "only operations that stand in the log are sealed");
        yield log.read(position).operation;
      }
    };
    const { bytes, records: count, minimumSeqNo, maximumSeqNo } = await writeSourceFile(files, path, records(), kernelCodec);
    return { entry: { file: path, bytes, records: count, dead: 0, minimumSeqNo, maximumSeqNo }, reader: this.#reader(path) };
  }

  async #writeSegments(segments: readonly ShardSegment[]): Promise<void> {
    const { files } = this.#parts;
    for (const segment of segments) {
      if (segment.file === undefined) {
        const path = this.#newFile("segments");
        await writeSegment(files, path, segment.data);
        segment.file = path;
      }
      if (!segment.liveChanged && (segment.live === undefined) === (segment.liveFile === undefined)) continue;
      if (segment.live === undefined) continue;
      const path = this.#newFile("live");
      await writeLiveFile(files, path, segment.live, segment.reader.docCount);
      segment.liveFile = path;
    }
  }

  /** Rewrites the first file that is mostly dead, or a row of small ones; one a flush, so that flushes stay short. */
  async #rewriteSources(sources: readonly SourceFile[]): Promise<SourceFile[]> {
    const dead = sources.findIndex(({ entry }) => shouldRewrite(entry.records, entry.dead));
    const small = smallRow(sources);
    const from = dead >= 0 ? dead : small;
    if (from < 0) return [...sources];
    const inputs = sources.slice(from, dead >= 0 ? from + 1 : from + SMALL_SOURCES);
    const path = this.#newFile("sources");
    const all = new SourceSet(sources.map((source) => source.reader));
    // A delete outlives the older records of its id, which may stand in files before this one: ids are rebuilt from the sources.
    const isLive = (operation: Operation): boolean => {
      if (operation.kind === "delete") return from > 0;
      const latest = this.#ids.candidates(operation.id).find((seqNo) => seqNo === operation.seqNo || all.get(seqNo)?.id === operation.id);
      return latest === operation.seqNo;
    };
    const summary = await rewriteSourceFiles(this.#parts.files, path, inputs.map((input) => input.reader), isLive, kernelCodec);
    const { bytes, records, minimumSeqNo, maximumSeqNo } = summary;
    const rewritten = records === 0 ? [] : [{ entry: { file: path, bytes, records, dead: 0, minimumSeqNo, maximumSeqNo }, reader: this.#reader(path) }];
    return [...sources.slice(0, from), ...rewritten, ...sources.slice(from + inputs.length)];
  }

  async #openSource(entry: ManifestSource, held: ShardRecords, suspects: ReadonlySet<string>): Promise<SourceFile> {
    const { events, folder } = this.#parts;
    try {
      const reader = this.#reader(entry.file);
      if (suspects.has(entry.file)) verifySource(reader);
      return { entry, reader };
    } catch (error) {
      if (error instanceof AssertionError) throw error;
      events.log("error", `[${folder}] source file [${entry.file}] is made again from the log: ${String(error)}`);
      const repaired = await repairSource(this.#parts, entry, held, this.#newFile("sources"));
      return { entry: repaired, reader: this.#reader(repaired.file) };
    }
  }

  #openIds(): void {
    const { files, events, folder } = this.#parts;
    try {
      this.#ids = IdTable.load(files, this.#manifest.ids);
    } catch (error) {
      events.log("warn", `[${folder}] id runs are damaged and made again from the sources: ${String(error)}`);
      this.#ids = new IdTable();
      for (const operation of this.#sourceSet.operations()) this.#ids.put(operation.id, operation.seqNo, operation.previousSeqNo);
    }
  }

  #readManifest(): void {
    const { manifest, damages } = this.#manifests.read();
    this.#manifest = manifest ?? EMPTY;
    this.#keptLog = this.#manifests.replayFromFile ?? Number.POSITIVE_INFINITY;
    const { events, folder, log } = this.#parts;
    for (const damage of damages) events.log("error", `[${folder}] ${damage.message}`);
    if (damages.length === 0) return;
    // The damaged one may have been the newest: then all that came after the one read must still be in the log.
    assert(log.firstFile <= Math.max(1, this.#manifest.replayFromFile), `the manifest is damaged, and the log begins at file ${log.firstFile} only`);
  }

  /** Loads the segments; runs of damaged ones become one, made again from the records between their neighbours. */
  #openSegments(segments: ShardSegments): void {
    const entries = this.#manifest.segments;
    const loaded = entries.map((entry) => this.#load(entry));
    let after = -1;
    let damaged = false;
    loaded.forEach((segment, at) => {
      if (!segment) {
        damaged = true;
        return;
      }
      const { data, live, entry } = segment;
      const seqNos = new Float64Array(data.memory.buffer, data.directory.seqNos.offset, data.directory.docCount);
      if (damaged) this.#rebuild(segments, after, seqNos[0] ?? 0);
      damaged = false;
      after = seqNos[seqNos.length - 1] ?? after;
      segments.addCommitted(data, live, entry.docs - countLive(live, entry.docs), entry.file, entry.liveFile ?? undefined);
      assert(at < entries.length, "segments are loaded in order");
    });
    if (damaged) this.#rebuild(segments, after, Number.POSITIVE_INFINITY);
  }

  #load(entry: ManifestSegment): { entry: ManifestSegment; data: SegmentData; live: Uint32Array | undefined } | undefined {
    const { files, pool, scratchSlots, events, folder } = this.#parts;
    try {
      const live = entry.liveFile === null ? undefined : readLiveFile(files, entry.liveFile, entry.docs);
      return { entry, data: loadSegment(files, entry.file, pool, scratchSlots), live };
    } catch (error) {
      if (error instanceof AssertionError) throw error;
      events.log("error", `[${folder}] segment [${entry.file}] is made again from the sources: ${String(error)}`);
      return undefined;
    }
  }

  #rebuild(segments: ShardSegments, after: number, before: number): void {
    const isLatest = (operation: Operation): boolean => this.find(operation.id)?.seqNo === operation.seqNo;
    const data = rebuildSegment(this.#parts, this.#between(after, before), isLatest, this.takeGeneration());
    if (data) segments.add(data, []);
  }

  *#between(after: number, before: number): Generator<Operation> {
    for (const operation of this.#sourceSet.operations(after + 1)) {
      if (operation.seqNo >= before) return;
      yield operation;
    }
  }

  #reader(file: string): SourceFileReader {
    return new SourceFileReader(openReference(this.#parts.files.reference(file)), file, kernelCodec, this.#parts.blockCache);
  }

  #indexSources(): void {
    this.#sourceSet = new SourceSet(this.#sources.map((source) => source.reader));
  }

  #newFile(kind: (typeof FILE_KINDS)[number]): string {
    return `${this.#parts.folder}/${kind}/${this.#next++}`;
  }

  /** Highest number of a file that is there; -1 when there is none. */
  #highestNumber(): number {
    const { files, folder } = this.#parts;
    const numbers = FILE_KINDS.flatMap((kind) => files.list(`${folder}/${kind}`).map(Number));
    return numbers.reduce((highest, number) => Math.max(highest, Number.isNaN(number) ? -1 : number), -1);
  }
}

function segmentEntry(segment: ShardSegment): ManifestSegment {
  const { reader, data, bytes, deleted, liveFile } = segment;
  assert(segment.file !== undefined, "a committed segment has a file");
  return { generation: data.directory.generation, file: segment.file, bytes, docs: reader.docCount, deleted, liveFile: liveFile ?? null };
}

/** Counts the records that the operations superseded. */
function countDead(sources: readonly SourceFile[], operations: readonly RecentOperation[]): SourceFile[] {
  const dead = sources.map(() => 0);
  for (const { sealedSeqNo } of operations) {
    if (sealedSeqNo < 0) continue;
    const at = sources.findIndex(({ entry }) => sealedSeqNo >= entry.minimumSeqNo && sealedSeqNo <= entry.maximumSeqNo);
    if (at >= 0) dead[at] = (dead[at] ?? 0) + 1;
  }
  return sources.map(({ entry, reader }, at) => ({ entry: { ...entry, dead: entry.dead + (dead[at] ?? 0) }, reader }));
}

/** Where SMALL_SOURCES small files stand in a row; -1 when nowhere. */
function smallRow(sources: readonly SourceFile[]): number {
  let run = 0;
  for (let at = 0; at < sources.length; at++) {
    run = (sources[at]?.entry.bytes ?? 0) <= SMALL_SOURCE_BYTES ? run + 1 : 0;
    if (run === SMALL_SOURCES) return at - SMALL_SOURCES + 1;
  }
  return -1;
}
