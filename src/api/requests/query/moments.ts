/** Moments in queries: milliseconds, dates, and date maths (`now-1h`). */
import { onFirstUse } from "../../../core/on-first-use.ts";
import { dateFormat } from "../../../compat/dates/date-format.ts";
import { parseDateMath } from "../../../compat/dates/date-math.ts";

const format = onFirstUse(() => dateFormat("strict_date_optional_time||epoch_millis"));

/** Milliseconds since 1970 of a text; `roundUp`: the end of what it names. */
export function momentOf(text: string, nowMs: number, roundUp: boolean): number {
  return parseDateMath(text, format(), { nowMs, roundUp, zone: undefined }).ms;
}
