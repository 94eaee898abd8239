/** Float32 values as the original writes them. */

/** The number with the fewest digits that is the same float32: 1.2 for the float nearest to 1.2. For JSON. */
export function shortestFloat(value: number): number {
  const single = Math.fround(value);
  // Smaller whole numbers have no shorter form; of larger ones the last digits may be any.
  if ((Number.isInteger(single) && Math.abs(single) < 1e6) || !Number.isFinite(single)) return single;
  // Six digits always survive a float32, nine always identify it.
  for (let precision = 6; precision < 10; precision++) {
    const short = Number(single.toPrecision(precision));
    if (Math.fround(short) === single) return short;
  }
  return single;
}

/** A float as Java's `Float.toString` writes it: always with a decimal point, `1.0E7` from ten million on and below 0.001. */
export function javaFloat(value: number): string {
  return javaNumber(shortestFloat(value));
}

/** A double as Java's `Double.toString` writes it. */
export function javaDouble(value: number): string {
  return javaNumber(value);
}

function javaNumber(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
  if (Object.is(value, -0)) return "-0.0";
  const magnitude = Math.abs(value);
  if (value === 0 || (magnitude >= 1e-3 && magnitude < 1e7)) return withPoint(String(value));
  const [mantissa = "0", exponent = "0"] = value.toExponential().split("e");
  return `${withPoint(mantissa)}E${Number(exponent)}`;
}

function withPoint(digits: string): string {
  return digits.includes(".") ? digits : `${digits}.0`;
}
