/** Values of settings of deciders. All throw 400. */
import { illegalArgument } from "../compat/errors.ts";

/** A number that is at least `least`. */
export function numberSetting(name: string, text: string, least: number): number {
  const value = Number(text);
  if (text.trim() === "" || Number.isNaN(value))
    throw illegalArgument(`Failed to parse value [${text}] for setting [${name}]`);
  if (value < least) throw illegalArgument(`Failed to parse value [${text}] for setting [${name}] must be >= ${least}`);
  return value;
}

/** A whole number that is at least `least`. */
export function integerSetting(name: string, text: string, least: number): number {
  const value = numberSetting(name, text, least);
  if (!Number.isInteger(value)) throw illegalArgument(`Failed to parse value [${text}] for setting [${name}]`);
  return value;
}
