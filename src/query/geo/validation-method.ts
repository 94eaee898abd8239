/** `validation_method` of the geographic queries: how coordinates off the globe are handled. */
import type { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";

/** Refused; normalized onto the globe; accepted as they are. */
export type ValidationMethod = "STRICT" | "COERCE" | "IGNORE_MALFORMED";

const methods: readonly ValidationMethod[] = ["COERCE", "IGNORE_MALFORMED", "STRICT"];

/** Reads the option, in any case; `STRICT` when absent. */
export function readValidationMethod(read: BodyReader): ValidationMethod {
  const text = read.string("validation_method");
  if (text === undefined) return "STRICT";
  const known = methods.find((method) => method === text.toUpperCase());
  if (!known) throw illegalArgument(`operator needs to be either [${methods.join(", ")}], but not [${text}]`);
  return known;
}
