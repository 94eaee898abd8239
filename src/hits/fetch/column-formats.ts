/** Formats of doc values, and how numbers of fields are written. */
import { dateFormat } from "../../compat/dates/date-format.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { MappedField } from "../../mapping/field-type.ts";

/**
 * Throws RequestError 400 for a format that the doc values of a field do not take (`MappedFieldType.docValueFormat`).
 */
export function checkColumnFormat(field: MappedField, name: string, format: string): void {
  const { family, type } = field;
  // Sort keys are shown in their form, whatever is asked for.
  if (family === "vector" || family === "binary" || type === "icu_collation_keyword") return;
  if (type === "date_range") dateFormat(format);
  else if (family === "date") field.format(type === "date_nanos" ? 0n : 0, format);
  else if (family === "integer" || family === "double") field.format(0, format);
  else if (type !== "aggregate_metric_double")
    throw illegalArgument(`Field [${name}] of type [${type}] does not support custom formats`);
}

/** Whether numbers that are shown of a field are doubles. */
export function showsDoubles({ family, type, parameters }: MappedField): boolean {
  if (family === "vector") return (parameters["element_type"] ?? "float") === "float";
  return (
    family === "double" ||
    family === "point" ||
    family === "shape" ||
    type === "rank_feature" ||
    type === "float_range" ||
    type === "double_range"
  );
}
