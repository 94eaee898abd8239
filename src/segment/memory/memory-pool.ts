/**
 * Shared memories of segments, pooled by size class. A dropped shared memory stays resident until every thread that
 * held it has collected its garbage; memories are therefore reused, and dropped only on purpose.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { MAX_SEGMENT_BYTES } from "../format.ts";
import { withMemory } from "./memory-failure.ts";
import { sectionsStart } from "./section-allocator.ts";
import type { SegmentMemorySource, SegmentPlace } from "./segment-memory-source.ts";

const PAGE_BYTES = 65536;
/** All memories can grow to what wasm32 can address: the kernel imports a memory with this maximum. */
const MAXIMUM_PAGES = 65536;
/** A memory is not used for a segment this many or more classes (powers of two) smaller: that would waste it. */
const CLASSES_ABOVE = 2;

function sizeClass(bytes: number): number {
  return Math.ceil(Math.log2(Math.max(bytes, PAGE_BYTES) / PAGE_BYTES));
}

/**
 * Provides memories to builders, merges and loading. One per thread; a memory may be released to another thread's pool.
 */
export class MemoryPool implements SegmentMemorySource {
  private readonly kept = new Map<number, WebAssembly.Memory[]>();
  private readonly keepBytes: number;
  private total = 0;

  /** Keeps at most `keepBytes` of returned memories. */
  constructor(keepBytes: number) {
    this.keepBytes = keepBytes;
  }

  /** Bytes of the pooled memories. */
  get keptBytes(): number {
    return this.total;
  }

  /**
   * A memory with room for `bytes` of sections after `scratchSlots` scratch slots; its content is arbitrary, and it can
   * grow.
   */
  acquire(bytes: number, scratchSlots: number): WebAssembly.Memory {
    const needed = sectionsStart(scratchSlots) + bytes;
    const least = sizeClass(needed);
    for (let index = least; index <= least + CLASSES_ABOVE; index++) {
      const memory = this.take(index, needed);
      if (memory) return memory;
    }
    // A merge requests the sum of its inputs, which may exceed the maximum although the result will not.
    const initial = Math.min(Math.ceil(needed / PAGE_BYTES), MAXIMUM_PAGES);
    return withMemory(bytes, () => new WebAssembly.Memory({ initial, maximum: MAXIMUM_PAGES, shared: true }));
  }

  /** A separate memory for one segment. */
  place(bytes: number, scratchSlots: number): SegmentPlace {
    return { memory: this.acquire(bytes, scratchSlots), start: sectionsStart(scratchSlots), end: MAX_SEGMENT_BYTES };
  }

  giveBack({ memory }: SegmentPlace): void {
    this.release(memory);
  }

  /**
   * Takes back a memory that no thread reads any more. Returns false when the pool is full and the memory was dropped:
   * its pages are freed after `collectGarbage` on every thread that held it.
   */
  release(memory: WebAssembly.Memory): boolean {
    const bytes = memory.buffer.byteLength;
    if (this.total + bytes > this.keepBytes) return false;
    const index = sizeClass(bytes);
    const list = this.kept.get(index);
    if (list) list.push(memory);
    else this.kept.set(index, [memory]);
    this.total += bytes;
    return true;
  }

  /** Drops all pooled memories. */
  clear(): void {
    this.kept.clear();
    this.total = 0;
  }

  private take(index: number, needed: number): WebAssembly.Memory | undefined {
    const list = this.kept.get(index);
    const position = list?.findIndex((memory) => memory.buffer.byteLength >= needed) ?? -1;
    if (!list || position < 0) return undefined;
    const [memory] = list.splice(position, 1);
    this.total -= memory?.buffer.byteLength ?? 0;
    return memory;
  }
}

let collect: (() => void) | undefined;

/**
 * Runs a full garbage collection on this thread (a few milliseconds). Call it on every thread that dropped its views of
 * a memory.
 */
export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as () => void;
  }
  collect();
}
