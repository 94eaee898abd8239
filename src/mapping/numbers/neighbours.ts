/** The next representable numbers above and below, for exclusive bounds (Java's Math.nextUp and nextDown). */
import { roundToHalf } from "./half-float.ts";

const view = new DataView(new ArrayBuffer(8));

/** The next double above. */
export function nextUp(value: number): number {
  if (Number.isNaN(value) || value === Infinity) return value;
  if (value === 0) return Number.MIN_VALUE;
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + (value > 0 ? 1n : -1n));
  return view.getFloat64(0);
}

/** The next double below. */
export function nextDown(value: number): number {
  return -nextUp(-value);
}

/** The next float above; `value` is a float. */
export function nextUpFloat(value: number): number {
  if (Number.isNaN(value) || value === Infinity) return value;
  if (value === 0) return 2 ** -149;
  view.setFloat32(0, value);
  view.setInt32(0, view.getInt32(0) + (value > 0 ? 1 : -1));
  return view.getFloat32(0);
}

/** The next half above; `value` is a half. */
export function nextUpHalf(value: number): number {
  if (Number.isNaN(value) || value === Infinity) return value;
  if (value === -Infinity) return -65504;
  const magnitude = Math.abs(value);
  const exponent = magnitude === 0 ? -14 : Math.max(-14, Math.floor(Math.log2(magnitude)));
  const power = magnitude === 2 ** exponent && value < 0 && exponent > -14;
  return roundToHalf(value + 2 ** ((power ? exponent - 1 : exponent) - 10));
}
