/** Field lengths as Lucene keeps them in one byte: `SmallFloat.intToByte4` and `byte4ToInt` (exact up to 40, then 4 significant bits). */

const FREE_VALUES = 24;

function decode(byte: number): number {
  if (byte < FREE_VALUES) return byte;
  const value = byte - FREE_VALUES;
  const shift = (value >>> 3) - 1;
  const mantissa = value & 7;
  return FREE_VALUES + (shift < 0 ? mantissa : (mantissa | 8) * 2 ** shift);
}

/** The length that a norm byte stands for (Lucene's `BM25Similarity.LENGTH_TABLE`), as float32. */
export const normLengths: Float32Array = Float32Array.from({ length: 256 }, (_, byte) => decode(byte));

/** Norm bytes up to this one stand for an exact length. */
export const LAST_EXACT_NORM = 39;
