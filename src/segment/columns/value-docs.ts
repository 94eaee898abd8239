/** Assigns the values of a column to documents: the layout that all of the builder's columns share. */
import type { SectionAllocator } from "../memory/section-allocator.ts";
import type { ValueLayout } from "./column-writer.ts";

/**
 * Chooses the layout for values that belong to the ascending documents `docs`. `present` is the number of documents
 * that have the field at all: if one of them has no value, the column needs `starts` to express that.
 */
export function layoutOf(
  allocator: SectionAllocator,
  docs: Uint32Array,
  docCount: number,
  present: number,
): ValueLayout {
  const valueCount = docs.length;
  let withValue = 0;
  for (let i = 0; i < valueCount; i++) if (i === 0 || docs[i] !== docs[i - 1]) withValue++;
  if (withValue === valueCount && withValue === present) return { docCount, valueCount, starts: undefined };
  const section = allocator.section((docCount + 1) * 4);
  const starts = allocator.u32(section);
  let at = 0;
  for (let doc = 0; doc < docCount; doc++) {
    starts[doc] = at;
    while (at < valueCount && docs[at] === doc) at++;
  }
  starts[docCount] = at;
  return { docCount, valueCount, starts: section };
}

/** End of the run of equal documents that begins at `from`. */
export function runEnd(docs: Uint32Array, from: number): number {
  let to = from + 1;
  while (to < docs.length && docs[to] === docs[from]) to++;
  return to;
}
