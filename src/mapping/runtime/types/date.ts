import { dateFormat } from "../../../compat/dates/date-format.ts";
import type { Json } from "../../../core/json.ts";
import { localeParameter, milliseconds } from "../../dates/date-type.ts";
import { date as dateField } from "../../field-types/date.ts";
import type { MappedField } from "../../field-type.ts";
import { javaText } from "../../mapping-error.ts";
import type { Parameter } from "../../parameter.ts";
import { type RuntimeType, searchedType } from "../runtime-type.ts";
import { valuesFromSource } from "../values-from-source.ts";

const formatParameter: Parameter = {
  name: "format",
  fallback: milliseconds.defaultFormat,
  updateable: true,
  acceptsNull: true,
  read(value) {
    const text = javaText(value);
    dateFormat(text);
    return text;
  },
};

/** Instants in milliseconds, in the formats of the field. */
export const date: RuntimeType = searchedType({
  fieldType: dateField,
  summary: "Instants in milliseconds, written in one of the formats of the field.",
  queries: { className: "Long", exact: "instant" },
  parameters: [formatParameter, { ...localeParameter, updateable: true, acceptsNull: true }],
  fromSource({ path, key, field }) {
    const read = readerOf(field);
    return valuesFromSource({ path, key, numbersAsTexts: true }, read);
  },
  program: (script, scripts) => scripts.program(script, "date_field"),
  fromScript: (value) => value,
  fromComposite: (value, field) => readerOf(field)(typeof value === "number" ? String(value) : value),
});

/** Reads texts in the format of a field. */
function readerOf({ parameters }: MappedField): (value: Json) => number | bigint | undefined {
  const format = dateFormat(
    javaText(parameters["format"] ?? milliseconds.defaultFormat),
    javaText(parameters["locale"] ?? "en"),
  );
  return (value) => (typeof value === "string" ? milliseconds.encode(format.parse(value)) : undefined);
}
