// Positions of terms, and phrases whose words stand exactly where they should.
import {
  BUFFER_FREQS,
  CURSOR_BLOCK,
  CURSOR_BUFFER,
  CURSOR_FIELD,
  CURSOR_FIRST_BLOCK,
  CURSOR_FULL_BLOCKS,
  CURSOR_INDEX,
  CURSOR_LEFT,
  CURSOR_OFFSET,
  CURSOR_ORDINAL,
  CURSOR_POSITION,
  CURSOR_POSITIONS,
  CURSOR_POSITIONS_BLOCK,
  CURSOR_POSITIONS_INDEX,
  CURSOR_READ,
  FIELD_BLOCK_POSITIONS,
  FIELD_NORM_MASK,
  FIELD_NORMS,
  FIELD_POSITIONS,
  FIELD_TAIL_POSITIONS,
  NO_MORE_DOCS,
  WINDOW_DOCS,
} from "./layout";
import { advance, needDocs, needFreqs } from "./cursor";
import { setBit } from "./disjunction-query";
import { scoreOf } from "./score";
import { windowClear } from "./window";

/** Less than any position, moved by any place in a phrase. */
const I32_BEFORE_ALL: i32 = i32.MIN_VALUE;

/** Address behind `count` varints. */
function skipVarints(at: usize, count: i32): usize {
  while (count >= 16) {
    // A varint ends in the byte whose high bit is clear.
    const ends = popcnt<i32>(~i8x16.bitmask(v128.load(at)) & 0xffff);
    count -= ends;
    at += 16;
  }
  while (count > 0) count -= <i32>(load<u8>(at++) < 128);
  return at;
}

/** Address of the positions of the document that the cursor stands on; documents ascend. */
export function openPositions(cursor: usize): usize {
  const block = load<i32>(cursor, CURSOR_BLOCK);
  const index = load<i32>(cursor, CURSOR_INDEX);
  needDocs(cursor, block);
  needFreqs(cursor);
  if (load<i32>(cursor, CURSOR_POSITIONS_BLOCK) != block) {
    const field = load<usize>(cursor, CURSOR_FIELD);
    const start =
      block < load<i32>(cursor, CURSOR_FULL_BLOCKS)
        ? load<u32>(
            load<usize>(field, FIELD_BLOCK_POSITIONS) +
              ((<usize>(load<i32>(cursor, CURSOR_FIRST_BLOCK) + block)) << 2),
          )
        : load<u32>(
            load<usize>(field, FIELD_TAIL_POSITIONS) +
              ((<usize>load<u32>(cursor, CURSOR_ORDINAL)) << 2),
          );
    store<usize>(cursor, load<usize>(field, FIELD_POSITIONS) + <usize>start, CURSOR_POSITIONS);
    store<i32>(cursor, block, CURSOR_POSITIONS_BLOCK);
    store<i32>(cursor, 0, CURSOR_POSITIONS_INDEX);
  }
  const freqs = load<usize>(cursor, CURSOR_BUFFER) + BUFFER_FREQS;
  let passed = 0;
  for (let i = load<i32>(cursor, CURSOR_POSITIONS_INDEX); i < index; i++)
    passed += load<i32>(freqs + ((<usize>i) << 2));
  const at = skipVarints(load<usize>(cursor, CURSOR_POSITIONS), passed);
  store<usize>(cursor, at, CURSOR_POSITIONS);
  store<i32>(cursor, index, CURSOR_POSITIONS_INDEX);
  store<usize>(cursor, at, CURSOR_READ);
  store<i32>(cursor, load<i32>(freqs + ((<usize>index) << 2)), CURSOR_LEFT);
  store<i32>(cursor, 0, CURSOR_POSITION);
  return at;
}

/** Reads the next position; false when there is none. */
function nextPosition(cursor: usize): bool {
  const left = load<i32>(cursor, CURSOR_LEFT);
  if (left == 0) return false;
  let at = load<usize>(cursor, CURSOR_READ);
  let gap: u32 = load<u8>(at++);
  if (gap >= 128) {
    gap &= 127;
    let shift: u32 = 7;
    let byte: u32;
    do {
      byte = load<u8>(at++);
      gap |= (byte & 127) << shift;
      shift += 7;
    } while (byte >= 128);
  }
  store<i32>(cursor, left - 1, CURSOR_LEFT);
  store<usize>(cursor, at, CURSOR_READ);
  store<i32>(cursor, load<i32>(cursor, CURSOR_POSITION) + <i32>gap, CURSOR_POSITION);
  return true;
}

/** How often the phrase stands in the document that all cursors stand on (Lucene's ExactPhraseMatcher). */
export function exactFreq(cursors: usize, count: i32): i32 {
  const lead = load<usize>(cursors);
  for (let i = 0; i < count; i++) openPositions(load<usize>(cursors + ((<usize>i) << 2)));
  let found = 0;
  while (nextPosition(lead)) {
    const start = load<i32>(lead, CURSOR_POSITION) - load<i32>(lead, CURSOR_OFFSET);
    let matching = 1;
    for (; matching < count; matching++) {
      const cursor = load<usize>(cursors + ((<usize>matching) << 2));
      const wanted = start + load<i32>(cursor, CURSOR_OFFSET);
      if (!reachPosition(cursor, wanted)) return found;
      if (load<i32>(cursor, CURSOR_POSITION) != wanted) break;
    }
    found += <i32>(matching == count);
  }
  return found;
}

