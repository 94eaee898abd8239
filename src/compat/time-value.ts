/** Parses durations and sizes in Elasticsearch's notation: `1s`, `500ms`, `10kb`. */
import { illegalArgument, RequestError } from "./errors.ts";
import { type NameTable, nameTable } from "../core/names.ts";

const TIME_UNITS_MS: NameTable<number> = nameTable({
  nanos: 1e-6,
  micros: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
});
const BYTE_UNITS: NameTable<number> = nameTable({
  b: 1,
  kb: 1024,
  k: 1024,
  mb: 1024 ** 2,
  m: 1024 ** 2,
  gb: 1024 ** 3,
  g: 1024 ** 3,
  tb: 1024 ** 4,
  t: 1024 ** 4,
  pb: 1024 ** 5,
  p: 1024 ** 5,
});

/**
 * Milliseconds of a duration; `-1` and `0` need no unit. `setting` is named in the error (`TimeValue.parseTimeValue`).
 */
export function parseTimeMs(text: string, setting: string): number {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === "-1") return -1;
  if (trimmed === "0") return 0;
  const match = /^(-?\d+(?:\.\d+)?)(nanos|micros|ms|s|m|h|d)$/.exec(trimmed);
  // The unit may be written large, but for minutes: `M` are months elsewhere.
  const unit = match && !/[^m]M$/.test(text.trim()) ? TIME_UNITS_MS[match[2] ?? ""] : undefined;
  if (!match || unit === undefined) {
    throw illegalArgument(
      `failed to parse setting [${setting}] with value [${text}] as a time value: unit is missing or unrecognized`,
    );
  }
  const amount = match[1] ?? "";
  if (amount.includes(".")) {
    const cause = new RequestError(400, "number_format_exception", `For input string: "${amount}"`);
    const reason = `failed to parse [${text}], fractional time values are not supported`;
    throw new RequestError(400, "illegal_argument_exception", reason, { cause });
  }
  if (Number(amount) < 0) {
    throw illegalArgument(
      `failed to parse setting [${setting}] with value [${text}] as a time value: negative durations are not supported`,
    );
  }
  return Number(amount) * unit;
}

/** Bytes of a size (`ByteSizeValue.parseBytesSizeValue`); `-1` and `0` need no unit. */
export function parseBytes(text: string, setting: string): number {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === "-1" || trimmed === "0") return Number(trimmed);
  const match = /^(\d+(?:\.\d+)?)([a-z]+)$/.exec(trimmed);
  const unit = match ? BYTE_UNITS[match[2] ?? ""] : undefined;
  if (!match || unit === undefined) {
    throw illegalArgument(
      `failed to parse setting [${setting}] with value [${text}] as a size in bytes: unit is missing or unrecognized`,
    );
  }
  return Math.round(Number(match[1]) * unit);
}
