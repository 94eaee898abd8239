/** Tells which values of one document come again. Documents ascend by place within a batch. */
export class SeenOfDocument<T> {
  readonly #seen: T[] = [];
  #count = 0;
  #place = -1;

  /** Begins a batch: places start over. */
  begin(): void {
    this.#place = -1;
  }

  /** Whether the document at this place has not had the value yet. */
  isFirst(place: number, value: T): boolean {
    if (place !== this.#place) {
      this.#place = place;
      this.#seen[0] = value;
      this.#count = 1;
      return true;
    }
    const seen = this.#seen;
    for (let i = 0; i < this.#count; i++) if (seen[i] === value) return false;
    seen[this.#count++] = value;
    return true;
  }
}
