/** Allocates sections one after another in a segment's shared memory, growing it as needed. */
import { assert } from "../../core/assert.ts";
import { MAX_SEGMENT_BYTES, SCRATCH_BASE, SCRATCH_SLOT_BYTES, SECTION_ALIGNMENT, SECTION_PADDING } from "../format.ts";
import type { Section } from "../format.ts";
import { withMemory } from "./memory-failure.ts";
import type { ByteSink } from "./byte-sink.ts";

const PAGE_BYTES = 65536;
/** Smallest growth of a memory while a sink writes into it: growing page by page would cost more than the pages. */
const GROWTH_BYTES = 1 << 20;

/** Address of the first section in a memory with `scratchSlots` slots. */
export function sectionsStart(scratchSlots: number): number {
  return SCRATCH_BASE + scratchSlots * SCRATCH_SLOT_BYTES;
}

function aligned(address: number): number {
  return Math.ceil(address / SECTION_ALIGNMENT) * SECTION_ALIGNMENT;
}

/**
 * Allocates sections in one memory. A reused memory holds old bytes, so everything allocated is zeroed, except a sink's
 * bytes, which are all written.
 */
export class SectionAllocator {
  readonly memory: WebAssembly.Memory;
  readonly scratchSlots: number;
  private next: number;
  private readonly end: number;
  private openSink = false;

  /** `room`: where the sections go; by default everything after the scratch. */
  constructor(
    memory: WebAssembly.Memory,
    scratchSlots: number,
    room = { start: sectionsStart(scratchSlots), end: MAX_SEGMENT_BYTES },
  ) {
    this.memory = memory;
    this.scratchSlots = scratchSlots;
    this.next = room.start;
    this.end = room.end;
    this.ensure(this.next);
  }

  /** Address after the last section and its padding. */
  get endOffset(): number {
    return this.next;
  }

  /** A zeroed section. */
  section(bytes: number): Section {
    const offset = this.claim(bytes);
    new Uint8Array(this.memory.buffer, offset, bytes + SECTION_PADDING).fill(0);
    return { offset, bytes };
  }

  /** A section whose bytes are arbitrary: the caller writes them all. */
  unwritten(bytes: number): Section {
    const offset = this.claim(bytes);
    this.pad(offset + bytes);
    return { offset, bytes };
  }

  /** A section with a copy of `content`. */
  copy(content: Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array): Section {
    const section = this.unwritten(content.byteLength);
    this.u8(section).set(new Uint8Array(content.buffer, content.byteOffset, content.byteLength));
    return section;
  }

  /** A sink of at most `capacity` bytes; unused capacity stays a gap of untouched memory. */
  boundedSink(capacity: number): MemorySink {
    return new MemorySink(this, this.claim(capacity), capacity);
  }

  /** A sink that grows; no other section can be allocated until it is closed. */
  growingSink(): MemorySink {
    const sink = new MemorySink(this, this.claim(0), Infinity);
    this.openSink = true;
    return sink;
  }

  /** Closes a sink: its bytes become a section. */
  close(sink: MemorySink): Section {
    assert(sink.length <= sink.capacity, "a sink passed the bytes it was given");
    const end = sink.start + sink.length;
    if (sink.capacity === Infinity) {
      this.openSink = false;
      this.next = aligned(end + SECTION_PADDING);
    }
    this.ensure(end + SECTION_PADDING);
    this.pad(end);
    return { offset: sink.start, bytes: sink.length };
  }

  u8(section: Section): Uint8Array {
    return new Uint8Array(this.memory.buffer, section.offset, section.bytes);
  }

  u16(section: Section): Uint16Array {
    return new Uint16Array(this.memory.buffer, section.offset, section.bytes >>> 1);
  }

  u32(section: Section): Uint32Array {
    return new Uint32Array(this.memory.buffer, section.offset, section.bytes >>> 2);
  }

  i32(section: Section): Int32Array {
    return new Int32Array(this.memory.buffer, section.offset, section.bytes >>> 2);
  }

  f64(section: Section): Float64Array {
    return new Float64Array(this.memory.buffer, section.offset, section.bytes >>> 3);
  }

  i64(section: Section): BigInt64Array {
    return new BigInt64Array(this.memory.buffer, section.offset, section.bytes >>> 3);
  }

  /** Grows the memory to at least `end` bytes, plus `growth` if it has to grow at all. */
  ensure(end: number, growth = 0): void {
    assert(end <= this.end, `a segment would pass address ${this.end}`);
    const missing = end - this.memory.buffer.byteLength;
    if (missing > 0) withMemory(missing, () => this.memory.grow(Math.ceil((missing + growth) / PAGE_BYTES)));
  }

  private claim(bytes: number): number {
    assert(!this.openSink, "a section was asked for while a growing sink is open");
    const offset = this.next;
    this.next = aligned(offset + bytes + SECTION_PADDING);
    this.ensure(this.next);
    return offset;
  }

  private pad(end: number): void {
    new Uint8Array(this.memory.buffer, end, SECTION_PADDING).fill(0);
  }
}

/** A sink into a memory; created by the allocator. */
export class MemorySink implements ByteSink {
  bytes: Uint8Array;
  readonly start: number;
  readonly capacity: number;
  length = 0;
  private readonly allocator: SectionAllocator;

  constructor(allocator: SectionAllocator, start: number, capacity: number) {
    this.allocator = allocator;
    this.start = start;
    this.capacity = capacity;
    this.bytes = new Uint8Array(allocator.memory.buffer);
  }

  reserve(extra: number): void {
    const end = this.start + this.length + extra;
    if (end <= this.bytes.length) return;
    this.allocator.ensure(end, Math.max(GROWTH_BYTES, this.length >>> 2));
    this.bytes = new Uint8Array(this.allocator.memory.buffer);
  }
}
