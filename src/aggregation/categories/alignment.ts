/** What two lists of tokens have in common, in order. */

/** A message: its tokens, what each weighs, and all together. */
export interface WeighedTokens {
  readonly tokens: readonly string[];
  readonly weights: readonly number[];
  readonly total: number;
}

/**
 * The Levenshtein distance where leaving out a token costs its weight, and putting one for another the greater of
 * theirs.
 */
export function distance(left: WeighedTokens, right: WeighedTokens): number {
  const costs = new Float64Array(right.tokens.length + 1);
  for (let at = 0; at < right.tokens.length; at++) costs[at + 1] = costs[at]! + right.weights[at]!;
  for (let row = 0; row < left.tokens.length; row++) {
    const token = left.tokens[row]!;
    const weight = left.weights[row]!;
    let diagonal = costs[0]!;
    costs[0] = diagonal + weight;
    for (let at = 0; at < right.tokens.length; at++) {
      const other = right.weights[at]!;
      const changed = diagonal + (token === right.tokens[at] ? 0 : Math.max(weight, other));
      diagonal = costs[at + 1]!;
      costs[at + 1] = Math.min(changed, diagonal + weight, costs[at]! + other);
    }
  }
  return costs[right.tokens.length]!;
}

/** The part of the heavier one that both have, from 0 to 1; two without tokens are the same. */
export function similarity(left: WeighedTokens, right: WeighedTokens): number {
  const total = Math.max(left.total, right.total);
  return total === 0 ? 1 : (total - distance(left, right)) / total;
}

/** The longest list of tokens that both have in this order; of several the one that ends first in `left`. */
export function commonTokens(left: readonly string[], right: readonly string[]): string[] {
  const width = right.length + 1;
  /** Of what follows (row, column). */
  const lengths = new Uint16Array((left.length + 1) * width);
  for (let row = left.length - 1; row >= 0; row--) {
    for (let at = right.length - 1; at >= 0; at--) {
      const place = row * width + at;
      lengths[place] =
        left[row] === right[at]
          ? lengths[place + width + 1]! + 1
          : Math.max(lengths[place + width]!, lengths[place + 1]!);
    }
  }
  const common: string[] = [];
  for (let row = 0, at = 0; row < left.length && at < right.length;) {
    if (left[row] === right[at]) {
      common.push(left[row]!);
      row++;
      at++;
    } else if (lengths[(row + 1) * width + at]! >= lengths[row * width + at + 1]!) row++;
    else at++;
  }
  return common;
}
