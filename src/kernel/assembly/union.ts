// Many terms into one bit set, and terms that stand for each other.
import {
  BUFFER_DOCS,
  BUFFER_FREQS,
  CURSOR_BLOCK,
  CURSOR_BUFFER,
  CURSOR_COUNT,
  CURSOR_INDEX,
  FIELD_DOC_FREQS,
  FIELD_NORM_MASK,
  FIELD_NORMS,
  FIELD_TAIL,
  WINDOW_BYTES,
} from "./layout";
import { advance, indexOfAtLeast, lastDocOf, needDocs, needFreqs, openCursor } from "./cursor";
import { accumulate, leaveRun, setBit } from "./disjunction-query";
import { scoreOf } from "./score";

/** Sets the bits `doc - from` of a term's documents in `from .. to - 1`. */
export function unionTerm(
  cursor: usize,
  field: usize,
  ordinal: u32,
  buffer: usize,
  from: i32,
  to: i32,
  bits: usize,
): void {
  if (load<u32>(load<usize>(field, FIELD_DOC_FREQS) + ((<usize>ordinal) << 2)) == 1) {
    const doc = load<i32>(load<usize>(field, FIELD_TAIL) + ((<usize>ordinal) << 2));
    if (doc >= from && doc < to) setBit(bits, doc - from);
    return;
  }
  openCursor(cursor, field, ordinal, buffer, 0, 0);
  accumulate(cursor, from, to, bits, 0);
}

/**
 * Documents with an ordinal in a set: bit n of `set` is ordinal n. `values` are u16 (`wide` 0) or u32 (1), those of the
 * window's first document on, unless `starts` points at its u32 start: then they are the whole column's.
 */
export function ordinalSet(
  values: usize,
  wide: i32,
  starts: usize,
  count: i32,
  set: usize,
  bits: usize,
): void {
  for (let i = 0; i < count; i++) {
    let at: u32 = i;
    let end: u32 = i + 1;
    if (starts != 0) {
      at = load<u32>(starts + ((<usize>i) << 2));
      end = load<u32>(starts + ((<usize>i) << 2), 4);
    }
    for (; at < end; at++) {
      const ordinal = wide
        ? load<u32>(values + ((<usize>at) << 2))
        : <u32>load<u16>(values + ((<usize>at) << 1));
      if ((load<u8>(set + <usize>(ordinal >> 3)) & (1 << (ordinal & 7))) == 0) continue;
      setBit(bits, i);
      break;
    }
  }
}

/** Sets the bits of a term's documents in `base .. end - 1` and adds their frequencies to `freqs` (f64). */
export function accumulateFreqs(
  cursor: usize,
  base: i32,
  end: i32,
  bits: usize,
  freqs: usize,
): void {
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
    for (let i = index; i < runEnd; i++) {
      const bit = load<i32>(docs + ((<usize>i) << 2)) - base;
      const place = freqs + ((<usize>bit) << 3);
      store<f64>(
        place,
        load<f64>(place) + <f64>load<i32>(buffer + ((<usize>i) << 2), BUFFER_FREQS),
      );
      setBit(bits, bit);
    }
    doc = leaveRun(cursor, runEnd, last);
  }
}

/** Turns the frequencies of the documents of a window into scores. */
export function scoreFreqs(
  field: usize,
  base: i32,
  bits: usize,
  scores: usize,
  weight: f32,
  table: usize,
): void {
  const norms = load<usize>(field, FIELD_NORMS);
  const normMask = load<u32>(field, FIELD_NORM_MASK);
  for (let word: usize = 0; word < WINDOW_BYTES; word += 8) {
    for (let set = load<u64>(bits + word); set != 0; set &= set - 1) {
      const bit = (word << 3) + <usize>ctz<u64>(set);
      const norm = <usize>load<u8>(norms + <usize>((<u32>base + <u32>bit) & normMask));
      const at = scores + (bit << 3);
      store<f64>(at, <f64>scoreOf(weight, <f32>load<f64>(at) * load<f32>(table + (norm << 2))));
    }
  }
}
