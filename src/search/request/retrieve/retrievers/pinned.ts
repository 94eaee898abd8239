/** `pinned`: some documents first, in a given order, then those of another retriever. */
import { illegalArgument } from "../../../../compat/errors.ts";
import { type Json } from "../../../../core/json.ts";
import { DEFAULT_WINDOW, RetrieverBody } from "../read-retriever.ts";
import type { RetrieverKind } from "../retriever.ts";

export const pinned: RetrieverKind = {
  name: "pinned",
  compound: true,
  parse(request, context) {
    const read = new RetrieverBody("pinned", request);
    read.only(["retriever", "ids", "docs", "rank_window_size"]);
    const inner = read.required("retriever", read.object("retriever"));
    const ids = read.list("ids");
    const docs = read.list("docs");
    if (!ids && !docs) throw illegalArgument("Either 'ids' or 'docs' must be provided");
    if (ids && docs) throw illegalArgument("Both 'ids' and 'docs' cannot be specified at the same time");
    const named = ids ? { ids: [...ids] } : { docs: [...(docs ?? [])] };
    const around = (organic: Json): Json => ({ pinned: { ...named, organic } });
    return {
      ...read.head(),
      children: [read.within("retriever", () => context.retriever(request, inner))],
      windowName: "rank_window_size",
      window: read.integer("rank_window_size") ?? DEFAULT_WINDOW,
      around,
      change(asked) {
        asked.query = around(asked.query ?? { match_all: {} });
      },
      merge: ([list = []]) => list,
    };
  },
};
