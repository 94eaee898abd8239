/** Provides memory for segments. */

/** Room for the words and sections of one segment. */
export interface SegmentPlace {
  readonly memory: WebAssembly.Memory;
  /** Address where the room begins, and the address after it. */
  readonly start: number;
  readonly end: number;
  /** The memory's number, when other segments share it. */
  readonly arena?: number;
}

export interface SegmentMemorySource {
  /**
   * Room for `bytes` bytes, after the scratch. Throws a 429 `circuit_breaking_exception` when the system refuses more
   * memory.
   */
  place(bytes: number, scratchSlots: number): SegmentPlace;
  /** Takes back a place in which no segment was made. */
  giveBack(place: SegmentPlace): void;
}
