/** How good the first ten hits are, by judgements: the usual measures, of what has been judged. */

/** From 0 (wrong) to 3 (just right); undefined: nobody has looked. */
export type Grade = number | undefined;

/** Of the ten judged ones, how many are at least fairly right; undefined where nothing is judged. */
export function precisionAt(grades: readonly Grade[], at = 10): number | undefined {
  const judged = grades.slice(0, at).filter((grade) => grade !== undefined);
  return judged.length === 0 ? undefined : judged.filter((grade) => grade >= 1).length / judged.length;
}

/** One over the place of the first right one. */
export function reciprocalRank(grades: readonly Grade[], at = 10): number | undefined {
  if (grades.every((grade) => grade === undefined)) return undefined;
  const place = grades.slice(0, at).findIndex((grade) => grade !== undefined && grade >= 1);
  return place < 0 ? 0 : 1 / (place + 1);
}

/** Discounted gain beside the best that could be, of all that were judged. */
export function normalizedGain(grades: readonly Grade[], all: readonly number[], at = 10): number | undefined {
  const best = gain(all.toSorted((left, right) => right - left).slice(0, at));
  if (all.length === 0) return undefined;
  return best === 0 ? 0 : gain(grades.slice(0, at).map((grade) => grade ?? 0)) / best;
}

const gain = (grades: readonly number[]): number =>
  grades.reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0);

/** Mean of those that are known. */
export function mean(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length;
}
