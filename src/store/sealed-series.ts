/**
 * A value that is replaced as a whole: each version is a sealed file of its own (`<name>-<generation>`), and the one
 * before the newest is kept. A crash leaves either version; damage to the newest is told, and the one before it is
 * still there. What nothing could make up for is mirrored: each version stands in two files.
 */
import type { Files } from "./files.ts";
import { seal, SealBroken, unseal } from "./sealed-file.ts";

/** One readable version. */
export interface SealedVersion {
  readonly generation: number;
  readonly body: Uint8Array;
}

/** What reading found. */
export interface SeriesReading {
  /** Readable versions, newest first. */
  readonly versions: readonly SealedVersion[];
  readonly damages: readonly SealBroken[];
  /** No copy of the newest version can be read. */
  readonly isNewestLost: boolean;
}

/** Versions that are kept. */
const KEPT = 2;

const MIRROR = ".mirror";

export class SealedSeries {
  readonly #files: Files;
  readonly #folder: string;
  readonly #name: string;
  readonly #copies: readonly string[];
  /** Generations whose write failed, and which may be there all the same. */
  readonly #failed = new Set<number>();

  constructor(files: Files, folder: string, name: string, { mirrored = false } = {}) {
    this.#copies = mirrored ? ["", MIRROR] : [""];
    this.#files = files;
    this.#folder = folder;
    this.#name = name;
  }

  read(): SeriesReading {
    const versions: SealedVersion[] = [];
    const damages: SealBroken[] = [];
    const generations = this.#generations();
    for (const generation of generations) {
      const copies = this.#copies.map((copy) => this.#readCopy(generation, copy));
      const version = copies.find((copy) => copy !== undefined && !(copy instanceof SealBroken));
      if (version && !(version instanceof SealBroken)) versions.push(version);
      for (const copy of copies) if (copy instanceof SealBroken) damages.push(copy);
    }
    return { versions, damages, isNewestLost: generations[0] !== versions[0]?.generation };
  }

  /**
   * Writes a new version, durable when the promise resolves; answers its generation, above all that ever were there.
   */
  async write(body: Uint8Array): Promise<number> {
    // Nor is the number of one that failed given again: what is left of that is removed by its number.
    const generation = Math.max(0, ...this.#generations(), ...this.#failed) + 1;
    const sealed = seal(body, generation);
    try {
      for (const copy of this.#copies) await this.#files.replace(this.path(generation) + copy, sealed);
    } catch (error) {
      // Who is told that it failed must not find it later.
      this.#failed.add(generation);
      this.#tryTo(() => this.#remove(generation));
      throw error;
    }
    // What stays too long is removed after the next write.
    this.#tryTo(() => this.#removeOld(generation));
    return generation;
  }

  /** After a write that failed: resolves with whether nothing of it is there, or can come back after a power cut. */
  async settle(): Promise<boolean> {
    try {
      for (const generation of this.#failed) this.#remove(generation);
      await this.#files.syncFolder(this.#folder);
      this.#failed.clear();
      return true;
    } catch {
      return false; // The disk fails still: whoever writes next is told.
    }
  }

  /** Whether a version is kept. */
  has(generation: number): boolean {
    return this.#copies.some((copy) => this.#files.exists(this.path(generation) + copy));
  }

  /** Where a version stands. */
  path(generation: number): string {
    return `${this.#folder}/${this.#name}-${generation}`;
  }

  #removeOld(newest: number): void {
    // A damaged version does not count as the one that is kept for safety; what is wrong with it was told when it was
    // read.
    let readable = 0;
    for (const older of this.#generations()) {
      const isKept = readable < KEPT && !this.#failed.has(older) && (older === newest || this.#isReadable(older));
      if (isKept) readable++;
      else this.#remove(older);
    }
    this.#failed.clear();
  }

  /** Does what may as well be done later. */
  #tryTo(work: () => void): void {
    try {
      work();
    } catch {
      // The disk fails: what counts was done before, or has failed already.
    }
  }

  /** Generations that are there, newest first. */
  #generations(): number[] {
    const prefix = `${this.#name}-`;
    const generations = new Set<number>();
    for (const file of this.#files.list(this.#folder)) {
      const rest = file.startsWith(prefix) ? file.slice(prefix.length) : "";
      const number = this.#copies.length > 1 && rest.endsWith(MIRROR) ? rest.slice(0, -MIRROR.length) : rest;
      if (/^[1-9]\d{0,14}$/.test(number)) generations.add(Number(number));
    }
    return [...generations].sort((one, other) => other - one);
  }

  /** Undefined when this copy is not there, as after a crash between the two. */
  #readCopy(generation: number, copy: string): SealedVersion | SealBroken | undefined {
    const path = this.path(generation) + copy;
    if (!this.#files.exists(path)) return undefined;
    try {
      const version = unseal(this.#files.read(path), path);
      return version.generation === generation
        ? version
        : new SealBroken(path, `it holds generation ${version.generation}`);
    } catch (error) {
      if (error instanceof SealBroken) return error;
      throw error;
    }
  }

  /** Whether every copy that is there can be read. */
  #isReadable(generation: number): boolean {
    return this.#copies.every((copy) => {
      try {
        return !(this.#readCopy(generation, copy) instanceof SealBroken);
      } catch {
        return false; // The disk fails: whoever reads it is told.
      }
    });
  }

  #remove(generation: number): void {
    for (const copy of this.#copies) this.#files.remove(this.path(generation) + copy);
  }
}
