import { textProcessor } from "../config/text-processor.ts";
import type { ProcessorKind } from "../processor.ts";

/** Characters up to the space, as Java's `trim`. */
const BLANK = 0x20;

/** Takes blanks from both ends of texts. */
export const trim: ProcessorKind = {
  name: "trim",
  create: (config) => textProcessor(config, trimmed),
};

function trimmed(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && text.charCodeAt(from) <= BLANK) from++;
  while (to > from && text.charCodeAt(to - 1) <= BLANK) to--;
  return text.slice(from, to);
}
