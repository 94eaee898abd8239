/** The documents of a set that was built earlier. Scores 0: wrap it where it must score. */
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";
import type { DocSet } from "./doc-set.ts";

const WINDOW_WORDS = WINDOW_DOCS / 32;

export class DocSetOperator implements Operator {
  readonly cost: number;
  readonly most = 0;
  private readonly context: OperatorContext;
  private readonly set: DocSet;
  /** Index of the first document of a list that is not consumed yet. */
  private at = 0;

  constructor(context: OperatorContext, set: DocSet) {
    this.context = context;
    this.set = set;
    this.cost = set.count;
  }

  count(live: Uint32Array | undefined): number {
    return this.set.liveCount(live);
  }

  nextWindow(from: number): number {
    const base = from & -WINDOW_DOCS;
    const { words, docs } = this.set;
    if (docs) {
      this.passTo(docs, base);
      return this.at < docs.length ? docs[this.at]! & -WINDOW_DOCS : NO_MORE_DOCS;
    }
    for (let word = base / 32; word < words!.length; word++) if (words![word] !== 0) return (word * 32) & -WINDOW_DOCS;
    return NO_MORE_DOCS;
  }

  maxScore(): number {
    return 0;
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    const { words, docs } = this.set;
    if (docs) this.copyList(docs, base, into.bits);
    else copyWords(words!, base / 32, into.bits);
    const { kernel } = this.context;
    const any = candidates
      ? kernel.windowAnd(into.bitsAddress, candidates.bitsAddress)
      : kernel.windowAny(into.bitsAddress);
    if (any !== 0 && scored) kernel.constantScores(into.bitsAddress, into.scoresAddress, 0);
    return any !== 0;
  }

  private passTo(docs: Uint32Array, base: number): void {
    while (this.at < docs.length && docs[this.at]! < base) this.at++;
  }

  private copyList(docs: Uint32Array, base: number, bits: Uint32Array): void {
    bits.fill(0);
    this.passTo(docs, base);
    for (let at = this.at; at < docs.length && docs[at]! < base + WINDOW_DOCS; at++)
      bits[(docs[at]! - base) >>> 5]! |= 1 << (docs[at]! & 31);
  }
}

function copyWords(words: Uint32Array, from: number, bits: Uint32Array): void {
  for (let at = 0; at < WINDOW_WORDS; at++) bits[at] = words[from + at]!;
}
