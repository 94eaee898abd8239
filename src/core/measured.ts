/** How often something was done, and how long it took in all. */

/** Sums, as plain data. */
export interface Measured {
  nanos: number;
  count: number;
}

/** Nothing yet. */
export function newMeasured(): Measured {
  return { nanos: 0, count: 0 };
}

/** Does it, and adds what it took. */
export function measureInto<Result>(measured: Measured, work: () => Result): Result {
  const started = process.hrtime.bigint();
  try {
    return work();
  } finally {
    measured.nanos += Number(process.hrtime.bigint() - started);
    measured.count++;
  }
}
