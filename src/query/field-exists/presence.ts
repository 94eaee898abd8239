/** Documents that have a field. */
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";

/** Scores 0: wrap it where it must score. */
export class PresenceOperator implements Operator {
  readonly cost: number;
  /** Whether all documents have the field. */
  readonly all: boolean;
  private readonly context: OperatorContext;
  private readonly presence: Uint32Array | undefined;
  private readonly docCount: number;

  constructor(context: OperatorContext, field: string) {
    const { reader } = context;
    this.context = context;
    this.cost = reader.field(field)?.docsWithField ?? 0;
    this.presence = reader.presence(field);
    this.docCount = this.cost === 0 ? 0 : reader.docCount;
    this.all = this.cost > 0 && this.presence === undefined;
  }

  nextWindow(from: number): number {
    return from < this.docCount ? from & -WINDOW_DOCS : NO_MORE_DOCS;
  }

  maxScore(): number {
    return 0;
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    const { kernel } = this.context;
    const count = Math.min(WINDOW_DOCS, this.docCount - base);
    if (this.presence && this.presence.buffer !== this.context.bytes.buffer) this.copyWindow(this.presence, base, into);
    else if (this.presence) kernel.windowLoad(into.bitsAddress, this.presence.byteOffset + base / 8, count);
    else kernel.windowFirst(into.bitsAddress, count);
    if (candidates) kernel.windowAnd(into.bitsAddress, candidates.bitsAddress);
    if (kernel.windowAny(into.bitsAddress) === 0) return false;
    if (scored) kernel.constantScores(into.bitsAddress, into.scoresAddress, 0);
    return true;
  }

  /** For bits on the heap, which the kernel cannot access. */
  private copyWindow(presence: Uint32Array, base: number, into: WindowBuffer): void {
    const words = presence.subarray(base / 32, (base + WINDOW_DOCS) / 32);
    into.bits.set(words);
    into.bits.fill(0, words.length);
  }
}
