/** Documents with any of many terms, without scores: read into a bit set, several windows ahead. */
import { BUFFER_BYTES, CURSOR_BYTES } from "../../kernel/structures.ts";
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";
import { ordinalAt, ordinalCount, type OrdinalSelection } from "./ordinal-selection.ts";

/**
 * Documents read at a time. Larger chunks open each term less often; the first chunks are small, since few documents
 * may be enough.
 */
const FIRST_CHUNK_DOCS = 4 * WINDOW_DOCS;
const CHUNK_GROWTH = 4;
const CHUNK_DOCS = 64 * WINDOW_DOCS;
/** Terms read between two tests for cancellation. */
const TERMS_A_CHECK = 256;

export class TermsUnionOperator implements Operator {
  readonly cost: number;
  readonly most = 0;
  private readonly context: OperatorContext;
  private readonly postings: number;
  private readonly selection: OrdinalSelection;
  private readonly cursor: number;
  private readonly buffer: number;
  private readonly bits: number;
  /** The chunk in `bits` covers the documents `chunk .. chunkEnd - 1`. */
  private chunk = 0;
  private chunkEnd = 0;
  private nextDocs = FIRST_CHUNK_DOCS;

  /** At least one term, of a field with postings. */
  constructor(context: OperatorContext, field: string, selection: OrdinalSelection) {
    const { docCount } = context.reader;
    const terms = context.reader.terms(field);
    this.context = context;
    this.postings = context.postings(field);
    this.selection = selection;
    this.cursor = context.scratch(CURSOR_BYTES);
    this.buffer = context.scratch(BUFFER_BYTES);
    this.bits = context.scratch(Math.min(CHUNK_DOCS, (docCount + WINDOW_DOCS - 1) & -WINDOW_DOCS) / 8);
    let cost = 0;
    for (let i = 0; i < ordinalCount(selection) && cost < docCount; i++)
      cost += terms?.docFreq(ordinalAt(selection, i)) ?? 0;
    this.cost = Math.min(cost, docCount);
  }

  nextWindow(from: number): number {
    for (let base = from & -WINDOW_DOCS; base < this.context.reader.docCount; base += WINDOW_DOCS) {
      if (this.context.kernel.windowAny(this.windowAt(base)) !== 0) return base;
    }
    return NO_MORE_DOCS;
  }

  maxScore(): number {
    return 0;
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    const { kernel } = this.context;
    let any = kernel.windowCopy(into.bitsAddress, this.windowAt(base));
    if (candidates) any = kernel.windowAnd(into.bitsAddress, candidates.bitsAddress);
    if (any !== 0 && scored) kernel.constantScores(into.bitsAddress, into.scoresAddress, 0);
    return any !== 0;
  }

  /** Address of the bits of a window; reads its chunk if necessary. */
  private windowAt(base: number): number {
    if (base >= this.chunkEnd) this.read(base);
    return this.bits + (base - this.chunk) / 8;
  }

  private read(from: number): void {
    const { context, selection } = this;
    const { kernel, words } = context;
    const { docCount } = context.reader;
    const to = Math.min(from + this.nextDocs, docCount);
    const count = ordinalCount(selection);
    words[this.buffer / 4] = 0;
    context.bytes.fill(0, this.bits, this.bits + ((to - from + WINDOW_DOCS - 1) & -WINDOW_DOCS) / 8);
    for (let i = 0; i < count; i++) {
      if (i % TERMS_A_CHECK === 0) context.checkpoint();
      kernel.unionTerm(this.cursor, this.postings, ordinalAt(selection, i), this.buffer, from, to, this.bits);
    }
    this.chunk = from;
    this.chunkEnd = (to + WINDOW_DOCS - 1) & -WINDOW_DOCS;
    this.nextDocs = Math.min(this.nextDocs * CHUNK_GROWTH, CHUNK_DOCS);
  }
}
