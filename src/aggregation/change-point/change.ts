/** What became of a series of values. */
export interface Change {
  readonly type: string;
  /** The probability of such a change by chance; 1 where none was found. */
  readonly pValue: number;
  /** The value at which it begins, by its place in the series; absent: at none. */
  readonly at?: number;
  /** How much of the variance it explains. */
  readonly rValue?: number;
  readonly trend?: "increasing" | "decreasing";
  /** Why nothing can be said. */
  readonly reason?: string;
}

export const STATIONARY: Change = { type: "stationary", pValue: 1 };

/** The probability of something in one of so many trials, of which each has it with `pValue`. */
export function inAnyOf(trials: number, pValue: number): number {
  return pValue > 1e-10 ? 1 - (1 - pValue) ** trials : trials * pValue;
}
