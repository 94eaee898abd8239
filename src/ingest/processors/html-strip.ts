import { markupOf } from "../../analysis/html-scanner.ts";
import { textProcessor } from "../config/text-processor.ts";
import type { ProcessorKind } from "../processor.ts";

const NO_TAGS: ReadonlySet<string> = new Set();

/** Takes the tags out of HTML, and resolves its entities. */
export const htmlStrip: ProcessorKind = {
  name: "html_strip",
  create: (config) => textProcessor(config, stripped),
};

function stripped(text: string): string {
  let made = "";
  let from = 0;
  for (const { start, end, replacement } of markupOf(text, NO_TAGS)) {
    made += text.slice(from, start) + replacement;
    from = end;
  }
  return made + text.slice(from);
}
