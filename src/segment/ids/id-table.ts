/** The ids of a segment: bytes by document, and the hash table over them. */
import { murmur3 } from "../../core/murmur3.ts";

/** Slots of the table for `docCount` documents: a power of two, at most half full. */
export function idTableSlots(docCount: number): number {
  let slots = 1;
  while (slots < docCount * 2) slots *= 2;
  return slots;
}

/**
 * Fills an empty table. If an id occurs more than once, the table keeps its last document: of several operations on an
 * id only the last can be live.
 */
export function fillIdTable(table: Uint32Array, bytes: Uint8Array, offsets: Uint32Array): void {
  const mask = table.length - 1;
  for (let doc = 0; doc + 1 < offsets.length; doc++) {
    const from = offsets[doc]!;
    const to = offsets[doc + 1]!;
    let slot = murmur3(bytes, from, to) & mask;
    while (table[slot] !== 0 && !sameId(bytes, offsets, table[slot]! - 1, bytes, from, to)) slot = (slot + 1) & mask;
    table[slot] = doc + 1;
  }
}

/** Document with the id `id[from..to)`, or -1. */
export function findId(
  table: Uint32Array,
  bytes: Uint8Array,
  offsets: Uint32Array,
  id: Uint8Array,
  to: number,
): number {
  const mask = table.length - 1;
  for (let slot = murmur3(id, 0, to) & mask; table[slot] !== 0; slot = (slot + 1) & mask) {
    const doc = table[slot]! - 1;
    if (sameId(bytes, offsets, doc, id, 0, to)) return doc;
  }
  return -1;
}

function sameId(
  bytes: Uint8Array,
  offsets: Uint32Array,
  doc: number,
  id: Uint8Array,
  from: number,
  to: number,
): boolean {
  const start = offsets[doc]!;
  const length = to - from;
  if (offsets[doc + 1]! - start !== length) return false;
  for (let i = 0; i < length; i++) if (bytes[start + i] !== id[from + i]) return false;
  return true;
}
