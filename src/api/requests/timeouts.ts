/**
 * `timeout` and `master_timeout`: checked, with nothing to wait for, since one process applies every change before it
 * answers.
 */
import { ownOf } from "../../core/names.ts";
import { parseTimeMs } from "../../compat/time-value.ts";

/** Throws 400 for values that are no times. */
export function checkTimeouts(parameters: Readonly<Record<string, string>>): void {
  for (const name of ["master_timeout", "timeout"]) {
    const value = ownOf(parameters, name);
    if (value !== undefined) parseTimeMs(value, name);
  }
}
