/** The structure in scratch that holds the best documents and the hits of a query on one segment. */
import { SEARCH, SEARCH_BYTES } from "../../kernel/structures.ts";
import type { OperatorContext } from "../operator.ts";

const HEAP_ENTRY_BYTES = 8;
const MOST_HITS = 0xffffffff;

export interface SearchLimits {
  /** Documents to keep; 0 to count alone. */
  readonly k: number;
  /** Only greater scores are wanted. */
  readonly minimumScore: number;
  /** Skipping may begin once more hits than this are known. */
  readonly totalHitsThreshold: number;
  /** Hits known before this segment. */
  readonly hitsSoFar: number;
}

export class SearchState {
  readonly address: number;
  private readonly context: OperatorContext;
  /** What the hit counter began with. */
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

  /** Hits counted in this segment. */
  get hits(): number {
    return this.context.words[(this.address + SEARCH.hits) / 4]! - this.before;
  }

  /** Whether documents were passed over uncounted. */
  get skipped(): boolean {
    return this.context.words[(this.address + SEARCH.skipped) / 4] !== 0;
  }

  /** The documents kept, best first: greater scores before lesser, then lesser documents before greater. */
  best(): { docs: Uint32Array; scores: Float32Array } {
    const { words, floats } = this.context;
    const size = words[(this.address + SEARCH.size) / 4]!;
    const heap = words[(this.address + SEARCH.heap) / 4]! / 4;
    const order = new Uint32Array(size);
    for (let i = 0; i < size; i++) order[i] = heap + 2 * i;
    // An entry is the complement of the document, then the score.
    order.sort((a, b) => floats[b + 1]! - floats[a + 1]! || words[b]! - words[a]!);
    const docs = new Uint32Array(size);
    const scores = new Float32Array(size);
    for (let i = 0; i < size; i++) {
      docs[i] = ~words[order[i]!]!;
      scores[i] = floats[order[i]! + 1]!;
    }
    return { docs, scores };
  }
}
