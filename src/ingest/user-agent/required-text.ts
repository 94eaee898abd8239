/** A text that stands in whatever a pattern matches: looking for it is far cheaper than to match. */

/** Characters that end a run of plain ones, beside groups. */
const SPECIAL = new Set([".", "^", "$", "[", "]", "{", "}", "*", "+", "?", "|", "(", ")", "\\"]);

/** The longest such text that is easily found; empty where there is none. The pattern is one that can be compiled. */
export function requiredText(pattern: string): string {
  const { best } = scan(pattern, 0);
  return best;
}

interface Scanned {
  readonly best: string;
  /** Behind the bracket that closes the group, or the end. */
  readonly end: number;
}

function scan(pattern: string, from: number): Scanned {
  let best = "";
  let run = "";
  let hasChoice = false;
  let at = from;
  const endRun = (): void => {
    if (run.length > best.length) best = run;
    run = "";
  };
  while (at < pattern.length) {
    const char = pattern.charAt(at);
    if (char === ")") break;
    if (char === "(") {
      endRun();
      const plain = pattern.startsWith("(?:", at) || pattern.charAt(at + 1) !== "?";
      const inner = scan(pattern, at + (pattern.startsWith("(?:", at) ? 3 : 1));
      at = inner.end;
      if (plain && !isOptional(pattern, at) && inner.best.length > best.length) best = inner.best;
      continue;
    }
    if (char === "[") {
      endRun();
      at = behindClass(pattern, at);
      continue;
    }
    if (char === "|") hasChoice = true;
    const escaped = char === "\\";
    const plain = escaped ? /[^A-Za-z0-9]/.test(pattern.charAt(at + 1)) : !SPECIAL.has(char);
    const next = at + (escaped ? 2 : 1);
    if (!plain) endRun();
    else if (isOptional(pattern, next)) endRun();
    else run += escaped ? pattern.charAt(at + 1) : char;
    if (char === "{") at = Math.max(next, pattern.indexOf("}", at) + 1);
    else at = next;
  }
  endRun();
  return { best: hasChoice ? "" : best, end: at + 1 };
}

/** Whether what stands before may be missing. */
function isOptional(pattern: string, at: number): boolean {
  const char = pattern.charAt(at);
  return char === "?" || char === "*" || (char === "{" && /^\{0*[,}]/.test(pattern.slice(at, at + 8)));
}

function behindClass(pattern: string, from: number): number {
  let at = from + 1;
  if (pattern.charAt(at) === "^") at++;
  if (pattern.charAt(at) === "]") at++;
  for (; at < pattern.length && pattern.charAt(at) !== "]"; at++) if (pattern.charAt(at) === "\\") at++;
  return at + 1;
}
