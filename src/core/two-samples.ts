/** Whether two samples come from one distribution (Kolmogorov and Smirnov). */

/** The greatest distance of the two distribution functions. Sorts both samples. */
export function greatestDistance(a: Float64Array, b: Float64Array): number {
  a.sort();
  b.sort();
  let [i, j, greatest] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const at = Math.min(a[i]!, b[j]!);
    while (i < a.length && a[i] === at) i++;
    while (j < b.length && b[j] === at) j++;
    greatest = Math.max(greatest, Math.abs(i / a.length - j / b.length));
  }
  return greatest;
}

/** Distances that differ by less are the same. */
const TOLERANCE = 1e-12;

/**
 * The probability that samples of these sizes, of one continuous distribution, are at least so far apart. Of all ways
 * to mix both samples each is as likely, and each is a path through a lattice: those that leave the band around its
 * diagonal are counted.
 */
export function distanceProbability(distance: number, [first, second]: readonly [number, number]): number {
  const band = Math.ceil((distance - TOLERANCE) * first * second);
  // outside[j]: the part of all paths to (i, j) that have left the band.
  const outside = new Float64Array(second + 1);
  for (let i = 0; i <= first; i++) {
    for (let j = 0; j <= second; j++) {
      if (Math.abs(i * second - j * first) >= band) outside[j] = 1;
      else if (i + j === 0) outside[j] = 0;
      else outside[j] = ((i === 0 ? 0 : outside[j]! * i) + (j === 0 ? 0 : outside[j - 1]! * j)) / (i + j);
    }
  }
  return outside[second]!;
}
