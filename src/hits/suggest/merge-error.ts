/** Indices that analyse a text differently have no common suggestions for it. */
import { RequestError } from "../../compat/errors.ts";

/** 500 `illegal_state_exception` */
export function illegalState(difference: string): RequestError {
  return new RequestError(
    500,
    "illegal_state_exception",
    "Can't merge suggest result, this might be caused by suggest calls across multiple indices with different analysis" +
      ` chains. Suggest entries have different ${difference}`,
  );
}
