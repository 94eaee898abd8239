// The whole loop of a query for any of several terms: windows of 4,096 documents, MaxScore within each (as Lucene's
// MaxScoreBulkScorer): clauses that cannot lift a document over the skip score by themselves are only looked up.
import {
  BUFFER_DOCS,
  BUFFER_FREQS,
  CURSOR_BLOCK,
  CURSOR_BUFFER,
  CURSOR_COUNT,
  CURSOR_DECODED,
  CURSOR_DOC,
  CURSOR_FIELD,
  CURSOR_INDEX,
  CURSOR_TABLE,
  CURSOR_WEIGHT,
  FIELD_NORM_MASK,
  FIELD_NORMS,
  NO_MORE_DOCS,
  SEARCH_ACCEPT,
  SEARCH_ACCEPT_BASE,
  SEARCH_BITS,
  SEARCH_CURSOR_COUNT,
  SEARCH_FLOOR,
  SEARCH_K,
  SEARCH_SCORES,
  SEARCH_SKIPPED,
  SEARCH_WORK,
  WINDOW_BYTES,
  WINDOW_DOCS,
} from "./layout";
import { advance, indexOfAtLeast, lastDocOf, needDocs, needFreqs, standOn } from "./cursor";
import { blockBound, rangeBound, scoreHere, scoreOf, SUM_SLACK } from "./score";
import { accepted, addHits, keep, updateSkip } from "./top-docs";

// Entries of SEARCH_WORK, in ascending order of bound: f32 bound in the window, u32 cursor, f64 sum of the bounds up to
// here.
const ENTRY_BYTES: usize = 16;
export const ENTRY_CURSOR: usize = 4;
export const ENTRY_SUM: usize = 8;

export function entryAt(search: usize, index: i32): usize {
  return load<usize>(search, SEARCH_WORK) + <usize>index * ENTRY_BYTES;
}

/** Bounds and order of all entries for the window. Answers how many clauses cannot pass `skip` together. */
export function partition(search: usize, base: i32, end: i32, skip: f32): i32 {
  const count = load<i32>(search, SEARCH_CURSOR_COUNT);
  for (let i = 0; i < count; i++) {
    const entry = entryAt(search, i);
    const bound = rangeBound(load<usize>(entry, ENTRY_CURSOR), base, end);
    store<f32>(entry, max<f32>(bound, 0));
  }
  return orderEntries(search, skip);
}

/** Puts the entries in order of their bounds. Answers how many cannot pass `skip` together. */
export function orderEntries(search: usize, skip: f32): i32 {
  const count = load<i32>(search, SEARCH_CURSOR_COUNT);
  for (let i = 1; i < count; i++) {
    const bound = load<f32>(entryAt(search, i));
    const cursor = load<u32>(entryAt(search, i), ENTRY_CURSOR);
    // The order hardly changes from window to window, so that insertion is cheap.
    let at = i;
    while (at > 0 && load<f32>(entryAt(search, at - 1)) > bound) {
      store<u64>(entryAt(search, at), load<u64>(entryAt(search, at - 1)));
      at--;
    }
    store<f32>(entryAt(search, at), bound);
    store<u32>(entryAt(search, at), cursor, ENTRY_CURSOR);
  }
  let sum: f64 = 0;
  let nonEssential = 0;
  for (let i = 0; i < count; i++) {
    sum += <f64>load<f32>(entryAt(search, i));
    store<f64>(entryAt(search, i), sum, ENTRY_SUM);
    if (<f32>(sum * SUM_SLACK) <= skip) nonEssential = i + 1;
  }
  return nonEssential;
}

/** Adds the looked-up clauses to the score of a document and keeps it when it is good enough. */
function completeAndPush(search: usize, nonEssential: i32, doc: i32, sum: f64): void {
  const floor = load<f32>(search, SEARCH_FLOOR);
  for (let i = nonEssential - 1; i >= 0; i--) {
    const entry = entryAt(search, i);
    const rest = load<f64>(entry, ENTRY_SUM);
    if (rest == 0) break;
    if (<f32>((sum + rest) * SUM_SLACK) <= floor) return;
    const cursor = load<usize>(entry, ENTRY_CURSOR);
    if (advance(cursor, doc) == doc) sum += <f64>scoreHere(cursor, doc);
  }
  const score = <f32>sum;
  if (score > floor) keep(search, score, doc);
}

/** Moves a cursor whose decoded block is used up to `end` of it, or to the next block. Answers the document. */
export function leaveRun(cursor: usize, end: i32, last: i32): i32 {
  return end == load<i32>(cursor, CURSOR_COUNT) ? advance(cursor, last + 1) : standOn(cursor, end);
}

