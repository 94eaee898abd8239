/** Formats of doc values. */
import { dateFormat } from "../compat/dates/date-format.ts";
import { illegalArgument } from "../compat/errors.ts";
import type { MappedField } from "../mapping/field-type.ts";

/**
 * Throws RequestError 400 for a format that the field's doc values do not support (`MappedFieldType.docValueFormat`).
 */
export function checkColumnFormat(field: MappedField, name: string, format: string): void {
  const { docvalueFormat, dates } = field.capabilities;
  if (docvalueFormat === undefined)
    throw illegalArgument(`Field [${name}] of type [${field.type}] does not support custom formats`);
  if (docvalueFormat === "date") dateFormat(format);
  if (docvalueFormat === "own") field.format(dates === "nanoseconds" ? 0n : 0, format);
}
