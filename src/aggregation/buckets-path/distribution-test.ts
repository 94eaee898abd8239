/** Compares the distribution of counts over buckets with an expected one, at points of both distribution functions. */
import { distanceProbability } from "../../core/two-samples.ts";

/** What is to be told apart from the expected distribution: smaller values, greater ones, or any others. */
export const ALTERNATIVES = ["less", "greater", "two_sided"] as const;
export type Alternative = (typeof ALTERNATIVES)[number];

/** Where most of the points are. */
export const SAMPLINGS = ["upper_tail", "uniform", "lower_tail"] as const;
export type Sampling = (typeof SAMPLINGS)[number];

interface Distributions {
  readonly counts: Float64Array;
  /** Parts of all documents, one for each bucket. */
  readonly expected: readonly number[];
  readonly sampling: Sampling;
}

const TENTHS = 10;
const POINTS = (TENTHS * (TENTHS + 1)) / 2;
/** Of fewer documents nothing can be told. */
const LEAST_DOCUMENTS = 23;
/** So many times points are chosen for documents that are fewer than the points. */
const TRIALS = 20;

/** The probability of each alternative's distance by chance; NaN when there are too few documents. */
export function probabilities(
  { counts, expected, sampling }: Distributions,
  alternatives: readonly Alternative[],
): Partial<Record<Alternative, number>> {
  const documents = counts.reduce((sum, count) => sum + count, 0);
  const size = Math.min(documents, POINTS);
  const found = distributionOf(counts);
  const wanted = distributionOf(expected);
  const points = pointsOf(sampling);
  const told: Partial<Record<Alternative, number>> = {};
  for (const alternative of alternatives) {
    if (!found || !wanted || size < LEAST_DOCUMENTS) told[alternative] = Number.NaN;
    else if (size === POINTS) told[alternative] = probability(found, wanted, points, alternative);
    else {
      let logarithms = 0;
      for (let trial = 0; trial < TRIALS; trial++) {
        const one = probability(found, wanted, choose(points, size, trial), alternative);
        logarithms += Math.log(one);
      }
      told[alternative] = Math.min(1, Math.exp(logarithms / TRIALS));
    }
  }
  return told;
}

/** The parts of all that lie in the first buckets, from none to all; undefined when there are none at all. */
function distributionOf(parts: ArrayLike<number>): Float64Array | undefined {
  const sums = new Float64Array(parts.length + 1);
  for (let i = 0; i < parts.length; i++) sums[i + 1] = sums[i]! + parts[i]!;
  const all = sums[parts.length]!;
  return all > 0 ? sums.map((sum) => sum / all) : undefined;
}

/** In each tenth as many points as it has a number, evenly; or all of them evenly. */
function pointsOf(sampling: Sampling): Float64Array {
  if (sampling === "uniform") return Float64Array.from({ length: POINTS }, (_, i) => (i + 1) / (POINTS + 1));
  const points = new Float64Array(POINTS);
  let at = 0;
  for (let tenth = 1; tenth <= TENTHS; tenth++)
    for (let i = 0; i < tenth; i++) points[at++] = (tenth - 1 + (0.5 + i) / tenth) / TENTHS;
  return sampling === "lower_tail" ? points.map((point) => 1 - point) : points;
}

/** So many of the points, by chance, but for each trial the same. */
function choose(points: Float64Array, size: number, trial: number): Float64Array {
  const left = points.slice();
  let state = trial * 2 + 1;
  for (let i = 0; i < size; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = i + Math.floor((state / 2 ** 32) * (left.length - i));
    [left[i], left[other]] = [left[other]!, left[i]!];
  }
  return left.subarray(0, size);
}

function probability(
  found: Float64Array,
  wanted: Float64Array,
  points: Float64Array,
  alternative: Alternative,
): number {
  const distance = sidedDistance(
    points.map((point) => quantile(found, point)).sort(),
    points.map((point) => quantile(wanted, point)).sort(),
    alternative,
  );
  const size = points.length;
  if (alternative === "two_sided") return distanceProbability(distance, [size, size]);
  // Equation 5.3 of J. L. Hodges, The significance probability of the Smirnov two-sample test (1958), for equal sizes.
  const z = Math.sqrt(size / 2) * distance;
  const continuity = (3 * size) / Math.sqrt(2 * size ** 3);
  return Math.min(1, Math.exp(-2 * z * z - (2 * z * continuity) / 3));
}

/** The bucket, with a fraction, below which a part of all lies. */
function quantile(distribution: Float64Array, part: number): number {
  let at = 1;
  while (at < distribution.length - 1 && distribution[at]! <= part) at++;
  const [below, above] = [distribution[at - 1]!, distribution[at]!];
  return at + (part - below) / (above - below);
}

/** The greatest distance of the distribution functions of two sorted samples, in one direction or in both. */
function sidedDistance(found: Float64Array, wanted: Float64Array, alternative: Alternative): number {
  let i = found[0]! < wanted[0]! ? 1 : 0;
  let j = 1 - i;
  let greatest = 0;
  for (;;) {
    const lead = i / found.length - j / wanted.length;
    greatest = Math.max(
      greatest,
      alternative === "two_sided" ? Math.abs(lead) : alternative === "greater" ? lead : -lead,
    );
    if (i >= found.length || j >= wanted.length) return greatest;
    const order = found[i]! - wanted[j]!;
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
}