/** The window's only essential clause: its documents are scored one by one, looking up the others. */
function singleEssential(search: usize, nonEssential: i32, end: i32): void {
  const cursor = load<usize>(entryAt(search, nonEssential), ENTRY_CURSOR);
  const docs = load<usize>(cursor, CURSOR_BUFFER) + BUFFER_DOCS;
  const rest: f64 = nonEssential > 0 ? load<f64>(entryAt(search, nonEssential - 1), ENTRY_SUM) : 0;
  let doc = load<i32>(cursor, CURSOR_DOC);
  while (doc < end) {
    const block = load<i32>(cursor, CURSOR_BLOCK);
    const last = lastDocOf(cursor, block);
    if (<f32>((<f64>blockBound(cursor, block) + rest) * SUM_SLACK) <= updateSkip(search)) {
      store<u32>(search, 1, SEARCH_SKIPPED);
      if (last >= end) return;
      doc = advance(cursor, last + 1);
      continue;
    }
    needDocs(cursor, block);
    const index = load<i32>(cursor, CURSOR_INDEX);
    const runEnd = last < end ? load<i32>(cursor, CURSOR_COUNT) : indexOfAtLeast(docs, index, end);
    scoreRun(search, cursor, nonEssential, index, runEnd, rest);
    needDocs(cursor, block);
    doc = leaveRun(cursor, runEnd, last);
  }
}

/** Scores the documents `from .. to - 1` by index of the decoded block of the essential clause. */
function scoreRun(
  search: usize,
  cursor: usize,
  nonEssential: i32,
  from: i32,
  to: i32,
  rest: f64,
): void {
  const field = load<usize>(cursor, CURSOR_FIELD);
  const norms = load<usize>(field, FIELD_NORMS);
  const normMask = load<u32>(field, FIELD_NORM_MASK);
  const table = load<usize>(cursor, CURSOR_TABLE);
  const weight = load<f32>(cursor, CURSOR_WEIGHT);
  const block = load<i32>(cursor, CURSOR_DECODED);
  const masked = load<usize>(search, SEARCH_ACCEPT) != 0;
  let floor = load<f32>(search, SEARCH_FLOOR);
  needFreqs(cursor);
  let at = load<usize>(cursor, CURSOR_BUFFER) + ((<usize>from) << 2);
  const stop = at + ((<usize>(to - from)) << 2);
  let hits = 0;
  for (; at < stop; at += 4) {
    const doc = load<u32>(at, BUFFER_DOCS);
    if (masked && !accepted(search, doc)) continue;
    hits++;
    const norm = <usize>load<u8>(norms + <usize>(doc & normMask));
    const score = scoreOf(
      weight,
      <f32>load<i32>(at, BUFFER_FREQS) * load<f32>(table + (norm << 2)),
    );
    const sum = <f64>score;
    if (<f32>((sum + rest) * SUM_SLACK) <= floor) continue;
    completeAndPush(search, nonEssential, doc, sum);
    floor = load<f32>(search, SEARCH_FLOOR);
    // A clause that was looked up may have used the same buffer.
    needDocs(cursor, block);
    needFreqs(cursor);
  }
  addHits(search, hits);
}

/**
 * Sets the bits of a term's documents in `base .. end - 1`, and adds their scores unless `scores` is 0. Answers the
 * next document.
 */
export function accumulate(cursor: usize, base: i32, end: i32, bits: usize, scores: usize): i32 {
  const field = load<usize>(cursor, CURSOR_FIELD);
  const norms = load<usize>(field, FIELD_NORMS);
  const normMask = load<u32>(field, FIELD_NORM_MASK);
  const table = load<usize>(cursor, CURSOR_TABLE);
  const weight = load<f32>(cursor, CURSOR_WEIGHT);
  const buffer = load<usize>(cursor, CURSOR_BUFFER);
  let doc = advance(cursor, base);
  while (doc < end) {
    const block = load<i32>(cursor, CURSOR_BLOCK);
    needDocs(cursor, block);
    const last = lastDocOf(cursor, block);
    const index = load<i32>(cursor, CURSOR_INDEX);
    const runEnd =
      last < end
        ? load<i32>(cursor, CURSOR_COUNT)
        : indexOfAtLeast(buffer + BUFFER_DOCS, index, end);
    let at = buffer + ((<usize>index) << 2);
    const stop = buffer + ((<usize>runEnd) << 2);
    if (scores == 0) {
      for (; at < stop; at += 4) setBit(bits, load<i32>(at, BUFFER_DOCS) - base);
    } else {
      needFreqs(cursor);
      for (; at < stop; at += 4) {
        const found = load<u32>(at, BUFFER_DOCS);
        const bit = <i32>found - base;
        const norm = <usize>load<u8>(norms + <usize>(found & normMask));
        const score = scoreOf(
          weight,
          <f32>load<i32>(at, BUFFER_FREQS) * load<f32>(table + (norm << 2)),
        );
        const place = scores + ((<usize>bit) << 3);
        store<f64>(place, load<f64>(place) + <f64>score);
        setBit(bits, bit);
      }
    }
    doc = leaveRun(cursor, runEnd, last);
  }
  return doc;
}

