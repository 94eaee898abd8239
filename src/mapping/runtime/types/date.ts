import { dateFormat } from "../../../core/dates/date-format.ts";
import { localeParameter, milliseconds } from "../../dates/date-type.ts";
import { date as dateField } from "../../field-types/date.ts";
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
  parameters: [formatParameter, { ...localeParameter, updateable: true, acceptsNull: true }],
  fromSource({ path, key, field }) {
    const format = dateFormat(javaText(field.parameters["format"] ?? milliseconds.defaultFormat), javaText(field.parameters["locale"] ?? "en"));
    return valuesFromSource({ path, key, numbersAsTexts: true }, (value) => (typeof value === "string" ? milliseconds.encode(format.parse(value)) : undefined));
  },
});
