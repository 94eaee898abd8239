/** Parses java.time patterns (`yyyy-MM-dd'T'HH:mm:ss.SSSXXX`, optional parts in brackets) into elements. */
import { illegalArgument } from "../errors.ts";

/** An element of a pattern. */
export type PatternElement =
  | { readonly kind: "literal"; readonly text: string }
  /** `pad`: the width to which it is padded with spaces on the left. */
  | { readonly kind: "field"; readonly letter: string; readonly count: number; readonly pad?: number | undefined }
  | { readonly kind: "optional"; readonly elements: readonly PatternElement[] };

/** Supported pattern letters. */
const KNOWN = "GuyDMLdQqYwWEecFaBghKkHmsSAnNVvzOXxZ";

/** Splits a pattern. Throws 400 `illegal_argument_exception` for unknown letters and unbalanced brackets or quotes. */
export function parseDatePattern(pattern: string): readonly PatternElement[] {
  const stack: PatternElement[][] = [[]];
  const top = (): PatternElement[] => stack[stack.length - 1]!;
  for (let at = 0; at < pattern.length;) {
    const character = pattern[at]!;
    if (/[A-Za-z]/.test(character)) {
      const { element, end } = fieldAt(pattern, at);
      top().push(element);
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
  // Java closes open optional parts at the end of the pattern.
  while (stack.length > 1) {
    const elements = stack.pop()!;
    top().push({ kind: "optional", elements });
  }
  return stack[0]!;
}

/** The field that begins at a letter; a preceding run of `p` gives its width. */
function fieldAt(pattern: string, start: number): { element: PatternElement; end: number } {
  const padEnd = pattern[start] === "p" ? endOfRun(pattern, start) : start;
  const letter = pattern[padEnd] ?? "";
  if (padEnd > start && !/[A-Za-z]/.test(letter))
    throw illegalArgument(`Pad letter 'p' must be followed by valid pad pattern: ${pattern}`);
  if (!KNOWN.includes(letter)) throw illegalArgument(`Unknown pattern letter: ${letter}`);
  const end = endOfRun(pattern, padEnd);
  checkCount(letter, end - padEnd);
  return {
    element: { kind: "field", letter, count: end - padEnd, pad: padEnd > start ? padEnd - start : undefined },
    end,
  };
}

function endOfRun(pattern: string, start: number): number {
  let end = start + 1;
  while (pattern[end] === pattern[start]) end++;
  return end;
}

function checkCount(letter: string, count: number): void {
  const most = "WF".includes(letter)
    ? 1
    : "dHhKkmsw".includes(letter)
      ? 2
      : letter === "D"
        ? 3
        : "SAnNuyYg".includes(letter)
          ? 19
          : 5;
  if (count > most) throw illegalArgument(`Too many pattern letters: ${letter}`);
  if (letter === "V" && count !== 2) throw illegalArgument(`Pattern letter count must be 2: ${letter}`);
  if ((letter === "v" || letter === "B") && count !== 1 && count !== 4 && (letter === "v" || count !== 5))
    throw illegalArgument(`Wrong number of pattern letters: ${letter}`);
  if (letter === "O" && count !== 1 && count !== 4)
    throw illegalArgument(`Pattern letter count must be 1 or 4: ${letter}`);
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
