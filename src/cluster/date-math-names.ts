/** Date maths in index names: `<logs-{now/d{yyyy.MM.dd|+02:00}}>` (`DateMathExpressionResolver`). */
import { RequestError } from "../compat/errors.ts";
import { dateFormat } from "../compat/dates/date-format.ts";
import { parseDateMath } from "../compat/dates/date-math.ts";
import { timeZone, utc } from "../compat/time-zone.ts";

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
    const zone = match[3] === undefined ? utc : timeZone(match[3]);
    const format = dateFormat(match[2] || DEFAULT_FORMAT);
    const { ms, nanos } = parseDateMath(match[1] ?? "", format, { nowMs, roundUp: false, zone });
    return format.print(ms, nanos, zone);
  });
}
