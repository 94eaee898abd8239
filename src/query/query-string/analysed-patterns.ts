/** `analyze_wildcard`: the literal parts of a pattern are analysed, its wildcards are kept. */
import type { MappedField } from "../../mapping/field-type.ts";
import { withChangedTexts } from "../../compat/regexp/wildcard-pattern.ts";
import { booleanOf } from "../boolean/boolean-expression.ts";
import type { Expression } from "../expression.ts";
import { term } from "../term/term-expression.ts";
import { prefixOf } from "../pattern-queries.ts";
import type { SearcherView } from "../query.ts";
import type { StringSettings } from "./settings.ts";

const encoder = new TextEncoder();

/** The prefix query of an analysed text: all words must match, the last one as a prefix. */
export function analysedPrefix(
  searcher: SearcherView,
  field: MappedField,
  text: string,
  settings: Pick<StringSettings, "operator" | "rewrite">,
): Expression | undefined {
  const words =
    field.capabilities.texts === "words"
      ? (field.searchAnalyzer?.tokens(text).map((token) => token.text) ?? [text])
      : [text];
  const last = words.pop();
  if (last === undefined) return undefined;
  const prefix = prefixOf(searcher, field, last, {
    rewrite: settings.rewrite,
    analysed: field.capabilities.texts === "words",
  });
  if (words.length === 0) return prefix;
  const occur = settings.operator === "and" ? "must" : "should";
  return booleanOf([
    ...words.map((word) => ({ occur, expression: term(field, encoder.encode(word)) }) as const),
    { occur, expression: prefix },
  ]);
}

/** The pattern with each run of literal characters analysed. */
export function analysedWildcard(field: MappedField, pattern: string): string {
  if (field.capabilities.texts !== "words" || !field.searchAnalyzer) return pattern;
  const analyzer = field.searchAnalyzer;
  return withChangedTexts(pattern, (text) =>
    analyzer
      .tokens(text)
      .map((token) => token.text)
      .join(""),
  );
}
