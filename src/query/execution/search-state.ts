/** The structure in scratch that holds the top documents and the hit count of a query on one segment. */
import { SEARCH, SEARCH_BYTES } from "../../kernel/structures.ts";
import type { OperatorContext } from "../operator.ts";

const HEAP_ENTRY_BYTES = 8;
const MOST_HITS = 0xffffffff;

export interface SearchLimits {
  /** Documents to keep; 0 to count only. */
  readonly k: number;
  /** Only greater scores can enter. */
  readonly minimumScore: number;
  /** Skipping may begin once more hits than this are known. */
  readonly totalHitsThreshold: number;
  /** Hits known before this segment. */
  readonly hitsSoFar: number;
}

export class SearchState {
  readonly address: number;
  private readonly context: OperatorContext;
  /** The initial value of the hit counter. */
  private readonly before: number;

  constructor(context: OperatorContext, limits: SearchLimits) {
    const { words, floats } = context;
    const address = context.scratch(SEARCH_BYTES);
    this.context = context;
    this.address = address;
    this.before = Math.min(limits.hitsSoFar, MOST_HITS / 2);
    words.fill(0, address / 4, (address + SEARCH_BYTES) / 4);
    words[(address + SEARCH.k) / 4] = limits.k;
    words[(address + SEARCH.heap) / 4] = context.scratch(Math.max(1, limits.k) * HEAP_ENTRY_BYTES);
    floats[(address + SEARCH.floor) / 4] = limits.minimumScore;
    floats[(address + SEARCH.skip) / 4] = -Infinity;
    words[(address + SEARCH.hits) / 4] = this.before;
    words[(address + SEARCH.hitsThreshold) / 4] = Math.min(limits.totalHitsThreshold, MOST_HITS);
  }

  /** Sets a word of the structure. */
  set(name: keyof typeof SEARCH, value: number): void {
    this.context.words[(this.address + SEARCH[name]) / 4] = value;
  }

  /** Only greater scores can enter; float32. */
  get floor(): number {
    return this.context.floats[(this.address + SEARCH.floor) / 4]!;
  }

  /** Counts hits that cannot enter the top documents. */
  addHits(count: number): void {
    this.context.words[(this.address + SEARCH.hits) / 4]! += count;
  }

  /** Hits counted in this segment. */
  get hits(): number {
    return this.context.words[(this.address + SEARCH.hits) / 4]! - this.before;
  }

  /** Whether documents were skipped uncounted. */
  get skipped(): boolean {
    return this.context.words[(this.address + SEARCH.skipped) / 4] !== 0;
  }

  /** The documents kept: descending scores, equal scores by ascending document. */
  best(): { docs: Uint32Array; scores: Float32Array } {
    const { words } = this.context;
    const size = words[(this.address + SEARCH.size) / 4]!;
    // An entry is a 64-bit integer: the score's bits above the complement of the document. Scores are not negative, so
    // that entries compare as integers.
    const entries = new BigUint64Array(words.buffer, words[(this.address + SEARCH.heap) / 4], size).slice().sort();
    const documents = new Uint32Array(entries.buffer);
    const floats = new Float32Array(entries.buffer);
    const docs = new Uint32Array(size);
    const scores = new Float32Array(size);
    for (let i = 0, at = 2 * size - 2; i < size; i++, at -= 2) {
      docs[i] = ~documents[at]!;
      scores[i] = floats[at + 1]!;
    }
    return { docs, scores };
  }
}
