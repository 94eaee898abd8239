/** The builder's buffer for the vectors of one field. */
import { assert } from "../../core/assert.ts";
import type { ColumnDirectory, VectorIndex } from "../format.ts";
import { GrowingUint32 } from "../memory/growing-arrays.ts";
import type { MemoryTally } from "../memory/growing-arrays.ts";
import type { SectionAllocator } from "../memory/section-allocator.ts";
import { finishVectors, slotCount } from "./column-writer.ts";
import { withVectorIndex } from "../vectors/write-vectors.ts";
import { layoutOf } from "./value-docs.ts";

/** The documents that a column is written for. */
export interface ColumnDocs {
  readonly docCount: number;
  readonly presence: Uint32Array;
  readonly present: number;
}

/** Vectors in order of arrival, with their documents. */
export class VectorValues {
  /** Bytes per vector; 0 before the first one. */
  private width = 0;
  private readonly docs: GrowingUint32;
  private readonly words: GrowingUint32;

  constructor(tally: MemoryTally) {
    this.docs = new GrowingUint32(tally);
    this.words = new GrowingUint32(tally);
  }

  get count(): number {
    return this.docs.length;
  }

  add(doc: number, bytes: Uint8Array): void {
    if (this.docs.length === 0) this.width = bytes.length;
    assert(
      bytes.length === this.width && bytes.length % 4 === 0,
      "the vectors of a field have one length, a multiple of 4 bytes",
    );
    this.docs.push(doc);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let at = 0; at < bytes.length; at += 4) this.words.push(view.getUint32(at, true));
  }

  /** Discards the vectors of documents numbered `docCount` and above. */
  truncate(docCount: number): void {
    while ((this.docs.last() ?? -1) >= docCount) this.docs.length--;
    this.words.length = (this.docs.length * this.width) / 4;
  }

  /** `presence`: the documents that have the field; `index`: how the vectors are searched. */
  write(
    allocator: SectionAllocator,
    { docCount, presence, present }: ColumnDocs,
    index: VectorIndex | undefined,
  ): ColumnDirectory {
    const docs = this.docs.values();
    const words = this.words.values();
    const layout = layoutOf(allocator, docs, docCount, present);
    const section = allocator.section(slotCount(layout) * this.width);
    const to = allocator.u32(section);
    const each = this.width / 4;
    for (let i = 0; i < docs.length; i++)
      to.set(words.subarray(i * each, (i + 1) * each), (layout.starts ? i : docs[i]!) * each);
    const column = finishVectors(section, this.width, layout);
    return withVectorIndex({ column, docCount, presence, allocator }, index);
  }
}
