// Block compression in the LZ4 block format: runs of literals and copies from at most 65,535 bytes back.
// Both directions check every length against the bounds they are given: corrupt input ends in -1, never outside.

const HASH_BITS: u32 = 12;
/** Bytes of the table that `compress` needs, zeroed by it. */
const TABLE_BYTES: usize = 4 << HASH_BITS;
const MIN_MATCH: usize = 4;
/** The format ends in literals: at least five, and no copy begins in the last twelve bytes. */
const LAST_LITERALS: usize = 5;
const MATCH_START_MARGIN: usize = 12;
const MAX_DISTANCE: usize = 65535;

function hashOf(sequence: u32): usize {
  return <usize>((sequence * 2654435761) >>> (32 - HASH_BITS));
}

/** Number of equal bytes at `a` and `b`, `b` not read at or past `limit`. */
function matchLength(a: usize, b: usize, limit: usize): usize {
  const start = b;
  while (b + 8 <= limit) {
    const difference = load<u64>(a) ^ load<u64>(b);
    if (difference != 0) return b - start + (<usize>ctz<u64>(difference) >> 3);
    a += 8;
    b += 8;
  }
  while (b < limit && load<u8>(a) == load<u8>(b)) {
    a++;
    b++;
  }
  return b - start;
}

/** Writes the bytes of a length past the 15 that fit in the token. */
function writeLength(at: usize, rest: usize): usize {
  while (rest >= 255) {
    store<u8>(at++, 255);
    rest -= 255;
  }
  store<u8>(at++, <u8>rest);
  return at;
}

/** Writes a token and its literals; the low half of the token (length of the copy) is added by the caller. */
function writeLiterals(at: usize, from: usize, count: usize): usize {
  if (count >= 15) {
    store<u8>(at, 0xf0);
    at = writeLength(at + 1, count - 15);
  } else {
    store<u8>(at++, <u8>(count << 4));
  }
  memory.copy(at, from, count);
  return at + count;
}

/**
 * Compresses `length` bytes at `source` to `target`, which must have room for length + length / 255 + 16 bytes; `table`
 * is 16 KiB of scratch. Answers the compressed length.
 */
export function compress(source: usize, length: usize, target: usize, table: usize): usize {
  const end = source + length;
  let output = target;
  let anchor = source;
  if (length > MATCH_START_MARGIN) {
    memory.fill(table, 0, TABLE_BYTES);
    const lastStart = end - MATCH_START_MARGIN;
    const matchLimit = end - LAST_LITERALS;
    let at = source;
    let misses: usize = 0;
    while (at < lastStart) {
      const sequence = load<u32>(at);
      const slot = table + (hashOf(sequence) << 2);
      // Positions are stored plus one, so that zero means none.
      let reference = source + <usize>load<u32>(slot) - 1;
      const known = load<u32>(slot) != 0;
      store<u32>(slot, <u32>(at - source + 1));
      if (!known || at - reference > MAX_DISTANCE || load<u32>(reference) != sequence) {
        at += 1 + (misses++ >> 6); // strides grow in data that does not compress
        continue;
      }
      misses = 0;
      while (at > anchor && reference > source && load<u8>(at - 1) == load<u8>(reference - 1)) {
        at--;
        reference--;
      }
      const extra = matchLength(reference + MIN_MATCH, at + MIN_MATCH, matchLimit);
      const token = output;
      output = writeLiterals(output, anchor, at - anchor);
      store<u16>(output, <u16>(at - reference));
      output += 2;
      if (extra >= 15) {
        store<u8>(token, load<u8>(token) | 15);
        output = writeLength(output, extra - 15);
      } else {
        store<u8>(token, load<u8>(token) | <u8>extra);
      }
      at += MIN_MATCH + extra;
      anchor = at;
      if (at < lastStart)
        store<u32>(table + (hashOf(load<u32>(at - 2)) << 2), <u32>(at - 2 - source + 1));
    }
  }
  return writeLiterals(output, anchor, end - anchor) - target;
}

/** Copies `count` bytes within the output from `distance` back; ranges may overlap, which repeats the pattern. */
function copyMatch(output: usize, distance: usize, count: usize, outputEnd: usize): void {
  const stop = output + count;
  let from = output - distance;
  if (distance >= 16) {
    // Whole vectors while they stay inside the output: what runs past `stop` is written over by what follows.
    while (output < stop && output + 16 <= outputEnd) {
      v128.store(output, v128.load(from));
      output += 16;
      from += 16;
    }
  }
  while (output < stop) store<u8>(output++, load<u8>(from++));
}

/**
 * Expands `length` bytes at `source` to exactly `size` bytes at `target`. Answers 0, or -1 when the input is corrupt.
 */
export function decompress(source: usize, length: usize, target: usize, size: usize): i32 {
  const inputEnd = source + length;
  const outputEnd = target + size;
  let input = source;
  let output = target;
  while (input < inputEnd) {
    const token = <usize>load<u8>(input++);
    let literals = token >> 4;
    if (literals == 15) {
      for (;;) {
        if (input >= inputEnd) return -1;
        const more = <usize>load<u8>(input++);
        literals += more;
        if (more != 255) break;
      }
    }
    if (literals > inputEnd - input || literals > outputEnd - output) return -1;
    if (literals <= 16 && inputEnd - input >= 16 && outputEnd - output >= 16)
      v128.store(output, v128.load(input));
    else memory.copy(output, input, literals);
    input += literals;
    output += literals;
    if (input == inputEnd) return output == outputEnd && (token & 15) == 0 ? 0 : -1;
    if (inputEnd - input < 2) return -1;
    const distance = <usize>load<u16>(input);
    input += 2;
    if (distance == 0 || distance > output - target) return -1;
    let count = token & 15;
    if (count == 15) {
      for (;;) {
        if (input >= inputEnd) return -1;
        const more = <usize>load<u8>(input++);
        count += more;
        if (more != 255) break;
      }
    }
    count += MIN_MATCH;
    if (count > outputEnd - output) return -1;
    copyMatch(output, distance, count, outputEnd);
    output += count;
  }
  return -1;
}
