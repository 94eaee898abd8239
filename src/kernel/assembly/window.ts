// Windows: 4,096 bits (64 words), and as many f64 scores beside them. Scores of unset bits mean nothing.
import { CURSOR_DOC_FREQ, SEARCH_FLOOR, SEARCH_K, WINDOW_BYTES, WINDOW_DOCS } from "./layout";
import { advance } from "./cursor";
import { accumulate, setBit } from "./disjunction-query";
import { scoreHere } from "./score";
import { addHits, push } from "./top-docs";

/** With fewer candidates than this a term looks each of them up instead of filling the window. */
const FEW_CANDIDATES: i32 = 32;

export function windowAny(bits: usize): i32 {
  let any = i64x2.splat(0);
  for (let at: usize = 0; at < WINDOW_BYTES; at += 16) any = v128.or(any, v128.load(bits + at));
  return <i32>v128.any_true(any);
}

export function windowCount(bits: usize): i32 {
  let count: u64 = 0;
  for (let at: usize = 0; at < WINDOW_BYTES; at += 8) count += popcnt<u64>(load<u64>(bits + at));
  return <i32>count;
}

export function windowClear(bits: usize): void {
  memory.fill(bits, 0, WINDOW_BYTES);
}

/** Sets the bits of the first `count` documents of the window and clears the others. */
export function windowFirst(bits: usize, count: i32): void {
  for (let word = 0; word < 64; word++) {
    const left = count - (word << 6);
    store<u64>(
      bits + ((<usize>word) << 3),
      left >= 64 ? <u64>-1 : left <= 0 ? 0 : ((<u64>1) << (<u64>left)) - 1,
    );
  }
}

/** Takes the first `count` bits (a window's at most) from a set that ends with a whole u64 word. */
export function windowLoad(into: usize, source: usize, count: i32): i32 {
  windowFirst(into, count);
  const bytes = (<usize>((count + 63) >> 6)) << 3;
  for (let at: usize = 0; at < bytes; at += 8)
    store<u64>(into + at, load<u64>(into + at) & load<u64>(source + at));
  return windowAny(into);
}

export function clearScores(scores: usize): void {
  memory.fill(scores, 0, (<usize>WINDOW_DOCS) << 3);
}

export function windowCopy(into: usize, bits: usize): i32 {
  memory.copy(into, bits, WINDOW_BYTES);
  return windowAny(into);
}

export function windowAnd(into: usize, bits: usize): i32 {
  let any = i64x2.splat(0);
  for (let at: usize = 0; at < WINDOW_BYTES; at += 16) {
    const both = v128.and(v128.load(into + at), v128.load(bits + at));
    v128.store(into + at, both);
    any = v128.or(any, both);
  }
  return <i32>v128.any_true(any);
}

export function windowOr(into: usize, bits: usize): void {
  for (let at: usize = 0; at < WINDOW_BYTES; at += 16)
    v128.store(into + at, v128.or(v128.load(into + at), v128.load(bits + at)));
}

export function windowAndNot(into: usize, bits: usize): i32 {
  let any = i64x2.splat(0);
  for (let at: usize = 0; at < WINDOW_BYTES; at += 16) {
    const rest = v128.andnot(v128.load(into + at), v128.load(bits + at));
    v128.store(into + at, rest);
    any = v128.or(any, rest);
  }
  return <i32>v128.any_true(any);
}

/** Adds the scores of `bits` to those of the same documents in `into`. */
export function addScores(into: usize, bits: usize, scores: usize): void {
  for (let word: usize = 0; word < WINDOW_BYTES; word += 8) {
    for (let set = load<u64>(bits + word); set != 0; set &= set - 1) {
      const place = ((word << 3) + <usize>ctz<u64>(set)) << 3;
      store<f64>(into + place, load<f64>(into + place) + load<f64>(scores + place));
    }
  }
}

