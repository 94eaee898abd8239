import { instants } from "../field-capabilities.ts";
import type { FieldType } from "../field-type.ts";
import { beyondNanos, dateType } from "../dates/date-type.ts";

/** The last millisecond that has all its nanoseconds in 64 bits. */
const LAST_MS = 9_223_372_036_854;

/** Instants in nanoseconds, from 1970 to 2262. */
export const dateNanos: FieldType = dateType(
  {
    type: "date_nanos",
    defaultFormat: "strict_date_optional_time_nanos||epoch_millis",
    values: instants("nanoseconds"),
    encode(instant) {
      if (instant.ms < 0 || instant.ms > LAST_MS) throw beyondNanos(instant);
      return BigInt(instant.ms) * 1_000_000n + BigInt(instant.nanos);
    },
    decode(value) {
      const nanos = BigInt(value);
      return { ms: Number(nanos / 1_000_000n), nanos: Number(nanos % 1_000_000n) };
    },
  },
  "Instants in nanoseconds, from 1970 to 2262.",
);
