import type { CharFilterKind } from "../component.ts";
import { markupOf } from "../html-scanner.ts";
import { FilteredTextBuilder } from "../offset-map.ts";

/** Strips tags and comments and resolves character references (Lucene's HTMLStripCharFilter). */
export const htmlStrip: CharFilterKind = {
  name: "html_strip",
  summary: "Strips HTML tags and resolves entities.",

  create(parameters) {
    const escapedTags = new Set((parameters.list("escaped_tags") ?? []).map((tag) => tag.toLowerCase()));
    return {
      readsWhole: true,
      filter(text) {
        const builder = new FilteredTextBuilder();
        let from = 0;
        for (const { start, end, replacement } of markupOf(text, escapedTags)) {
          builder.keep(text.slice(from, start));
          builder.replace(replacement, end - start);
          from = end;
        }
        builder.keep(text.slice(from));
        return builder.finish();
      },
    };
  },
};
