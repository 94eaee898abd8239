/** Chunks of a number of words, each with the last words of the one before (strategy `word`). */
import type { ChunkRange } from "./chunk-text.ts";
import type { WordEnds } from "./word-ends.ts";

/**
 * Chunks of a part of a text with `most` words each; what is left over is one more. A chunk goes on where the word
 * before its first one ends, so that spaces stand at its beginning.
 */
export function wordChunks(words: WordEnds, part: ChunkRange, most: number, overlap: number): readonly ChunkRange[] {
  const first = words.before(part.start);
  const count = words.before(part.end) - first;
  const startOf = (word: number): number => (word === 0 ? part.start : words.end(first + word - 1));
  const chunks: ChunkRange[] = [];
  let next = 0;
  for (; next + most <= count; next += most - overlap)
    chunks.push({ start: startOf(next), end: words.end(first + next + most - 1) });
  const isRest = count - next > (chunks.length === 0 ? -1 : overlap);
  if (isRest) chunks.push({ start: startOf(next), end: part.end });
  return chunks;
}
