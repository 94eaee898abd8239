/**
 * Patterns of Grok are written as for Ruby (Oniguruma). This makes one for `compat/patterns`, whose groups have numbers
 * alone; of the groups with names it tells the numbers.
 */

/** A group that takes a value. */
export interface NamedGroup {
  readonly name: string;
  readonly number: number;
}

/** Flags of `java.util.regex`: `^` and `$` are at every line, and a line ends with a line feed. */
export const GROK_FLAGS = 0x08 | 0x01;

const POSIX: ReadonlyMap<string, string> = new Map([
  ["alnum", "\\p{Alnum}"],
  ["alpha", "\\p{Alpha}"],
  ["blank", "\\p{Blank}"],
  ["cntrl", "\\p{Cntrl}"],
  ["digit", "\\p{Digit}"],
  ["graph", "\\p{Graph}"],
  ["lower", "\\p{Lower}"],
  ["print", "\\p{Print}"],
  ["punct", "\\p{Punct}"],
  ["space", "\\p{Space}"],
  ["upper", "\\p{Upper}"],
  ["xdigit", "\\p{XDigit}"],
  ["word", "\\w"],
]);

/** A brace that begins no quantifier stands for itself. */
const QUANTIFIER = /^\{(?:\d+,?\d*|,\d+)\}/;
const LONGEST_QUANTIFIER = 16;

export function fromRuby(pattern: string): { readonly source: string; readonly groups: readonly NamedGroup[] } {
  const groups: NamedGroup[] = [];
  const hasNames = /\(\?<[^=!]/.test(pattern);
  let source = "";
  let depth = 0;
  let at = 0;
  while (at < pattern.length) {
    const one = pattern.charAt(at);
    if (one === "\\") {
      const next = pattern.charAt(at + 1);
      source += next === "h" ? hex(depth, "0-9a-fA-F") : next === "H" ? "[^0-9a-fA-F]" : one + next;
      at += 2;
    } else if (depth > 0) {
      const [, negated = "", name = ""] = /^\[:(\^?)(\w+):\]/.exec(pattern.slice(at, at + 16)) ?? [];
      const posix = POSIX.get(name);
      if (posix !== undefined) {
        source += negated ? posix.replace("\\p", "\\P").replace("\\w", "\\W") : posix;
        at += name.length + negated.length + 4;
        continue;
      }
      if (one === "[") depth++;
      else if (one === "]") depth--;
      source += one;
      at++;
    } else if (one === "[") {
      depth = 1;
      source += one;
      at++;
      if (pattern.charAt(at) === "^") source += pattern.charAt(at++);
      // A bracket that closes at once stands for itself.
      if (pattern.charAt(at) === "]") {
        source += "\\]";
        at++;
      }
    } else if (one === "(") {
      const [whole = "", name = ""] = /^\(\?<([^=!>][^>]*)>/.exec(pattern.slice(at)) ?? [];
      if (whole !== "") {
        groups.push({ name, number: groups.length + 1 });
        source += "(";
        at += whole.length;
      } else {
        // Beside groups with names, others take nothing.
        const isPlain = pattern.charAt(at + 1) !== "?";
        source += isPlain && hasNames ? "(?:" : one;
        at++;
      }
    } else if (one === "{" && !QUANTIFIER.test(pattern.slice(at, at + LONGEST_QUANTIFIER))) {
      source += "\\{";
      at++;
    } else {
      // What repeats nothing is left out.
      const repeatsNothing = (one === "*" || one === "+") && /(?:^|\(|\(\?[:>=!]|[^\\]\|)$/.test(source.slice(-3));
      // An optional part that repeats is one that repeats.
      if (one === "*" && /[^*+?}\\(]\?$/.test(source)) source = source.slice(0, -1);
      if (!repeatsNothing) source += one;
      at++;
    }
  }
  return { source: source.replace(/\(\?([a-z-]*)m([a-z-]*)([:)])/g, "(?$1s$2$3"), groups };
}

function hex(depth: number, digits: string): string {
  return depth > 0 ? digits : `[${digits}]`;
}
