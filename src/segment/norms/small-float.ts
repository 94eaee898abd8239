/** Lengths as one byte, as Lucene's SmallFloat: exact up to 40, then four significant bits. */

/** Lengths below this are stored as they are: 255 - longToInt4(Integer.MAX_VALUE). */
const FREE_VALUES = 24;

/** SmallFloat.longToInt4 for values below 2^31. */
function toInt4(value: number): number {
  const bits = 32 - Math.clz32(value);
  if (bits < 4) return value;
  const shift = bits - 4;
  return ((value >>> shift) & 0x07) | ((shift + 1) << 3);
}

function fromInt4(encoded: number): number {
  const mantissa = encoded & 0x07;
  const shift = (encoded >>> 3) - 1;
  return shift < 0 ? mantissa : (mantissa | 0x08) * 2 ** shift;
}

/** SmallFloat.intToByte4: the norm byte of a length (0 .. 2^31 - 1). Monotonic. */
export function intToByte4(length: number): number {
  return length < FREE_VALUES ? length : FREE_VALUES + toInt4(length - FREE_VALUES);
}

/** SmallFloat.byte4ToInt: the smallest length with this norm byte, as similarities use it. */
export function byte4ToInt(norm: number): number {
  return norm < FREE_VALUES ? norm : FREE_VALUES + fromInt4(norm - FREE_VALUES);
}
