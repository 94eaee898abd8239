/**
 * This thread's objects for memories that several segments share. A memory that arrives again over a port is another
 * object over the same bytes, but the state that a thread keeps per memory (its kernel and, above all, which scratch is
 * in use) must exist once.
 */
import type { SegmentData } from "../format.ts";

const known = new Map<number, WeakRef<WebAssembly.Memory>>();
const forgotten = new FinalizationRegistry<number>((arena) => {
  if (!known.get(arena)?.deref()) known.delete(arena);
});

/** The segment, with the memory object that this thread received first. */
export function inKnownMemory(data: SegmentData): SegmentData {
  const { arena, memory } = data;
  if (arena === undefined) return data;
  const first = known.get(arena)?.deref();
  if (first) return first === memory ? data : { ...data, memory: first };
  known.set(arena, new WeakRef(memory));
  forgotten.register(memory, arena);
  return data;
}
