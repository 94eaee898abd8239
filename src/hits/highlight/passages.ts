/**
 * Passages: runs of sentences with matches, scored; the best of them in text order (`FieldHighlighter`,
 * `PassageScorer`).
 */
import type { Boundaries } from "./boundaries.ts";
import type { Match } from "./find-matches.ts";

const K1 = 1.2;
const B = 0.75;
/** Typical length of a passage in characters. */
const PIVOT = 87;

/** A range of characters with the matches in it. */
export interface Passage {
  readonly start: number;
  readonly end: number;
  readonly matches: readonly Match[];
  readonly score: number;
}

/** The best `maximum` passages, in order of their start. */
export function findPassages(
  matches: readonly Match[],
  boundaries: Boundaries,
  contentLength: number,
  maximum: number,
): Passage[] {
  const passages: Passage[] = [];
  let current: { start: number; end: number; matches: Match[] } | undefined;
  let lastEnd = 0;
  const close = (): void => {
    if (current) passages.push({ ...current, score: passageScore(current, contentLength) });
  };
  for (const match of matches) {
    if (match.start < contentLength && match.end > contentLength) continue;
    if (!current || match.start >= current.end) {
      close();
      current = undefined;
      if (match.start >= contentLength) break;
      // The passage is placed around the middle of the match, and contains all of it.
      const middle = match.start + Math.max(1, (match.end - match.start) >>> 1);
      const start = Math.max(boundaries.preceding(middle), lastEnd);
      const following = boundaries.following(middle - 1);
      lastEnd = Math.max(lastEnd, match.end, Math.min(following === -1 ? contentLength : following, contentLength));
      current = { start, end: lastEnd, matches: [] };
    }
    current.matches.push(match);
  }
  close();
  if (passages.length <= maximum) return passages;
  // Of equal scores the earlier passage ranks lower in Elasticsearch's queue, and is dropped first.
  const kept = [...passages]
    .sort((left, right) => right.score - left.score || right.start - left.start)
    .slice(0, maximum);
  return kept.sort((left, right) => left.start - right.start);
}

function passageScore(
  passage: { start: number; end: number; matches: readonly Match[] },
  contentLength: number,
): number {
  const inPassage = new Map<string, { count: number; frequency: number }>();
  for (const { term, frequency } of passage.matches) {
    const entry = inPassage.get(term);
    if (entry) entry.count++;
    else inPassage.set(term, { count: 1, frequency });
  }
  let score = 0;
  for (const { count, frequency } of inPassage.values()) {
    score = Math.fround(
      score + Math.fround(termSaturation(count, passage.end - passage.start) * termWeight(contentLength, frequency)),
    );
  }
  // Earlier passages score higher.
  return Math.fround(score * Math.fround(1 + Math.fround(1 / Math.fround(Math.log(PIVOT + passage.start)))));
}

function termWeight(contentLength: number, frequency: number): number {
  const documents = Math.fround(1 + Math.fround(contentLength / PIVOT));
  return Math.fround(Math.fround(K1 + 1) * Math.fround(Math.log(1 + (documents + 0.5) / (frequency + 0.5))));
}

function termSaturation(count: number, length: number): number {
  const norm = Math.fround(K1 * Math.fround(1 - B + Math.fround(B * Math.fround(length / PIVOT))));
  return Math.fround(count / Math.fround(count + norm));
}
