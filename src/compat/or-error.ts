/** For items that each have their own result or error. */

/** The result of `work`, or the error that it throws. */
export function orError<Result>(work: () => Result): Result | Error {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}
