/**
 * The cluster state in small sealed files, each with a mirror: a version written as a whole, and a journal of the
 * changes behind it. A change costs what it changes; when the journal has grown as large as the version, the next
 * change writes a new one. The version before is kept with its journal, which ends where the next version begins.
 */
import { assert } from "../core/assert.ts";
import { isJsonObject, type JsonObject } from "../core/json.ts";
import { parseJson } from "../compat/json/parse-json.ts";
import { writeJson } from "../compat/json/write-json.ts";
import type { Files } from "../store/files.ts";
import { MirroredJournal } from "../store/mirrored-journal.ts";
import type { SealBroken } from "../store/sealed-file.ts";
import { SealedSeries, type SealedVersion } from "../store/sealed-series.ts";
import type { ClusterState, ClusterStateStore } from "./cluster-state.ts";
import { changeBetween, type ClusterStateChange, withChanges } from "./cluster-state-change.ts";

type Watcher = (state: ClusterState, revision: number) => void;

/** 1: no journal, the revision is the number of the version. */
const FORMATS = [1, 2];
const FORMAT = 2;
/** How long a journal may grow: so many bytes, or this share of the version that it goes on from. */
const JOURNAL_LIMIT = { bytes: 256 * 1024, share: 1 };

export class FileClusterStateStore implements ClusterStateStore {
  readonly #files: Files;
  readonly #folder: string;
  readonly #series: SealedSeries;
  readonly #limit: typeof JOURNAL_LIMIT;
  #state: ClusterState | undefined;
  #revision = 0;
  /** Where changes go; undefined: the next one writes a version. */
  #journal: MirroredJournal | undefined;
  #versionBytes = 0;
  readonly #watchers = new Set<Watcher>();
  /** Changes one after another. */
  #queue: Promise<unknown> = Promise.resolve();

  /** What was newest is damaged in both copies: there may be indices that the state does not know. */
  readonly isOutdated: boolean;

  /** Reads what is in `folder`. `onDamage` hears of each damaged file. `limit` differs in tests. */
  constructor(files: Files, folder: string, onDamage: (damage: SealBroken) => void, limit = JOURNAL_LIMIT) {
    this.#files = files;
    this.#folder = folder;
    this.#limit = limit;
    this.#series = new SealedSeries(files, folder, "cluster-state", { mirrored: true });
    const { versions, damages, isNewestLost } = this.#series.read();
    for (const damage of damages) onDamage(damage);
    const newest = versions[0];
    // To begin anew over a state that cannot be read would make its indices unreachable.
    if (!newest && damages[0]) throw damages[0];
    this.isOutdated = newest ? this.#replay(newest, onDamage, isNewestLost) : false;
  }

  async read(): Promise<{ state: ClusterState; revision: number } | undefined> {
    return this.#state && { state: this.#state, revision: this.#revision };
  }

  compareAndSet(expected: number, state: ClusterState): Promise<number | undefined> {
    const change = this.#queue.then(() => this.#replace(expected, state));
    this.#queue = change.catch(() => undefined); // whoever asked for it hears of its failure
    return change;
  }

  watch(onChange: Watcher): () => void {
    // A wrapper of its own, so that one function can watch twice.
    const watcher: Watcher = (state, revision) => onChange(state, revision);
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Resolves when the changes under way are done and the files closed. */
  async close(): Promise<void> {
    await this.#queue;
    this.#journal?.close();
    this.#journal = undefined;
  }

  /** Takes a version and the changes behind it; answers whether any are missing. */
  #replay(version: SealedVersion, onDamage: (damage: SealBroken) => void, isNewestLost: boolean): boolean {
    const { state, revision } = decode(version);
    const changes: ClusterStateChange[] = [];
    let last = revision;
    let isMissing = false;
    // Where the newest version is lost, the journal of the one before leads up to it, and its own goes on.
    for (const generation of this.#journalsFrom(version.generation)) {
      const { records, damages } = MirroredJournal.read(this.#files, this.#journalPath(generation));
      for (const damage of damages) onDamage(damage);
      for (const { number, body } of records) {
        if (number <= last) continue;
        isMissing ||= number !== last + 1;
        last = number;
        changes.push(parseJson(Buffer.from(body).toString("utf8")) as unknown as ClusterStateChange);
      }
    }
    this.#state = changes.length > 0 ? withChanges(state, changes) : state;
    this.#revision = last;
    // Without a journal of its own (an earlier format) nothing leads from this version to the newest.
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
   * Writes the state as it is where there is no journal, or a long one: the journal before then leads up to this
   * version.
   */
  async #renewJournal(state: ClusterState): Promise<void> {
    const { bytes, share } = this.#limit;
    const isLong = this.#journal && this.#journal.bytes > Math.max(bytes, this.#versionBytes * share);
    if (this.#journal && !isLong) return;
    try {
      await this.#writeVersion(state, this.#revision);
    } catch (error) {
      if (!this.#journal) throw error; // else the change finds room there, or fails itself
    }
  }

  async #append(change: ClusterStateChange, revision: number): Promise<void> {
    try {
      await this.#journal?.append({ number: revision, body: Buffer.from(writeJson(change as unknown as JsonObject)) });
    } catch (error) {
      // What stands in the files now nobody knows: a new version replaces them.
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

  /** Generations that have a journal, from one on, ascending. */
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

/** The checksum held, so the shape is what `encode` gave it. */
function decode({ body, generation }: SealedVersion): { state: ClusterState; revision: number } {
  const value = parseJson(Buffer.from(body).toString("utf8"));
  assert(
    isJsonObject(value) && FORMATS.includes(Number(value["format"])),
    "the cluster state has a format that this version does not read",
  );
  return {
    state: value["state"] as unknown as ClusterState,
    revision: typeof value["revision"] === "number" ? value["revision"] : generation,
  };
}
