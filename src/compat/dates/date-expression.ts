/**
 * Regular expressions generated from date formats. Those with few ways to match run in JavaScript's engine, which is
 * faster; a format with many optional or open parts (`[d][d][d]…`) could backtrack for ever there and runs in our
 * bounded engine instead.
 */
import { compilePattern } from "../patterns/java-pattern.ts";

/** Maximum ways to match for JavaScript's engine. */
const FEW_WAYS = 4096;

/** Returns the texts of the whole match and of the groups; undefined when the text does not match. */
export type DateExpression = (text: string, from: number) => readonly (string | undefined)[] | undefined;

/** Compiles a source that both engines understand; it matches at an offset, with `whole` up to the end of the text. */
export function dateExpression(source: string, whole: boolean): DateExpression {
  if (waysOf(source) <= FEW_WAYS) {
    const expression = new RegExp(whole ? `(?:${source})$` : source, "uy");
    return (text, from) => {
      expression.lastIndex = from;
      return expression.exec(text) ?? undefined;
    };
  }
  const pattern = compilePattern(`\\G(?:${source})${whole ? "\\z" : ""}`);
  return (text, from) => {
    const match = pattern.find(text, from);
    if (!match) return undefined;
    const { spans } = match;
    return Array.from({ length: spans.length / 2 }, (_, group) =>
      spans[group * 2]! < 0 ? undefined : text.slice(spans[group * 2], spans[group * 2 + 1]),
    );
  };
}

/** An upper bound of the ways to match: the product over everything repeated or optional. */
function waysOf(source: string): number {
  let ways = 1;
  for (const [quantifier, least, most] of source.matchAll(/\\.|\(\?:|\{(\d+),(\d+)\}|[*+?|]/g)) {
    if (least !== undefined) ways *= Number(most) - Number(least) + 1;
    else if (quantifier === "*" || quantifier === "+") ways *= 64;
    else if (quantifier === "?" || quantifier === "|") ways *= 2;
  }
  return ways;
}
