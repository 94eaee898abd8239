/** For items of which each has its own answer or error. */

/** What `work` answers, or the error that it throws. */
export function orError<Result>(work: () => Result): Result | Error {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}
