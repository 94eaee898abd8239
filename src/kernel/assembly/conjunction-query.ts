// The whole loop of a query for all of several terms. The cursors stand in ascending order of document frequency, each
// with a buffer of its own.
import {
  BUFFER_DOCS,
  BUFFER_FREQS,
  CURSOR_BLOCKS,
  CURSOR_BUFFER,
  CURSOR_COUNT,
  CURSOR_DOC_FREQ,
  CURSOR_FIELD,
  CURSOR_INDEX,
  CURSOR_TABLE,
  CURSOR_WEIGHT,
  FIELD_NORM_MASK,
  FIELD_NORMS,
  NO_MORE_DOCS,
  SEARCH_ACCEPT,
  SEARCH_CURSOR_COUNT,
  SEARCH_CURSORS,
  SEARCH_FLOOR,
  SEARCH_K,
  SEARCH_SKIPPED,
  SEARCH_WORK,
} from "./layout";
import { advance, indexOfAtLeast, lastDocOf, needDocs, needFreqs, standOn } from "./cursor";
import {
  blockBound,
  rangeBound,
  scoreHere,
  scoreOf,
  scoreWith,
  shallowAdvance,
  SUM_SLACK,
} from "./score";
import { accepted, addHits, push, updateSkip } from "./top-docs";

/**
 * Up to this ratio of frequencies two blocks are merged value by value; above, the rarer term's documents are looked
 * for.
 */
export const MERGE_RATIO: i32 = 6;

export function cursorAt(search: usize, index: i32): usize {
  return load<usize>(load<usize>(search, SEARCH_CURSORS) + ((<usize>index) << 2));
}

/** Upper bound of the sum over `from .. to - 1`; -1 when one of the terms cannot be there. */
function conjunctionBound(search: usize, from: i32, to: i32): f32 {
  const count = load<i32>(search, SEARCH_CURSOR_COUNT);
  let sum: f64 = 0;
  for (let i = 0; i < count; i++) {
    const bound = rangeBound(cursorAt(search, i), from, to);
    if (bound < 0) return -1;
    sum += <f64>bound;
  }
  return <f32>(sum * SUM_SLACK);
}

function scoreAt(cursor: usize, index: i32, doc: i32): f32 {
  const frequency = load<i32>(
    load<usize>(cursor, CURSOR_BUFFER) + ((<usize>index) << 2),
    BUFFER_FREQS,
  );
  return scoreWith(cursor, doc, <f32>frequency);
}

/**
 * Takes a document that holds the first two terms, at `index` of the first's block and `second` of the second's (when
 * `second` is not -1; else the second cursor stands on it). Answers false when another term has no more documents.
 */
function takeMatch(search: usize, doc: i32, index: i32, second: i32): bool {
  if (load<usize>(search, SEARCH_ACCEPT) != 0 && !accepted(search, doc)) return true;
  const count = load<i32>(search, SEARCH_CURSOR_COUNT);
  for (let i = 2; i < count; i++) {
    const found = advance(cursorAt(search, i), doc);
    if (found != doc) return found != NO_MORE_DOCS;
  }
  addHits(search, 1);
  if (load<u32>(search, SEARCH_K) == 0) return true;
  const lead = cursorAt(search, 0);
  const other = cursorAt(search, 1);
  needFreqs(lead);
  let sum = <f64>scoreAt(lead, index, doc);
  if (second >= 0) {
    needFreqs(other);
    sum += <f64>scoreAt(other, second, doc);
  } else {
    sum += <f64>scoreHere(other, doc);
  }
  for (let i = 2; i < count; i++) sum += <f64>scoreHere(cursorAt(search, i), doc);
  const score = <f32>sum;
  if (score > load<f32>(search, SEARCH_FLOOR)) push(search, score, doc);
  return true;
}

/** Looks for each of the first term's documents, by index `index .. end - 1`, in the second's postings. */
function gallopBlock(search: usize, index: i32, end: i32): bool {
  const docs = load<usize>(cursorAt(search, 0), CURSOR_BUFFER) + BUFFER_DOCS;
  const second = cursorAt(search, 1);
  while (index < end) {
    const doc = load<i32>(docs + ((<usize>index) << 2));
    const found = advance(second, doc);
    if (found == doc) {
      if (!takeMatch(search, doc, index, -1)) return false;
      index++;
    } else {
      if (found == NO_MORE_DOCS) return false;
      index = indexOfAtLeast(docs, index, found);
    }
  }
  return true;
}

