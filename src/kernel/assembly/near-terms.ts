// The terms of a dictionary within a number of edits of a word: finds what src/query/automata/near-terms.ts finds, its
// slow twin, which says how rows of bits stand for ways to read. Terms are read one after the other, each from behind
// what it has in common with the one before; where no way is left, all terms with the same beginning are skipped.
import {
  NEAR_ASCII,
  NEAR_AT,
  NEAR_BASE,
  NEAR_CAPACITY,
  NEAR_DEPTH,
  NEAR_END,
  NEAR_FOUND,
  NEAR_FOUND_COUNT,
  NEAR_LIMIT,
  NEAR_MASK,
  NEAR_OFFSETS,
  NEAR_OTHERS,
  NEAR_OTHERS_COUNT,
  NEAR_SHARED_BYTES,
  NEAR_STATE_BYTES,
  NEAR_STATES,
  NEAR_SWAPS,
  NEAR_TERM_BYTES,
} from "./layout";

const ASCII: u32 = 128;
const LANES: u32 = 16;

/** Where the code point whose last byte is at `end` stands in the word. */
function placesOf(near: usize, end: usize): u32 {
  let at = end;
  let point: u32 = 0;
  for (let shift: u32 = 0; ; shift += 6, at--) {
    const byte: u32 = load<u8>(at);
    if (byte >>> 6 !== 0b10) {
      point |= (byte & (0x3f >>> <u32>(end - at))) << shift;
      break;
    }
    point |= (byte & 0x3f) << shift;
  }
  const others = near + NEAR_OTHERS;
  const count = load<u32>(near + NEAR_OTHERS_COUNT);
  for (let other: u32 = 0; other < count; other++)
    if (load<u32>(others + (<usize>other << 3)) === point) return load<u32>(others + (<usize>other << 3), 4);
  return 0;
}

/** The first term from `at` on that has at most `depth` bytes in common with the one before it; `end` if there is none. */
function nextApart(shared: usize, at: u32, end: u32, depth: u32): u32 {
  const most = i8x16.splat(<i8>depth);
  for (let from = at; from < end; from += LANES) {
    const apart = i8x16.bitmask(i8x16.le_u(v128.load(shared + <usize>from), most));
    if (apart !== 0) return min(end, from + ctz(apart));
  }
  return end;
}

/**
 * The first term from `at` on that may go on with a character that stands at one of `wanted`, or has no more than
 * `depth` bytes in common with these.
 */
function nextAmong(near: usize, at: u32, end: u32, depth: u32, wanted: u32): u32 {
  const bytes = <usize>load<u32>(near + NEAR_TERM_BYTES) + <usize>depth;
  const offsets = <usize>load<u32>(near + NEAR_OFFSETS);
  const shared = <usize>load<u32>(near + NEAR_SHARED_BYTES);
  const ascii = near + NEAR_ASCII;
  let next = at;
  do {
    const start = load<u32>(offsets + (<usize>next << 2));
    if (load<u32>(offsets + (<usize>next << 2), 4) - start <= depth) return next;
    const byte: u32 = load<u8>(bytes + <usize>start);
    if (byte >= ASCII || (load<u32>(ascii + (<usize>byte << 2)) & wanted) !== 0) return next;
    next = nextApart(shared, next + 1, end, depth);
  } while (next < end && load<u8>(shared + <usize>next) === depth);
  return next;
}

/**
 * Goes on for so many terms at most. Leaves at `NEAR_FOUND` pairs of an ordinal and its edits, ascending, as many as
 * `NEAR_FOUND_COUNT`; answers 1 when there is more to do.
 */
