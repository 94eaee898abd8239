/** What main and its serving threads tell each other without a message, in shared memory. */

const SECURITY_EPOCH = 0;
/** Connections that are open, and all that ever were, whoever accepted them. */
const OPEN_CONNECTIONS = 1;
const ALL_CONNECTIONS = 2;
/** Of each thread: how busy it is. */
const OF_THREAD = 3;
const WORDS_OF_THREAD = 1;

/** One for a server. */
export class ServingWords {
  readonly #words: Int32Array<SharedArrayBuffer>;

  /** For so many threads, main included; or over the words of another one. */
  constructor(given: number | SharedArrayBuffer) {
    this.#words = new Int32Array(
      typeof given === "number"
        ? new SharedArrayBuffer((OF_THREAD + given * WORDS_OF_THREAD) * Int32Array.BYTES_PER_ELEMENT)
        : given,
    );
  }

  get buffer(): SharedArrayBuffer {
    return this.#words.buffer;
  }

  get threads(): number {
    return (this.#words.length - OF_THREAD) / WORDS_OF_THREAD;
  }

  /** Rises with whatever may change who somebody is or what they may do. */
  get securityEpoch(): number {
    return Atomics.load(this.#words, SECURITY_EPOCH);
  }

  raiseSecurityEpoch(): void {
    Atomics.add(this.#words, SECURITY_EPOCH, 1);
  }

  /** Connections of all threads. */
  get connections(): { readonly open: number; readonly total: number } {
    return { open: Atomics.load(this.#words, OPEN_CONNECTIONS), total: Atomics.load(this.#words, ALL_CONNECTIONS) };
  }

  opened(): void {
    Atomics.add(this.#words, OPEN_CONNECTIONS, 1);
    Atomics.add(this.#words, ALL_CONNECTIONS, 1);
  }

  closed(): void {
    Atomics.sub(this.#words, OPEN_CONNECTIONS, 1);
  }

  /** How much of its time a thread works, from 0 to 1; -1: it does not serve. */
  utilisation(thread: number): number {
    const promille = Atomics.load(this.#words, OF_THREAD + thread * WORDS_OF_THREAD);
    return promille === 0 ? -1 : (promille - 1) / 1000;
  }

  /** `undefined`: it does not serve any more. */
  tellUtilisation(thread: number, utilisation: number | undefined): void {
    const promille = utilisation === undefined ? 0 : 1 + Math.round(utilisation * 1000);
    Atomics.store(this.#words, OF_THREAD + thread * WORDS_OF_THREAD, promille);
  }
}