/** Joins the documents of `bits` into `into`; the scores of those in both add up. */
export function orScores(into: usize, intoScores: usize, bits: usize, scores: usize): void {
  for (let word: usize = 0; word < WINDOW_BYTES; word += 8) {
    const added = load<u64>(bits + word);
    const present = load<u64>(into + word);
    for (let set = added; set != 0; set &= set - 1) {
      const bit = ctz<u64>(set);
      const place = ((word << 3) + <usize>bit) << 3;
      const score = load<f64>(scores + place);
      store<f64>(
        intoScores + place,
        ((present >> bit) & 1) != 0 ? load<f64>(intoScores + place) + score : score,
      );
    }
    store<u64>(into + word, present | added);
  }
}

/**
 * Joins the documents of `bits` into `into`, keeping the greatest score, and the sum of the others in `rest`
 * (DisjunctionMaxScorer).
 */
export function maxScores(into: usize, most: usize, rest: usize, bits: usize, scores: usize): void {
  for (let word: usize = 0; word < WINDOW_BYTES; word += 8) {
    const added = load<u64>(bits + word);
    const present = load<u64>(into + word);
    for (let set = added; set != 0; set &= set - 1) {
      const bit = ctz<u64>(set);
      const place = ((word << 3) + <usize>bit) << 3;
      const score = load<f64>(scores + place);
      if (((present >> bit) & 1) == 0) {
        store<f64>(most + place, score);
        store<f64>(rest + place, 0);
      } else if (score >= load<f64>(most + place)) {
        store<f64>(rest + place, load<f64>(rest + place) + load<f64>(most + place));
        store<f64>(most + place, score);
      } else {
        store<f64>(rest + place, load<f64>(rest + place) + score);
      }
    }
    store<u64>(into + word, present | added);
  }
}

/** Greatest score plus `tieBreaker` times the others, as float32. */
export function tieScores(bits: usize, most: usize, rest: usize, tieBreaker: f32): void {
  for (let word: usize = 0; word < WINDOW_BYTES; word += 8) {
    for (let set = load<u64>(bits + word); set != 0; set &= set - 1) {
      const place = ((word << 3) + <usize>ctz<u64>(set)) << 3;
      store<f64>(
        most + place,
        <f64>(<f32>(load<f64>(most + place) + load<f64>(rest + place) * <f64>tieBreaker)),
      );
    }
  }
}

/** Rounds the scores to float32. */
export function roundScores(bits: usize, scores: usize): void {
  for (let word: usize = 0; word < WINDOW_BYTES; word += 8) {
    for (let set = load<u64>(bits + word); set != 0; set &= set - 1) {
      const place = ((word << 3) + <usize>ctz<u64>(set)) << 3;
      store<f64>(scores + place, <f64>(<f32>load<f64>(scores + place)));
    }
  }
}

/** Multiplies the scores in float32. */
export function scaleScores(bits: usize, scores: usize, factor: f32): void {
  for (let word: usize = 0; word < WINDOW_BYTES; word += 8) {
    for (let set = load<u64>(bits + word); set != 0; set &= set - 1) {
      const place = ((word << 3) + <usize>ctz<u64>(set)) << 3;
      store<f64>(scores + place, <f64>(<f32>load<f64>(scores + place) * factor));
    }
  }
}

/** Gives all documents of the window one score. */
export function constantScores(bits: usize, scores: usize, score: f32): void {
  for (let word: usize = 0; word < WINDOW_BYTES; word += 8) {
    for (let set = load<u64>(bits + word); set != 0; set &= set - 1) {
      store<f64>(scores + (((word << 3) + <usize>ctz<u64>(set)) << 3), <f64>score);
    }
  }
}

/** Clears the bits whose score is less than `least`. */
export function keepScoresFrom(bits: usize, scores: usize, least: f32): i32 {
  for (let word: usize = 0; word < WINDOW_BYTES; word += 8) {
    let kept = load<u64>(bits + word);
    for (let set = kept; set != 0; set &= set - 1) {
      const bit = ctz<u64>(set);
      if (<f32>load<f64>(scores + (((word << 3) + <usize>bit) << 3)) < least)
        kept &= ~((<u64>1) << bit);
    }
    store<u64>(bits + word, kept);
  }
  return windowAny(bits);
}

