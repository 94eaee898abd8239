import type { CharFilterKind } from "../component.ts";
import { firstLine } from "../first-line.ts";

export const firstNonBlankLine: CharFilterKind = {
  name: "first_non_blank_line",
  summary: "Keeps the first line that is not blank.",
  create: () => firstLine(/\S/u),
};
