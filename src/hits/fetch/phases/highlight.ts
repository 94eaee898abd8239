/** The `highlight` option: fragments of texts with matches marked. */
import { Highlighter } from "../../highlight/highlighter.ts";
import type { FetchPhase } from "../fetch-phase.ts";

export const highlight: FetchPhase = {
  name: "highlight",
  profiledAs: () => "HighlightPhase",
  prepare(request, { mapping, view, query, plan, highlightQueries }) {
    if (!request.highlight) return undefined;
    const highlighter = new Highlighter(request.highlight, { mapping, view, query, plan, queries: highlightQueries });
    return (hit, document) => {
      const highlights = highlighter.highlight(() => document.visibleSpelled(), document);
      if (Object.keys(highlights).length > 0) hit.highlight = highlights;
    };
  },
};
