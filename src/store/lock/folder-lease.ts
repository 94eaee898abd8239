/**
 * Checks that we still hold the lock of the data directory, before and after files change. A process that was suspended
 * longer than its silence is tolerated (a paused virtual machine, a stalled network disk) may have lost the lock to
 * another machine: from then on nothing is written and nothing acknowledged.
 */
import { readFileSync } from "node:fs";
import { DataFolderLost } from "../data-folder-refused.ts";
import { StorageFailure, systemCode } from "../storage-errors.ts";

/** What another thread needs to check the lock itself. Plain data. */
export interface LeaseTerms {
  readonly path: string;
  /** Content of the lock file while we hold it. */
  readonly text: string;
}

/** How long a check of the lock file stays valid; much shorter than the silence after which a holder counts as dead. */
const FRESH_MS = 1_000;

export class FolderLease {
  readonly #terms: LeaseTerms;
  readonly #onLost: (error: DataFolderLost) => void;
  #seenMs = Number.NEGATIVE_INFINITY;
  #lost = false;

  /** `onLost` is called once and must end the process. */
  constructor(terms: LeaseTerms, onLost: (error: DataFolderLost) => void) {
    this.#terms = terms;
    this.#onLost = onLost;
  }

  /** Throws StorageFailure when we no longer hold the lock. */
  verify(): void {
    if (!this.#lost && performance.now() - this.#seenMs < FRESH_MS) return;
    if (!this.#lost && this.#look()) return;
    throw new StorageFailure("ESTALE", this.#terms.path, "the data directory was taken over");
  }

  /** Checks now; false when the lock is lost. */
  check(): boolean {
    return !this.#lost && this.#look();
  }

  #look(): boolean {
    const nowMs = performance.now();
    let found: string;
    try {
      found = readFileSync(this.#terms.path, "utf8");
    } catch (error) {
      // An unreadable disk does not mean that the lock is lost; only a missing file does.
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
