/** Simple patterns, where `*` stands for any run of characters (`Regex.simpleMatch`). */

/** Whether `text` matches `pattern`. Linear in both, whatever the pattern. */
export function simpleMatch(pattern: string, text: string): boolean {
  if (!pattern.includes("*")) return pattern === text;
  let p = 0;
  let t = 0;
  let star = -1;
  let resume = 0;
  while (t < text.length) {
    if (pattern[p] === "*") {
      star = p++;
      resume = t;
    } else if (p < pattern.length && pattern[p] === text[t]) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (pattern[p] === "*") p++;
  return p === pattern.length;
}

/** Whether `text` matches any of the patterns. */
export function simpleMatchAny(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => simpleMatch(pattern, text));
}
