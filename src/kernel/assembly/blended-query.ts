// The whole loop of a query for any of several words, each of which scores as the best of its terms (the same word in
// other fields): windows of 4,096 documents, MaxScore over the words as in disjunction-query.ts.
import {
  BUFFER_DOCS,
  BUFFER_FREQS,
  CURSOR_BLOCK,
  CURSOR_BUFFER,
  CURSOR_COUNT,
  CURSOR_FIELD,
  CURSOR_INDEX,
  CURSOR_TABLE,
  CURSOR_WEIGHT,
  FIELD_NORM_MASK,
  FIELD_NORMS,
  NO_MORE_DOCS,
  SEARCH_BITS,
  SEARCH_CURSOR_COUNT,
  SEARCH_FLOOR,
  SEARCH_SCORES,
  SEARCH_SKIPPED,
  WINDOW_BYTES,
  WINDOW_DOCS,
} from "./layout";
import { cursorAt } from "./conjunction-query";
import { advance, indexOfAtLeast, lastDocOf, needDocs, needFreqs } from "./cursor";
import {
  acceptWords,
  accumulate,
  ENTRY_CURSOR,
  ENTRY_SUM,
  entryAt,
  isEmptyWindow,
  leaveRun,
  orderEntries,
  setBit,
} from "./disjunction-query";
import { rangeBound, scoreHere, scoreOf, SUM_SLACK } from "./score";
import { addHits, push, updateSkip } from "./top-docs";

/** The search structure of a word: its terms' cursors, and a window that is empty and zero between uses. */
function wordAt(search: usize, index: i32): usize {
  return load<usize>(entryAt(search, index), ENTRY_CURSOR);
}

/** Upper bounds of the words in the window, and their order. Answers how many cannot pass `skip` together. */
function partitionWords(search: usize, base: i32, end: i32, skip: f32): i32 {
  const count = load<i32>(search, SEARCH_CURSOR_COUNT);
  for (let i = 0; i < count; i++) {
    const word = wordAt(search, i);
    const terms = load<i32>(word, SEARCH_CURSOR_COUNT);
    let bound: f32 = 0;
    for (let term = 0; term < terms; term++)
      bound = max<f32>(bound, rangeBound(cursorAt(word, term), base, end));
    store<f32>(entryAt(search, i), bound);
  }
  return orderEntries(search, skip);
}

/** The best score that a word's terms give a document. */
function bestHere(word: usize, doc: i32): f32 {
  const terms = load<i32>(word, SEARCH_CURSOR_COUNT);
  let best: f32 = 0;
  for (let term = 0; term < terms; term++) {
    const cursor = cursorAt(word, term);
    if (advance(cursor, doc) == doc) best = max<f32>(best, scoreHere(cursor, doc));
  }
  return best;
}

/**
 * Sets the bits of a term's documents in `base .. end - 1`; their scores become the greater of what is there and the
 * term's.
 */
function accumulateBest(cursor: usize, base: i32, end: i32, bits: usize, scores: usize): void {
  const field = load<usize>(cursor, CURSOR_FIELD);
  const norms = load<usize>(field, FIELD_NORMS);
  const normMask = load<u32>(field, FIELD_NORM_MASK);
  const table = load<usize>(cursor, CURSOR_TABLE);
  const weight = load<f32>(cursor, CURSOR_WEIGHT);
  const buffer = load<usize>(cursor, CURSOR_BUFFER);
  const docs = buffer + BUFFER_DOCS;
  let doc = advance(cursor, base);
  while (doc < end) {
    const block = load<i32>(cursor, CURSOR_BLOCK);
    needDocs(cursor, block);
    needFreqs(cursor);
    const last = lastDocOf(cursor, block);
    const index = load<i32>(cursor, CURSOR_INDEX);
    const runEnd = last < end ? load<i32>(cursor, CURSOR_COUNT) : indexOfAtLeast(docs, index, end);
    let at = buffer + ((<usize>index) << 2);
    const stop = buffer + ((<usize>runEnd) << 2);
    for (; at < stop; at += 4) {
      const found = load<u32>(at, BUFFER_DOCS);
      const bit = <i32>found - base;
      const norm = <usize>load<u8>(norms + <usize>(found & normMask));
      const score = scoreOf(
        weight,
        <f32>load<i32>(at, BUFFER_FREQS) * load<f32>(table + (norm << 2)),
      );
      const place = scores + ((<usize>bit) << 3);
      store<f64>(place, max<f64>(load<f64>(place), <f64>score));
      setBit(bits, bit);
    }
    doc = leaveRun(cursor, runEnd, last);
  }
}

