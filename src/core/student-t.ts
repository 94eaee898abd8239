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
  0.999_999_999_999_997_092, 57.156_235_665_862_923_517, -59.597_960_355_475_491_248, 14.136_097_974_741_747_174,
  -0.491_913_816_097_620_199_78, 0.339_946_499_848_118_886_99e-4, 0.465_236_289_270_485_756_65e-4,
  -0.983_744_753_048_795_646_77e-4, 0.158_088_703_224_912_488_84e-3, -0.210_264_441_724_104_883_19e-3,
  0.217_439_618_115_212_643_2e-3, -0.164_318_106_536_763_890_22e-3, 0.844_182_239_838_527_432_93e-4,
  -0.261_908_384_015_814_086_7e-4, 0.368_991_826_595_316_234_5e-5,
];
const LANCZOS_G = 607 / 128;

/** The logarithm of the gamma function of a positive number (C. Lanczos, with P. Godfrey's coefficients). */
export function logGamma(x: number): number {
  let sum = LANCZOS[0]!;
  for (let i = 1; i < LANCZOS.length; i++) sum += LANCZOS[i]! / (x + i);
  const base = x + LANCZOS_G + 0.5;
  return (x + 0.5) * Math.log(base) - base + 0.5 * Math.log(2 * Math.PI) + Math.log(sum / x);
}
