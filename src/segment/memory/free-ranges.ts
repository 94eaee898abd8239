/** Tracks which bytes of a memory are free: ranges in order of address, adjacent ones joined. */
interface Range {
  start: number;
  end: number;
}

export class FreeRanges {
  readonly #start: number;
  readonly #end: number;
  #ranges: Range[];

  constructor(start: number, end: number) {
    this.#start = start;
    this.#end = end;
    this.#ranges = [{ start, end }];
  }

  /** Whether nothing is taken. */
  get isWhole(): boolean {
    const [first] = this.#ranges;
    return first !== undefined && first.start === this.#start && first.end === this.#end;
  }

  /** Takes `bytes` bytes from the first range that is large enough; returns its address, or -1 when there is none. */
  take(bytes: number): number {
    for (let at = 0; at < this.#ranges.length; at++) {
      const range = this.#ranges[at]!;
      if (range.end - range.start < bytes) continue;
      const { start } = range;
      range.start += bytes;
      if (range.start === range.end) this.#ranges.splice(at, 1);
      return start;
    }
    return -1;
  }

  /** Frees bytes that were taken. */
  give(start: number, bytes: number): void {
    const end = start + bytes;
    let at = 0;
    while (at < this.#ranges.length && this.#ranges[at]!.end < start) at++;
    const next = this.#ranges[at];
    if (!next || next.start > end) {
      this.#ranges.splice(at, 0, { start, end });
      return;
    }
    next.start = Math.min(next.start, start);
    next.end = Math.max(next.end, end);
    const following = this.#ranges[at + 1];
    if (following?.start !== next.end) return;
    next.end = following.end;
    this.#ranges.splice(at + 1, 1);
  }
}
