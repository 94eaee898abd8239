/**
 * Small values that several nodes replace, each only if nobody else did so meanwhile: the state of a cluster and its
 * leases. Bindings: objects of a BlobStore, subjects of a NATS stream. One contract suite: `registers.contract.ts`.
 */

/** A value, and which of the values of its name it is. */
export interface Registered {
  readonly bytes: Uint8Array;
  /** Grows with each replacement. */
  readonly revision: number;
}

/** Names are dotted ones (`isDottedName`). */
export interface Registers {
  /** The present value, which includes whatever was answered to anybody before the call. */
  read(name: string): Promise<Registered | undefined>;
  /**
   * Replaces a value if its revision is still `expected` (0: there is none); answers the new revision, or undefined if
   * it is not. Rejects when the store cannot be asked: then it is not known whether the value was replaced.
   */
  compareAndSet(name: string, expected: number, bytes: Uint8Array): Promise<number | undefined>;
  /**
   * Calls `onChange` with the present value, and with later ones in order, until the returned function is called.
   * Values that are replaced quickly may be left out, but never the last.
   */
  watch(name: string, onChange: (value: Registered) => void): () => void;
  /** Names that begin with a prefix, sorted. */
  list(prefix: string): Promise<string[]>;
  /** Removes values that nobody replaces any more; those that are not there are no error. */
  remove(names: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
