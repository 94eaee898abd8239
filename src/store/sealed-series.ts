/**
 * A value that is replaced as a whole: each version is a sealed file of its own (`<name>-<generation>`), and the one before the
 * newest is kept. A crash leaves either version; damage to the newest is told, and the one before it is still there.
 */
import type { Files } from "./files.ts";
import { seal, SealBroken, unseal } from "./sealed-file.ts";

/** One readable version. */
export interface SealedVersion {
  readonly generation: number;
  readonly body: Uint8Array;
}

/** Versions that are kept. */
const KEPT = 2;

export class SealedSeries {
  readonly #files: Files;
  readonly #folder: string;
  readonly #name: string;

  constructor(files: Files, folder: string, name: string) {
    this.#files = files;
    this.#folder = folder;
    this.#name = name;
  }

  /** Readable versions, newest first, and what was found damaged. */
  read(): { versions: SealedVersion[]; damages: SealBroken[] } {
    const versions: SealedVersion[] = [];
    const damages: SealBroken[] = [];
    for (const generation of this.#generations()) {
      try {
        versions.push(this.#readOne(generation));
      } catch (error) {
        if (!(error instanceof SealBroken)) throw error;
        damages.push(error);
      }
    }
    return { versions, damages };
  }

  /** Writes a new version, durable when the promise resolves; answers its generation, above all that ever were there. */
  async write(body: Uint8Array): Promise<number> {
    const generation = (this.#generations()[0] ?? 0) + 1;
    await this.#files.replace(this.path(generation), seal(body, generation));
    // A damaged version does not count as the one that is kept for safety.
    let readable = 0;
    for (const older of this.#generations()) {
      if (readable >= KEPT) this.#files.remove(this.path(older));
      else if (older === generation || this.#isReadable(older)) readable++;
    }
    return generation;
  }

  /** Where a version stands. */
  path(generation: number): string {
    return `${this.#folder}/${this.#name}-${generation}`;
  }

  /** Generations that are there, newest first. */
  #generations(): number[] {
    const prefix = `${this.#name}-`;
    const generations: number[] = [];
    for (const file of this.#files.list(this.#folder)) {
      const rest = file.startsWith(prefix) ? file.slice(prefix.length) : "";
      if (/^[1-9]\d{0,14}$/.test(rest)) generations.push(Number(rest));
    }
    return generations.sort((one, other) => other - one);
  }

  #readOne(generation: number): SealedVersion {
    const path = this.path(generation);
    const version = unseal(this.#files.read(path), path);
    if (version.generation !== generation) throw new SealBroken(path, `it holds generation ${version.generation}`);
    return version;
  }

  #isReadable(generation: number): boolean {
    try {
      this.#readOne(generation);
      return true;
    } catch {
      return false; // What is wrong with it was told when it was read.
    }
  }
}
