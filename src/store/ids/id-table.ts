/**
 * The id table of a shard: which operations an `_id` has. It keeps hashes, so it answers candidates, and the caller
 * verifies the `_id` in the record. A memtable in front of sorted runs, merged in tiers: about 18 bytes a document.
 */
import type { Files } from "../files.ts";
import { DEAD, Gathered } from "./id-entries.ts";
import { hashId } from "./id-hash.ts";
import { IdMemtable } from "./id-memtable.ts";
import { readIdRun, writeIdRun } from "./id-run-file.ts";
import { IdRunMerge } from "./id-run-merge.ts";
import { IdRun } from "./id-run.ts";

/** A persisted run as the manifest names it. */
export interface IdRunDescription {
  readonly file: string;
  readonly entries: number;
}

/**
 * What the manifest keeps of an id table: its runs, oldest first, and up to which sequence number they hold everything.
 */
export interface IdTableState {
  readonly runs: readonly IdRunDescription[];
  readonly appliedSeqNo: number;
}

/** Entries of a full memtable: half a megabyte, sorted within a few milliseconds. */
const MEMTABLE_ENTRIES = 32768;
/** So many runs of a size class make one of the next. */
const FAN_OUT = 4;
/** Entries merged for each operation while a merge is under way. */
const MERGED_PER_PUT = 8;
/** Entries merged for each time that the table is persisted: a millisecond or two. */
const MERGED_PER_FLUSH = 32768;
/** Merges go on once in so many operations. */
const PUTS_PER_STEP = 64;
const NONE: readonly number[] = [];

export class IdTable {
  readonly #memtable = new IdMemtable();
  readonly #memtableEntries: number;
  /** Oldest first. */
  #runs: IdRun[] = [];
  /** Each of neighbouring runs; the last one is the smallest. */
  readonly #merges: IdRunMerge[] = [];
  readonly #hash = new Uint32Array(2);
  readonly #gathered = new Gathered();
  #putsSinceStep = 0;
  /** Number of the last run file. */
  #lastFile = 0;

  constructor(options: { memtableEntries?: number } = {}) {
    this.#memtableEntries = options.memtableEntries ?? MEMTABLE_ENTRIES;
  }

  /** The table as it was persisted. Throws IdRunCorruption: it can be rebuilt by `put`ting all operations again. */
  static load(files: Files, state: IdTableState, options: { memtableEntries?: number } = {}): IdTable {
    const table = new IdTable(options);
    for (const { file } of state.runs) {
      table.#runs.push(readIdRun(files, file));
      table.#lastFile = Math.max(table.#lastFile, fileNumber(file));
    }
    return table;
  }

  /** Bytes of memory in use. */
  get memoryBytes(): number {
    return this.#runs.reduce((sum, run) => sum + run.memoryBytes, this.#memtable.memoryBytes);
  }

  /** Files of its runs, those that no manifest names yet included. */
  get files(): string[] {
    return this.#runs.flatMap(({ file }) => file ?? []);
  }

  get runCount(): number {
    return this.#runs.length;
  }

  /** Entries in all, superseded ones included as long as no merge met them. */
  get entryCount(): number {
    return this.#runs.reduce((sum, run) => sum + run.count, this.#memtable.count);
  }

