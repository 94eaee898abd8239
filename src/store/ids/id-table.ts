/**
 * The id table of a shard: which operations an `_id` has. It stores hashes, so it returns candidates, and the caller
 * verifies the `_id` in the record. A memtable before sorted runs, merged in tiers: about 18 bytes per document.
 */
import type { Files } from "../files.ts";
import { DEAD, Gathered } from "./id-entries.ts";
import { hashId } from "./id-hash.ts";
import { IdMemtable } from "./id-memtable.ts";
import { readIdRun, writeIdRun } from "./id-run-file.ts";
import { IdRunMerge } from "./id-run-merge.ts";
import { IdRun } from "./id-run.ts";

/** A persisted run as the manifest lists it. */
export interface IdRunDescription {
  readonly file: string;
  readonly entries: number;
}

/**
 * What the manifest stores of an id table: its runs, oldest first, and the sequence number up to which they are
 * complete.
 */
export interface IdTableState {
  readonly runs: readonly IdRunDescription[];
  readonly appliedSeqNo: number;
}

/** Entries of a full memtable: half a megabyte, sorted within a few milliseconds. */
const MEMTABLE_ENTRIES = 32768;
/** This many runs of a size class are merged into one of the next class. */
const FAN_OUT = 4;
/** Entries merged per operation while a merge is in progress. */
const MERGED_PER_PUT = 8;
/** Entries merged each time the table is persisted: a millisecond or two. */
const MERGED_PER_FLUSH = 32768;
/** A merge proceeds once per this many operations. */
const PUTS_PER_STEP = 64;
const NONE: readonly number[] = [];

export class IdTable {
  readonly #memtable = new IdMemtable();
  readonly #memtableEntries: number;
  /** Oldest first. */
  #runs: IdRun[] = [];
  /** Merges in progress, each of adjacent runs; the last merge is the smallest. */
  readonly #merges: IdRunMerge[] = [];
  readonly #hash = new Uint32Array(2);
  readonly #gathered = new Gathered();
  #putsSinceStep = 0;
  /** Number of the last run file. */
  #lastFile = 0;

  constructor(options: { memtableEntries?: number } = {}) {
    this.#memtableEntries = options.memtableEntries ?? MEMTABLE_ENTRIES;
  }

  /**
   * Loads the persisted table. Throws IdRunCorruption: the table can then be rebuilt by `put`ting all operations again.
   */
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

  /** Files of its runs, including those that no manifest lists yet. */
  get files(): string[] {
    return this.#runs.flatMap(({ file }) => file ?? []);
  }

  get runCount(): number {
    return this.#runs.length;
  }

  /** Total number of entries, including superseded ones that no merge has removed yet. */
  get entryCount(): number {
    return this.#runs.reduce((sum, run) => sum + run.count, this.#memtable.count);
  }

  /** Adds an operation of `id` (deletes as well), which supersedes operation `previousSeqNo`, or -1 for none. */
  put(id: string, seqNo: number, previousSeqNo = -1): void {
    hashId(id, this.#hash);
    const superseded = previousSeqNo >= 0;
    if (!superseded || !this.#memtable.replace(this.#hash, previousSeqNo, seqNo, 0)) {
      this.#memtable.add(this.#hash, seqNo, 0);
      if (superseded) this.#memtable.add(this.#hash, previousSeqNo, DEAD);
    }
    this.#changed();
  }

  /** Removes an operation of `id`: a delete that no longer matters, or one that was rolled back. */
  remove(id: string, seqNo: number): void {
    hashId(id, this.#hash);
    // In the memtable the entry itself becomes the cancelling one; older runs are not affected by it.
    if (!this.#memtable.replace(this.#hash, seqNo, seqNo, DEAD)) this.#memtable.add(this.#hash, seqNo, DEAD);
    this.#changed();
  }

  /**
   * Operations that may be those of `id`, newest first: one for an existing document however often it was written,
   * nearly always none for a new id.
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
   * Writes the part that is not in files yet into `folder`; returns what the manifest must list. `appliedSeqNo`: all
   * operations up to it were put. Meanwhile the table keeps accepting operations. Old files can be removed once no
   * manifest lists them.
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
    // Ensures progress of merges when there are few operations between many flushes.
    this.#step(MERGED_PER_FLUSH);
    return { runs: runs.map((run) => ({ file: run.file ?? "", entries: run.count })), appliedSeqNo };
  }

  /** Completes all merges in progress. */
  finishMerges(): void {
    while (this.#merges.length > 0) this.#step(Number.MAX_SAFE_INTEGER);
  }

  /** A path that no earlier manifest can list. */
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

  /** Advances the smallest merge; replaces its inputs by the result when it is complete. */
  #step(budget: number): void {
    const merge = this.#merges.at(-1);
    const merged = merge?.step(budget);
    if (!merge || !merged) return;
    this.#merges.pop();
    const at = this.#runs.indexOf(merge.inputs[0]!);
    this.#runs.splice(at, merge.inputs.length, ...(merged.count > 0 ? [merged] : []));
    this.#startMerge();
  }

  /** Starts a merge of the newest runs when there are `FAN_OUT` of at most one size class. */
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

/** Powers of FAN_OUT above a thousand entries; the many small runs of frequent flushes are all in class 0. */
function sizeClass(entries: number): number {
  return Math.max(0, Math.floor(Math.log2(Math.max(1, entries / 1024)) / Math.log2(FAN_OUT)));
}

/** `…/17.ids` → 17. */
function fileNumber(path: string): number {
  return Number(/(\d+)\.ids$/.exec(path)?.[1] ?? 0);
}
