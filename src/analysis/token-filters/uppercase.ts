import type { TokenFilterKind } from "../component.ts";
import { mapText } from "../token-list.ts";

/** Uppercases every token, character by character (Java's Character.toUpperCase). */
export const uppercase: TokenFilterKind = {
  name: "uppercase",
  summary: "Turns tokens to upper case.",
  normalizing: true,
  create: () => mapText(upperText),
};

/** Characters whose upper case has several characters (`ß`) are unchanged. */
function upperText(text: string): string {
  let upper = "";
  for (const character of text) {
    const raised = character.toUpperCase();
    upper += raised.length === character.length ? raised : character;
  }
  return upper;
}
