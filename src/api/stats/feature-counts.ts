/** How often named things occur in indices, and in how many of these. */

/** Counts by name. */
export class FeatureCounts {
  readonly #counts = new Map<string, { count: number; readonly indices: Set<string> }>();

  add(name: string, index: string): void {
    let entry = this.#counts.get(name);
    if (!entry) this.#counts.set(name, (entry = { count: 0, indices: new Set() }));
    entry.count++;
    entry.indices.add(index);
  }

  /** In the order of names. */
  entries(): { name: string; count: number; index_count: number }[] {
    return [...this.#counts]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, { count, indices }]) => ({ name, count, index_count: indices.size }));
  }
}
