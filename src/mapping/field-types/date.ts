import type { FieldType } from "../field-type.ts";
import { dateType, milliseconds } from "../dates/date-type.ts";

/** Instants in milliseconds. */
export const date: FieldType = dateType(
  milliseconds,
  "Instants in milliseconds, written in one of the formats of the field.",
);
