/** Char filters that keep one line of a text. */
import type { CharFilter } from "./token-list.ts";

const lines = /[^\r\n]+/g;

/** Keeps the first line that `has` what is looked for, without its end; nothing where there is none. */
export function firstLine(has: RegExp): CharFilter {
  return {
    readsWhole: true,
    filter(text) {
      for (const line of text.matchAll(lines))
        if (has.test(line[0])) return { text: line[0], original: (offset) => offset + line.index };
      return { text: "", original: () => text.length };
    },
  };
}
