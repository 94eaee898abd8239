/** The upper tail of the normal distribution. */
import { logGamma } from "./student-t.ts";

const PRECISION = 1e-16;
const LEAST = 1e-300;
const MOST_STEPS = 1000;
/** Beyond, the tail is less than any number. */
const MOST_HALF = 750;

/** The probability of more than `deviations` standard deviations above the mean, precise in both tails. */
export function normalTail(deviations: number): number {
  const half = (deviations * deviations) / 2;
  if (half === 0) return 0.5;
  if (half > MOST_HALF) return deviations > 0 ? 0 : 1;
  const beyond = half < 1.5 ? 1 - gammaSeries(half) : gammaFraction(half);
  return deviations > 0 ? beyond / 2 : 1 - beyond / 2;
}

/** P(1/2, x), by its series. */
function gammaSeries(x: number): number {
  let term = 2;
  let sum = term;
  for (let step = 1; step < MOST_STEPS && term > sum * PRECISION; step++) {
    term *= x / (0.5 + step);
    sum += term;
  }
  return sum * front(x);
}

/** Q(1/2, x), by its continued fraction (the modified method of Lentz). */
function gammaFraction(x: number): number {
  let b = x + 0.5;
  let c = 1 / LEAST;
  let d = 1 / b;
  let value = d;
  for (let step = 1; step < MOST_STEPS; step++) {
    const a = -step * (step - 0.5);
    b += 2;
    d = 1 / (a * d + b);
    c = b + a / c;
    value *= c * d;
    if (Math.abs(c * d - 1) <= PRECISION * 4) break;
  }
  return value * front(x);
}

function front(x: number): number {
  return Math.exp(-x + 0.5 * Math.log(x) - logGamma(0.5));
}
