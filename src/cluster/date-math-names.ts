/** Date maths in index names: `<logs-{now/d{yyyy.MM.dd|+02:00}}>` (`DateMathExpressionResolver`). */
import { RequestError } from "../compat/errors.ts";
import { ownOf } from "../core/names.ts";

const DEFAULT_FORMAT = "uuuu.MM.dd";

function parseFailure(name: string, why: string): RequestError {
  return new RequestError(400, "parse_exception", `invalid dynamic name expression [${name}]. ${why}`);
}

/** The current name for an expression; other names are returned unchanged. */
export function resolveDateMath(name: string, nowMs: number): string {
  if (!name.startsWith("<") || !name.endsWith(">")) return name;
  const inner = name.slice(1, -1);
  return inner.replace(/\{((?:[^{}]|\{[^{}]*\})*)\}/g, (_whole, body: string) => {
    const match = /^([^{}]+?)(?:\{([^{}|]*)(?:\|([^{}]*))?\})?$/.exec(body);
    if (!match) throw parseFailure(name, "missing closing `}` for date math placeholder");
    const offsetMinutes = zoneOffset(match[3], name);
    const date = evaluate(match[1] ?? "", nowMs, offsetMinutes, name);
    return formatDate(date, match[2] || DEFAULT_FORMAT, offsetMinutes, name);
  });
}

function zoneOffset(zone: string | undefined, name: string): number {
  if (zone === undefined || zone === "UTC" || zone === "Z") return 0;
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (!match) throw parseFailure(name, `unknown time zone [${zone}]`);
  return (match[1] === "-" ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]));
}

/** Applies `now[+-n unit | /unit]*`; all in the local time of the zone. */
function evaluate(expression: string, nowMs: number, offsetMinutes: number, name: string): number {
  const match = /^now((?:[+-]\d+[yMwdhHms]|\/[yMwdhHms])*)$/.exec(expression.trim());
  if (!match) throw parseFailure(name, `cannot parse date math [${expression}]`);
  const date = new Date(nowMs + offsetMinutes * 60_000);
  for (const [step] of (match[1] ?? "").matchAll(/[+-]\d+[yMwdhHms]|\/[yMwdhHms]/g)) {
    const unit = step.slice(-1);
    if (step.startsWith("/")) roundDown(date, unit);
    else add(date, unit, Number(step.slice(0, -1)));
  }
  return date.getTime() - offsetMinutes * 60_000;
}

function add(date: Date, unit: string, amount: number): void {
  if (unit === "y") date.setUTCFullYear(date.getUTCFullYear() + amount);
  else if (unit === "M") date.setUTCMonth(date.getUTCMonth() + amount);
  else {
    const ms: Record<string, number> = {
      w: 604_800_000,
      d: 86_400_000,
      h: 3_600_000,
      H: 3_600_000,
      m: 60_000,
      s: 1000,
    };
    date.setTime(date.getTime() + amount * (ownOf(ms, unit) ?? 0));
  }
}

function roundDown(date: Date, unit: string): void {
  if (unit === "w") date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  if (unit === "y") date.setUTCMonth(0, 1);
  if (unit === "M") date.setUTCDate(1);
  if ("yMwd".includes(unit)) date.setUTCHours(0, 0, 0, 0);
  else if ("hH".includes(unit)) date.setUTCMinutes(0, 0, 0);
  else if (unit === "m") date.setUTCSeconds(0, 0);
  else date.setUTCMilliseconds(0);
}

function formatDate(ms: number, format: string, offsetMinutes: number, name: string): string {
  const date = new Date(ms + offsetMinutes * 60_000);
  const pad = (value: number, width: number): string => String(value).padStart(width, "0");
  return format.replace(/'([^']*)'|([a-zA-Z])\2*/g, (run: string, quoted: string | undefined) => {
    if (quoted !== undefined) return quoted;
    switch (run[0]) {
      case "y":
      case "u":
        return run.length === 2 ? pad(date.getUTCFullYear() % 100, 2) : pad(date.getUTCFullYear(), run.length);
      case "M":
        return pad(date.getUTCMonth() + 1, run.length);
      case "d":
        return pad(date.getUTCDate(), run.length);
      case "H":
        return pad(date.getUTCHours(), run.length);
      case "m":
        return pad(date.getUTCMinutes(), run.length);
      case "s":
        return pad(date.getUTCSeconds(), run.length);
      default:
        throw parseFailure(name, `unknown pattern letter [${run[0]}] in date format [${format}]`);
    }
  });
}
