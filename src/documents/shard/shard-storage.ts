/** The immutable files of one shard: sealed sources, id runs, segments, live sets, and the manifest that names them. */
import { assert } from "../../core/assert.ts";
import { ENTRY_WORDS } from "../../store/ids/id-entries.ts";
import { IdTable } from "../../store/ids/id-table.ts";
import { ManifestStore } from "../../store/manifest/manifest-store.ts";
import { EMPTY_SHARD, type ManifestSegment, type ShardManifest } from "../../store/manifest/shard-manifest.ts";
import type { Operation } from "../../store/operation-log.ts";
import type { SearcherDescriptor } from "../documents.ts";
import type { EngineDependencies } from "./engine-dependencies.ts";
import type { ShardRecords } from "./log-index.ts";
import { rebuildSegment } from "./rebuild-segment.ts";
import type { RecentOperation } from "./live-version-map.ts";
import { type NextSources, SealedSources, type SourceFile } from "./sealed-sources.ts";
import { liveCommitted, loadSegments, type SegmentSnapshot, writeSegments } from "./segment-files.ts";
import type { Sealing } from "./sealing.ts";
import type { ShardSegments } from "./shard-segments.ts";

/** What is known of a shard's files when they are opened. */
export interface OpenedFiles {
  readonly suspects: ReadonlySet<string>;
  readonly inUse: ReadonlySet<string>;
}

const FILE_KINDS = ["sources", "segments", "live"] as const;

const ID_ENTRY_BYTES = ENTRY_WORDS * 4;

export class ShardStorage {
  readonly #parts: EngineDependencies;
  readonly #manifests: ManifestStore;
  readonly #sources: SealedSources;
  #manifest: ShardManifest = EMPTY_SHARD;
  #ids = new IdTable();
  /** Number of the manifest. */
  #commits = 0;
  /** Number of the next segment or file. */
  #next: number;
  /** Oldest log file that the manifest before the present one needs; Infinity when it needs none. */
  #keptLog = Number.POSITIVE_INFINITY;
  #historyUuid: string | undefined;
  /** Files that stay for searchers alone since the last commit; none while another one is under way, or has failed. */
  #lingering: readonly string[] = [];

  private constructor(parts: EngineDependencies) {
    this.#parts = parts;
    this.#manifests = new ManifestStore(parts.files, parts.folder);
    this.#sources = new SealedSources(parts, () => this.#newFile("sources"));
    this.#next = highestNumber(parts) + 1;
  }

