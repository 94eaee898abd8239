/** Occurrences of phrases in a token list (Lucene's ExactPhraseMatcher and SloppyPhraseMatcher). */
import type { Token } from "../../analysis/analyzer.ts";

/** One word of the phrase, as a cursor over its occurrences. */
interface Cursor {
  readonly order: number;
  readonly places: readonly number[];
  next: number;
  /** Token index of the current occurrence. */
  place: number;
  /** Its position minus the word's position in the phrase: equal for all words of an exact match. */
  position: number;
}

/** Token indices of each occurrence; `lists[i]` are the ascending token indices of word i. */
export function phraseMatches(
  tokens: readonly Token[],
  lists: readonly (readonly number[])[],
  slop: number,
): number[][] {
  if (lists.some((list) => list.length === 0)) return [];
  return slop === 0 ? exactMatches(tokens, lists) : sloppyMatches(tokens, lists, slop);
}

/** Positions from the first word of an occurrence to its last one. */
export interface PhraseSpan {
  readonly start: number;
  readonly end: number;
}

/** Where the words of a phrase are near each other in any order, as Lucene's `NearSpansUnordered` finds them. */
export function nearSpans(
  tokens: readonly Token[],
  lists: readonly (readonly number[])[],
  slop: number,
): readonly PhraseSpan[] {
  const next = lists.map(() => 0);
  const positionOf = (place: number): number => tokens[place]?.position ?? 0;
  const spans: PhraseSpan[] = [];
  for (;;) {
    const positions = lists.map((list, word) => (next[word]! < list.length ? positionOf(list[next[word]!]!) : -1));
    if (positions.includes(-1)) return spans;
    const start = Math.min(...positions);
    const end = Math.max(...positions);
    if (end + 1 - start - lists.length <= slop) spans.push({ start, end });
    next[positions.indexOf(start)]!++;
  }
}

/**
 * Token indices of the words of a phrase with slop as Lucene's plain highlighter marks them: near each other in any
 * order, and whatever word of the phrase stands between them.
 */
export function nearWords(tokens: readonly Token[], lists: readonly (readonly number[])[], slop: number): number[] {
  const marked = new Set<number>();
  const all = [...new Set(lists.flat())];
  for (const { start, end } of nearSpans(tokens, lists, slop))
    for (const place of all) {
      const position = tokens[place]?.position ?? 0;
      if (position >= start && position <= end) marked.add(place);
    }
  return [...marked];
}

function exactMatches(tokens: readonly Token[], lists: readonly (readonly number[])[]): number[][] {
  const byPosition = lists.map((list) => new Map(list.map((place) => [tokens[place]?.position ?? 0, place])));
  const found: number[][] = [];
  for (const first of lists[0] ?? []) {
    const start = tokens[first]?.position ?? 0;
    const places = byPosition.map((positions, word) => positions.get(start + word));
    if (places.every((place) => place !== undefined)) found.push(places);
  }
  return found;
}

/** Repeatedly advances the word that is furthest behind; each local minimum of the distance is a match. */
function sloppyMatches(tokens: readonly Token[], lists: readonly (readonly number[])[], slop: number): number[][] {
  const cursors = lists.map((places, order): Cursor => ({ order, places, next: 0, place: 0, position: 0 }));
  for (const cursor of cursors) if (!advance(cursor, tokens)) return [];
  if (!separate(cursors, tokens)) return [];
  let end = Math.max(...cursors.map((cursor) => cursor.position));
  const found: number[][] = [];
  const queue = [...cursors];
  const least = (): Cursor => queue.sort(compareCursors).shift() as Cursor;
  let rear = least();
  let length = end - rear.position;
  let following = queue.sort(compareCursors)[0]?.position ?? 0;
  let best = snapshot(cursors);
  for (;;) {
    if (!advance(rear, tokens) || !separate(cursors, tokens)) break;
    end = Math.max(end, ...cursors.map((cursor) => cursor.position));
    if (rear.position > following) {
      queue.push(rear);
      if (length <= slop) found.push(best);
      rear = least();
      following = queue.sort(compareCursors)[0]?.position ?? 0;
      length = end - rear.position;
      best = snapshot(cursors);
    } else if (end - rear.position < length) {
      length = end - rear.position;
      best = snapshot(cursors);
    }
  }
  if (length <= slop) found.push(best);
  return found;
}

function advance(cursor: Cursor, tokens: readonly Token[]): boolean {
  const place = cursor.places[cursor.next];
  if (place === undefined) return false;
  cursor.next++;
  cursor.place = place;
  cursor.position = (tokens[place]?.position ?? 0) - cursor.order;
  return true;
}

/** No two words may use the same token: the one later in the phrase advances. */
function separate(cursors: readonly Cursor[], tokens: readonly Token[]): boolean {
  for (let i = 0; i < cursors.length; i++) {
    for (let j = 0; j < i; j++) {
      const cursor = cursors[i] as Cursor;
      if (cursor.place !== cursors[j]?.place) continue;
      if (!advance(cursor, tokens)) return false;
      return separate(cursors, tokens);
    }
  }
  return true;
}

function compareCursors(left: Cursor, right: Cursor): number {
  return left.position - right.position || left.order - right.order;
}

function snapshot(cursors: readonly Cursor[]): number[] {
  return cursors.map((cursor) => cursor.place);
}