  /**
   * Notes an operation of `id` (a delete is one like any other), which supersedes operation `previousSeqNo`, or -1 for
   * none.
   */
  put(id: string, seqNo: number, previousSeqNo = -1): void {
    hashId(id, this.#hash);
    const superseded = previousSeqNo >= 0;
    if (!superseded || !this.#memtable.replace(this.#hash, previousSeqNo, seqNo, 0)) {
      this.#memtable.add(this.#hash, seqNo, 0);
      if (superseded) this.#memtable.add(this.#hash, previousSeqNo, DEAD);
    }
    this.#changed();
  }

  /** Forgets an operation of `id`: a delete that no longer matters, or one that was taken back. */
  remove(id: string, seqNo: number): void {
    hashId(id, this.#hash);
    // In the memtable the entry itself becomes the one that takes it away: it has no effect on older runs.
    if (!this.#memtable.replace(this.#hash, seqNo, seqNo, DEAD)) this.#memtable.add(this.#hash, seqNo, DEAD);
    this.#changed();
  }

  /**
   * Operations that may be of `id`, newest first: one for a document once or often written, none for a new id (nearly
   * always).
   */
  candidates(id: string): readonly number[] {
    hashId(id, this.#hash);
    const high = this.#hash[0]!;
    const low = this.#hash[1]!;
    const gathered = this.#gathered;
    gathered.clear();
    this.#memtable.gather(high, low, gathered);
    for (let number = this.#runs.length - 1; number >= 0; number--) this.#runs[number]!.gather(high, low, gathered);
    const { found, taken } = gathered;
    if (found.length === 0) return NONE;
    if (found.length === 1 && taken.length === 0) return [found[0]!];
    const alive = taken.length === 0 ? found : found.filter((seqNo) => !taken.includes(seqNo));
    return [...new Set(alive)].sort((one, other) => other - one);
  }

  /**
   * Writes what is not yet in files into `folder`; answers what the manifest is to name. `appliedSeqNo`: all operations
   * up to it were put. The table goes on taking operations meanwhile. Old files may go once no manifest names them.
   */
  async persist(files: Files, folder: string, appliedSeqNo: number): Promise<IdTableState> {
    this.#freeze();
    const runs = [...this.#runs];
    let written = false;
    for (const run of runs) {
      if (run.file !== undefined) continue;
      const path = this.#freePath(files, folder);
      await writeIdRun(files, path, run);
      run.file = path;
      written = true;
    }
    if (written) await files.syncFolder(folder);
    // So that few operations between many flushes merge something as well.
    this.#step(MERGED_PER_FLUSH);
    return { runs: runs.map((run) => ({ file: run.file ?? "", entries: run.count })), appliedSeqNo };
  }

  /** Ends all merges that are under way. */
  finishMerges(): void {
    while (this.#merges.length > 0) this.#step(Number.MAX_SAFE_INTEGER);
  }

  /** A path that no earlier manifest can name. */
  #freePath(files: Files, folder: string): string {
    let path: string;
    do path = `${folder}/${++this.#lastFile}.ids`;
    while (files.exists(path));
    return path;
  }

  #changed(): void {
    if (this.#memtable.count >= this.#memtableEntries) this.#freeze();
    if (this.#merges.length === 0 || ++this.#putsSinceStep < PUTS_PER_STEP) return;
    this.#putsSinceStep = 0;
    this.#step(PUTS_PER_STEP * MERGED_PER_PUT);
  }

  #freeze(): void {
    if (this.#memtable.count === 0) return;
    this.#runs.push(IdRun.of(this.#memtable.freeze()));
    this.#startMerge();
  }

  /** Goes on with the smallest merge, and puts its run in the place of its inputs when it is done. */
  #step(budget: number): void {
    const merge = this.#merges.at(-1);
    const merged = merge?.step(budget);
    if (!merge || !merged) return;
    this.#merges.pop();
    const at = this.#runs.indexOf(merge.inputs[0]!);
    this.#runs.splice(at, merge.inputs.length, ...(merged.count > 0 ? [merged] : []));
    this.#startMerge();
  }

  /** Starts a merge of the newest runs when `FAN_OUT` of them have at most the same size class. */
  #startMerge(): void {
    const busy = this.#merges.at(-1)?.inputs.at(-1);
    const free = this.#runs.slice(busy ? this.#runs.indexOf(busy) + 1 : 0);
    const largest = sizeClass(free.reduce((most, run) => Math.max(most, run.count), 0));
    for (let limit = 0; limit <= largest; limit++) {
      let start = free.length;
      while (start > 0 && sizeClass(free[start - 1]!.count) <= limit) start--;
      if (free.length - start < FAN_OUT) continue;
      const inputs = free.slice(start);
      this.#merges.push(new IdRunMerge(inputs, inputs[0] === this.#runs[0]));
      return;
    }
  }
}

/** Powers of FAN_OUT above a thousand entries; the many small runs of frequent flushes are all of class 0. */
function sizeClass(entries: number): number {
  return Math.max(0, Math.floor(Math.log2(Math.max(1, entries / 1024)) / Math.log2(FAN_OUT)));
}

/** `…/17.ids` → 17. */
function fileNumber(path: string): number {
  return Number(/(\d+)\.ids$/.exec(path)?.[1] ?? 0);
}
