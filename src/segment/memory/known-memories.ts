/**
 * Memories that many segments stand in, as this thread knows them. A memory that comes over a port again is another
 * object over the same bytes, but what a thread keeps for a memory (its kernel, and above all which scratch is in use)
 * must be there once.
 */
import type { SegmentData } from "../format.ts";

const known = new Map<number, WeakRef<WebAssembly.Memory>>();
const forgotten = new FinalizationRegistry<number>((arena) => {
  if (!known.get(arena)?.deref()) known.delete(arena);
});

/** The segment in the memory that this thread got to know first. */
export function inKnownMemory(data: SegmentData): SegmentData {
  const { arena, memory } = data;
  if (arena === undefined) return data;
  const first = known.get(arena)?.deref();
  if (first) return first === memory ? data : { ...data, memory: first };
  known.set(arena, new WeakRef(memory));
  forgotten.register(memory, arena);
  return data;
}
