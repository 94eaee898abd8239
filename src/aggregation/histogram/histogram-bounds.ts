/** `extended_bounds` and `hard_bounds` of both histograms. */
import { type BodyReader, contentParseException } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { type Json, isJsonObject } from "../../core/json.ts";
import { failedField, unsupportedToken, withinField } from "../declared-values.ts";

/** Bounds in the unit of the field; undefined: open. */
export interface Bounds {
  readonly min: number | undefined;
  readonly max: number | undefined;
}

/** Bounds in the request: dates may be texts, which are parsed with the field's format. */
export interface RequestedBounds {
  readonly min: number | string | undefined;
  readonly max: number | string | undefined;
}

/** Parses bounds. Throws 400 for unknown keys and invalid values. */
export function readBounds(read: BodyReader, key: "extended_bounds" | "hard_bounds"): RequestedBounds | undefined {
  const body = read.json(key);
  if (body === undefined) return undefined;
  if (!isJsonObject(body)) throw unsupportedToken(read, key, body);
  const inner = read.what === "histogram" ? "double_bounds" : "bounds";
  for (const name of Object.keys(body)) {
    if (name === "min" || name === "max") continue;
    throw failedField(read, key, contentParseException(`[${inner}] unknown field [${name}]`));
  }
  return withinField(read, key, () => ({
    min: readSide(body["min"], inner, "min"),
    max: readSide(body["max"], inner, "max"),
  }));
}

function readSide(value: Json | undefined, what: string, side: string): number | string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "object" || typeof value === "boolean") throw unsupportedToken({ what }, side, value);
  return typeof value === "bigint" ? Number(value) : value;
}

/** Throws for extended bounds outside of hard bounds; `shown` are both as written in the request. */
export function checkInside(
  extended: Bounds | undefined,
  hard: Bounds | undefined,
  shown: { readonly hard: string; readonly extended: string },
): void {
  if (!extended || !hard) return;
  const below = hard.min !== undefined && extended.min !== undefined && extended.min < hard.min;
  const above = hard.max !== undefined && extended.max !== undefined && extended.max > hard.max;
  if (below || above)
    throw illegalArgument(
      `Extended bounds have to be inside hard bounds, hard bounds: [${shown.hard}], extended bounds: [${shown.extended}]`,
    );
}
