/** Errors of the queries that Elasticsearch reads with a declared parser at the top of a query: `match_all`, `ids`. */
import { RequestError } from "../compat/errors.ts";

/** Runs `read`. An `x_content_parse_exception` becomes a `parsing_exception` with the same text, and is its cause. */
export function declaredBody<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RequestError) || error.type !== "x_content_parse_exception") throw error;
    throw new RequestError(400, "parsing_exception", error.message, { details: { line: 1, col: 1 }, cause: error });
  }
}
