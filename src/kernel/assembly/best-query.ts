// The whole loop of a query for the best of several groups of terms (a group scores the sum of its terms, or its only
// one): windows of 4,096 documents. While all hits are counted, every document is looked at. Then each group runs
// MaxScore on its own: a document can be among the best only when its best group is, whatever the others add (as
// Lucene's DisjunctionMaxBulkScorer).
import {
  NO_MORE_DOCS,
  SEARCH_ACCEPT,
  SEARCH_ACCEPT_BASE,
  SEARCH_BITS,
  SEARCH_CURSOR_COUNT,
  SEARCH_CURSORS,
  SEARCH_FLOOR,
  SEARCH_HITS,
  SEARCH_REST,
  SEARCH_SCORES,
  SEARCH_SKIP,
  SEARCH_SKIPPED,
  SEARCH_TIE,
  SEARCH_WORK,
  WINDOW_BYTES,
  WINDOW_DOCS,
} from "./layout";
import { advance } from "./cursor";
import {
  acceptWords,
  accumulate,
  ENTRY_CURSOR,
  entryAt,
  firstEssential,
  isEmptyWindow,
  lookAtWindow,
  partition,
} from "./disjunction-query";
import { rangeBound, scoreHere, SUM_SLACK } from "./score";
import { addHits, push, updateSkip } from "./top-docs";

/** What is left of a floor when the rounding of a sum of two must not pass it: more than f32's half step. */
const FLOOR_SLACK: f64 = 1.0 - 1.0 / 4194304.0;

function groupAt(search: usize, index: i32): usize {
  return load<usize>(load<usize>(search, SEARCH_WORK) + ((<usize>index) << 2));
}

/** Upper bound of a group's score in the documents `base .. end - 1`. */
function groupBound(group: usize, base: i32, end: i32): f32 {
  const count = load<i32>(group, SEARCH_CURSOR_COUNT);
  let sum: f64 = 0;
  for (let i = 0; i < count; i++) {
    const cursor = load<usize>(entryAt(group, i), ENTRY_CURSOR);
    sum += <f64>max<f32>(rangeBound(cursor, base, end), 0);
  }
  return <f32>(sum * SUM_SLACK);
}

/**
 * Adds the documents of a group's window, and empties that: the greatest score, and the sum of the others
 * (DisjunctionMaxScorer).
 */
function mergeGroup(search: usize, group: usize): void {
  const into = load<usize>(search, SEARCH_BITS);
  const most = load<usize>(search, SEARCH_SCORES);
  const rest = load<usize>(search, SEARCH_REST);
  const bits = load<usize>(group, SEARCH_BITS);
  const scores = load<usize>(group, SEARCH_SCORES);
  for (let word: usize = 0; word < WINDOW_BYTES; word += 8) {
    const added = load<u64>(bits + word);
    if (added == 0) continue;
    const present = load<u64>(into + word);
    store<u64>(bits + word, 0);
    store<u64>(into + word, present | added);
    for (let set = added; set != 0; set &= set - 1) {
      const bit = ctz<u64>(set);
      const place = ((word << 3) + <usize>bit) << 3;
      const score = <f64>(<f32>load<f64>(scores + place));
      store<f64>(scores + place, 0);
      if (((present >> bit) & 1) == 0) {
        store<f64>(most + place, score);
        store<f64>(rest + place, 0);
      } else {
        const before = load<f64>(most + place);
        store<f64>(most + place, max<f64>(before, score));
        store<f64>(rest + place, load<f64>(rest + place) + min<f64>(before, score));
      }
    }
  }
}

/** Looks at every document of the window. Answers the least document that any group may have next. */
function mergeWindow(search: usize, base: i32, end: i32): i32 {
  const count = load<i32>(search, SEARCH_CURSOR_COUNT);
  let next = NO_MORE_DOCS;
  for (let i = 0; i < count; i++) {
    const group = groupAt(search, i);
    const first = firstEssential(group, 0, base);
    next = min<i32>(next, first);
    if (first >= end) continue;
    const bits = load<usize>(group, SEARCH_BITS);
    const scores = load<usize>(group, SEARCH_SCORES);
    const terms = load<i32>(group, SEARCH_CURSOR_COUNT);
    for (let term = 0; term < terms; term++)
      accumulate(load<usize>(entryAt(group, term), ENTRY_CURSOR), base, end, bits, scores);
    mergeGroup(search, group);
  }
  return next;
}

/**
 * Puts the documents of the window that can still be among the best into it. Their scores are those of the group that
 * is best.
 */
