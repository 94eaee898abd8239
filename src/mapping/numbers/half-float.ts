/** Numbers of 16 bits (IEEE 754 binary16), rounded as Lucene's HalfFloatPoint: to nearest, ties to even. */

/** Largest value. */
const MAX_HALF = 65504;
/** Least normal exponent; below it the spacing stays the same. */
const MIN_EXPONENT = -14;

/** The nearest half; infinite from 65520 on. */
export function roundToHalf(value: number): number {
  if (!Number.isFinite(value) || value === 0) return value;
  const magnitude = Math.abs(Math.fround(value));
  if (magnitude === 0) return value < 0 ? -0 : 0;
  const exponent = Math.max(MIN_EXPONENT, Math.floor(Math.log2(magnitude)));
  const spacing = 2 ** (exponent - 10);
  const scaled = magnitude / spacing;
  const floor = Math.floor(scaled);
  const rest = scaled - floor;
  const rounded = (rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor) * spacing;
  const result = rounded > MAX_HALF ? Infinity : rounded;
  return value < 0 ? -result : result;
}
