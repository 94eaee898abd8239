/**
 * The cluster state in small sealed files, each with a mirror: a version, which holds the whole state, and a journal of
 * later changes. A change costs in proportion to its size; when the journal has grown as large as the version, the next
 * change writes a new version. The previous version is kept with its journal, which ends where the next version begins.
 */
import { assert } from "../core/assert.ts";
import { isJsonObject, type JsonObject } from "../core/json.ts";
import { parseJsonBytes } from "../compat/json/parse-json.ts";
import { writeJson } from "../compat/json/write-json.ts";
import type { Files } from "../store/files.ts";
import { MirroredJournal } from "../store/mirrored-journal.ts";
import type { SealBroken } from "../store/sealed-file.ts";
import { SealedSeries, type SealedVersion } from "../store/sealed-series.ts";
import type { ClusterState, ClusterStateStore } from "./cluster-state.ts";
import { changeBetween, type ClusterStateChange, withChanges } from "./cluster-state-change.ts";

type Watcher = (state: ClusterState, revision: number) => void;

/** 1: no journal, the revision is the version number. */
const FORMATS = [1, 2];
const FORMAT = 2;
/** Maximum size of a journal: this many bytes, or this share of its version if that is more. */
const JOURNAL_LIMIT = { bytes: 256 * 1024, share: 1 };

export class FileClusterStateStore implements ClusterStateStore {
  readonly #files: Files;
  readonly #folder: string;
  readonly #series: SealedSeries;
  readonly #limit: typeof JOURNAL_LIMIT;
  #state: ClusterState | undefined;
  #revision = 0;
  /** Where changes are written; undefined: the next change writes a version. */
  #journal: MirroredJournal | undefined;
  #versionBytes = 0;
  readonly #watchers = new Set<Watcher>();
  /** Runs changes one after another. */
  #queue: Promise<unknown> = Promise.resolve();

  /** Both copies of the newest state are damaged: indices may exist that this state does not know. */
  readonly isOutdated: boolean;

  /** Reads the state in `folder`. `onDamage` is called for each damaged file. `limit` differs in tests. */
  constructor(files: Files, folder: string, onDamage: (damage: SealBroken) => void, limit = JOURNAL_LIMIT) {
    this.#files = files;
    this.#folder = folder;
    this.#limit = limit;
    this.#series = new SealedSeries(files, folder, "cluster-state", { mirrored: true });
    const { versions, damages, isNewestLost } = this.#series.read();
    for (const damage of damages) onDamage(damage);
    const newest = versions[0];
    // Starting afresh over a state that cannot be read would make its indices unreachable.
    if (!newest && damages[0]) throw damages[0];
    this.isOutdated = newest ? this.#replay(newest, onDamage, isNewestLost) : false;
  }

  async read(): Promise<{ state: ClusterState; revision: number } | undefined> {
    return this.#state && { state: this.#state, revision: this.#revision };
  }

  compareAndSet(expected: number, state: ClusterState): Promise<number | undefined> {
    const change = this.#queue.then(() => this.#replace(expected, state));
    this.#queue = change.catch(() => undefined); // the requester gets the failure
    return change;
  }

  watch(onChange: Watcher): () => void {
    // A separate wrapper, so that one function can watch twice.
    const watcher: Watcher = (state, revision) => onChange(state, revision);
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Resolves when running changes are done and the files closed. */
  async close(): Promise<void> {
    await this.#queue;
    this.#journal?.close();
    this.#journal = undefined;
  }

  /** Loads a version and the changes after it; returns whether any are missing. */
  #replay(version: SealedVersion, onDamage: (damage: SealBroken) => void, isNewestLost: boolean): boolean {
    const { state, revision } = decode(version);
    const changes: ClusterStateChange[] = [];
    let last = revision;
    let isMissing = false;
    // If the newest version is lost, the journal of the previous one leads up to it, and its own journal continues.
    for (const generation of this.#journalsFrom(version.generation)) {
      const { records, damages } = MirroredJournal.read(this.#files, this.#journalPath(generation));
      for (const damage of damages) onDamage(damage);
      for (const { number, body } of records) {
        if (number <= last) continue;
        isMissing ||= number !== last + 1;
        last = number;
        changes.push(parseJsonBytes(body) as unknown as ClusterStateChange);
      }
    }
    this.#state = changes.length > 0 ? withChanges(state, changes) : state;
    this.#revision = last;
    // Without its own journal (an earlier format), this version cannot be continued to the newest.
    return isMissing || (isNewestLost && !this.#journalsFrom(version.generation).includes(version.generation));
  }

  async #replace(expected: number, state: ClusterState): Promise<number | undefined> {
    if (expected !== this.#revision) return undefined;
    const revision = this.#revision + 1;
    if (this.#state) {
      await this.#renewJournal(this.#state);
      await this.#append(changeBetween(this.#state, state), revision);
    } else await this.#writeVersion(state, revision);
    this.#revision = revision;
    this.#state = state;
    for (const onChange of this.#watchers) onChange(state, revision);
    return revision;
  }

  /**
   * Writes the current state as a version when there is no journal or a long one; the previous journal then ends at
   * this version.
   */
  async #renewJournal(state: ClusterState): Promise<void> {
    const { bytes, share } = this.#limit;
    const isLong = this.#journal && this.#journal.bytes > Math.max(bytes, this.#versionBytes * share);
    if (this.#journal && !isLong) return;
    try {
      await this.#writeVersion(state, this.#revision);
    } catch (error) {
      if (!this.#journal) throw error; // otherwise the change finds room in the journal, or fails itself
    }
  }

  async #append(change: ClusterStateChange, revision: number): Promise<void> {
    try {
      await this.#journal?.append({ number: revision, body: Buffer.from(writeJson(change as unknown as JsonObject)) });
    } catch (error) {
      // The content of the files is unknown now: a new version replaces them.
      this.#journal?.close();
      this.#journal = undefined;
      throw error;
    }
  }

  async #writeVersion(state: ClusterState, revision: number): Promise<void> {
    const body = encode(state, revision);
    const generation = await this.#series.write(body);
    this.#versionBytes = body.length;
    this.#journal?.close();
    this.#journal = undefined;
    for (const old of this.#journalsFrom(0))
      if (!this.#series.has(old)) MirroredJournal.remove(this.#files, this.#journalPath(old));
    this.#journal = await MirroredJournal.open(this.#files, this.#journalPath(generation));
  }

  /** Generations with a journal, from the given one on, ascending. */
  #journalsFrom(generation: number): number[] {
    const numbers = this.#files
      .list(this.#folder)
      .flatMap((name) => /^cluster-changes-([1-9]\d{0,14})(?:\.mirror)?$/.exec(name)?.[1] ?? []);
    return [...new Set(numbers.map(Number))].filter((number) => number >= generation).sort((one, other) => one - other);
  }

  #journalPath(generation: number): string {
    return `${this.#folder}/cluster-changes-${generation}`;
  }
}

/** Transient settings are kept only in memory. */
function encode(state: ClusterState, revision: number): Uint8Array {
  return Buffer.from(writeJson({ format: FORMAT, revision, state: { ...state, transientSettings: {} } }));
}

/** The checksum was valid, so the shape is that of `encode`. */
function decode({ body, generation }: SealedVersion): { state: ClusterState; revision: number } {
  const value = parseJsonBytes(body);
  assert(
    isJsonObject(value) && FORMATS.includes(Number(value["format"])),
    "the cluster state has a format that this version does not read",
  );
  return {
    state: value["state"] as unknown as ClusterState,
    revision: typeof value["revision"] === "number" ? value["revision"] : generation,
  };
}
