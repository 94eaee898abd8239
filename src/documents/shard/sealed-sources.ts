/** The source files of a shard: sealed, read, rewritten when mostly superseded, made again when damaged. */
import { assert, AssertionError } from "../../core/assert.ts";
import { openReference } from "../../store/file-reader.ts";
import type { IdTable } from "../../store/ids/id-table.ts";
import type { ManifestSource } from "../../store/manifest/shard-manifest.ts";
import type { Operation } from "../../store/operation-log.ts";
import { kernelCodec } from "../../store/sources/block-codec.ts";
import { rewriteSourceFiles, shouldRewrite } from "../../store/sources/rewrite-source-files.ts";
import { SourceFileReader } from "../../store/sources/source-file-reader.ts";
import { SourceSet } from "../../store/sources/source-set.ts";
import { type SourceFileSummary, writeSourceFile } from "../../store/sources/write-source-file.ts";
import type { SearcherDescriptor } from "../documents.ts";
import type { EngineDependencies } from "./engine-dependencies.ts";
import type { ShardRecords } from "./log-index.ts";
import type { RecentOperation } from "./live-version-map.ts";
import { repairSource, verifySource } from "./repair-source.ts";
import type { Sealing } from "./sealing.ts";

/** A source file with its reader. */
export interface SourceFile {
  readonly entry: ManifestSource;
  readonly reader: SourceFileReader;
}

/** What the source files come to with a flush. */
export interface NextSources {
  readonly files: SourceFile[];
  /** The last delete that is in no file any more, and in no document; -1 for none. */
  readonly forgottenSeqNo: number;
}

// So many small source files in a row are joined into one.
const SMALL_SOURCES = 8;
const SMALL_SOURCE_BYTES = 4 * 1024 * 1024;

export class SealedSources {
  readonly #parts: EngineDependencies;
  /** Path of a new file. */
  readonly #newFile: () => string;
  #files: readonly SourceFile[] = [];
  #set = new SourceSet([]);

  constructor(parts: EngineDependencies, newFile: () => string) {
    this.#parts = parts;
    this.#newFile = newFile;
  }

