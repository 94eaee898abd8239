// The whole loop of a query for an exact phrase, or a sloppy one of two different words: its words as a conjunction,
// block by block; positions are read only of documents that have all words and whose frequencies let them be among the
// best. The cursors stand in ascending order of document frequency, each with a buffer of its own, its place in
// CURSOR_OFFSET, and the weight and table of the whole phrase.
import {
  BUFFER_DOCS,
  BUFFER_FREQS,
  CURSOR_BLOCKS,
  CURSOR_BUFFER,
  CURSOR_COUNT,
  CURSOR_DOC_FREQ,
  CURSOR_INDEX,
  CURSOR_WEIGHT,
  NO_MORE_DOCS,
  SEARCH_ACCEPT,
  SEARCH_CURSOR_COUNT,
  SEARCH_CURSORS,
  SEARCH_FLOOR,
  SEARCH_K,
  SEARCH_SKIPPED,
  SEARCH_SLOP,
  SEARCH_WORK,
} from "./layout";
import { cursorAt, MERGE_RATIO, mergeRuns } from "./conjunction-query";
import { advance, freq, indexOfAtLeast, lastDocOf, needDocs, needFreqs, standOn } from "./cursor";
import { exactFreq, exactFreqOfTwo, sloppyFreqOfTwo } from "./phrase";
import { rangeProduct, scoreOf, scoreWith, shallowAdvance } from "./score";
import { accepted, addHits, push, updateSkip } from "./top-docs";

/** Covers that each product of a sum was rounded to f32. */
const PRODUCT_SLACK: f64 = 1.0 + 1.0 / 4194304.0;

/**
 * Upper bound of the score in `from .. to - 1`; -1 when a word cannot be there. An exact phrase is not more frequent
 * than any of its words; of a sloppy one, each position of each word may begin one match (SloppyPhraseMatcher.maxFreq).
 */
function phraseBound(search: usize, from: i32, to: i32): f32 {
  const count = load<i32>(search, SEARCH_CURSOR_COUNT);
  let least: f32 = Infinity;
  let sum: f64 = 0;
  for (let i = 0; i < count; i++) {
    const product = rangeProduct(cursorAt(search, i), from, to);
    if (product < 0) return -1;
    least = min<f32>(least, product);
    sum += <f64>product;
  }
  const most = load<i32>(search, SEARCH_SLOP) == 0 ? least : <f32>(sum * PRODUCT_SLACK);
  return scoreOf(load<f32>(cursorAt(search, 0), CURSOR_WEIGHT), most);
}

/** The frequency in the decoded block of the cursor, at its index. */
function freqHere(cursor: usize): i32 {
  needFreqs(cursor);
  const index = <usize>load<i32>(cursor, CURSOR_INDEX);
  return load<i32>(load<usize>(cursor, CURSOR_BUFFER) + (index << 2), BUFFER_FREQS);
}

/** The most often that the phrase can be in a document that all cursors stand on. */
function mostFrequent(search: usize): i32 {
  const one = freqHere(cursorAt(search, 0));
  const other = freqHere(cursorAt(search, 1));
  if (load<i32>(search, SEARCH_SLOP) != 0) return one + other;
  let least = min<i32>(one, other);
  const count = load<i32>(search, SEARCH_CURSOR_COUNT);
  for (let i = 2; i < count; i++) least = min<i32>(least, freq(cursorAt(search, i)));
  return least;
}

/** How often the phrase is in the document that all cursors stand on. */
function phraseFreq(search: usize): f32 {
  const count = load<i32>(search, SEARCH_CURSOR_COUNT);
  if (count > 2) return <f32>exactFreq(load<usize>(search, SEARCH_CURSORS), count);
  const slop = load<i32>(search, SEARCH_SLOP);
  const one = cursorAt(search, 0);
  const other = cursorAt(search, 1);
  return slop == 0 ? <f32>exactFreqOfTwo(one, other) : sloppyFreqOfTwo(one, other, slop);
}

