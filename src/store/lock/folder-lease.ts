/**
 * Looks whether the lock of the data directory is still ours before and after files change. A process that was stopped
 * for longer than a holder on another machine is waited for (a paused virtual machine, a stalled network disk) may have
 * lost it meanwhile: then nothing more is written, and nothing is acknowledged.
 */
import { readFileSync } from "node:fs";
import { DataFolderLost } from "../data-folder-refused.ts";
import { StorageFailure, systemCode } from "../storage-errors.ts";

/** What a thread is told, to check the lock itself. Plain data. */
export interface LeaseTerms {
  readonly path: string;
  /** What stands in the lock file while it is ours. */
  readonly text: string;
}

/**
 * For so long a look at the lock file is not repeated; much shorter than the silence after which a holder counts as
 * dead.
 */
const FRESH_MS = 1_000;

export class FolderLease {
  readonly #terms: LeaseTerms;
  readonly #onLost: (error: DataFolderLost) => void;
  #seenMs = Number.NEGATIVE_INFINITY;
  #lost = false;

  /** `onLost` is called once; it has to end the process. */
  constructor(terms: LeaseTerms, onLost: (error: DataFolderLost) => void) {
    this.#terms = terms;
    this.#onLost = onLost;
  }

  /** Throws StorageFailure when the lock is not ours any more. */
  verify(): void {
    if (!this.#lost && performance.now() - this.#seenMs < FRESH_MS) return;
    if (!this.#lost && this.#look()) return;
    throw new StorageFailure("ESTALE", this.#terms.path, "the data directory was taken over");
  }

  /** Looks now; false when the lock is lost. */
  check(): boolean {
    return !this.#lost && this.#look();
  }

  #look(): boolean {
    const nowMs = performance.now();
    let found: string;
    try {
      found = readFileSync(this.#terms.path, "utf8");
    } catch (error) {
      // A disk that cannot be read now takes nothing away from us; only a file that is not there says so.
      if (systemCode(error) !== "ENOENT") return true;
      found = "";
    }
    if (found === this.#terms.text) {
      this.#seenMs = nowMs;
      return true;
    }
    this.#lost = true;
    this.#onLost(new DataFolderLost(this.#terms.path));
    return false;
  }
}
