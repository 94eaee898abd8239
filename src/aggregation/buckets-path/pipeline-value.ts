/** The single value that most pipelines return (`InternalSimpleValue`). */
import { float64Text } from "../../compat/json/json-text.ts";
import type { Rendered, ResultShape } from "../aggregation-kind.ts";
import { type ValueFormat, numberText } from "../values/value-format.ts";

/** Renders and reads a value with a format; NaN means none. */
export function valueShape(name: string, kind: string, format: ValueFormat): ResultShape<number> {
  return {
    name,
    kind,
    render: (value) => renderFinite(value, format),
    typeName: () => "simple_value",
    sortable: { of: "single-value" },
    metric: (value) => value,
  };
}

/** `{value, value_as_string}`; null when the value is not finite. */
export function renderFinite(value: number, format: ValueFormat): Rendered {
  if (!Number.isFinite(value)) return { value: null };
  const text = numberText(format, value);
  return text === undefined ? { value: float64Text(value) } : { value: float64Text(value), value_as_string: text };
}
