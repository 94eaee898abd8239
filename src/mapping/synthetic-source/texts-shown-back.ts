/** Texts as they are shown back: from a column of terms, or from stored values. */
import type { Json } from "../../core/json.ts";
import type { SyntheticSourceSupport, ShownValue, ValueContext } from "../field-type.ts";
import { textOf } from "../keyword-text.ts";

const decoder = new TextDecoder();

/** JSON text of a term that is the UTF-8 of a text. */
export function termText(value: ShownValue): string {
  return JSON.stringify(typeof value === "object" ? decoder.decode(value) : String(value));
}

/** Numbers that were taken for texts are shown as such. */
export function asText(text: string): string {
  return text.startsWith('"') ? text : JSON.stringify(text);
}

/** Keywords: terms of the column, or, where values are stored, those in their order. */
export function keywordShownBack({
  limit,
  replacement,
  stored,
}: {
  limit: number;
  replacement: string | null;
  stored: boolean;
}): SyntheticSourceSupport {
  return {
    order: stored ? "listed" : "set",
    text: termText,
    ignoredText: asText,
    keepsOrder: !stored,
    collect(value, target) {
      const text = textOf(value, target) ?? replacement;
      if (text === null) return;
      if (text.length > limit) target.ignore("");
      else addText(text, target);
    },
  };
}

/** Analysed text: stored as it came, or told by a keyword among the multi-fields. */
export function textShownBack(byKeyword: boolean): SyntheticSourceSupport {
  return {
    order: "listed",
    text: termText,
    byKeyword,
    collect(value: Json, target) {
      const text = textOf(value, target);
      if (text !== null) addText(text, target);
    },
  };
}

function addText(text: string, target: ValueContext): void {
  const bytes = Buffer.from(text, "utf8");
  target.builder.addOrdinalTerm(target.field, bytes, 0, bytes.length);
}