function pruneWindow(search: usize, base: i32, end: i32): void {
  const count = load<i32>(search, SEARCH_CURSOR_COUNT);
  const floor = load<f32>(search, SEARCH_FLOOR);
  const tie = <f64>load<f32>(search, SEARCH_TIE);
  let all: f64 = 0;
  if (tie != 0)
    for (let i = 0; i < count; i++) all += <f64>groupBound(groupAt(search, i), base, end);
  for (let i = 0; i < count; i++) {
    const group = groupAt(search, i);
    let least = floor;
    if (tie != 0) {
      // Of its own best group, a document needs what the others cannot add.
      const others = all - <f64>groupBound(group, base, end);
      least = <f32>(<f64>floor * FLOOR_SLACK - others * tie * SUM_SLACK * SUM_SLACK);
    }
    store<f32>(group, least, SEARCH_FLOOR);
    store<f32>(group, least, SEARCH_SKIP);
    store<u32>(group, 1, SEARCH_HITS);
    store<usize>(group, load<usize>(search, SEARCH_ACCEPT), SEARCH_ACCEPT);
    store<i32>(group, load<i32>(search, SEARCH_ACCEPT_BASE), SEARCH_ACCEPT_BASE);
    const nonEssential = partition(group, base, end, least);
    if (nonEssential == load<i32>(group, SEARCH_CURSOR_COUNT)) continue;
    if (firstEssential(group, nonEssential, base) < end)
      lookAtWindow(group, nonEssential, base, end);
  }
}

/** The score of a document by cursors of its own, group by group. */
function wholeScore(search: usize, doc: i32): f32 {
  const count = load<i32>(search, SEARCH_CURSOR_COUNT);
  let most: f64 = 0;
  let rest: f64 = 0;
  for (let i = 0; i < count; i++) {
    const group = groupAt(search, i);
    const cursors = load<usize>(group, SEARCH_CURSORS);
    const terms = load<i32>(group, SEARCH_CURSOR_COUNT);
    let sum: f64 = 0;
    for (let term = 0; term < terms; term++) {
      const cursor = load<usize>(cursors + ((<usize>term) << 2));
      if (advance(cursor, doc) == doc) sum += <f64>scoreHere(cursor, doc);
    }
    const score = <f64>(<f32>sum);
    rest += min<f64>(most, score);
    most = max<f64>(most, score);
  }
  return <f32>(most + rest * <f64>load<f32>(search, SEARCH_TIE));
}

/** Empties the window and keeps its best documents. `pruned`: what it holds was put there by `pruneWindow`. */
function collectBest(search: usize, base: i32, pruned: bool): void {
  const bits = load<usize>(search, SEARCH_BITS);
  const most = load<usize>(search, SEARCH_SCORES);
  const rest = load<usize>(search, SEARCH_REST);
  const tie = <f64>load<f32>(search, SEARCH_TIE);
  const accept = acceptWords(search, base);
  for (let word: usize = 0; word < WINDOW_BYTES; word += 8) {
    let set = load<u64>(bits + word);
    if (set == 0) continue;
    store<u64>(bits + word, 0);
    if (accept != 0) set &= load<u64>(accept + word);
    addHits(search, <i32>popcnt<u64>(set));
    for (; set != 0; set &= set - 1) {
      const bit = (word << 3) + <usize>ctz<u64>(set);
      const doc = base + <i32>bit;
      let score: f32;
      if (!pruned) score = <f32>(load<f64>(most + (bit << 3)) + load<f64>(rest + (bit << 3)) * tie);
      else if (tie != 0) score = wholeScore(search, doc);
      else score = <f32>load<f64>(most + (bit << 3));
      if (score > load<f32>(search, SEARCH_FLOOR)) push(search, score, doc);
    }
  }
}

/**
 * Runs the groups of the search over the documents `from .. to - 1`; `from` begins a window; ranges ascend. With a
 * share of the others, a group's SEARCH_CURSORS are cursors of its terms beside those of its entries. Answers as
 * `disjunctionQuery`.
 */
export function bestQuery(search: usize, from: i32, to: i32): i32 {
  let base = from;
  while (base < to) {
    const end = min<i32>(base + WINDOW_DOCS, to);
    const accept = acceptWords(search, base);
    if (accept == 0 || !isEmptyWindow(accept)) {
      if (updateSkip(search) >= 0) {
        store<u32>(search, 1, SEARCH_SKIPPED);
        pruneWindow(search, base, end);
        collectBest(search, base, true);
      } else {
        const next = mergeWindow(search, base, end);
        if (next >= to) return next;
        if (next >= end) {
          base = next & ~(WINDOW_DOCS - 1);
          continue;
        }
        collectBest(search, base, false);
      }
    }
    base += WINDOW_DOCS;
  }
  return base;
}
