/** What can be thrown and caught. */
import { Throwable } from "../runtime/java-error.ts";
import type { ClassDefinition } from "./class-definition.ts";
import { JavaArray } from "../runtime/collections.ts";

const THROWABLE = "java.lang.Throwable";
const EXCEPTION = "java.lang.Exception";
const RUNTIME = "java.lang.RuntimeException";
const ARGUMENT = "java.lang.IllegalArgumentException";
const BOUNDS = "java.lang.IndexOutOfBoundsException";

function error(name: string, above: string): ClassDefinition {
  return {
    name,
    supers: [above],
    members: {
      "new()": () => new Throwable(name, null),
      "new(String)": (message: string | null) => new Throwable(name, message),
      ...(above === THROWABLE || above === EXCEPTION || above === RUNTIME
        ? {
            "new(String,Throwable)": (message: string | null, cause: Throwable | null) =>
              new Throwable(name, message, cause),
          }
        : {}),
    },
  };
}

export const errorClasses: readonly ClassDefinition[] = [
  {
    name: THROWABLE,
    members: {
      "String getMessage()": (self: Throwable) => self.message,
      "String getLocalizedMessage()": (self: Throwable) => self.message,
      "Throwable getCause()": (self: Throwable) => self.cause,
      "Object[] getStackTrace()": () => new JavaArray("java.lang.Object", [], { box: (v: null) => v, unbox: (v) => v }),
    },
  },
  error(EXCEPTION, THROWABLE),
  error(RUNTIME, EXCEPTION),
  error(ARGUMENT, RUNTIME),
  error("java.lang.ArithmeticException", RUNTIME),
  error("java.lang.ArrayStoreException", RUNTIME),
  error("java.lang.ClassCastException", RUNTIME),
  error("java.lang.IllegalStateException", RUNTIME),
  error("java.lang.NullPointerException", RUNTIME),
  error("java.lang.NegativeArraySizeException", RUNTIME),
  error("java.lang.UnsupportedOperationException", RUNTIME),
  error("java.lang.NumberFormatException", ARGUMENT),
  error(BOUNDS, RUNTIME),
  error("java.lang.ArrayIndexOutOfBoundsException", BOUNDS),
  error("java.lang.StringIndexOutOfBoundsException", BOUNDS),
  error("java.util.NoSuchElementException", RUNTIME),
  error("java.util.ConcurrentModificationException", RUNTIME),
  error("java.util.MissingFormatArgumentException", ARGUMENT),
  error("java.util.UnknownFormatConversionException", ARGUMENT),
  error("java.util.IllegalFormatConversionException", ARGUMENT),
  error("java.time.DateTimeException", RUNTIME),
  error("java.time.temporal.UnsupportedTemporalTypeException", "java.time.DateTimeException"),
  error("java.time.format.DateTimeParseException", "java.time.DateTimeException"),
  error("java.util.regex.PatternSyntaxException", ARGUMENT),
];
