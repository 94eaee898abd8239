/**
 * Memories of segments: a large segment has its own memory, small ones share arenas. Every memory reserves 10 GiB of
 * addresses however small it is, of 128 TiB that a process has, and every thread keeps a kernel and scratch for it.
 */
import { assert } from "../../core/assert.ts";
import { RequestError } from "../../compat/errors.ts";
import { changeSections, placedBytes, sectionBytes } from "../segment-sections.ts";
import type { SegmentData } from "../format.ts";
import { addLoaded, wordsBytes } from "../segment-words.ts";
import { FreeRanges } from "./free-ranges.ts";
import type { MemoryPool } from "./memory-pool.ts";
import { SectionAllocator, sectionsStart } from "./section-allocator.ts";
import type { SegmentMemorySource, SegmentPlace } from "./segment-memory-source.ts";

/** A segment up to this size is placed in an arena. */
const SMALL_BYTES = 1 << 20;
/** Room for segments in an arena. Pages that no segment has used cost nothing. */
const ARENA_BYTES = 16 << 20;
/** Places are aligned to this, as sections are. */
const GRAIN_BYTES = 64;

interface Arena {
  readonly id: number;
  readonly memory: WebAssembly.Memory;
  readonly scratchSlots: number;
  readonly free: FreeRanges;
  /** Bytes of each place, by its start address. */
  readonly places: Map<number, number>;
}

/** All memories that hold the segments of one engine. Lives on the indexing thread. */
export class SegmentArenas implements SegmentMemorySource {
  readonly #pool: MemoryPool;
  readonly #release: (memory: WebAssembly.Memory) => void;
  readonly #arenas = new Map<number, Arena>();
  readonly #nextId: () => number;
  /**
   * A memory that segments are built in before they move to an arena: no other thread knows it, so it can be reused at
   * once.
   */
  #workshop: WebAssembly.Memory | undefined;

  /** `release` takes memories that hold no segment any more; `nextId` makes numbers unique in the process. */
  constructor(pool: MemoryPool, nextId: () => number, release: (memory: WebAssembly.Memory) => void) {
    this.#pool = pool;
    this.#nextId = nextId;
    this.#release = release;
  }

  /** Number of arenas. */
  get count(): number {
    return this.#arenas.size;
  }

  place(bytes: number, scratchSlots: number): SegmentPlace {
    if (bytes > SMALL_BYTES) return this.#pool.place(bytes, scratchSlots);
    const rounded = Math.ceil(bytes / GRAIN_BYTES) * GRAIN_BYTES;
    for (const arena of this.#arenas.values()) {
      const place = arena.scratchSlots === scratchSlots ? placeIn(arena, rounded) : undefined;
      if (place) return place;
    }
    const place = placeIn(this.#newArena(scratchSlots), rounded);
    assert(place, "a small segment fits into an empty arena");
    return place;
  }

  giveBack({ memory, start, arena }: SegmentPlace): void {
    if (arena === undefined) this.#release(memory);
    else this.#free(arena, start);
  }

  /** Takes back the place of a segment that nobody reads any more, or a memory in which none was built. */
  release(unused: SegmentData | WebAssembly.Memory): void {
    if (!("words" in unused)) this.#release(unused);
    else if (unused.arena === undefined) this.#release(unused.memory);
    else this.#free(unused.arena, unused.words);
  }

  /** A memory to build a segment in; `settle` decides where the segment stays. */
  acquire(bytes: number, scratchSlots: number): WebAssembly.Memory {
    const memory = this.#workshop;
    if (!memory || memory.buffer.byteLength < sectionsStart(scratchSlots) + bytes)
      return this.#pool.acquire(bytes, scratchSlots);
    this.#workshop = undefined;
    return memory;
  }

  /**
   * Moves a newly built small segment into an arena; a large one stays in its own memory. `emptied` receives the memory
   * that became free; by default it is kept for building the next segment.
   */
  settle(data: SegmentData, emptied = (memory: WebAssembly.Memory): void => this.#keepWorkshop(memory)): SegmentData {
    const bytes = placedBytes(data.directory, wordsBytes(0));
    if (data.arena !== undefined || bytes > SMALL_BYTES) return data;
    const place = this.#placeIfAny(bytes, data.scratchSlots);
    // The segment stays where it is: its builder is already empty.
    if (!place) return data;
    const { memory, arena } = place;
    const allocator = new SectionAllocator(memory, data.scratchSlots, place);
    const words = allocator.section(wordsBytes(0)).offset;
    const directory = changeSections(data.directory, (section) =>
      allocator.copy(new Uint8Array(data.memory.buffer, section.offset, section.bytes)),
    );
    const settled = {
      ...data,
      memory,
      words,
      directory: { ...directory, endOffset: allocator.endOffset },
      ...(arena === undefined ? {} : { arena }),
    };
    addLoaded(settled, sectionBytes(directory));
    emptied(data.memory);
    return settled;
  }

  /** Undefined when the system refuses more memory. */
  #placeIfAny(bytes: number, scratchSlots: number): SegmentPlace | undefined {
    try {
      return this.place(bytes, scratchSlots);
    } catch (error) {
      if (error instanceof RequestError) return undefined;
      throw error;
    }
  }

  #keepWorkshop(memory: WebAssembly.Memory): void {
    if (this.#workshop) this.#release(memory);
    else this.#workshop = memory;
  }

  #newArena(scratchSlots: number): Arena {
    const memory = this.#pool.acquire(ARENA_BYTES, scratchSlots);
    const start = Math.ceil(sectionsStart(scratchSlots) / GRAIN_BYTES) * GRAIN_BYTES;
    const free = new FreeRanges(start, start + ARENA_BYTES - GRAIN_BYTES);
    const arena = { id: this.#nextId(), memory, scratchSlots, free, places: new Map<number, number>() };
    this.#arenas.set(arena.id, arena);
    return arena;
  }

  #free(id: number, start: number): void {
    const arena = this.#arenas.get(id);
    const bytes = arena?.places.get(start);
    assert(arena && bytes !== undefined, `no segment stands at ${start} of arena ${id}`);
    arena.places.delete(start);
    arena.free.give(start, bytes);
    // The last arena stays for future segments.
    if (!arena.free.isWhole || this.#arenas.size === 1) return;
    this.#arenas.delete(id);
    this.#release(arena.memory);
  }
}

function placeIn(arena: Arena, bytes: number): SegmentPlace | undefined {
  const start = arena.free.take(bytes);
  if (start < 0) return undefined;
  arena.places.set(start, bytes);
  return { memory: arena.memory, start, end: start + bytes, arena: arena.id };
}
