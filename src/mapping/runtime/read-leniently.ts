import { RequestError } from "../../compat/errors.ts";
import { ValueError } from "../value-error.ts";

/** The result of `read`; undefined when the value does not fit. */
export function readLeniently<Result>(read: () => Result | undefined): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RequestError || error instanceof ValueError) return undefined;
    throw error;
  }
}
