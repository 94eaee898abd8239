/** Which structures of which fields are read of a segment: bits by field, until somebody takes them. */

/** One bit for each structure, in the order in which `_field_usage_stats` shows them. */
export const READS = {
  terms: 1,
  postings: 2,
  frequencies: 4,
  positions: 8,
  offsets: 16,
  payloads: 32,
  storedFields: 64,
  docValues: 128,
  points: 256,
  norms: 512,
  termVectors: 1024,
  vectors: 2048,
} as const;

/** Of one reader. What is noted twice costs a look. */
export class FieldReads {
  readonly #byField = new Map<string, number>();
  #isEmpty = true;

  add(field: string, structures: number): void {
    const before = this.#byField.get(field) ?? 0;
    const now = before | structures;
    if (now === before) return;
    this.#byField.set(field, now);
    this.#isEmpty = false;
  }

  /** Hands over what was noted since the last time, and forgets it. Fields stay, as they will be read again. */
  take(into: Map<string, number> | undefined): void {
    if (this.#isEmpty) return;
    this.#isEmpty = true;
    for (const [field, structures] of this.#byField) {
      if (structures === 0) continue;
      this.#byField.set(field, 0);
      into?.set(field, (into.get(field) ?? 0) | structures);
    }
  }
}
