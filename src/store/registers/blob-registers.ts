/**
 * Registers as blobs: each value is a blob of its own, named by its revision, which only the first of several writers
 * creates. A store needs one conditional write for this and for logs. The newest values of a name stay, so that a
 * writer who wakes late cannot take the place of one that was removed without seeing it.
 */
import { assert } from "../../core/assert.ts";
import { type BlobStore, BlobMissing } from "../blobs/blob-store.ts";
import { isDottedName } from "../dotted-name.ts";
import type { Registered, Registers } from "./registers.ts";
import { stamped, unstamped } from "./stamped-value.ts";

const FOLDER = "registers";
const DIGITS = 12;
/** So many values of a name stay, and so many more until the next removal. */
const KEPT = 64;
const SURPLUS = 32;
const ATTEMPTS = 4;
/** Of so many looks for the next value one looks for the newest. */
const LOOKS = 16;

export interface BlobRegistersOptions {
  /** Time between looks for what others wrote. */
  readonly pollMs: number;
}

type Watcher = (value: Registered) => void;

export class BlobRegisters implements Registers {
  readonly #blobs: BlobStore;
  readonly #pollMs: number;
  /** Highest revision that was seen. */
  readonly #seen = new Map<string, number>();
  readonly #watches = new Set<Watch>();

  constructor(blobs: BlobStore, { pollMs }: BlobRegistersOptions) {
    this.#blobs = blobs;
    this.#pollMs = pollMs;
  }

  async read(name: string): Promise<Registered | undefined> {
    for (;;) {
      const newest = (await this.#revisions(name)).at(-1);
      if (newest === undefined) return undefined;
      const value = await this.valueOf(name, newest);
      // One that is gone has many successors.
      if (value) return value;
    }
  }

  async compareAndSet(name: string, expected: number, bytes: Uint8Array): Promise<number | undefined> {
    if (expected !== this.#seen.get(name) && expected !== ((await this.#revisions(name)).at(-1) ?? 0)) return undefined;
    const revision = expected + 1;
    const written = stamped(bytes);
    if (!(await this.#isCreated(blobOf(name, revision), written))) return undefined;
    const revisions = await this.#revisions(name);
    const newest = revisions.at(-1) ?? revision;
    // Its place had been taken and given up long ago.
    if (newest - revision >= KEPT) return undefined;
    if (revisions.length >= KEPT + SURPLUS) await this.#removeOld(name, revisions, newest);
    for (const watch of this.#watches) if (watch.name === name) watch.tell({ bytes, revision });
    return revision;
  }

  watch(name: string, onChange: Watcher): () => void {
    const watch = new Watch(this, name, onChange);
    this.#watches.add(watch);
    watch.begin(this.#pollMs);
    return () => {
      watch.stop();
      this.#watches.delete(watch);
    };
  }

  async list(prefix: string): Promise<string[]> {
    const entries = await this.#blobs.list(`${FOLDER}/${prefix}`);
    return [...new Set(entries.map(({ name }) => name.split("/")[1] ?? ""))];
  }

  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const revisions = await this.#revisions(name);
      await this.#blobs.remove(revisions.map((revision) => blobOf(name, revision)));
      this.#seen.delete(name);
    }
  }

  async close(): Promise<void> {
    for (const watch of this.#watches) watch.stop();
    this.#watches.clear();
  }

  async valueOf(name: string, revision: number): Promise<Registered | undefined> {
    try {
      const bytes = await this.#blobs.read(blobOf(name, revision));
      return { bytes: unstamped(bytes), revision };
    } catch (error) {
      if (error instanceof BlobMissing) return undefined;
      throw error;
    }
  }

  /** Whether the blob holds `written`. Without an answer it is read, and tried again when there is nothing. */
  async #isCreated(blob: string, written: Uint8Array): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        if (await this.#blobs.create(blob, written)) return true;
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
      }
      try {
        return Buffer.compare(await this.#blobs.read(blob), written) === 0;
      } catch (error) {
        if (!(error instanceof BlobMissing) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  async #revisions(name: string): Promise<number[]> {
    const folder = blobOf(name);
    const entries = await this.#blobs.list(folder);
    const revisions = entries.map((entry) => Number(entry.name.slice(folder.length))).filter(Number.isSafeInteger);
    const newest = revisions.at(-1);
    if (newest !== undefined) this.#seen.set(name, newest);
    return revisions;
  }

  async #removeOld(name: string, revisions: readonly number[], newest: number): Promise<void> {
    const old = revisions.filter((revision) => revision <= newest - KEPT);
    // Whoever comes next removes them otherwise.
    await this.#blobs.remove(old.map((revision) => blobOf(name, revision))).catch(() => undefined);
  }
}

/** Looks for later values of a name. */
class Watch {
  readonly name: string;
  readonly #registers: BlobRegisters;
  readonly #onChange: Watcher;
  #revision = 0;
  #looks = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(registers: BlobRegisters, name: string, onChange: Watcher) {
    this.#registers = registers;
    this.name = name;
    this.#onChange = onChange;
  }

  tell(value: Registered): void {
    if (value.revision <= this.#revision || this.#isStopped) return;
    this.#revision = value.revision;
    this.#onChange(value);
  }

  begin(pollMs: number): void {
    const look = async (): Promise<void> => {
      // A store that does not answer is asked again.
      await this.#look().catch(() => undefined);
      if (this.#isStopped) return;
      this.#timer = setTimeout(() => void look(), pollMs);
      this.#timer.unref();
    };
    void look();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    // Behind so many that are removed the next one is never there.
    const isNewest = this.#revision === 0 || ++this.#looks % LOOKS === 0;
    let value = isNewest ? await this.#registers.read(this.name) : undefined;
    if (value) this.tell(value);
    while (!this.#isStopped && (value = await this.#registers.valueOf(this.name, this.#revision + 1))) this.tell(value);
  }
}

function blobOf(name: string, revision?: number): string {
  assert(isDottedName(name), `[${name}] names no register`);
  return `${FOLDER}/${name}/${revision === undefined ? "" : String(revision).padStart(DIGITS, "0")}`;
}
