/** The segment builder: collects typed-array streams on the heap; `build` inverts them into shared memory. */
import { assert } from "../core/assert.ts";
import { FieldBuffers } from "./field-buffers.ts";
import { SEGMENT_FORMAT } from "./format.ts";
import type { NestedScope, SegmentData, SegmentDirectory, SegmentOrder } from "./format.ts";
import { mergeSegments } from "./merge.ts";
import { DocumentRecords } from "./ids/document-records.ts";
import type { MemoryTally } from "./memory/growing-arrays.ts";
import { SectionAllocator } from "./memory/section-allocator.ts";
import { NestedBuffers, type ParentSpace } from "./nested-buffers.ts";
import type { NestedWriter, SegmentBuilder } from "./segment-builder.ts";
import { nextSegmentId } from "./segment-id.ts";
import { sectionBytes } from "./segment-sections.ts";
import { addLoaded, wordsBytes } from "./segment-words.ts";

/** Provides the memories that segments are built in. */
export interface BuilderMemories {
  acquire(bytes: number, scratchSlots: number): WebAssembly.Memory;
  /** Takes back a memory in which no segment was built. */
  release(memory: WebAssembly.Memory): unknown;
}

/** Builds segments in memory; after `build` it starts an empty one with the same field numbers and nested scopes. */
export class MemorySegmentBuilder extends FieldBuffers implements SegmentBuilder, ParentSpace {
  private readonly pool: BuilderMemories;
  private readonly scratchSlots: number;
  private readonly order: readonly SegmentOrder[] | undefined;
  private heap: MemoryTally;
  private records: DocumentRecords;
  /** By path, each after that of its parents. */
  private readonly spaces = new Map<string, NestedBuffers>();
  private readonly dead = new Set<number>();

  /** `order`: what the documents of its segments are ordered by; undefined: by sequence number. */
  constructor(options: { pool: BuilderMemories; scratchSlots: number; order?: readonly SegmentOrder[] | undefined }) {
    const heap = { bytes: 0 };
    super(heap);
    this.heap = heap;
    this.pool = options.pool;
    this.scratchSlots = options.scratchSlots;
    this.order = options.order;
    this.records = new DocumentRecords(heap);
  }

  get docCount(): number {
    return this.records.count;
  }

  get documentAtHand(): number {
    return this.current;
  }

  get memoryBytes(): number {
    let bytes = this.heap.bytes + this.fieldBytes;
    for (const space of this.spaces.values()) bytes += space.ownBytes;
    return bytes;
  }

  space(path: string, parentPath: string): NestedWriter {
    const known = this.spaces.get(path);
    if (known) {
      assert(known.parentPath === parentPath, "nested documents of a path have their parents in one space");
      return known;
    }
    const parents = parentPath === "" ? this : this.spaces.get(parentPath);
    assert(parents, `no space [${parentPath}] for the parents of [${path}]`);
    const space = new NestedBuffers(path, parentPath, parents, this.heap);
    this.spaces.set(path, space);
    return space;
  }

  start(id: string, seqNo: number, primaryTerm: number): number {
    assert(this.current < 0, "a document was begun before the last one was ended");
    this.current = this.records.count;
    this.records.add(id, seqNo, primaryTerm);
    return this.current;
  }

  end(file: number, offset: number): void {
    assert(this.current >= 0, "no document was begun");
    this.records.locate(this.current, file, offset);
    this.current = -1;
  }

  locate(document: number, file: number, offset: number): void {
    assert(document >= 0 && document < this.docCount, `no document ${document}`);
    this.records.locate(document, file, offset);
  }

  abandon(): void {
    assert(this.current >= 0, "no document was begun");
    this.truncate(this.current);
  }

  truncate(docCount: number): void {
    this.truncateFields(docCount);
    this.records.truncate(docCount);
    // Parents first: the parents that remain decide which children remain.
    for (const space of this.spaces.values()) space.truncate();
    for (const document of this.dead) if (document >= docCount) this.dead.delete(document);
    this.current = -1;
  }

  delete(document: number): void {
    assert(document >= 0 && document < this.docCount, `no document ${document}`);
    this.dead.add(document);
  }

  build(generation: number): { segment: SegmentData; deleted: Uint32Array } {
    assert(this.current < 0, "the last document was not ended");
    const { scratchSlots } = this;
    // The heap size is a fair estimate of the segment's: streams shrink when packed, columns and tables are added.
    const memory = this.pool.acquire(this.heap.bytes >>> 1, scratchSlots);
    try {
      const allocator = new SectionAllocator(memory, scratchSlots);
      const words = allocator.section(wordsBytes(0)).offset;
      const directory = this.write(allocator, generation);
      const deleted = Uint32Array.from(this.dead).sort();
      const segment = { id: nextSegmentId(), memory, scratchSlots, directory, words };
      addLoaded(segment, sectionBytes(directory));
      const built = this.order ? this.ordered(segment, deleted, this.order) : { segment, deleted };
      this.empty();
      return built;
    } catch (error) {
      this.pool.release(memory);
      throw error;
    }
  }

  /** The segment once more, in the order of the index. */
  private ordered(
    data: SegmentData,
    deleted: Uint32Array,
    order: readonly SegmentOrder[],
  ): { segment: SegmentData; deleted: Uint32Array } {
    const { pool, scratchSlots } = this;
    const { generation } = data.directory;
    const memory = pool.acquire(sectionBytes(data.directory), scratchSlots);
    try {
      const { segment, docMaps } = mergeSegments([{ data, live: undefined }], {
        generation,
        memory,
        scratchSlots,
        order,
      });
      pool.release(data.memory);
      return { segment, deleted: deleted.map((doc) => docMaps[0]![doc]!).sort() };
    } catch (error) {
      pool.release(memory);
      throw error;
    }
  }

  private write(allocator: SectionAllocator, generation: number): SegmentDirectory {
    const { docCount } = this;
    const records = this.records.write(allocator);
    const fields = this.writeFields(allocator, docCount);
    const spaces: NestedScope[] = [];
    for (const space of this.spaces.values()) {
      const directory = space.write(allocator);
      if (directory) spaces.push(directory);
    }
    const nested = spaces.length > 0 ? { spaces } : {};
    return {
      format: SEGMENT_FORMAT,
      generation,
      docCount,
      ...records,
      fields,
      ...nested,
      endOffset: allocator.endOffset,
    };
  }

  private empty(): void {
    this.heap = { bytes: 0 };
    this.records = new DocumentRecords(this.heap);
    this.emptyFields(this.heap);
    for (const space of this.spaces.values()) space.empty(this.heap);
    this.dead.clear();
  }
}
