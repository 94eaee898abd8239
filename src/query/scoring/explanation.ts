/** Making score explanations. */
import type { Explanation } from "../query.ts";

/** A matching explanation. */
export function explained(value: number, description: string, details: readonly Explanation[] = []): Explanation {
  return { value, description, details, match: true };
}

/** An explanation of why nothing matches. */
export function unmatched(description: string, details: readonly Explanation[] = []): Explanation {
  return { value: 0, description, details, match: false };
}

/** A float as Java prints it in a description: always with a decimal point. */
export function javaFloat(value: number): string {
  const single = Math.fround(value);
  if (Number.isInteger(single) && Math.abs(single) < 1e7) return single.toFixed(1);
  const magnitude = Math.abs(single);
  const digits = shortestSingle(single);
  if (magnitude >= 1e-3 && magnitude < 1e7) return withPoint(plain(digits));
  const [mantissa = "0", exponent = "0"] = Number(digits).toExponential().split("e");
  return `${withPoint(mantissa)}E${Number(exponent)}`;
}

/** The least digits that read back as the same float32. */
function shortestSingle(single: number): string {
  for (let precision = 1; precision < 10; precision++) {
    const text = single.toPrecision(precision);
    if (Math.fround(Number(text)) === single) return text;
  }
  return String(single);
}

function plain(digits: string): string {
  return String(Number(digits));
}

function withPoint(digits: string): string {
  return digits.includes(".") ? digits : `${digits}.0`;
}
