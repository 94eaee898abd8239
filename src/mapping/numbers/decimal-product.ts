/** The product of two doubles in decimal: `79.99 * 100` is `7999`, where binary multiplication gives slightly less. */

/**
 * Multiplies the shortest decimal numbers that read as the factors (`BigDecimal.multiply` of `Double.toString`), then
 * rounds once.
 */
export function decimalProduct(left: number, right: number): number {
  if (!Number.isFinite(left) || !Number.isFinite(right)) return left * right;
  const [leftDigits, leftExponent] = decimal(left);
  const [rightDigits, rightExponent] = decimal(right);
  return Number(`${leftDigits * rightDigits}e${leftExponent + rightExponent}`);
}

/** A number as digits and a power of ten. */
function decimal(value: number): readonly [digits: bigint, exponent: number] {
  const [mantissa = "0", exponent = "0"] = value.toExponential().split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return [BigInt(`${whole}${fraction}`), Number(exponent) - fraction.length];
}
