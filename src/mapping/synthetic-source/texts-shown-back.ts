/** How synthetic source renders texts: from a column of terms, or from stored values. */
import type { Json } from "../../core/json.ts";
import type { SyntheticSourceSupport, ShownValue, ValueContext } from "../field-type.ts";
import { textOf } from "../keyword-text.ts";

const decoder = new TextDecoder();

/** JSON text of a UTF-8 term. */
export function termText(value: ShownValue): string {
  return JSON.stringify(typeof value === "object" ? decoder.decode(value) : String(value));
}

/** Numbers that were indexed as text are rendered as text. */
export function asText(text: string): string {
  return text.startsWith('"') ? text : JSON.stringify(text);
}

/** Keywords: the terms of the column or, where values are stored, these in their order. */
export function keywordSyntheticSource({
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

/** Analysed text: stored as received, or supplied by a keyword multi-field. */
export function textSyntheticSource(byKeyword: boolean): SyntheticSourceSupport {
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