/** `exactFreq` of two words, with everything in locals. */
export function exactFreqOfTwo(lead: usize, other: usize): i32 {
  let read = openPositions(lead);
  let otherRead = openPositions(other);
  const shift = load<i32>(other, CURSOR_OFFSET) - load<i32>(lead, CURSOR_OFFSET);
  let otherLeft = load<i32>(other, CURSOR_LEFT);
  let wanted = shift;
  let position = I32_BEFORE_ALL;
  let found = 0;
  for (let left = load<i32>(lead, CURSOR_LEFT); left > 0; left--) {
    let gap: u32 = load<u8>(read++);
    if (gap >= 128) {
      gap &= 127;
      let shifted: u32 = 7;
      let byte: u32;
      do {
        byte = load<u8>(read++);
        gap |= (byte & 127) << shifted;
        shifted += 7;
      } while (byte >= 128);
    }
    wanted += <i32>gap;
    while (position < wanted) {
      if (otherLeft-- == 0) return found;
      gap = load<u8>(otherRead++);
      if (gap >= 128) {
        gap &= 127;
        let shifted: u32 = 7;
        let byte: u32;
        do {
          byte = load<u8>(otherRead++);
          gap |= (byte & 127) << shifted;
          shifted += 7;
        } while (byte >= 128);
      }
      position = (position == I32_BEFORE_ALL ? 0 : position) + <i32>gap;
    }
    found += <i32>(position == wanted);
  }
  return found;
}

/** Where the phrase would begin by the word that the cursor read last. */
function startHere(cursor: usize): i32 {
  return load<i32>(cursor, CURSOR_POSITION) - load<i32>(cursor, CURSOR_OFFSET);
}

/** The frequency of a sloppy phrase of two different words (SloppyPhraseMatcher): the sum of 1 / (1 + distance). */
export function sloppyFreqOfTwo(one: usize, other: usize, slop: i32): f32 {
  const inOrder = load<i32>(one, CURSOR_OFFSET) < load<i32>(other, CURSOR_OFFSET);
  const first = inOrder ? one : other;
  const second = inOrder ? other : one;
  openPositions(first);
  openPositions(second);
  nextPosition(first);
  nextPosition(second);
  let end = max<i32>(startHere(first), startHere(second));
  let sum: f32 = 0;
  for (;;) {
    // The word that is further behind moves until it passes the other; of equal ones the first.
    const current = startHere(second) < startHere(first) ? second : first;
    const next = startHere(current == first ? second : first);
    let length = end - startHere(current);
    let more = nextPosition(current);
    for (; more && startHere(current) <= next; more = nextPosition(current)) {
      end = max<i32>(end, startHere(current));
      length = min<i32>(length, end - startHere(current));
    }
    const distance = 1 + length;
    if (length <= slop) sum += <f32>1.0 / <f32>distance;
    if (!more) break;
    end = max<i32>(end, startHere(current));
  }
  return sum;
}

/** Reads on to a position of at least `wanted`; false when there is none. */
function reachPosition(cursor: usize, wanted: i32): bool {
  // Before the first read the position is 0, which may be less than a first position of 0 + gap.
  if (
    load<usize>(cursor, CURSOR_READ) == load<usize>(cursor, CURSOR_POSITIONS) &&
    !nextPosition(cursor)
  )
    return false;
  while (load<i32>(cursor, CURSOR_POSITION) < wanted) if (!nextPosition(cursor)) return false;
  return true;
}

/**
 * Moves all cursors to the first document at or after the lead's one that they share; NO_MORE_DOCS when there is none
 * before `end`.
 */
function nextShared(cursors: usize, count: i32, doc: i32, end: i32): i32 {
  while (doc < end) {
    let target = doc;
    for (let i = 1; i < count && target == doc; i++)
      target = advance(load<usize>(cursors + ((<usize>i) << 2)), doc);
    if (target == doc) return doc;
    doc = advance(load<usize>(cursors), target);
  }
  return NO_MORE_DOCS;
}

/**
 * The window of an exact phrase: `cursors` are u32 addresses in ascending order of document frequency, each with its
 * place in CURSOR_OFFSET; `scores` and `candidates` may be 0. The cursors' own weights do not count. Answers whether
 * there is any.
 */
export function phraseWindow(
  cursors: usize,
  count: i32,
  base: i32,
  bits: usize,
  scores: usize,
  candidates: usize,
  weight: f32,
  table: usize,
): i32 {
  windowClear(bits);
  const lead = load<usize>(cursors);
  const field = load<usize>(lead, CURSOR_FIELD);
  const end = base + WINDOW_DOCS;
  let any = 0;
  for (let doc = advance(lead, base); doc < end; doc = advance(lead, doc + 1)) {
    doc = nextShared(cursors, count, doc, end);
    if (doc == NO_MORE_DOCS) return any;
    const bit = doc - base;
    if (candidates != 0 && (load<u8>(candidates + <usize>(bit >> 3)) & (1 << (bit & 7))) == 0)
      continue;
    const found = exactFreq(cursors, count);
    if (found == 0) continue;
    any = 1;
    setBit(bits, bit);
    if (scores == 0) continue;
    const norm = <usize>(
      load<u8>(
        load<usize>(field, FIELD_NORMS) + <usize>(<u32>doc & load<u32>(field, FIELD_NORM_MASK)),
      )
    );
    store<f64>(
      scores + ((<usize>bit) << 3),
      <f64>scoreOf(weight, <f32>found * load<f32>(table + (norm << 2))),
    );
  }
  return any;
}

/** Sets the place of a cursor's word in the phrase. */
export function setOffset(cursor: usize, offset: i32): void {
  store<i32>(cursor, offset, CURSOR_OFFSET);
}
