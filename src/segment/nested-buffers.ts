/** The builder's buffer for the nested documents of one path. */
import { assert } from "../core/assert.ts";
import { FieldBuffers } from "./field-buffers.ts";
import type { NestedScope } from "./format.ts";
import { GrowingUint32 } from "./memory/growing-arrays.ts";
import type { MemoryTally } from "./memory/growing-arrays.ts";
import type { SectionAllocator } from "./memory/section-allocator.ts";
import type { NestedWriter } from "./segment-builder.ts";

/** Estimated heap bytes of a nested scope without documents. */
const SPACE_BYTES = 1024;

/** The scope that holds the parents. */
export interface ParentSpace {
  /** Number of the current document, or -1. */
  readonly documentAtHand: number;
  readonly docCount: number;
}

/** See NestedScope. */
export class NestedBuffers extends FieldBuffers implements NestedWriter, ParentSpace {
  readonly path: string;
  readonly parentPath: string;
  readonly #parentSpace: ParentSpace;
  /** Parent of each nested document. */
  #parents: GrowingUint32;

  constructor(path: string, parentPath: string, parentSpace: ParentSpace, tally: MemoryTally) {
    super(tally);
    this.path = path;
    this.parentPath = parentPath;
    this.#parentSpace = parentSpace;
    this.#parents = new GrowingUint32(tally);
  }

  get docCount(): number {
    return this.#parents.length;
  }

  get documentAtHand(): number {
    return this.current;
  }

  /** Heap bytes that the tally does not count. */
  get ownBytes(): number {
    return SPACE_BYTES + this.fieldBytes;
  }

  start(): void {
    assert(this.current < 0, "a nested document was begun before the last one was ended");
    const parent = this.#parentSpace.documentAtHand;
    assert(parent >= 0, "a nested document needs a parent");
    this.current = this.#parents.length;
    this.#parents.push(parent);
  }

  end(): void {
    assert(this.current >= 0, "no nested document was begun");
    this.current = -1;
  }

  /** Discards the nested documents of discarded parents. */
  truncate(): void {
    const parentCount = this.#parentSpace.docCount;
    const before = this.#parents.length;
    while ((this.#parents.last() ?? -1) >= parentCount) this.#parents.length--;
    if (this.#parents.length < before) this.truncateFields(this.#parents.length);
    this.current = -1;
  }

  /** Writes the scope; undefined when it has no documents. */
  write(allocator: SectionAllocator): NestedScope | undefined {
    const { path, parentPath, docCount } = this;
    if (docCount === 0) return undefined;
    const parents = this.#parents.values();
    const firstChild = allocator.section((this.#parentSpace.docCount + 1) * 4);
    countChildren(parents, allocator.u32(firstChild));
    const parent = allocator.copy(parents);
    return { path, parentPath, docCount, firstChild, parent, fields: this.writeFields(allocator, docCount) };
  }

  empty(tally: MemoryTally): void {
    this.#parents = new GrowingUint32(tally);
    this.emptyFields(tally);
  }
}

/**
 * Computes where the children of each parent start; `starts` comes zeroed and has one entry more than there are
 * parents.
 */
function countChildren(parents: Uint32Array, starts: Uint32Array): void {
  for (let child = 0; child < parents.length; child++) starts[parents[child]! + 1]!++;
  for (let parent = 1; parent < starts.length; parent++) starts[parent]! += starts[parent - 1]!;
}
