/** The hint after an unknown name: ` did you mean [doc]?` (`SuggestingErrorOnUnknown`). */

// Names below this similarity are not suggested.
const LEAST_SIMILARITY = 0.5;

/**
 * Hint with the known names most similar to `name`, with a leading space; empty when none is similar. `least`: minimum
 * similarity.
 */
export function didYouMean(name: string, known: Iterable<string>, least = LEAST_SIMILARITY): string {
  const near: { name: string; similarity: number }[] = [];
  for (const candidate of known) {
    const similarity = 1 - editDistance(name, candidate) / Math.max(name.length, candidate.length, 1);
    if (similarity > least) near.push({ name: candidate, similarity });
  }
  near.sort((a, b) => b.similarity - a.similarity || (a.name < b.name ? -1 : 1));
  const names = near.map((entry) => entry.name);
  if (names.length === 0) return "";
  return names.length === 1 ? ` did you mean [${names[0]}]?` : ` did you mean any of [${names.join(", ")}]?`;
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
