/** The error for a pattern whose automaton would cost too much. */
import { RequestError } from "../errors.ts";

/** 400 for an automaton; `what`: a regular expression, or `automaton with 3 states and 4 transitions`. */
export function tooComplex(what: string, limit: number): RequestError {
  return new RequestError(
    400,
    "too_complex_to_determinize_exception",
    `Determinizing ${what} would require more than ${limit} effort.`,
  );
}
