/** Where the memory of a segment comes from. */

/** Room for the words and sections of one segment. */
export interface SegmentPlace {
  readonly memory: WebAssembly.Memory;
  /** Address where the room begins, and the one behind it. */
  readonly start: number;
  readonly end: number;
  /** The memory's number, when other segments stand in it too. */
  readonly arena?: number;
}

export interface SegmentMemorySource {
  /**
   * Room for so many bytes, behind the scratch. Throws a 429 `circuit_breaking_exception` when the system gives no more
   * memory.
   */
  place(bytes: number, scratchSlots: number): SegmentPlace;
  /** Takes back a place that no segment was made in. */
  giveBack(place: SegmentPlace): void;
}
