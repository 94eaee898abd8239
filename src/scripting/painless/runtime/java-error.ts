/** What scripts throw and catch. */
import { JavaObject, type Value } from "./values.ts";

/** A `Throwable` as a script holds it. */
export class Throwable extends JavaObject {
  readonly java: string;
  readonly message: string | null;
  readonly cause: Throwable | null;

  constructor(java: string, message: string | null, cause: Throwable | null = null) {
    super();
    this.java = java;
    this.message = message;
    this.cause = cause;
  }

  #raised: JavaError | undefined;

  /** Throwing it again does not change where it came from. */
  raise(): JavaError {
    return (this.#raised ??= new JavaError(this));
  }

  override text(): string {
    return this.message === null ? this.java : `${this.java}: ${this.message}`;
  }
}

/** A `Throwable` on its way; its stack says where in the script it was thrown. */
export class JavaError extends Error {
  readonly thrown: Throwable;

  constructor(thrown: Throwable) {
    super(thrown.message ?? "");
    this.thrown = thrown;
  }
}

function failure(java: string): (message: string | null) => JavaError {
  return (message) => new Throwable(java, message).raise();
}

export const illegalArgumentError = failure("java.lang.IllegalArgumentException");
export const illegalStateError = failure("java.lang.IllegalStateException");
export const arithmeticError = failure("java.lang.ArithmeticException");
export const castError = failure("java.lang.ClassCastException");
export const nullError = failure("java.lang.NullPointerException");
export const boundsError = failure("java.lang.IndexOutOfBoundsException");
export const arrayBoundsError = failure("java.lang.ArrayIndexOutOfBoundsException");
export const stringBoundsError = failure("java.lang.StringIndexOutOfBoundsException");
export const numberFormatError = failure("java.lang.NumberFormatException");
export const noElementError = failure("java.util.NoSuchElementException");
export const unsupportedError = failure("java.lang.UnsupportedOperationException");
export const dateTimeError = failure("java.time.DateTimeException");
export const dateParseError = failure("java.time.format.DateTimeParseException");
export const unsupportedTemporal = failure("java.time.temporal.UnsupportedTemporalTypeException");
/** What no script can catch: it has gone beyond a limit. */
export const limitError = failure("PainlessError");
export const memoryError = failure("CircuitBreakingException");

/** The value, which a method is called of. */
export function present<Present extends NonNullable<Value>>(value: Present | null): Present {
  if (value === null) throw nullError('Cannot invoke "Object.getClass()" because "callArgs[0]" is null');
  return value;
}

/** `NumberFormatException` as the name of a type of errors in answers: `number_format_exception`. */
export function errorType(java: string): string {
  const simple = java.slice(java.lastIndexOf(".") + 1).replace(/^Elasticsearch/, "");
  return simple.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase();
}
