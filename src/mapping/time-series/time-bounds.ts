/** `index.time_series.start_time` and `end_time`: between which instants the points of an index lie. */
import { dateFormat } from "../../compat/dates/date-format.ts";
import { illegalArgument, type RequestError } from "../../compat/errors.ts";

type Settings = Readonly<Record<string, string | readonly string[] | null | undefined>>;

const START = "index.time_series.start_time";
const END = "index.time_series.end_time";
const FORMAT = "strict_date_optional_time||epoch_millis";
const NANOS_PER_MILLI = 1_000_000n;

/** Milliseconds since 1970: from `startMs` on, before `endMs`. */
export interface TimeBounds {
  readonly startMs: number;
  readonly endMs: number;
}

/** The bounds that settings give. Throws 400 for what is no date. */
export function timeBounds(settings: Settings): TimeBounds {
  return {
    startMs: settingMs(settings[START]) ?? Number.NEGATIVE_INFINITY,
    endMs: settingMs(settings[END]) ?? Number.POSITIVE_INFINITY,
  };
}

function settingMs(text: string | readonly string[] | null | undefined): number | undefined {
  return typeof text === "string" ? dateFormat(FORMAT).parse(text).ms : undefined;
}

/** An instant as Java writes it: without a fraction where there is none. */
export function instantText(ms: number): string {
  return new Date(ms).toISOString().replace(".000Z", "Z");
}

/** What is wrong with a timestamp; undefined: it lies within the bounds. */
export function outOfBounds(
  { startMs, endMs }: TimeBounds,
  timestamp: bigint,
  inNanos: boolean,
): RequestError | undefined {
  const ms = Number(inNanos ? timestamp / NANOS_PER_MILLI : timestamp);
  const what = `time series index @timestamp value [${instantText(ms)}] must be`;
  if (ms < startMs) return illegalArgument(`${what} larger than ${instantText(startMs)}`);
  if (ms >= endMs) return illegalArgument(`${what} smaller than ${instantText(endMs)}`);
  return undefined;
}