/**
 * Writes the pairs of indexes of equal documents to `pairs`; answers their end. Four documents of each side are
 * compared at a time, each with each, and the side whose four end first moves on: one by one, each step would wait for
 * the loads of the one before.
 */
export function mergeRuns(
  left: usize,
  right: usize,
  i: i32,
  iEnd: i32,
  j: i32,
  jEnd: i32,
  pairs: usize,
  rightIndex: usize,
): usize {
  while (i + 4 <= iEnd && j + 4 <= jEnd) {
    const a = v128.load(left + ((<usize>i) << 2));
    const b = v128.load(right + ((<usize>j) << 2));
    const same = i32x4.eq(a, b);
    const next = i32x4.eq(
      a,
      i8x16.shuffle(b, b, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3),
    );
    const cross = i32x4.eq(
      a,
      i8x16.shuffle(b, b, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7),
    );
    const last = i32x4.eq(
      a,
      i8x16.shuffle(b, b, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    );
    let found = i32x4.bitmask(v128.or(v128.or(same, next), v128.or(cross, last)));
    for (; found != 0; found &= found - 1) {
      const index = i + <i32>ctz(found);
      const doc = i32x4.splat(load<i32>(left + ((<usize>index) << 2)));
      store<i32>(pairs, index);
      store<i32>(pairs, j + <i32>ctz(i32x4.bitmask(i32x4.eq(doc, b))), 4);
      pairs += 8;
    }
    const leftLast = i32x4.extract_lane(a, 3);
    const rightLast = i32x4.extract_lane(b, 3);
    i += (<i32>(leftLast <= rightLast)) << 2;
    j += (<i32>(rightLast <= leftLast)) << 2;
  }
  while (i < iEnd && j < jEnd) {
    const a = load<i32>(left + ((<usize>i) << 2));
    const b = load<i32>(right + ((<usize>j) << 2));
    store<i32>(pairs, i);
    store<i32>(pairs, j, 4);
    pairs += (<usize>(a == b)) << 3;
    i += <i32>(a <= b);
    j += <i32>(b <= a);
  }
  store<i32>(rightIndex, j);
  return pairs;
}

/** Takes the merged documents of a query of two terms; `takeMatch` with everything that stays the same read once. */
function takePairs(search: usize, pairs: usize, pairsEnd: usize): void {
  const lead = cursorAt(search, 0);
  const second = cursorAt(search, 1);
  needFreqs(lead);
  needFreqs(second);
  const docs = load<usize>(lead, CURSOR_BUFFER) + BUFFER_DOCS;
  const leadFreqs = load<usize>(lead, CURSOR_BUFFER) + BUFFER_FREQS;
  const secondFreqs = load<usize>(second, CURSOR_BUFFER) + BUFFER_FREQS;
  const leadField = load<usize>(lead, CURSOR_FIELD);
  const secondField = load<usize>(second, CURSOR_FIELD);
  const leadNorms = load<usize>(leadField, FIELD_NORMS);
  const secondNorms = load<usize>(secondField, FIELD_NORMS);
  const leadMask = load<u32>(leadField, FIELD_NORM_MASK);
  const secondMask = load<u32>(secondField, FIELD_NORM_MASK);
  const leadTable = load<usize>(lead, CURSOR_TABLE);
  const secondTable = load<usize>(second, CURSOR_TABLE);
  const leadWeight = load<f32>(lead, CURSOR_WEIGHT);
  const secondWeight = load<f32>(second, CURSOR_WEIGHT);
  const masked = load<usize>(search, SEARCH_ACCEPT) != 0;
  let floor = load<f32>(search, SEARCH_FLOOR);
  let hits = 0;
  for (; pairs < pairsEnd; pairs += 8) {
    const index = (<usize>load<u32>(pairs)) << 2;
    const doc = load<u32>(docs + index);
    if (masked && !accepted(search, doc)) continue;
    hits++;
    const leadNorm = (<usize>load<u8>(leadNorms + <usize>(doc & leadMask))) << 2;
    const secondNorm = (<usize>load<u8>(secondNorms + <usize>(doc & secondMask))) << 2;
    const leadFreq = <f32>load<i32>(leadFreqs + index);
    const secondFreq = <f32>load<i32>(secondFreqs + ((<usize>load<u32>(pairs, 4)) << 2));
    const sum =
      <f64>scoreOf(leadWeight, leadFreq * load<f32>(leadTable + leadNorm)) +
      <f64>scoreOf(secondWeight, secondFreq * load<f32>(secondTable + secondNorm));
    const score = <f32>sum;
    if (score > floor) {
      push(search, score, doc);
      floor = load<f32>(search, SEARCH_FLOOR);
    }
  }
  addHits(search, hits);
}

/** Merges the first term's documents, by index `index .. end - 1`, with the second's blocks. */
function mergeBlock(search: usize, index: i32, end: i32, leadBound: f32): bool {
  const lead = cursorAt(search, 0);
  const second = cursorAt(search, 1);
  const docs = load<usize>(lead, CURSOR_BUFFER) + BUFFER_DOCS;
  const secondDocs = load<usize>(second, CURSOR_BUFFER) + BUFFER_DOCS;
  const pairs = load<usize>(search, SEARCH_WORK);
  const two = load<i32>(search, SEARCH_CURSOR_COUNT) == 2;
  const scoring = load<u32>(search, SEARCH_K) != 0;
  while (index < end) {
    const first = load<i32>(docs + ((<usize>index) << 2));
    if (leadBound >= 0 && two) {
      const block = shallowAdvance(second, first);
      if (block >= load<i32>(second, CURSOR_BLOCKS)) return false;
      const bound = <f32>((<f64>leadBound + <f64>blockBound(second, block)) * SUM_SLACK);
      if (bound <= updateSkip(search)) {
        store<u32>(search, 1, SEARCH_SKIPPED);
        const last = lastDocOf(second, block);
        if (last >= load<i32>(docs + ((<usize>(end - 1)) << 2))) return true;
        index = indexOfAtLeast(docs, index, last + 1);
        continue;
      }
    }
    if (advance(second, first) == NO_MORE_DOCS) return false;
    const count = load<i32>(second, CURSOR_COUNT);
    const pairsEnd = mergeRuns(
      docs,
      secondDocs,
      index,
      end,
      load<i32>(second, CURSOR_INDEX),
      count,
      pairs,
      second + CURSOR_INDEX,
    );
    const reached = load<i32>(second, CURSOR_INDEX);
    // Where the block is used up, the cursor stays on its last document, which is before all that is asked for next.
    const stoodOn = standOn(second, min<i32>(reached, count - 1));
    if (two && scoring) {
      if (pairsEnd > pairs) takePairs(search, pairs, pairsEnd);
    } else {
      for (let pair = pairs; pair < pairsEnd; pair += 8) {
        const at = load<i32>(pair);
        if (!takeMatch(search, load<i32>(docs + ((<usize>at) << 2)), at, load<i32>(pair, 4)))
          return false;
      }
    }
    if (reached < count) return true;
    index = indexOfAtLeast(docs, index, stoodOn + 1);
  }
  return true;
}

/**
 * Runs the cursors of the search over the documents `from .. to - 1`; ranges ascend. Answers NO_MORE_DOCS once nothing
 * is left, else `to`.
 */
export function conjunctionQuery(search: usize, from: i32, to: i32): i32 {
  const lead = cursorAt(search, 0);
  const second = cursorAt(search, 1);
  const blocks = load<i32>(lead, CURSOR_BLOCKS);
  const dense = load<i32>(second, CURSOR_DOC_FREQ) / MERGE_RATIO < load<i32>(lead, CURSOR_DOC_FREQ);
  const scoring = load<u32>(search, SEARCH_K) != 0;
  let low = from;
  while (low < to) {
    const block = shallowAdvance(lead, low);
    if (block >= blocks) return NO_MORE_DOCS;
    const last = lastDocOf(lead, block);
    const high = min<i32>(last, to - 1);
    let leadBound: f32 = -1;
    if (scoring) {
      const skip = updateSkip(search);
      if (skip >= 0) {
        const bound = conjunctionBound(search, low, high + 1);
        if (bound <= skip) {
          if (bound >= 0) store<u32>(search, 1, SEARCH_SKIPPED);
          low = high + 1;
          continue;
        }
        leadBound = blockBound(lead, block);
      }
    }
    if (advance(lead, low) <= high) {
      needDocs(lead, block);
      const index = load<i32>(lead, CURSOR_INDEX);
      const docs = load<usize>(lead, CURSOR_BUFFER) + BUFFER_DOCS;
      const end = last < to ? load<i32>(lead, CURSOR_COUNT) : indexOfAtLeast(docs, index, to);
      if (!(dense ? mergeBlock(search, index, end, leadBound) : gallopBlock(search, index, end)))
        return NO_MORE_DOCS;
    }
    low = high + 1;
  }
  return to;
}
