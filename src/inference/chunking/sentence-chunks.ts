/** Chunks of whole sentences (strategy `sentence`). */
import type { ChunkRange } from "./chunk-text.ts";
import { wordChunks } from "./word-chunks.ts";
import { WordEnds } from "./word-ends.ts";

const SENTENCES = new Intl.Segmenter("und", { granularity: "sentence" });
/** Words that chunks have in common at most. */
const MOST_SHARED = 20;

/**
 * As many sentences as have at most `most` words together. `overlaps`: a chunk begins with the last sentence of the one
 * before, or with its last words where both sentences are too long. A sentence that is too long by itself is divided
 * between words.
 */
export function sentenceChunks(text: string, most: number, overlaps: boolean): readonly ChunkRange[] {
  const words = new WordEnds(text);
  const chunks: ChunkRange[] = [];
  let start = 0;
  let count = 0;
  let previous: { readonly start: number; readonly count: number } = { start: 0, count: 0 };
  for (const { index, segment } of SENTENCES.segment(text)) {
    const end = index + segment.length;
    const own = words.before(end) - words.before(index);
    if (count + own <= most) count += own;
    else {
      if (count > 0) {
        chunks.push({ start, end: index });
        const shared = overlaps ? sharedWords(previous.count, own, most) : 0;
        start = shared === 0 ? index : startOfLast(words, previous, shared);
        count = own + shared;
      } else count = own;
      if (count > most) {
        const parts = wordChunks(words, { start, end }, most, Math.min(MOST_SHARED, (most - 1) >> 1));
        chunks.push(...parts.slice(0, -1));
        ({ start } = parts.at(-1)!);
        count = words.before(end) - words.before(start);
      }
    }
    previous = { start: index, count: own };
  }
  if (count > 0 || chunks.length === 0) chunks.push({ start, end: text.length });
  return chunks;
}

/** How many of the words of the sentence before go with a sentence: all, where both fit into a chunk. */
function sharedWords(before: number, own: number, most: number): number {
  return before + own > most ? Math.min(before, most >> 1, MOST_SHARED) : before;
}

function startOfLast(words: WordEnds, { start, count }: { start: number; count: number }, shared: number): number {
  return shared === count ? start : words.end(words.before(start) + count - shared - 1);
}
