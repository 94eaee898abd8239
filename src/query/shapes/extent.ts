/** The least of at least one number. */
export function least(values: Float64Array): number {
  return values.reduce((one, other) => Math.min(one, other));
}

/** The largest of at least one number. */
export function largest(values: Float64Array): number {
  return values.reduce((one, other) => Math.max(one, other));
}
