import type { FieldType } from "../field-type.ts";
import { dateType } from "../dates/date-type.ts";

/** Instants in milliseconds. */
export const date: FieldType = dateType(
  {
    type: "date",
    defaultFormat: "strict_date_optional_time||epoch_millis",
    encode: (instant) => instant.ms,
    decode: (value) => ({ ms: Number(value), nanos: 0 }),
  },
  "Instants in milliseconds, written in one of the formats of the field.",
);
