/** Documents that have any of many terms, without scores: read into a bit set, some windows ahead. */
import { BUFFER_BYTES, CURSOR_BYTES } from "../../kernel/structures.ts";
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";
import { ordinalAt, ordinalCount, type OrdinalSelection } from "./ordinal-selection.ts";

/** Documents read at a time: the more, the less often each term is opened. */
const CHUNK_DOCS = 64 * WINDOW_DOCS;
/** Terms read between two looks at whether the request was cancelled. */
const TERMS_A_CHECK = 256;

export class TermsUnionOperator implements Operator {
  readonly cost: number;
  private readonly context: OperatorContext;
  private readonly postings: number;
  private readonly selection: OrdinalSelection;
  private readonly cursor: number;
  private readonly buffer: number;
  private readonly bits: number;
  private readonly bytes: number;
  /** First document of the chunk in `bits`, -1 before the first one. */
  private chunk = -1;

  /** At least one term, of a field with postings. */
  constructor(context: OperatorContext, field: string, selection: OrdinalSelection) {
    const { docCount } = context.reader;
    const terms = context.reader.terms(field);
    this.context = context;
    this.postings = context.postings(field);
    this.selection = selection;
    this.cursor = context.scratch(CURSOR_BYTES);
    this.buffer = context.scratch(BUFFER_BYTES);
    this.bytes = Math.min(CHUNK_DOCS, (docCount + WINDOW_DOCS - 1) & -WINDOW_DOCS) / 8;
    this.bits = context.scratch(this.bytes);
    let cost = 0;
    for (let i = 0; i < ordinalCount(selection) && cost < docCount; i++) cost += terms?.docFreq(ordinalAt(selection, i)) ?? 0;
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

  /** Address of the bits of a window; reads its chunk first. */
  private windowAt(base: number): number {
    const chunk = base - (base % CHUNK_DOCS);
    if (chunk !== this.chunk) this.read(chunk);
    return this.bits + (base - chunk) / 8;
  }

  private read(chunk: number): void {
    const { context, selection } = this;
    const { kernel, words } = context;
    const to = Math.min(chunk + CHUNK_DOCS, context.reader.docCount);
    const count = ordinalCount(selection);
    words[this.buffer / 4] = 0;
    context.bytes.fill(0, this.bits, this.bits + this.bytes);
    for (let i = 0; i < count; i++) {
      if (i % TERMS_A_CHECK === 0) context.checkpoint();
      kernel.unionTerm(this.cursor, this.postings, ordinalAt(selection, i), this.buffer, chunk, to, this.bits);
    }
    this.chunk = chunk;
  }
}