/** Adds the documents of a word to the window of the search. */
function addWord(search: usize, word: usize, base: i32, end: i32): void {
  const into = load<usize>(search, SEARCH_BITS);
  const sums = load<usize>(search, SEARCH_SCORES);
  const terms = load<i32>(word, SEARCH_CURSOR_COUNT);
  if (terms == 1) {
    accumulate(cursorAt(word, 0), base, end, into, sums);
    return;
  }
  const bits = load<usize>(word, SEARCH_BITS);
  const scores = load<usize>(word, SEARCH_SCORES);
  for (let term = 0; term < terms; term++)
    accumulateBest(cursorAt(word, term), base, end, bits, scores);
  for (let at: usize = 0; at < WINDOW_BYTES; at += 8) {
    let set = load<u64>(bits + at);
    if (set == 0) continue;
    store<u64>(bits + at, 0);
    store<u64>(into + at, load<u64>(into + at) | set);
    for (; set != 0; set &= set - 1) {
      const place = ((at << 3) + <usize>ctz<u64>(set)) << 3;
      store<f64>(sums + place, load<f64>(sums + place) + load<f64>(scores + place));
      store<f64>(scores + place, 0);
    }
  }
}

/** Adds the looked-up words to the score of a document and keeps it when it is good enough. */
function completeAndPush(search: usize, nonEssential: i32, doc: i32, sum: f64): void {
  const floor = load<f32>(search, SEARCH_FLOOR);
  for (let i = nonEssential - 1; i >= 0; i--) {
    const rest = load<f64>(entryAt(search, i), ENTRY_SUM);
    if (<f32>((sum + rest) * SUM_SLACK) <= floor) return;
    sum += <f64>bestHere(wordAt(search, i), doc);
  }
  const score = <f32>sum;
  if (score > floor) push(search, score, doc);
}

/** Empties the window: counts and keeps its documents. Scores return to zero. */
function collectWords(search: usize, base: i32, nonEssential: i32): void {
  const bits = load<usize>(search, SEARCH_BITS);
  const sums = load<usize>(search, SEARCH_SCORES);
  const accept = acceptWords(search, base);
  for (let at: usize = 0; at < WINDOW_BYTES; at += 8) {
    let set = load<u64>(bits + at);
    if (set == 0) continue;
    store<u64>(bits + at, 0);
    const may = accept != 0 ? load<u64>(accept + at) : <u64>-1;
    addHits(search, <i32>popcnt<u64>(set & may));
    for (; set != 0; set &= set - 1) {
      const bit = ctz<u64>(set);
      const place = (at << 3) + <usize>bit;
      const sum = load<f64>(sums + (place << 3));
      store<f64>(sums + (place << 3), 0);
      if (((may >> bit) & 1) != 0) completeAndPush(search, nonEssential, base + <i32>place, sum);
    }
  }
}

/** The least document at or after `base` of the words from `nonEssential` on. */
function firstOfWords(search: usize, nonEssential: i32, base: i32): i32 {
  const count = load<i32>(search, SEARCH_CURSOR_COUNT);
  let first = NO_MORE_DOCS;
  for (let i = nonEssential; i < count; i++) {
    const word = wordAt(search, i);
    const terms = load<i32>(word, SEARCH_CURSOR_COUNT);
    for (let term = 0; term < terms; term++)
      first = min<i32>(first, advance(cursorAt(word, term), base));
  }
  return first;
}

/**
 * Runs the words of the search over the documents `from .. to - 1`; `from` begins a window; ranges ascend. The entries
 * of SEARCH_WORK name a search for each word. Answers as `disjunctionQuery`.
 */
export function blendedQuery(search: usize, from: i32, to: i32): i32 {
  const count = load<i32>(search, SEARCH_CURSOR_COUNT);
  let base = from;
  while (base < to) {
    const end = min<i32>(base + WINDOW_DOCS, to);
    const accept = acceptWords(search, base);
    if (accept != 0 && isEmptyWindow(accept)) {
      base += WINDOW_DOCS;
      continue;
    }
    const skip = updateSkip(search);
    const nonEssential = skip >= 0 ? partitionWords(search, base, end, skip) : 0;
    if (nonEssential > 0) store<u32>(search, 1, SEARCH_SKIPPED);
    const first = firstOfWords(search, nonEssential, base);
    if (first < end) {
      for (let i = nonEssential; i < count; i++) addWord(search, wordAt(search, i), base, end);
      collectWords(search, base, nonEssential);
    } else if (nonEssential == 0) {
      if (first >= to) return first;
      base = first & ~(WINDOW_DOCS - 1);
      continue;
    }
    base += WINDOW_DOCS;
  }
  return base;
}