/** Takes a document that the first two cursors stand on. Answers false when another word has no more documents. */
function takeCandidate(search: usize, doc: i32): bool {
  if (load<usize>(search, SEARCH_ACCEPT) != 0 && !accepted(search, doc)) return true;
  const count = load<i32>(search, SEARCH_CURSOR_COUNT);
  for (let i = 2; i < count; i++) {
    const found = advance(cursorAt(search, i), doc);
    if (found != doc) return found != NO_MORE_DOCS;
  }
  const scoring = load<u32>(search, SEARCH_K) != 0;
  if (scoring && updateSkip(search) >= 0) {
    if (scoreWith(cursorAt(search, 0), doc, <f32>mostFrequent(search)) <= load<f32>(search, SEARCH_FLOOR)) {
      store<u32>(search, 1, SEARCH_SKIPPED);
      return true;
    }
  }
  const found = phraseFreq(search);
  if (found == 0) return true;
  addHits(search, 1);
  if (!scoring) return true;
  const score = scoreWith(cursorAt(search, 0), doc, found);
  if (score > load<f32>(search, SEARCH_FLOOR)) push(search, score, doc);
  return true;
}

/** Looks for each of the first word's documents, by index `index .. end - 1`, in the second's postings. */
function gallopBlock(search: usize, index: i32, end: i32): bool {
  const lead = cursorAt(search, 0);
  const second = cursorAt(search, 1);
  const docs = load<usize>(lead, CURSOR_BUFFER) + BUFFER_DOCS;
  while (index < end) {
    const doc = load<i32>(docs + ((<usize>index) << 2));
    const found = advance(second, doc);
    if (found == NO_MORE_DOCS) return false;
    if (found == doc) {
      standOn(lead, index++);
      if (!takeCandidate(search, doc)) return false;
    } else {
      index = indexOfAtLeast(docs, index, found);
    }
  }
  return true;
}

/** Merges the first word's documents, by index `index .. end - 1`, with the second's blocks. */
function mergeBlock(search: usize, index: i32, end: i32): bool {
  const lead = cursorAt(search, 0);
  const second = cursorAt(search, 1);
  const docs = load<usize>(lead, CURSOR_BUFFER) + BUFFER_DOCS;
  const secondDocs = load<usize>(second, CURSOR_BUFFER) + BUFFER_DOCS;
  const pairs = load<usize>(search, SEARCH_WORK);
  while (index < end) {
    if (advance(second, load<i32>(docs + ((<usize>index) << 2))) == NO_MORE_DOCS) return false;
    const count = load<i32>(second, CURSOR_COUNT);
    const at = load<i32>(second, CURSOR_INDEX);
    const pairsEnd = mergeRuns(
      docs,
      secondDocs,
      index,
      end,
      at,
      count,
      pairs,
      second + CURSOR_INDEX,
    );
    const reached = load<i32>(second, CURSOR_INDEX);
    for (let pair = pairs; pair < pairsEnd; pair += 8) {
      standOn(second, load<i32>(pair, 4));
      if (!takeCandidate(search, standOn(lead, load<i32>(pair)))) return false;
    }
    // Where the block is used up, the cursor stays on its last document, which is before all that is asked for next.
    const last = standOn(second, min<i32>(reached, count - 1));
    if (reached < count) return true;
    index = indexOfAtLeast(docs, index, last + 1);
  }
  return true;
}

/**
 * Runs the cursors of the search over the documents `from .. to - 1`; ranges ascend. Answers NO_MORE_DOCS once nothing
 * is left, else `to`.
 */
export function phraseQuery(search: usize, from: i32, to: i32): i32 {
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
    const skip = scoring ? updateSkip(search) : <f32>-1;
    if (skip >= 0) {
      const bound = phraseBound(search, low, high + 1);
      if (bound <= skip) {
        if (bound >= 0) store<u32>(search, 1, SEARCH_SKIPPED);
        low = high + 1;
        continue;
      }
    }
    if (advance(lead, low) <= high) {
      needDocs(lead, block);
      const index = load<i32>(lead, CURSOR_INDEX);
      const docs = load<usize>(lead, CURSOR_BUFFER) + BUFFER_DOCS;
      const end = last < to ? load<i32>(lead, CURSOR_COUNT) : indexOfAtLeast(docs, index, to);
      if (!(dense ? mergeBlock(search, index, end) : gallopBlock(search, index, end)))
        return NO_MORE_DOCS;
    }
    low = high + 1;
  }
  return to;
}
