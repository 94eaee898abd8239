/** Numbers, sizes and times as people read them, in the language of the browser. */
const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const precise = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 });
const short = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });
const stamp = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

export const count = (value: number): string => (Number.isInteger(value) ? whole.format(value) : precise.format(value));
export const compact = (value: number): string => (Math.abs(value) < 10_000 ? count(value) : short.format(value));

const UNITS = ["B", "KB", "MB", "GB", "TB"];
const STEP = 1024;

export function bytes(value: number): string {
  let at = 0;
  let left = value;
  while (left >= STEP && at < UNITS.length - 1) {
    left /= STEP;
    at++;
  }
  return `${left < 10 && at > 0 ? left.toFixed(1) : Math.round(left)} ${UNITS[at]}`;
}

export function duration(ms: number): string {
  if (ms < 1) return `${Math.round(ms * 1000)} µs`;
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 86_400)} d ${Math.round((seconds % 86_400) / 3600)} h`;
}

export const nanos = (value: number): string => duration(value / 1e6);

export function when(iso: string | number): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? String(iso) : stamp.format(date);
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["second", 60],
  ["minute", 60],
  ["hour", 24],
  ["day", 30],
  ["month", 12],
  ["year", Number.POSITIVE_INFINITY],
];

export function ago(iso: string | number, now = Date.now()): string {
  let left = (new Date(iso).getTime() - now) / 1000;
  if (Number.isNaN(left)) return String(iso);
  for (const [unit, most] of STEPS) {
    if (Math.abs(left) < most) return relative.format(Math.round(left), unit);
    left /= most;
  }
  return when(iso);
}

/** `1 document`, `3 documents`. */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

/** A value of a document in one line. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "string") return value;
  if (typeof value === "number") return count(value);
  if (typeof value === "boolean") return value ? "true" : "false";
  const { lat, lon } = value as { lat?: unknown; lon?: unknown };
  if (typeof lat === "number" && typeof lon === "number") return `${lat.toFixed(2)}, ${lon.toFixed(2)}`;
  return JSON.stringify(value);
}