export function setBit(bits: usize, bit: i32): void {
  const word = bits + ((<usize>(bit >> 6)) << 3);
  store<u64>(word, load<u64>(word) | ((<u64>1) << (<u64>(bit & 63))));
}

/** Empties the window: counts and keeps its documents. Scores return to zero. */
function collectWindow(search: usize, base: i32, nonEssential: i32): void {
  const bits = load<usize>(search, SEARCH_BITS);
  const scores = load<usize>(search, SEARCH_SCORES);
  const scoring = load<u32>(search, SEARCH_K) != 0;
  const rest: f64 = nonEssential > 0 ? load<f64>(entryAt(search, nonEssential - 1), ENTRY_SUM) : 0;
  const accept = acceptWords(search, base);
  for (let word: usize = 0; word < WINDOW_BYTES; word += 8) {
    let set = load<u64>(bits + word);
    if (set == 0) continue;
    store<u64>(bits + word, 0);
    const may = accept != 0 ? load<u64>(accept + word) : <u64>-1;
    addHits(search, <i32>popcnt<u64>(set & may));
    if (!scoring) continue;
    for (; set != 0; set &= set - 1) {
      const place = <usize>ctz<u64>(set);
      const at = scores + (((word << 3) + place) << 3);
      const sum = load<f64>(at);
      store<f64>(at, 0);
      if (((may >> <u64>place) & 1) == 0) continue;
      if (<f32>((sum + rest) * SUM_SLACK) <= load<f32>(search, SEARCH_FLOOR)) continue;
      completeAndPush(search, nonEssential, base + <i32>((word << 3) + place), sum);
    }
  }
}

export function acceptWords(search: usize, base: i32): usize {
  const accept = load<usize>(search, SEARCH_ACCEPT);
  return accept == 0 ? 0 : accept + (<usize>(base - load<i32>(search, SEARCH_ACCEPT_BASE)) >> 3);
}

export function isEmptyWindow(words: usize): bool {
  let any = i64x2.splat(0);
  for (let at: usize = 0; at < WINDOW_BYTES; at += 16) any = v128.or(any, v128.load(words + at));
  return !v128.any_true(any);
}

/** The least document at or after `base` of the clauses from `nonEssential` on. */
export function firstEssential(search: usize, nonEssential: i32, base: i32): i32 {
  const count = load<i32>(search, SEARCH_CURSOR_COUNT);
  let first = NO_MORE_DOCS;
  for (let i = nonEssential; i < count; i++)
    first = min<i32>(first, advance(load<usize>(entryAt(search, i), ENTRY_CURSOR), base));
  return first;
}

/** Looks at the documents `base .. end - 1` of a window in which some clause from `nonEssential` on has one. */
export function lookAtWindow(search: usize, nonEssential: i32, base: i32, end: i32): void {
  const count = load<i32>(search, SEARCH_CURSOR_COUNT);
  const scoring = load<u32>(search, SEARCH_K) != 0;
  if (nonEssential == count - 1 && scoring) {
    singleEssential(search, nonEssential, end);
    return;
  }
  const bits = load<usize>(search, SEARCH_BITS);
  const scores = scoring ? load<usize>(search, SEARCH_SCORES) : 0;
  for (let i = nonEssential; i < count; i++)
    accumulate(load<usize>(entryAt(search, i), ENTRY_CURSOR), base, end, bits, scores);
  collectWindow(search, base, nonEssential);
}

/**
 * Runs the cursors of the search over the documents `from .. to - 1`; `from` begins a window; ranges ascend. The
 * entries of SEARCH_WORK name the cursors. Answers NO_MORE_DOCS once nothing is left, else `to` or a later document.
 */
export function disjunctionQuery(search: usize, from: i32, to: i32): i32 {
  const count = load<i32>(search, SEARCH_CURSOR_COUNT);
  const scoring = load<u32>(search, SEARCH_K) != 0;
  let base = from;
  while (base < to) {
    const end = min<i32>(base + WINDOW_DOCS, to);
    const accept = acceptWords(search, base);
    if (accept != 0 && isEmptyWindow(accept)) {
      base += WINDOW_DOCS;
      continue;
    }
    const skip = scoring ? updateSkip(search) : <f32>-1;
    const nonEssential = skip >= 0 ? partition(search, base, end, skip) : 0;
    if (nonEssential == count) {
      store<u32>(search, 1, SEARCH_SKIPPED);
      base += WINDOW_DOCS;
      continue;
    }
    if (nonEssential > 0) store<u32>(search, 1, SEARCH_SKIPPED);
    const first = firstEssential(search, nonEssential, base);
    if (first >= end) {
      if (nonEssential == 0) {
        if (first >= to) return first;
        base = first & ~(WINDOW_DOCS - 1);
      } else {
        base += WINDOW_DOCS;
      }
      continue;
    }
    lookAtWindow(search, nonEssential, base, end);
    base += WINDOW_DOCS;
  }
  return base;
}
