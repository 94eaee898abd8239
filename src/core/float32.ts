/** Float32 values as Elasticsearch writes them. */

/** From here on whole numbers may have a shorter form. */
const WHOLE = 1e6;
/** Below this, scaling to nine digits is not exact. */
const EXACT = 1e-3;
const MIN_DIGITS = 6;
const MAX_DIGITS = 9;
const powers: readonly number[] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11];

/** The number with the fewest digits that is the same float32: 1.2 for the float nearest to 1.2. For JSON. */
export function shortestFloat(value: number): number {
  const single = Math.fround(value);
  const magnitude = Math.abs(single);
  // Smaller whole numbers have no shorter form; larger ones may have arbitrary last digits.
  if ((Number.isInteger(single) && magnitude < WHOLE) || !Number.isFinite(single)) return single;
  if (magnitude >= EXACT && magnitude < WHOLE) return shortestScaled(single);
  // Six digits always survive a round trip through float32; nine always identify a float32.
  for (let precision = MIN_DIGITS; precision < MAX_DIGITS + 1; precision++) {
    const short = Number(single.toPrecision(precision));
    if (Math.fround(short) === single) return short;
  }
  return single;
}

/**
 * The same by rounding at a power of ten, for magnitudes from 0.001 to below 1,000,000: 24 bits times 5^11 is exact.
 */
function shortestScaled(single: number): number {
  const magnitude = Math.abs(single);
  let places = MIN_DIGITS + 2;
  for (let bound = EXACT * 10; magnitude >= bound; bound *= 10) places--;
  for (let digits = MIN_DIGITS; digits <= MAX_DIGITS; digits++, places++) {
    const scale = powers[places] ?? 1;
    const short = Math.round(magnitude * scale) / scale;
    if (Math.fround(short) === magnitude) return single < 0 ? -short : short;
  }
  return single;
}

/**
 * A float as written by Java's `Float.toString`: always with a decimal point; with an exponent from ten million on and
 * below 0.001 (`1.0E7`).
 */
export function javaFloat(value: number): string {
  return javaNumber(shortestFloat(value));
}

/** A double as written by Java's `Double.toString`. */
export function javaDouble(value: number): string {
  return javaNumber(value);
}

function javaNumber(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
  if (Object.is(value, -0)) return "-0.0";
  const magnitude = Math.abs(value);
  if (value === 0 || (magnitude >= 1e-3 && magnitude < 1e7)) return withPoint(String(value));
  const shortest = value.toExponential();
  // Java writes at least two digits, the nearest ones: 4.9E-324, not 5.0E-324.
  const [mantissa = "0", exponent = "0"] = (shortest.includes(".") ? shortest : value.toExponential(1)).split("e");
  return `${withPoint(mantissa)}E${Number(exponent)}`;
}

function withPoint(digits: string): string {
  return digits.includes(".") ? digits : `${digits}.0`;
}
