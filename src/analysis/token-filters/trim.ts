import type { TokenFilterKind } from "../component.ts";
import { mapText } from "../token-list.ts";
import { isJavaWhitespace } from "../character-classes.ts";

/** Trims white space around each token; offsets are unchanged. */
export const trim: TokenFilterKind = {
  name: "trim",
  summary: "Removes white space around tokens.",
  normalizing: true,
  create: () => mapText(trimText),
};

function trimText(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isJavaWhitespace(text.charCodeAt(from))) from++;
  while (to > from && isJavaWhitespace(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}
