/**
 * Memory of large answers: one thread writes it, another sends it, then it is written again. Shared memory is none that
 * V8 counts for either thread, so answers of megabytes cause no collections. A page that nobody gives back (its answer
 * is kept, or went another way) is never written again: another takes its place.
 */

const FREE = 0;
const TAKEN = 1;
/** In front of each page: whether it is taken. */
const STATE_BYTES = 8;
const FIRST_BYTES = 256 * 1024;
/** A larger one is of one answer. */
const LARGEST_KEPT_BYTES = 2 * 1024 * 1024;
const MOST_PAGES = 3;

/** The pages that one thread writes. */
export class AnswerPages {
  /** The one that was taken longest ago first. */
  readonly #pages: SharedArrayBuffer[] = [];

  /** A page that nobody else has, and may keep. */
  take(): Buffer {
    const at = this.#pages.findIndex((page) => Atomics.load(stateOf(page), 0) === FREE);
    const page = at < 0 ? new SharedArrayBuffer(STATE_BYTES + FIRST_BYTES) : this.#pages[at]!;
    if (at >= 0) this.#pages.splice(at, 1);
    else if (this.#pages.length === MOST_PAGES) this.#pages.shift();
    return this.#taken(page);
  }

  /** A larger one with what is in the first bytes of `page`, which was taken and is given back. */
  larger(page: Buffer, keptBytes: number, wantedBytes: number): Buffer {
    const made = new SharedArrayBuffer(STATE_BYTES + wantedBytes);
    new Uint8Array(made).set(page.subarray(0, keptBytes), STATE_BYTES);
    const at = this.#pages.findIndex((one) => one === page.buffer);
    if (at >= 0) this.#pages.splice(at, 1);
    return wantedBytes > LARGEST_KEPT_BYTES ? Buffer.from(made, STATE_BYTES) : this.#taken(made);
  }

  #taken(page: SharedArrayBuffer): Buffer {
    Atomics.store(stateOf(page), 0, TAKEN);
    this.#pages.push(page);
    return Buffer.from(page, STATE_BYTES);
  }
}

/** Says, once, that nobody reads an answer any more that stands in a page. */
export function giveBackPage(page: SharedArrayBuffer): void {
  Atomics.store(stateOf(page), 0, FREE);
}

function stateOf(page: SharedArrayBuffer): Int32Array {
  return new Int32Array(page, 0, 1);
}
