/**
 * The words of a segment: the few bytes of its memory that change after it was built. They say whether a search has
 * used it lately, how many bytes are loaded and, for a segment from a file, which sections are.
 */
import type { SegmentData } from "./format.ts";

/** 1: a search used the segment since the last `takeUsed`. */
const USED = 0;
/** Bytes of the sections that are in memory. */
const LOADED_BYTES = 1;
/** Number of words before those of the sections. */
export const FIRST_SECTION_WORD = 2;

const WORD_BYTES = Int32Array.BYTES_PER_ELEMENT;

/** Bytes of the words of a segment with `sections` sections to load. */
export function wordsBytes(sections: number): number {
  return (FIRST_SECTION_WORD + sections) * WORD_BYTES;
}

/** The first words of a segment, for atomic access. */
export function wordsOf({ memory, words }: SegmentData, count = FIRST_SECTION_WORD): Int32Array {
  return new Int32Array(memory.buffer, words, count);
}

/** Index, in a view of the whole memory as words, of the word that a search sets to 1 when it uses the segment. */
export function usedWord({ words }: SegmentData): number {
  return words / WORD_BYTES + USED;
}

/** Whether the segment was used since the last call. */
export function takeUsed(data: SegmentData): boolean {
  return Atomics.exchange(wordsOf(data), USED, 0) === 1;
}

/** Adds to the count of loaded bytes. */
export function addLoaded(data: SegmentData, bytes: number): void {
  Atomics.add(wordsOf(data), LOADED_BYTES, bytes);
}

/** Bytes of the sections that are in memory. */
export function loadedBytes(data: SegmentData): number {
  return Atomics.load(wordsOf(data), LOADED_BYTES) >>> 0;
}
