/** The error for when the system has no more memory, or no more addresses, for segments. */
import { RequestError } from "../../compat/errors.ts";

/** Calls `make`; when a memory cannot be created or grown, throws a 429 `circuit_breaking_exception`. */
export function withMemory<T>(bytes: number, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RequestError(
      429,
      "circuit_breaking_exception",
      `[segments] the system has no memory for [${bytes}] bytes of a segment: ${error.message}`,
      {
        details: { bytes_wanted: bytes, bytes_limit: 0, durability: "TRANSIENT" },
      },
    );
  }
}
