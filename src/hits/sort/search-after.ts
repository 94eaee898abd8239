/** Values of `search_after` (`SearchAfterBuilder.convertValueFromSortType`). */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import type { Json } from "../../core/json.ts";
import { parseNumberText } from "../../compat/request-text.ts";

/** Reads a number for the key of `field`; `type` names the kind of key in errors. */
export function numberAfter(field: string, value: Json, type: string, whole: boolean): number | bigint {
  if (value === null) throw nullAfter(field, type);
  if (typeof value === "bigint") return value;
  if (typeof value === "number") return whole ? Math.trunc(value) : value;
  if (typeof value === "string" && whole && /^-?\d{16,}$/.test(value)) return BigInt(value);
  return afterOf(field, () => parseNumberText(valueText(value), whole));
}

/** "… cannot be null for sort field [i] of type [INT]". */
export function nullAfter(field: string, type: string): RequestError {
  return illegalArgument(
    `[search_after] value at position 0 cannot be null for sort field [${field}] of type [${type}].`,
  );
}

/** Runs `read`, wrapping its request errors in "Failed to parse search_after value for field [n].". */
export function afterOf<T>(field: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new RequestError(
      400,
      "illegal_argument_exception",
      `Failed to parse search_after value for field [${field}].`,
      { cause: error },
    );
  }
}
