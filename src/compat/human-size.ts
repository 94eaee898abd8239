/** Formats sizes and times for humans, as Elasticsearch does. */

const BYTE_UNITS = ["b", "kb", "mb", "gb", "tb", "pb"] as const;
const TIME_UNITS: readonly (readonly [milliseconds: number, suffix: string])[] = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "m"],
  [1000, "s"],
  [1, "ms"],
  [0.001, "micros"],
];

/** `10.2kb`, `227b` (ByteSizeValue.toString): one decimal, truncated not rounded, without `.0`. */
export function humanBytes(bytes: number): string {
  if (Math.abs(bytes) < 1024) return `${bytes}b`;
  let unit = 0;
  let value = bytes;
  while (Math.abs(value) >= 1024 && unit < BYTE_UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return oneDecimal(value) + (BYTE_UNITS[unit] ?? "b");
}

/** `1.5s`, `20ms`, `0s` (TimeValue.toString). */
export function humanTime(milliseconds: number): string {
  return timeText(milliseconds, oneDecimal);
}

/** `1.25s`: with two decimals, as ages are shown. */
export function humanAge(milliseconds: number): string {
  return timeText(milliseconds, twoDecimals);
}

function timeText(milliseconds: number, decimals: (value: number) => string): string {
  if (milliseconds < 0) return String(milliseconds);
  if (milliseconds === 0) return "0s";
  for (const [size, suffix] of TIME_UNITS) {
    if (milliseconds >= size) return decimals(milliseconds / size) + suffix;
  }
  return `${Math.round(milliseconds * 1e6)}nanos`;
}

function twoDecimals(value: number): string {
  return String(Math.trunc(value * 100) / 100);
}

function oneDecimal(value: number): string {
  const tenths = Math.trunc(value * 10);
  return tenths % 10 === 0 ? String(tenths / 10) : (tenths / 10).toFixed(1);
}
