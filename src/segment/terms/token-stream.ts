/** The tokens of one field in order of arrival, not yet inverted. */
import { GrowingUint32 } from "../memory/growing-arrays.ts";
import type { MemoryTally } from "../memory/growing-arrays.ts";
import { TermTable } from "./term-table.ts";

/**
 * A token is a term number and, when the field keeps them, a position. The tokens of one document form a run:
 * `runDocs[r]` has the tokens `runStarts[r] .. runStarts[r + 1]` (the last run extends to the end).
 */
export class TokenStream {
  readonly table: TermTable;
  readonly tokens: GrowingUint32;
  readonly positions: GrowingUint32 | undefined;
  readonly runDocs: GrowingUint32;
  readonly runStarts: GrowingUint32;
  private lastDoc = -1;

  constructor(tally: MemoryTally, keepPositions: boolean) {
    this.table = new TermTable(tally);
    this.tokens = new GrowingUint32(tally);
    this.positions = keepPositions ? new GrowingUint32(tally) : undefined;
    this.runDocs = new GrowingUint32(tally);
    this.runStarts = new GrowingUint32(tally);
  }

  /** Appends an occurrence of `bytes[from..to)` in `doc`; documents ascend. */
  add(doc: number, bytes: Uint8Array, from: number, to: number, position: number): void {
    if (doc !== this.lastDoc) {
      this.runDocs.push(doc);
      this.runStarts.push(this.tokens.length);
      this.lastDoc = doc;
    }
    this.tokens.push(this.table.intern(bytes, from, to));
    if (this.positions) this.positions.push(position);
  }

  /** Hears, for each document with tokens, how many different terms it has. */
  countDistinct(hear: (doc: number, terms: number) => void): void {
    const lastRun = new Int32Array(this.table.count).fill(-1);
    for (let run = 0; run < this.runDocs.length; run++) {
      const end = run + 1 < this.runDocs.length ? this.runStarts.data[run + 1]! : this.tokens.length;
      let terms = 0;
      for (let at = this.runStarts.data[run]!; at < end; at++) {
        const term = this.tokens.data[at]!;
        if (lastRun[term] === run) continue;
        lastRun[term] = run;
        terms++;
      }
      hear(this.runDocs.data[run]!, terms);
    }
  }

  /**
   * Discards the tokens of documents numbered `docCount` and above. Terms stay interned; those without tokens are left
   * out of the segment.
   */
  truncate(docCount: number): void {
    while ((this.runDocs.last() ?? -1) >= docCount) {
      this.runDocs.length--;
      this.tokens.length = this.runStarts.data[--this.runStarts.length]!;
    }
    if (this.positions) this.positions.length = this.tokens.length;
    this.lastDoc = this.runDocs.last() ?? -1;
  }
}
