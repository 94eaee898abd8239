/** Properties in sets: `[:Letter:]`, `[:^script=Greek:]`, `\p{ccc=230}`, `\P{Lu}`, `\N{GREEK SMALL LETTER MU}`. */
import type { CodePointSet, ReadSet } from "./code-point-set.ts";
import { skipPatternWhiteSpace } from "./pattern-syntax.ts";
import { propertySet } from "./unicode-properties.ts";

/** Reads the property at the start of a text; undefined when there is none. Throws 400 for an unknown one. */
export function afterProperty(text: string): ReadSet | undefined {
  const isPosix = text.startsWith("[:");
  if (!isPosix && !/^\\[pPN]/.test(text)) return undefined;
  if (text.length < 5) return undefined;
  const isName = text[1] === "N";
  let isInverted = text[1] === "P";
  let at = skipPatternWhiteSpace(text, 2);
  if (isPosix) {
    isInverted = text[at] === "^";
    if (isInverted) at++;
  } else if (text[at++] !== "{") return undefined;
  const close = text.indexOf(isPosix ? ":]" : "}", at);
  if (close < 0) return undefined;
  const inside = text.slice(at, close);
  const equals = isName ? -1 : inside.indexOf("=");
  let set: CodePointSet;
  if (isName) set = propertySet("na", inside);
  else set = equals < 0 ? propertySet(inside, "") : propertySet(inside.slice(0, equals), inside.slice(equals + 1));
  return { set: isInverted ? set.complement() : set, end: close + (isPosix ? 2 : 1) };
}