export function nearTerms(near: usize, most: i32): i32 {
  const bytes = <usize>load<u32>(near + NEAR_TERM_BYTES);
  const offsets = <usize>load<u32>(near + NEAR_OFFSETS);
  const shared = <usize>load<u32>(near + NEAR_SHARED_BYTES);
  const limit = load<u32>(near + NEAR_LIMIT);
  const mask = load<u32>(near + NEAR_MASK);
  const last = (mask + 1) >>> 1;
  const swapping = load<u32>(near + NEAR_SWAPS);
  const capacity = load<u32>(near + NEAR_CAPACITY);
  const ascii = near + NEAR_ASCII;
  const found = <usize>load<u32>(near + NEAR_FOUND);
  const base = load<u32>(near + NEAR_BASE);
  const end = load<u32>(near + NEAR_END);
  let at = load<u32>(near + NEAR_AT);
  let depth = load<u32>(near + NEAR_DEPTH);
  let count: u32 = 0;
  for (let left = most; at < end && left > 0 && count < capacity; left--) {
    let state = near + NEAR_STATES + <usize>(depth - base) * NEAR_STATE_BYTES;
    let row0 = load<u32>(state);
    let row1 = load<u32>(state, 4);
    let row2 = load<u32>(state, 8);
    let swap0 = load<u32>(state, 12);
    let swap1 = load<u32>(state, 16);
    let open = load<u32>(state, 20);
    if (open === 0 && (limit === 2 ? (row0 | row1) === 0 : limit === 0 || row0 === 0)) {
      // Without edits left only the next characters of the word can follow: most terms end here.
      const next = nextAmong(near, at, end, depth, row0 | row1 | row2 | swap0 | swap1);
      if (next !== at) {
        at = next;
        if (at >= end) break;
        const common = load<u8>(shared + <usize>at);
        if (common !== depth) {
          depth = common;
          continue;
        }
      }
    }
    const start = load<u32>(offsets + (<usize>at << 2));
    const length = load<u32>(offsets + (<usize>at << 2), 4) - start;
    const term = bytes + <usize>start;
    let alive = true;
    while (depth < length) {
      const byte: u32 = load<u8>(term + <usize>depth);
      let isRead = byte < ASCII;
      let places: u32 = 0;
      if (isRead) places = load<u32>(ascii + (<usize>byte << 2));
      else {
        open = open > 0 ? open - 1 : byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
        isRead = open === 0;
        if (isRead) places = placesOf(near, term + <usize>depth);
      }
      if (isRead) {
        const next0 = ((row0 & places) << 1) & mask;
        if (limit > 0) {
          const swaps = (places >>> 1) & swapping;
          const next1 = (((row1 & places) << 1) | row0 | (row0 << 1) | (next0 << 1) | ((swap0 & places) << 2)) & mask;
          if (limit > 1) {
            row2 = (((row2 & places) << 1) | row1 | (row1 << 1) | (next1 << 1) | ((swap1 & places) << 2)) & mask;
            swap1 = row1 & swaps;
          }
          swap0 = row0 & swaps;
          row1 = next1;
        }
        row0 = next0;
        if ((row0 | row1 | row2 | swap0 | swap1) === 0) {
          alive = false;
          break;
        }
      }
      depth++;
      state += NEAR_STATE_BYTES;
      store<u32>(state, row0);
      store<u32>(state, row1, 4);
      store<u32>(state, row2, 8);
      store<u32>(state, swap0, 12);
      store<u32>(state, swap1, 16);
      store<u32>(state, open, 20);
    }
    if (alive && open === 0 && ((row0 | row1 | row2) & last) !== 0) {
      store<u32>(found + (<usize>count << 3), at);
      store<u32>(found + (<usize>count << 3), (row0 & last) !== 0 ? 0 : (row1 & last) !== 0 ? 1 : 2, 4);
      count++;
    }
    // Terms that have the byte in common at which no way was left, or all of this one.
    at = alive ? at + 1 : nextApart(shared, at + 1, end, depth);
    if (at < end) depth = load<u8>(shared + <usize>at);
  }
  store<u32>(near + NEAR_AT, at);
  store<u32>(near + NEAR_DEPTH, depth);
  store<u32>(near + NEAR_FOUND_COUNT, count);
  return at < end ? 1 : 0;
}
