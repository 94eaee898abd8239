/**
 * Expressions that formats of dates are read with. What JavaScript's own may try in few ways runs there, which is
 * quicker; a format of many optional or open parts (`[d][d][d]…`) would take it for ever and runs in bounded time.
 */
import { compilePattern } from "../patterns/java-pattern.ts";

/** Ways in which JavaScript may divide a text. */
const FEW_WAYS = 4096;

/** The texts of the groups, the whole first; undefined for a text that does not match. */
export type DateExpression = (text: string, from: number) => readonly (string | undefined)[] | undefined;

/** Compiles a source that both know; it matches from a place on, with `whole` up to the end of the text. */
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

/** No fewer than there are: what may be repeated or left out, multiplied. */
function waysOf(source: string): number {
  let ways = 1;
  for (const [quantifier, least, most] of source.matchAll(/\\.|\(\?:|\{(\d+),(\d+)\}|[*+?|]/g)) {
    if (least !== undefined) ways *= Number(most) - Number(least) + 1;
    else if (quantifier === "*" || quantifier === "+") ways *= 64;
    else if (quantifier === "?" || quantifier === "|") ways *= 2;
  }
  return ways;
}
