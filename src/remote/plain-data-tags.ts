/** The bytes that say what follows, in the form that plain data has on a link. */

export const TAG = {
  undefined: 0,
  null: 1,
  false: 2,
  true: 3,
  /** A varint, zigzag: whole numbers up to 2^53. */
  integer: 4,
  /** 8 bytes, IEEE 754, little endian. */
  double: 5,
  /** Sign, then the digits in base 256, least first. */
  bigint: 6,
  /** UTF-8. */
  text: 7,
  /** UTF-16, for texts that UTF-8 cannot say. */
  wideText: 8,
  array: 9,
  /** The number of pairs, then each. */
  map: 10,
  set: 11,
  /** The number of members; each name is new (0 and its text) or one of those before (its number from 1). */
  object: 12,
  /** The kind, the number of bytes, the bytes. */
  numbers: 13,
} as const;

/** Kinds of number arrays by their numbers on a link, which never change. */
export const NUMBER_KINDS = [
  Uint8Array,
  Int8Array,
  Uint8ClampedArray,
  Uint16Array,
  Int16Array,
  Uint32Array,
  Int32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
] as const;

/** Values may be within one another so deep. */
export const MAX_DEPTH = 500;
/** So many values are in one message, so that few bytes cannot ask for much memory. */
export const MAX_VALUES = 16_000_000;