  /**
   * Opens what the manifest names; a damaged file is made again from the log, as long as it holds its operations
   * (`held`). `suspects` are files to read as a whole first.
   */
  async open(entries: readonly ManifestSource[], held: ShardRecords, suspects: ReadonlySet<string>): Promise<void> {
    const files: SourceFile[] = [];
    for (const entry of entries) files.push(await this.#openFile(entry, held, suspects));
    this.use(files);
  }

  get files(): readonly SourceFile[] {
    return this.#files;
  }

  get bytes(): number {
    return this.#files.reduce((sum, { entry }) => sum + entry.bytes, 0);
  }

  /** The record of a sequence number; undefined when it is not sealed. */
  get(seqNo: number): Operation | undefined {
    return this.#set.get(seqNo);
  }

  /** Records in order, beyond one sequence number and below another. */
  *between(after: number, before: number): Generator<Operation> {
    for (const operation of this.#set.operations(after + 1)) {
      if (operation.seqNo >= before) return;
      yield operation;
    }
  }

  /** The files, as searchers read them. */
  describe(): SearcherDescriptor["sources"] {
    return this.#files.map(({ entry: { file, minimumSeqNo, maximumSeqNo } }) => ({
      name: file,
      file: this.#parts.files.reference(file),
      minimumSeqNo,
      maximumSeqNo,
    }));
  }

  /** Writes operations, ascending by sequence number, to a new file, which is not in use yet. */
  async seal(operations: readonly RecentOperation[]): Promise<SourceFile | undefined> {
    if (operations.length === 0) return undefined;
    const { log, files } = this.#parts;
    const positions = operations.map(({ position }) => {
      assert(position, "only operations that stand in the log are sealed");
      return position;
    });
    return this.#file(await writeSourceFile(files, this.#newFile(), log.readMany(positions), kernelCodec));
  }

  /**
   * What the files come to with a new one: superseded records are counted, and the first file that is mostly dead is
   * written anew, or a row of small ones; one a flush, so that flushes stay short. `ids` forgets the deletes that no
   * file holds any more; the first file lets go those that nobody need remember, nor follow.
   */
  async next(
    added: SourceFile | undefined,
    { operations, isRemembered, retainedFrom }: Pick<Sealing, "operations" | "isRemembered" | "retainedFrom">,
    ids: IdTable,
  ): Promise<NextSources> {
    const files = countDead([...this.#files, ...(added ? [added] : [])], operations);
    const dead = files.findIndex(({ entry }) => shouldRewrite(entry.records, entry.dead));
    const from = dead >= 0 ? dead : smallRow(files);
    let forgottenSeqNo = -1;
    if (from < 0) return { files, forgottenSeqNo };
    const inputs = files.slice(from, dead >= 0 ? from + 1 : from + SMALL_SOURCES);
    const all = new SourceSet(files.map((file) => file.reader));
    const forgotten: Operation[] = [];
    const isLive = (operation: Operation): boolean => {
      const isDelete = operation.kind === "delete";
      // A delete outlives the older records of its id, which may stand in files before this one: ids are rebuilt from
      // the sources.
      if (isDelete && from > 0) return true;
      const latest = ids
        .candidates(operation.id)
        .find((seqNo) => seqNo === operation.seqNo || all.get(seqNo)?.id === operation.id);
      if (!isDelete || (latest !== undefined && latest !== operation.seqNo)) return latest === operation.seqNo;
      if (latest !== undefined && isRemembered(operation)) return true;
      if (latest !== undefined) forgotten.push(operation);
      if (operation.seqNo >= retainedFrom) return true;
      forgottenSeqNo = Math.max(forgottenSeqNo, operation.seqNo);
      return false;
    };
    const readers = inputs.map((input) => input.reader);
    const summary = await rewriteSourceFiles(this.#parts.files, this.#newFile(), readers, isLive, kernelCodec);
    for (const { id, seqNo } of forgotten) ids.remove(id, seqNo);
    const rewritten = summary.records === 0 ? [] : [this.#file(summary)];
    return { files: [...files.slice(0, from), ...rewritten, ...files.slice(from + inputs.length)], forgottenSeqNo };
  }

  /** Closes files that did not come into use. */
  drop(files: readonly SourceFile[]): void {
    for (const { reader } of files) if (!this.#files.some((file) => file.reader === reader)) reader.close();
  }

  /** Reads these files from now on. */
  use(files: readonly SourceFile[]): void {
    for (const { reader } of this.#files) if (!files.some((file) => file.reader === reader)) reader.close();
    this.#files = files;
    this.#set = new SourceSet(files.map((file) => file.reader));
  }

  async #openFile(entry: ManifestSource, held: ShardRecords, suspects: ReadonlySet<string>): Promise<SourceFile> {
    const { events, folder } = this.#parts;
    try {
      const reader = this.#reader(entry.file);
      if (suspects.has(entry.file)) verifySource(reader);
      return { entry, reader };
    } catch (error) {
      if (error instanceof AssertionError) throw error;
      events.log("error", `[${folder}] source file [${entry.file}] is made again from the log: ${String(error)}`);
      const repaired = await repairSource(this.#parts, entry, held, this.#newFile());
      return { entry: repaired, reader: this.#reader(repaired.file) };
    }
  }

  #file({ path, bytes, records, minimumSeqNo, maximumSeqNo }: SourceFileSummary): SourceFile {
    return { entry: { file: path, bytes, records, dead: 0, minimumSeqNo, maximumSeqNo }, reader: this.#reader(path) };
  }

  #reader(file: string): SourceFileReader {
    return new SourceFileReader(
      openReference(this.#parts.files.reference(file)),
      file,
      kernelCodec,
      this.#parts.blockCache,
    );
  }
}

/** Counts the records that the operations superseded. */
function countDead(files: readonly SourceFile[], operations: readonly RecentOperation[]): SourceFile[] {
  const dead = files.map(() => 0);
  for (const { sealedSeqNo } of operations) {
    if (sealedSeqNo < 0) continue;
    const at = files.findIndex(({ entry }) => sealedSeqNo >= entry.minimumSeqNo && sealedSeqNo <= entry.maximumSeqNo);
    if (at >= 0) dead[at] = (dead[at] ?? 0) + 1;
  }
  return files.map(({ entry, reader }, at) => ({ entry: { ...entry, dead: entry.dead + (dead[at] ?? 0) }, reader }));
}

/** Where SMALL_SOURCES small files stand in a row; -1 when nowhere. */
function smallRow(files: readonly SourceFile[]): number {
  let run = 0;
  for (let at = 0; at < files.length; at++) {
    run = (files[at]?.entry.bytes ?? 0) <= SMALL_SOURCE_BYTES ? run + 1 : 0;
    if (run === SMALL_SOURCES) return at - SMALL_SOURCES + 1;
  }
  return -1;
}
