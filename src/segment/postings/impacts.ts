/** Competitive (frequency, norm) pairs of a block, from which any similarity can bound its highest score. */
import { BLOCK_DOCS, MAX_IMPACTS } from "../format.ts";

/** Frequencies are capped so that one fits in a word with a norm byte. */
export const MAX_IMPACT_FREQUENCY = (1 << 24) - 1;
/** Below this frequency, a table holds the lowest norm per frequency; blocks with a higher one are sorted instead. */
const TABLE_FREQUENCIES = 256;
const NO_NORM = 256;

/** Computes the impacts of blocks. Keeps its tables between calls. */
export class ImpactFinder {
  /** Pairs `freq << 8 | norm` of the last block, ascending. */
  readonly pairs = new Uint32Array(BLOCK_DOCS);
  private readonly leastNorm = new Uint16Array(TABLE_FREQUENCIES).fill(NO_NORM);
  private readonly sorted = new Uint32Array(BLOCK_DOCS);

  /**
   * Computes the impacts of documents docs[0..count) with their frequencies, at most MAX_IMPACTS; returns how many are
   * in `pairs`. Norms ascend with the field's length, so a lower norm scores higher. Without `norms` each document has
   * norm 1.
   */
  find(docs: Int32Array, freqs: Int32Array, count: number, norms: Uint8Array | undefined): number {
    let highest = 0;
    for (let i = 0; i < count; i++) if (freqs[i]! > highest) highest = freqs[i]!;
    if (!norms) {
      this.pairs[0] = ((highest < MAX_IMPACT_FREQUENCY ? highest : MAX_IMPACT_FREQUENCY) << 8) | 1;
      return 1;
    }
    const found =
      highest < TABLE_FREQUENCIES
        ? this.byTable(docs, freqs, count, norms, highest)
        : this.bySorting(docs, freqs, count, norms);
    return this.fold(found);
  }

  private byTable(docs: Int32Array, freqs: Int32Array, count: number, norms: Uint8Array, highest: number): number {
    const { leastNorm, pairs } = this;
    for (let i = 0; i < count; i++) {
      const norm = norms[docs[i]!]!;
      if (norm < leastNorm[freqs[i]!]!) leastNorm[freqs[i]!] = norm;
    }
    let found = 0;
    let best = NO_NORM;
    for (let freq = highest; freq > 0; freq--) {
      const norm = leastNorm[freq]!;
      leastNorm[freq] = NO_NORM;
      if (norm >= best) continue;
      best = norm;
      pairs[found++] = (freq << 8) | norm;
    }
    pairs.subarray(0, found).reverse();
    return found;
  }

  private bySorting(docs: Int32Array, freqs: Int32Array, count: number, norms: Uint8Array): number {
    const { sorted, pairs } = this;
    for (let i = 0; i < count; i++) {
      const freq = Math.min(freqs[i]!, MAX_IMPACT_FREQUENCY);
      // The norm is inverted, so that among equal frequencies the lowest norm sorts last, and comes first when walking
      // down.
      sorted[i] = ((freq << 8) | (255 - norms[docs[i]!]!)) >>> 0;
    }
    sorted.subarray(0, count).sort();
    let found = 0;
    let best = NO_NORM;
    for (let i = count - 1; i >= 0; i--) {
      const norm = 255 - (sorted[i]! & 0xff);
      if (norm >= best) continue;
      best = norm;
      pairs[found++] = ((sorted[i]! & ~0xff) | norm) >>> 0;
    }
    pairs.subarray(0, found).reverse();
    return found;
  }

  /** Folds the pairs from MAX_IMPACTS - 1 on into one with their highest frequency and lowest norm. */
  private fold(found: number): number {
    if (found <= MAX_IMPACTS) return found;
    const { pairs } = this;
    const last = MAX_IMPACTS - 1;
    pairs[last] = ((pairs[found - 1]! & ~0xff) | (pairs[last]! & 0xff)) >>> 0;
    return MAX_IMPACTS;
  }
}
