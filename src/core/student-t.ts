/** Student's t distribution, by the continued fraction of the regularized incomplete beta function. */

/** Probability of a value of at most `t`, with so many degrees of freedom. */
export function studentT(t: number, degreesOfFreedom: number): number {
  if (t === 0) return 0.5;
  const tail = 0.5 * regularizedBeta(degreesOfFreedom / (degreesOfFreedom + t * t), 0.5 * degreesOfFreedom, 0.5);
  return t < 0 ? tail : 1 - tail;
}

const PRECISION = 1e-15;
const LEAST = 1e-300;
const MOST_STEPS = 100_000;

/** I(x; a, b); NaN where it is not defined. */
export function regularizedBeta(x: number, a: number, b: number): number {
  if (!(x >= 0 && x <= 1 && a > 0 && b > 0)) return Number.NaN;
  if (x === 0 || x === 1) return x;
  // The fraction converges quickly on this side only.
  if (x > (a + 1) / (a + b + 2)) return 1 - regularizedBeta(1 - x, b, a);
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b)) / a;
  return front / betaFraction(x, a, b);
}

/** The denominator of the front: 1 + c1 / (1 + c2 / (1 + …)), by the modified method of Lentz. */
function betaFraction(x: number, a: number, b: number): number {
  let [value, c, d] = [1, 1, 0];
  for (let step = 1; step < MOST_STEPS; step++) {
    const m = step >> 1;
    const factor =
      step % 2 === 0
        ? (m * (b - m) * x) / ((a + step - 1) * (a + step))
        : -((a + m) * (a + b + m) * x) / ((a + step - 1) * (a + step));
    d = 1 / nonZero(1 + factor * d);
    c = nonZero(1 + factor / c);
    value *= c * d;
    if (Math.abs(c * d - 1) <= PRECISION) break;
  }
  return value;
}

function nonZero(value: number): number {
  return Math.abs(value) < LEAST ? LEAST : value;
}

const LANCZOS = [
  0.9999999999999971, 57.15623566586292, -59.59796035547549, 14.136097974741746, -0.4919138160976202,
  0.00003399464998481189, 0.00004652362892704858, -0.00009837447530487956, 0.0001580887032249125,
  -0.00021026444172410488, 0.00021743961811521265, -0.0001643181065367639, 0.00008441822398385275,
  -0.000026190838401581408, 0.0000036899182659531625,
];
const LANCZOS_G = 607 / 128;

/** The logarithm of the gamma function of a positive number (C. Lanczos, with P. Godfrey's coefficients). */
export function logGamma(x: number): number {
  let sum = LANCZOS[0]!;
  for (let i = 1; i < LANCZOS.length; i++) sum += LANCZOS[i]! / (x + i);
  const base = x + LANCZOS_G + 0.5;
  return (x + 0.5) * Math.log(base) - base + 0.5 * Math.log(2 * Math.PI) + Math.log(sum / x);
}