/** Adds one to the u16 counter of each document. */
export function addCounts(counters: usize, bits: usize): void {
  for (let word: usize = 0; word < WINDOW_BYTES; word += 8) {
    for (let set = load<u64>(bits + word); set != 0; set &= set - 1) {
      const place = ((word << 3) + <usize>ctz<u64>(set)) << 1;
      store<u16>(counters + place, load<u16>(counters + place) + 1);
    }
  }
}

/** Clears the bits whose counter is less than `least`. */
export function keepCountsFrom(bits: usize, counters: usize, least: i32): i32 {
  for (let word: usize = 0; word < WINDOW_BYTES; word += 8) {
    let kept = load<u64>(bits + word);
    for (let set = kept; set != 0; set &= set - 1) {
      const bit = ctz<u64>(set);
      if (<i32>load<u16>(counters + (((word << 3) + <usize>bit) << 1)) < least)
        kept &= ~((<u64>1) << bit);
    }
    store<u64>(bits + word, kept);
  }
  return windowAny(bits);
}

/** Writes the document numbers of the set bits as u32; answers how many. */
export function extractDocs(bits: usize, base: i32, docs: usize): i32 {
  let at = docs;
  for (let word: usize = 0; word < WINDOW_BYTES; word += 8) {
    for (let set = load<u64>(bits + word); set != 0; set &= set - 1) {
      store<i32>(at, base + <i32>((word << 3) + <usize>ctz<u64>(set)));
      at += 4;
    }
  }
  return <i32>((at - docs) >> 2);
}

/** Writes the scores of the set bits as f32, in the order of `extractDocs`. */
export function extractScores(bits: usize, scores: usize, out: usize): void {
  for (let word: usize = 0; word < WINDOW_BYTES; word += 8) {
    for (let set = load<u64>(bits + word); set != 0; set &= set - 1) {
      store<f32>(out, <f32>load<f64>(scores + (((word << 3) + <usize>ctz<u64>(set)) << 3)));
      out += 4;
    }
  }
}

/** Counts the documents of a window and keeps the best. */
export function collect(search: usize, base: i32, bits: usize, scores: usize): void {
  addHits(search, windowCount(bits));
  if (load<u32>(search, SEARCH_K) == 0) return;
  for (let word: usize = 0; word < WINDOW_BYTES; word += 8) {
    for (let set = load<u64>(bits + word); set != 0; set &= set - 1) {
      const place = (word << 3) + <usize>ctz<u64>(set);
      const score = <f32>load<f64>(scores + (place << 3));
      if (score > load<f32>(search, SEARCH_FLOOR)) push(search, score, base + <i32>place);
    }
  }
}

/**
 * The window of one term: its documents in `base .. base + 4095`, those in `candidates` only when it is not 0, with
 * scores unless `scores` is 0. Answers whether there is any.
 */
export function termWindow(
  cursor: usize,
  base: i32,
  bits: usize,
  scores: usize,
  candidates: usize,
): i32 {
  windowClear(bits);
  if (candidates != 0) {
    const count = windowCount(candidates);
    if (count <= FEW_CANDIDATES || count < load<i32>(cursor, CURSOR_DOC_FREQ) >> 12)
      return lookUp(cursor, base, bits, scores, candidates);
  }
  if (advance(cursor, base) >= base + WINDOW_DOCS) return 0;
  if (scores != 0) clearScores(scores);
  accumulate(cursor, base, base + WINDOW_DOCS, bits, scores);
  return candidates != 0 ? windowAnd(bits, candidates) : 1;
}

function lookUp(cursor: usize, base: i32, bits: usize, scores: usize, candidates: usize): i32 {
  let any = 0;
  for (let word: usize = 0; word < WINDOW_BYTES; word += 8) {
    for (let set = load<u64>(candidates + word); set != 0; set &= set - 1) {
      const place = <i32>(word << 3) + <i32>ctz<u64>(set);
      const doc = base + place;
      const found = advance(cursor, doc);
      if (found >= base + WINDOW_DOCS) return any;
      if (found != doc) continue;
      setBit(bits, place);
      any = 1;
      if (scores != 0) store<f64>(scores + ((<usize>place) << 3), <f64>scoreHere(cursor, doc));
    }
  }
  return any;
}
