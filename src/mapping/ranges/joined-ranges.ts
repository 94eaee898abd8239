/**
 * The ranges of a document as one value: how many there are, and both bounds of each, in Elasticsearch's bytes. Whole
 * numbers take as few bytes as they need, and sort by bytes as they do by value.
 */

const MOST_IN_HEADER = 3;
const POSITIVE = 0x80;
const MOST_BYTES = 15;

/** Joins ranges, each of two bounds that `write` makes bytes of; they come in order. */
export function joinedRanges<Bound>(
  ranges: readonly (readonly [from: Bound, to: Bound])[],
  write: (bound: Bound) => Uint8Array,
): Uint8Array {
  const parts: Uint8Array[] = [Uint8Array.from(countBytes(ranges.length))];
  for (const [from, to] of ranges) parts.push(write(from), write(to));
  return Buffer.concat(parts);
}

/** Seven bits in a byte, the lowest first. */
function countBytes(count: number): number[] {
  const bytes: number[] = [];
  let rest = count;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
  return bytes;
}

/**
 * A sign, the number of further bytes (four bits), and the value, the highest three bits of which may stand in the
 * first byte. Of a negative number all but the sign is inverted.
 */
export function shortestWhole(value: bigint): Uint8Array {
  const isNegative = value < 0n;
  let rest = isNegative ? -1n - value : value;
  const bits = rest === 0n ? 0 : rest.toString(2).length;
  const further = Math.ceil(Math.max(0, bits - MOST_IN_HEADER) / 8);
  const bytes = new Uint8Array(further + 1);
  for (let at = further; at >= 0; at--) {
    bytes[at] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  if (isNegative) {
    for (let at = 0; at <= further; at++) bytes[at] = ~bytes[at]! & 0xff;
    bytes[0] = (bytes[0]! & 0x07) | ((MOST_BYTES - further) << MOST_IN_HEADER);
  } else bytes[0] = bytes[0]! | POSITIVE | (further << MOST_IN_HEADER);
  return bytes;
}
