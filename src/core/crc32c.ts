/**
 * CRC-32C (Castagnoli, RFC 3720 appendix B.4), the checksum of everything on disk. Eight bytes per step ("slicing by
 * 8").
 */

/** Reflected polynomial 0x1EDC6F41. */
const POLYNOMIAL = 0x82f63b78;

/** Eight tables of 256: `TABLES[k * 256 + b]` is the effect of byte `b` followed by `k` zero bytes. */
const TABLES = makeTables();

/**
 * Checksum of `bytes[start..end)`, 0 .. 2^32 - 1. `seed` is the checksum of the preceding bytes: `crc32c(b, 0,
 * b.length, crc32c(a))` equals the checksum of `a` followed by `b`.
 */
export function crc32c(bytes: Uint8Array, start = 0, end = bytes.length, seed = 0): number {
  let crc = ~seed;
  let at = start;
  for (const last = end - 8; at <= last; at += 8) {
    crc ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    crc =
      TABLES[1792 + (crc & 255)]! ^
      TABLES[1536 + ((crc >>> 8) & 255)]! ^
      TABLES[1280 + ((crc >>> 16) & 255)]! ^
      TABLES[1024 + (crc >>> 24)]! ^
      TABLES[768 + bytes[at + 4]!]! ^
      TABLES[512 + bytes[at + 5]!]! ^
      TABLES[256 + bytes[at + 6]!]! ^
      TABLES[bytes[at + 7]!]!;
  }
  for (; at < end; at++) crc = TABLES[(crc ^ bytes[at]!) & 255]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

function makeTables(): Int32Array {
  const tables = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0);
    tables[byte] = crc;
  }
  for (let at = 256; at < tables.length; at++) {
    const before = tables[at - 256]!;
    tables[at] = tables[before & 255]! ^ (before >>> 8);
  }
  return tables;
}
