/** Patterns of java.time (`yyyy-MM-dd'T'HH:mm:ss.SSSXXX`, optional parts in brackets) as elements. */
import { illegalArgument } from "../errors.ts";

/** A piece of a pattern. */
export type PatternElement =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "field"; readonly letter: string; readonly count: number }
  | { readonly kind: "optional"; readonly elements: readonly PatternElement[] };

/** Letters that mean something here. */
const KNOWN = "GuyDMLdQqYwEecahKkHmsSAnNVzOXxZ";
/** Letters that java.time knows and that are not available. */
const UNAVAILABLE = "WFBgvp";

/** Splits a pattern. Throws 400 `illegal_argument_exception` for unknown letters and unbalanced brackets or quotes. */
export function parseDatePattern(pattern: string): readonly PatternElement[] {
  const stack: PatternElement[][] = [[]];
  const top = (): PatternElement[] => stack[stack.length - 1]!;
  for (let at = 0; at < pattern.length;) {
    const character = pattern[at]!;
    if (/[A-Za-z]/.test(character)) {
      let end = at + 1;
      while (pattern[end] === character) end++;
      if (UNAVAILABLE.includes(character)) throw illegalArgument(`Pattern letter [${character}] is not supported by this server yet`);
      if (!KNOWN.includes(character)) throw illegalArgument(`Unknown pattern letter: ${character}`);
      checkCount(character, end - at);
      top().push({ kind: "field", letter: character, count: end - at });
      at = end;
    } else if (character === "'") {
      const { text, end } = quoted(pattern, at);
      top().push({ kind: "literal", text });
      at = end;
    } else if (character === "[") {
      stack.push([]);
      at++;
    } else if (character === "]") {
      if (stack.length === 1) throw illegalArgument("Pattern invalid as it contains ] without previous [");
      const elements = stack.pop()!;
      top().push({ kind: "optional", elements });
      at++;
    } else if (character === "{" || character === "}" || character === "#") {
      throw illegalArgument(`Pattern includes reserved character: '${character}'`);
    } else {
      top().push({ kind: "literal", text: character });
      at++;
    }
  }
  // Java closes optional parts at the end of the pattern by itself.
  while (stack.length > 1) {
    const elements = stack.pop()!;
    top().push({ kind: "optional", elements });
  }
  return stack[0]!;
}

function checkCount(letter: string, count: number): void {
  const most = "dHhKkmsw".includes(letter) ? 2 : letter === "D" ? 3 : "SAnNuyY".includes(letter) ? 19 : 5;
  if (count > most) throw illegalArgument(`Too many pattern letters: ${letter}`);
  if (letter === "V" && count !== 2) throw illegalArgument(`Pattern letter count must be 2: ${letter}`);
  if (letter === "O" && count !== 1 && count !== 4) throw illegalArgument(`Pattern letter count must be 1 or 4: ${letter}`);
}

function quoted(pattern: string, from: number): { text: string; end: number } {
  if (pattern[from + 1] === "'") return { text: "'", end: from + 2 };
  let text = "";
  for (let at = from + 1; at < pattern.length; at++) {
    if (pattern[at] !== "'") text += pattern[at];
    else if (pattern[at + 1] === "'") {
      text += "'";
      at++;
    } else return { text, end: at + 1 };
  }
  throw illegalArgument(`Pattern ends with an incomplete string literal: ${pattern}`);
}
