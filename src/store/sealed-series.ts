/**
 * A value that is replaced as a whole: each version is a sealed file of its own (`<name>-<generation>`), and the
 * previous version is kept. A crash leaves one of the two; if the newest is damaged, the damage is reported and the
 * previous one is still there. Values that could not be restored from anything else are mirrored: each version is
 * stored in two files.
 */
import type { Files } from "./files.ts";
import { seal, SealBroken, unseal } from "./sealed-file.ts";

/** One readable version. */
export interface SealedVersion {
  readonly generation: number;
  readonly body: Uint8Array;
}

/** Result of reading a series. */
export interface SeriesReading {
  /** Readable versions, newest first. */
  readonly versions: readonly SealedVersion[];
  readonly damages: readonly SealBroken[];
  /** No copy of the newest version is readable. */
  readonly isNewestLost: boolean;
}

/** Number of versions kept. */
const KEPT = 2;

const MIRROR = ".mirror";

export class SealedSeries {
  readonly #files: Files;
  readonly #folder: string;
  readonly #name: string;
  readonly #copies: readonly string[];
  /** Generations whose write failed, but whose files may exist all the same. */
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
   * Writes a new version, durable when the promise resolves; returns its generation, which is above all earlier ones.
   */
  async write(body: Uint8Array): Promise<number> {
    // A failed generation's number is not reused either, because its leftovers are removed by that number.
    const generation = Math.max(0, ...this.#generations(), ...this.#failed) + 1;
    const sealed = seal(body, generation);
    try {
      for (const copy of this.#copies) await this.#files.replace(this.path(generation) + copy, sealed);
    } catch (error) {
      // A version whose write was reported as failed must not be found later.
      this.#failed.add(generation);
      this.#tryTo(() => this.#remove(generation));
      throw error;
    }
    // A file that cannot be removed now is removed after the next write.
    this.#tryTo(() => this.#removeOld(generation));
    return generation;
  }

  /** After a failed write: resolves with whether nothing of it is left, not even after a power cut. */
  async settle(): Promise<boolean> {
    try {
      for (const generation of this.#failed) this.#remove(generation);
      await this.#files.syncFolder(this.#folder);
      this.#failed.clear();
      return true;
    } catch {
      return false; // The disk still fails: the next write reports it.
    }
  }

  /** Whether a version exists. */
  has(generation: number): boolean {
    return this.#copies.some((copy) => this.#files.exists(this.path(generation) + copy));
  }

  /** Path of a version, without the suffix of its copy. */
  path(generation: number): string {
    return `${this.#folder}/${this.#name}-${generation}`;
  }

  #removeOld(newest: number): void {
    // A damaged version does not count as the kept previous one; its damage was reported when it was read.
    let readable = 0;
    for (const older of this.#generations()) {
      const isKept = readable < KEPT && !this.#failed.has(older) && (older === newest || this.#isReadable(older));
      if (isKept) readable++;
      else this.#remove(older);
    }
    this.#failed.clear();
  }

  /** Runs work whose failure can be ignored, because it is repeated later. */
  #tryTo(work: () => void): void {
    try {
      work();
    } catch {
      // The disk fails: the essential part was done before, or has failed already.
    }
  }

  /** Existing generations, newest first. */
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

  /** Undefined when this copy does not exist, as after a crash between the two writes. */
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

  /** Whether every existing copy is readable. */
  #isReadable(generation: number): boolean {
    return this.#copies.every((copy) => {
      try {
        return !(this.#readCopy(generation, copy) instanceof SealBroken);
      } catch {
        return false; // The disk fails: a reader gets the error.
      }
    });
  }

  #remove(generation: number): void {
    for (const copy of this.#copies) this.#files.remove(this.path(generation) + copy);
  }
}
