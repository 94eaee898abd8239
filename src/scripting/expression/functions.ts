/** The functions of expressions (Lucene's `JavascriptCompiler.properties`). */
import { nameTable } from "../../core/names.ts";

type Function = (...args: number[]) => number;

/** `SloppyMath`'s, in kilometres. */
const EARTH_RADIUS = 6_371.008_771_4;

const functions = nameTable<Function>({
  abs: (a: number) => Math.abs(a),
  acos: (a: number) => Math.acos(a),
  // As Lucene computes them, which near zero is not what a library would.
  acosh: (a: number) => Math.log(a + Math.sqrt(a * a - 1)),
  asin: (a: number) => Math.asin(a),
  asinh: (a: number) => {
    const sign = a < 0 || Object.is(a, -0) ? -1 : 1;
    const size = Math.abs(a);
    return sign * Math.log(Math.sqrt(size * size + 1) + size);
  },
  atan: (a: number) => Math.atan(a),
  atan2: (a: number, b: number) => Math.atan2(a, b),
  atanh: (a: number) => {
    const size = Math.abs(a);
    return (a < 0 || Object.is(a, -0) ? -0.5 : 0.5) * Math.log((1 + size) / (1 - size));
  },
  ceil: (a: number) => Math.ceil(a),
  cos: (a: number) => Math.cos(a),
  cosh: (a: number) => Math.cosh(a),
  exp: (a: number) => Math.exp(a),
  floor: (a: number) => Math.floor(a),
  haversin: (lat1: number, lon1: number, lat2: number, lon2: number) => kilometres(lat1, lon1, lat2, lon2),
  ln: (a: number) => Math.log(a),
  log10: (a: number) => Math.log10(a),
  logn: (base: number, a: number) => Math.log(a) / Math.log(base),
  max: (a: number, b: number) => Math.max(a, b),
  min: (a: number, b: number) => Math.min(a, b),
  pow: (a: number, b: number) => a ** b,
  sin: (a: number) => Math.sin(a),
  sinh: (a: number) => Math.sinh(a),
  sqrt: (a: number) => Math.sqrt(a),
  tan: (a: number) => Math.tan(a),
  tanh: (a: number) => Math.tanh(a),
});

/** Undefined: there is none of this name. */
export function functionNamed(name: string): Function | undefined {
  return functions[name];
}

/** Between two points in degrees. */
function kilometres(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const radians = Math.PI / 180;
  const lat = Math.sin(((lat2 - lat1) * radians) / 2);
  const lon = Math.sin(((lon2 - lon1) * radians) / 2);
  const key = lat * lat + Math.cos(lat1 * radians) * Math.cos(lat2 * radians) * lon * lon;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(key)));
}
