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

/** Whether a text exists that both patterns match. At most the product of their lengths in steps. */
export function patternsOverlap(one: string, other: string): boolean {
  // reached[j]: the rest of `one` from the current place on and that of `other` from `j` on have a text in common.
  let reached = Array.from({ length: other.length + 1 }, () => false);
  for (let i = one.length; i >= 0; i--) {
    const next = reached;
    reached = Array.from({ length: other.length + 1 }, () => false);
    for (let j = other.length; j >= 0; j--) {
      const atEnds = i === one.length && j === other.length;
      const skipsStar = (one[i] === "*" && (next[j] ?? false)) || (other[j] === "*" && (reached[j + 1] ?? false));
      const takes = i < one.length && j < other.length && (one[i] === "*" || other[j] === "*" || one[i] === other[j]);
      const taken = takes && (one[i] === "*" ? reached[j + 1] : other[j] === "*" ? next[j] : next[j + 1]);
      reached[j] = atEnds || skipsStar || taken === true;
    }
  }
  return reached[0] ?? false;
}
