/** The documents of a window as arrays: what collectors take. */
import { WINDOW_DOCS } from "../../segment/format.ts";
import type { WindowBuffer } from "../../query/operator.ts";

const WORDS = WINDOW_DOCS / 32;

/** Ascending documents of one window and their scores. Reused from window to window. */
export class WindowDocs {
  readonly docs = new Uint32Array(WINDOW_DOCS);
  readonly scores = new Float64Array(WINDOW_DOCS);
  count = 0;

  /** Takes the documents set in `window`, and their scores when `scored`. */
  read(base: number, window: WindowBuffer, scored: boolean): void {
    const { bits } = window;
    const { docs } = this;
    let count = 0;
    for (let word = 0; word < WORDS; word++) {
      let rest = bits[word] ?? 0;
      while (rest !== 0) {
        const bit = 31 - Math.clz32(rest & -rest);
        docs[count++] = base + (word << 5) + bit;
        rest &= rest - 1;
      }
    }
    this.count = count;
    if (!scored) return;
    for (let i = 0; i < count; i++) this.scores[i] = window.scores[(docs[i] ?? 0) - base] ?? 0;
  }

  /** Keeps documents whose score, as a float32, is at least `least`. */
  dropBelow(least: number): void {
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      const score = this.scores[i] ?? 0;
      if (Math.fround(score) < least) continue;
      this.docs[kept] = this.docs[i] ?? 0;
      this.scores[kept++] = score;
    }
    this.count = kept;
  }

  /** Keeps documents that are set in `mask`, whose bit 0 is document `base`. */
  keep(base: number, mask: Uint32Array): void {
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      const doc = this.docs[i] ?? 0;
      const bit = doc - base;
      if ((((mask[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 0) continue;
      this.scores[kept] = this.scores[i] ?? 0;
      this.docs[kept++] = doc;
    }
    this.count = kept;
  }
}

/** Clears the bits of documents that are not live. Answers whether any is left. */
export function maskLive(base: number, window: WindowBuffer, live: Uint32Array): boolean {
  const { bits } = window;
  const first = base >>> 5;
  let any = 0;
  for (let word = 0; word < WORDS; word++) {
    const masked = (bits[word] ?? 0) & (live[first + word] ?? 0);
    bits[word] = masked;
    any |= masked;
  }
  return any !== 0;
}

/** Number of bits set in a window. */
export function countBits(window: WindowBuffer): number {
  const { bits } = window;
  let count = 0;
  for (let word = 0; word < WORDS; word++) {
    let v = bits[word] ?? 0;
    v -= (v >>> 1) & 0x55555555;
    v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
    count += (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
  }
  return count;
}
