/** The least of the numbers; there is at least one. */
export function least(values: Float64Array): number {
  return values.reduce((one, other) => Math.min(one, other));
}

/** The greatest of the numbers; there is at least one. */
export function largest(values: Float64Array): number {
  return values.reduce((one, other) => Math.max(one, other));
}
