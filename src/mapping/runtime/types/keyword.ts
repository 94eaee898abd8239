import { keyword as keywordField } from "../../field-types/keyword.ts";
import { javaText } from "../../mapping-error.ts";
import { type RuntimeType, searchedType } from "../runtime-type.ts";
import { valuesFromSource } from "../values-from-source.ts";

/** Whole texts; numbers and booleans are converted to text. */
export const keyword: RuntimeType = searchedType({
  fieldType: keywordField,
  summary: "Whole texts.",
  queries: { className: "String", exact: "text" },
  fromSource: ({ path, key }) =>
    valuesFromSource({ path, key, numbersAsTexts: true }, (value) => Buffer.from(String(value), "utf8")),
  program: (script, scripts) => scripts.program(script, "keyword_field"),
  fromScript: (value) => Buffer.from(value, "utf8"),
  fromComposite: (value) => (value === null ? undefined : Buffer.from(javaText(value), "utf8")),
});
