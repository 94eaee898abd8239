/**
 * Logs that are held outside of a node: what a node must not lose, and what makes a second writer harmless. Each writer
 * (a node in one of its lives) has a log of its own, a row of places numbered from 1, which hold chunks. Whoever takes
 * over seals the log first, then reads it. A binding knows places only; the rules above them (`chunk-writer.ts`,
 * `read-chunks.ts`) are the same for all. Bindings: objects of a BlobStore, streams of NATS. One contract suite:
 * `chunk-log.contract.ts`.
 */

/** The log of one writer. */
export interface ChunkLog {
  readonly writer: string;
  /**
   * Puts bytes in a place unless it is taken. Up to `ChunkLogs.depth` may be under way, begun in the order of their
   * places. True: they are held, whatever fails, if all places before hold something. False, or a rejection: it is not
   * known what stands in the place, or will; whoever wants to know reads it.
   */
  append(number: number, bytes: Uint8Array): Promise<boolean>;
  /** What stands in a place, which may be too little by what others are writing just now; undefined: nothing. */
  read(number: number): Promise<Uint8Array | undefined>;
  /**
   * Puts seals (`encodeSeal`) so that no place from `from` up to the answered one is free any more, and the answered
   * one holds a seal. May be done again, by anyone.
   */
  seal(from: number, seal: Uint8Array): Promise<number>;
  /** Gives up the places below `number`. They are never read again. */
  trim(number: number): Promise<void>;
}

/** The logs of a cluster. */
export interface ChunkLogs {
  /** So many appends pay that are under way at once. */
  readonly depth: number;
  /** Largest chunk. */
  readonly maximumBytes: number;
  /** Opens the log of a writer, which may be new. `[A-Za-z0-9_-]` and dots between them. */
  open(writer: string): Promise<ChunkLog>;
  /** The writers that have logs. */
  writers(): Promise<string[]>;
  /**
   * Removes a log that nothing names any more, and that ends at place `end`: its writer, should it wake up, is still
   * acknowledged nothing.
   */
  remove(writer: string, end: number): Promise<void>;
  close(): Promise<void>;
}
