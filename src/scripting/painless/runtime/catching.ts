/** Errors that a script catches. */
import { RequestError } from "../../../compat/errors.ts";
import { isSubclass } from "../classes/class-registry.ts";
import { JavaError, Throwable } from "./java-error.ts";

/** What scripts cannot catch. */
const LIMITS = new Set(["PainlessError", "CircuitBreakingException"]);

/** The error as an object of the class; null: it is none, and goes on. */
export function caughtAs(error: unknown, className: string): Throwable | null {
  const thrown = throwableOf(error);
  return thrown && !LIMITS.has(thrown.java) && isSubclass(thrown.java, className) ? thrown : null;
}

/** An error as Java has it; undefined: one that is not of the script. */
export function throwableOf(error: unknown): Throwable | undefined {
  if (error instanceof JavaError) return error.thrown;
  // What takes an object is given null.
  if (error instanceof TypeError) return new Throwable("java.lang.NullPointerException", null);
  if (error instanceof RequestError) return new Throwable("java.lang.IllegalArgumentException", error.message);
  return undefined;
}
