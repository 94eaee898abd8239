import type { CharFilterKind } from "../component.ts";
import { firstLine } from "../first-line.ts";

export const firstLineWithLetters: CharFilterKind = {
  name: "first_line_with_letters",
  summary: "Keeps the first line that has a letter.",
  create: () => firstLine(/\p{L}/u),
};
