// The whole loop of a query for one term that must be there, of terms that raise its score (ReqOptSumScorer), and of
// terms that must not be there: the required term's documents are taken one by one, the others looked up. All cursors
// have a buffer of their own.
import {
  BUFFER_DOCS,
  BUFFER_FREQS,
  CURSOR_BLOCK,
  CURSOR_BLOCKS,
  CURSOR_BUFFER,
  CURSOR_COUNT,
  CURSOR_FIELD,
  CURSOR_INDEX,
  CURSOR_TABLE,
  CURSOR_WEIGHT,
  FIELD_NORM_MASK,
  FIELD_NORMS,
  NO_MORE_DOCS,
  SEARCH_ACCEPT,
  SEARCH_CURSOR_COUNT,
  SEARCH_EXCLUDED_COUNT,
  SEARCH_FLOOR,
  SEARCH_K,
  SEARCH_SKIPPED,
  SEARCH_WORK,
} from "./layout";
import { cursorAt } from "./conjunction-query";
import { advance, indexOfAtLeast, lastDocOf, needDocs, needFreqs } from "./cursor";
import { blockBound, rangeBound, scoreHere, scoreOf, shallowAdvance, SUM_SLACK } from "./score";
import { accepted, addHits, push, updateSkip } from "./top-docs";

/**
 * Upper bound of what the optional terms add in `from .. to - 1`. SEARCH_WORK takes what each and those behind it add:
 * f64 each.
 */
function optionalBound(search: usize, from: i32, to: i32): f32 {
  const sums = load<usize>(search, SEARCH_WORK);
  let sum: f64 = 0;
  for (let i = load<i32>(search, SEARCH_CURSOR_COUNT) - 1; i > 0; i--) {
    sum += <f64>max<f32>(rangeBound(cursorAt(search, i), from, to), 0);
    store<f64>(sums + ((<usize>i) << 3), sum);
  }
  return <f32>(sum * SUM_SLACK);
}

/** Whether a term that must not be there is. */
function isExcluded(search: usize, doc: i32): bool {
  const first = load<i32>(search, SEARCH_CURSOR_COUNT);
  const end = first + load<i32>(search, SEARCH_EXCLUDED_COUNT);
  for (let i = first; i < end; i++) if (advance(cursorAt(search, i), doc) == doc) return true;
  return false;
}

/**
 * The score of a document with what the optional terms add, rounded before it is added; no more than `floor` when it
 * cannot pass that.
 */
function wholeScore(search: usize, doc: i32, score: f32, floor: f32): f32 {
  const count = load<i32>(search, SEARCH_CURSOR_COUNT);
  const sums = load<usize>(search, SEARCH_WORK);
  let sum: f64 = 0;
  for (let i = 1; i < count; i++) {
    const rest = load<f64>(sums + ((<usize>i) << 3));
    if (score + <f32>((sum + rest) * SUM_SLACK) <= floor) return floor;
    const cursor = cursorAt(search, i);
    if (advance(cursor, doc) == doc) sum += <f64>scoreHere(cursor, doc);
  }
  return score + <f32>sum;
}

/** Counts the documents `from .. to - 1` by index of the decoded block. */
function countRun(search: usize, from: i32, to: i32): void {
  const masked = load<usize>(search, SEARCH_ACCEPT) != 0;
  let at = load<usize>(cursorAt(search, 0), CURSOR_BUFFER) + BUFFER_DOCS + ((<usize>from) << 2);
  const end = at + ((<usize>(to - from)) << 2);
  let hits = 0;
  for (; at < end; at += 4) {
    const doc = load<i32>(at);
    if (masked && !accepted(search, doc)) continue;
    hits += <i32>!isExcluded(search, doc);
  }
  addHits(search, hits);
}

/**
 * Scores the documents `from .. to - 1` by index of the decoded block. `more`: the most that the optional terms add to
 * any.
 */
function scoreRun(search: usize, from: i32, to: i32, more: f32): void {
  const lead = cursorAt(search, 0);
  needFreqs(lead);
  const field = load<usize>(lead, CURSOR_FIELD);
  const norms = load<usize>(field, FIELD_NORMS);
  const normMask = load<u32>(field, FIELD_NORM_MASK);
  const table = load<usize>(lead, CURSOR_TABLE);
  const weight = load<f32>(lead, CURSOR_WEIGHT);
  const masked = load<usize>(search, SEARCH_ACCEPT) != 0;
  const skipping = updateSkip(search) >= 0;
  let floor = load<f32>(search, SEARCH_FLOOR);
  let at = load<usize>(lead, CURSOR_BUFFER) + ((<usize>from) << 2);
  const end = at + ((<usize>(to - from)) << 2);
  let hits = 0;
  for (; at < end; at += 4) {
    const doc = load<u32>(at, BUFFER_DOCS);
    const norm = <usize>load<u8>(norms + <usize>(doc & normMask));
    const score = scoreOf(
      weight,
      <f32>load<i32>(at, BUFFER_FREQS) * load<f32>(table + (norm << 2)),
    );
    const whole = score + more <= floor ? floor : wholeScore(search, doc, score, floor);
    if (whole <= floor && skipping) continue;
    if ((masked && !accepted(search, doc)) || isExcluded(search, doc)) continue;
    hits++;
    if (whole <= floor) continue;
    push(search, whole, doc);
    floor = load<f32>(search, SEARCH_FLOOR);
  }
  addHits(search, hits);
  if (skipping) store<u32>(search, 1, SEARCH_SKIPPED);
}

/**
 * Runs the cursors of the search over the documents `from .. to - 1`; ranges ascend. SEARCH_CURSORS begin with the
 * required term; the optional ones follow, rarest first, then those excluded. Answers NO_MORE_DOCS once nothing is
 * left, else `to`.
 */
export function leadQuery(search: usize, from: i32, to: i32): i32 {
  const lead = cursorAt(search, 0);
  const blocks = load<i32>(lead, CURSOR_BLOCKS);
  const scoring = load<u32>(search, SEARCH_K) != 0;
  let low = from;
  while (low < to) {
    const block = shallowAdvance(lead, low);
    if (block >= blocks) return NO_MORE_DOCS;
    const last = lastDocOf(lead, block);
    const high = min<i32>(last, to - 1);
    let more: f32 = 0;
    if (scoring) {
      more = optionalBound(search, low, high + 1);
      if (blockBound(lead, block) + more <= updateSkip(search)) {
        store<u32>(search, 1, SEARCH_SKIPPED);
        low = high + 1;
        continue;
      }
    }
    if (advance(lead, low) <= high) {
      needDocs(lead, load<i32>(lead, CURSOR_BLOCK));
      const docs = load<usize>(lead, CURSOR_BUFFER) + BUFFER_DOCS;
      const index = load<i32>(lead, CURSOR_INDEX);
      const end = last < to ? load<i32>(lead, CURSOR_COUNT) : indexOfAtLeast(docs, index, to);
      if (scoring) scoreRun(search, index, end, more);
      else countRun(search, index, end);
    }
    low = high + 1;
  }
  return to;
}
