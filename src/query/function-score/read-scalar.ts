/** Scalars in the bodies of functions, which Elasticsearch reads token by token. */
import { parseDecimal, tokenName } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import type { Json } from "../../core/json.ts";

/** A number; numeric text counts as one. */
export function numberOf(value: Json): number {
  if (typeof value === "string") return parseDecimal(value);
  if (typeof value === "number" || typeof value === "bigint") return Number(value);
  throw illegalArgument(`Current token (${tokenName(value)}) not numeric, can not use numeric value accessors`);
}

/** The text of a scalar. */
export function textOf(value: Json): string {
  if (typeof value === "object") throw illegalArgument(`Expected text at 1:1 but found ${tokenName(value)}`);
  return valueText(value);
}
