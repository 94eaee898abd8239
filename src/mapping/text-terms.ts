/** Fields whose terms are whole texts in UTF-8, without a normalizer. */
import type { Json } from "../core/json.ts";
import { refuseFormat, valueText } from "./define-field-type.ts";
import type { MappedField } from "./field-type.ts";
import { termRange } from "./term-range.ts";

const decoder = new TextDecoder();

/** Converts values of queries to terms, and terms to text. */
export function textTerms(
  base: Pick<MappedField, "path" | "type">,
): Pick<MappedField, "term" | "range" | "format" | "parseValue"> {
  const encode = (value: Json): Uint8Array => Buffer.from(valueText(value), "utf8");
  return {
    term: encode,
    range: (bounds) => termRange(bounds, encode),
    format(value, format) {
      refuseFormat(base, format);
      return typeof value === "object" ? decoder.decode(value) : String(value);
    },
    parseValue: encode,
  };
}
