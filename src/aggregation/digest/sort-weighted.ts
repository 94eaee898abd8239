/** Values with weights in ascending order; zeros of both signs are equal. */

export interface Weighted {
  readonly values: Float64Array;
  readonly weights: Float64Array;
}

/** Sorts values with their weights; equal ones stay in their order. */
export function sortPairs(values: Float64Array, weights: Float64Array): void {
  const [kept, keptWeights] = [values.slice(), weights.slice()];
  const order = Uint32Array.from(values, (_, place) => place);
  order.sort((left, right) => kept[left]! - kept[right]! || left - right);
  for (let i = 0; i < order.length; i++) {
    values[i] = kept[order[i]!]!;
    weights[i] = keptWeights[order[i]!]!;
  }
}

/** Merges two runs; of equal values those of the first come first. */
export function mergeRuns(first: Weighted, second: Weighted, into: Weighted): void {
  let a = 0;
  let b = 0;
  const total = first.values.length + second.values.length;
  for (let i = 0; i < total; i++) {
    const ahead = b === second.values.length || (a < first.values.length && first.values[a]! <= second.values[b]!);
    const from = ahead ? first : second;
    const at = ahead ? a++ : b++;
    into.values[i] = from.values[at]!;
    into.weights[i] = from.weights[at]!;
  }
}