  /**
   * Opens what the manifest names, and adds the segments to the list. Damaged segments and id runs are made again from
   * the sources, damaged sources from the log (`held`), as long as it holds them; a damaged manifest gives way to the
   * one before, if the log still holds what came after. Otherwise throws. `suspects` are files that are read as a whole
   * first; those `inUse` by searchers stay.
   */
  static async open(
    parts: EngineDependencies,
    segments: ShardSegments,
    held: ShardRecords,
    { suspects, inUse }: OpenedFiles,
  ): Promise<ShardStorage> {
    const storage = new ShardStorage(parts);
    storage.#readManifest();
    const { sources, segments: entries } = storage.#manifest;
    await storage.#sources.open(sources, held, suspects);
    storage.#openIds();
    loadSegments({ ...parts, segments, suspects }, entries, (after, before) => {
      const isLatest = (operation: Operation): boolean => storage.find(operation.id)?.seqNo === operation.seqNo;
      return rebuildSegment(parts, storage.#sources.between(after, before), isLatest, storage.takeGeneration());
    });
    storage.#sweepAll(inUse);
    return storage;
  }

  /** Bytes of the sealed records. */
  get sourceBytes(): number {
    return this.#sources.bytes;
  }

  /** What the last flush made durable. */
  get committed(): ShardManifest {
    return this.#manifest;
  }

  /** Oldest log file that must stay so that a damaged manifest can be made up for; Infinity for none. */
  get keptLog(): number {
    return this.#keptLog;
  }

  /** Bytes of files that stay for the manifest before the present one alone. */
  get supersededBytes(): number {
    return this.#manifests.supersededBytes;
  }

  /** Log file from which operations are not sealed. */
  get replayFromFile(): number {
    return this.#manifest.replayFromFile;
  }

  /** All operations up to this sequence number are sealed. */
  get checkpoint(): number {
    return this.#manifest.sealedSeqNo;
  }

  /** Bytes of the files that the manifest names: sources, segments and id runs. */
  get bytes(): number {
    const segments = this.#manifest.segments.reduce((sum, { bytes }) => sum + bytes, 0);
    const ids = this.#manifest.ids.runs.reduce((sum, { entries }) => sum + entries * ID_ENTRY_BYTES, 0);
    return this.#sources.bytes + segments + ids;
  }

  /** What the last flush made durable. */
  get lastCommit(): { generation: number; docs: number; maxSeqNo: number } {
    const docs = this.#manifest.segments.reduce((sum, segment) => sum + segment.docs - segment.deleted, 0);
    return { generation: this.#commits, docs, maxSeqNo: this.#manifest.maximumSeqNo };
  }

  /** A delete up to here may be gone for whoever was behind it. */
  get forgottenSeqNo(): number {
    return this.#manifest.forgottenSeqNo ?? this.#manifest.sealedSeqNo;
  }

  /** Names the history of the shard: an operator who gives a part of it up begins another one. */
  get historyUuid(): string {
    return this.#historyUuid ?? this.#parts.where.uuid;
  }

  beginHistory(uuid: string): void {
    this.#historyUuid = uuid;
  }

  /** The sealed records behind a sequence number, in order; of those that were superseded some may be missing. */
  sealedAfter(seqNo: number): Generator<Operation> {
    return this.#sources.between(seqNo, this.checkpoint + 1);
  }

  /** Number of the next segment. */
  takeGeneration(): number {
    return this.#next++;
  }

  /** The last sealed operation of an id; undefined when there is none. */
  find(id: string): Operation | undefined {
    for (const seqNo of this.#ids.candidates(id)) {
      const operation = this.#sources.get(seqNo);
      if (operation?.id === id) return operation;
    }
    return undefined;
  }

  /** The sealed record of a sequence number; undefined when it is not sealed, or was superseded before it could be. */
  read(seqNo: number): Operation | undefined {
    return this.#sources.get(seqNo);
  }

  /** The source files, as searchers read them. */
  sources(): SearcherDescriptor["sources"] {
    return this.#sources.describe();
  }

  /** Whether there is something that no committed file holds. */
  uncommitted(segments: ShardSegments): boolean {
    const { all } = segments;
    if (this.#sources.files.some(({ entry }, at) => entry.file !== this.#manifest.sources[at]?.file)) return true;
    return (
      all.length !== this.#manifest.segments.length ||
      all.some((segment) => segment.file === undefined || segment.liveChanged)
    );
  }

  /**
   * Seals operations, writes the segments as they were then and commits by replacing the manifest, beside later
   * operations. On an error the manifest is the one before, and another call seals the same and more. Files that no
   * manifest names are removed, except those `inUse` by searchers by then.
   */
  async commit(
    segments: readonly SegmentSnapshot[],
    sealing: Sealing,
    inUse: () => ReadonlySet<string>,
  ): Promise<void> {
    const { operations } = sealing;
    let sources: readonly SourceFile[] = [];
    this.#lingering = [];
    try {
      const sealed = await this.#sources.seal(operations);
      sources = sealed ? [sealed] : [];
      const entries = await writeSegments(this.#parts, segments, (kind) => this.#newFile(kind));
      // Should the commit fail, these entries lead to records that are not there, which `find` passes over.
      for (const { id, seqNo, sealedSeqNo } of operations) this.#ids.put(id, seqNo, sealedSeqNo);
      const next = await this.#sources.next(sealed, sealing, this.#ids);
      sources = next.files;
      await this.#replaceManifest(entries, next, sealing);
      liveCommitted(segments, entries);
      this.#sources.use(sources);
    } catch (error) {
      this.#sources.drop(sources);
      // A manifest that was told to have failed, and is there, would miss its files.
      if (await this.#manifests.settle())
        this.#sweep([...inUse(), ...segments.flatMap(({ segment }) => segment.file ?? [])]);
      throw error;
    }
    this.#sweepAll(inUse());
  }

  /** Removes what stayed for searchers alone and is not `inUse` any more. Never throws. */
  removeReleased(inUse: () => ReadonlySet<string>): void {
    if (this.#lingering.length === 0) return;
    const used = inUse();
    const free = this.#lingering.filter((file) => !used.has(file));
    this.#lingering = this.#lingering.filter((file) => used.has(file));
    this.#tryToRemove(() => free.forEach((file) => this.#parts.files.remove(file)));
  }

  /** Deletes that are forgotten: a later document of the id begins at version 1 again. */
  forget(operations: readonly RecentOperation[]): void {
    for (const { id, seqNo } of operations) this.#ids.remove(id, seqNo);
  }

  close(): void {
    this.#sources.use([]);
  }

  /** Sweeps when all files of the shard's own segments are named, and notes what stays for searchers. */
  #sweepAll(inUse: ReadonlySet<string>): void {
    this.#sweep(inUse);
    const needed = new Set([...this.#manifests.named(), ...this.#ownFiles()]);
    this.#lingering = [...inUse].filter((file) => !needed.has(file));
  }

  /** Removes the files that neither a manifest names nor anyone uses. */
  #sweep(inUse: Iterable<string>): void {
    this.#tryToRemove(() => this.#manifests.removeUnnamed(new Set([...inUse, ...this.#ownFiles()])));
  }

  #ownFiles(): string[] {
    return [...this.#sources.files.map(({ entry }) => entry.file), ...this.#ids.files];
  }

  /** Never throws: what stays goes after the next flush. */
  #tryToRemove(remove: () => void): void {
    const { events, folder } = this.#parts;
    try {
      remove();
    } catch (error) {
      events.log(
        "warn",
        `[${folder}] files that nobody needs could not be removed, which is tried again: ${String(error)}`,
      );
    }
  }

  async #replaceManifest(
    segments: readonly ManifestSegment[],
    { files: sources, forgottenSeqNo }: NextSources,
    { checkpoint, primaryTerm, replayFromFile }: Sealing,
  ): Promise<void> {
    const { files, folder } = this.#parts;
    const ids = await this.#ids.persist(files, `${folder}/ids`, checkpoint);
    const manifest: ShardManifest = {
      primaryTerm,
      maximumSeqNo: checkpoint,
      sealedSeqNo: checkpoint,
      replayFromFile,
      segments,
      sources: sources.map((source) => source.entry),
      ids,
      forgottenSeqNo: Math.max(this.forgottenSeqNo, forgottenSeqNo),
      ...(this.#historyUuid === undefined ? {} : { historyUuid: this.#historyUuid }),
    };
    this.#commits = await this.#manifests.write(manifest);
    this.#keptLog =
      checkpoint === this.#manifest.sealedSeqNo ? Number.POSITIVE_INFINITY : this.#manifest.replayFromFile;
    this.#manifest = manifest;
  }

  #readManifest(): void {
    const { manifest, generation, damages } = this.#manifests.read();
    this.#manifest = manifest ?? EMPTY_SHARD;
    this.#commits = generation;
    this.#historyUuid = this.#manifest.historyUuid;
    this.#keptLog = this.#manifests.replayFromFile ?? Number.POSITIVE_INFINITY;
    const { events, folder, log } = this.#parts;
    for (const damage of damages) events.log("error", `[${folder}] ${damage.message}`);
    if (damages.length === 0) return;
    // The damaged one may have been the newest: then all that came after the one read must still be in the log.
    assert(
      log.firstFile <= Math.max(1, this.#manifest.replayFromFile),
      `the manifest is damaged, and the log begins at file ${log.firstFile} only`,
    );
  }

  #openIds(): void {
    const { files, events, folder } = this.#parts;
    try {
      this.#ids = IdTable.load(files, this.#manifest.ids);
    } catch (error) {
      events.log("warn", `[${folder}] id runs are damaged and made again from the sources: ${String(error)}`);
      this.#ids = new IdTable();
      for (const { id, seqNo, previousSeqNo } of this.#sources.between(-1, Number.POSITIVE_INFINITY))
        this.#ids.put(id, seqNo, previousSeqNo);
    }
  }

  #newFile(kind: (typeof FILE_KINDS)[number]): string {
    return `${this.#parts.folder}/${kind}/${this.#next++}`;
  }
}

/** Highest number of a file that is there; -1 when there is none. */
function highestNumber({ files, folder }: EngineDependencies): number {
  const numbers = FILE_KINDS.flatMap((kind) => files.list(`${folder}/${kind}`).map(Number));
  return numbers.reduce((highest, number) => Math.max(highest, Number.isNaN(number) ? -1 : number), -1);
}
