/** Options that retrievers have as searches do. */
import { tokenName } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { RequestText } from "../../compat/request-text.ts";
import type { Json } from "../../core/json.ts";

/** Refuses a negative number. */
export function checkTerminateAfter(count: number): number {
  if (count < 0) throw illegalArgument("terminateAfter must be > 0");
  return count;
}

/** The values of `search_after`. */
export function parseSearchAfter(request: RequestText, values: Json[]): readonly Json[] {
  if (values.length === 0) throw illegalArgument("Values must contains at least one value.");
  const bad = values.findIndex((value) => typeof value === "object" && value !== null);
  if (bad < 0) return values;
  const allowed = "Expected [VALUE_STRING] or [VALUE_NUMBER] or [VALUE_BOOLEAN] or [VALUE_NULL] but found";
  throw request.at(
    request.places.value(values, bad),
    `${allowed} [${tokenName(values[bad] ?? null)}] inside search_after.`,
  );
}
