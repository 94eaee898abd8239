/** Numbers that are the same for the same seeds. */
export class Random {
  #state;

  constructor(...seeds) {
    this.#state = 0x9e3779b9;
    for (const seed of seeds) {
      this.#state = (Math.imul(this.#state ^ seed, 0x85ebca6b) ^ (seed >>> 7)) >>> 0 || 1;
      this.next();
      this.next();
    }
  }

  /** From 0 to below 1. */
  next() {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state >>> 0;
    return this.#state / 2 ** 32;
  }

  below(limit) {
    return Math.floor(this.next() * limit);
  }

  chance(probability) {
    return this.next() < probability;
  }

  pick(list) {
    return list[this.below(list.length)];
  }
}
