/** Whether any document of a shard matches a query. */
import type { JsonObject } from "../../core/json.ts";
import { countMatches } from "../../query/execution/bulk.ts";
import { createParseContext, parseQuery } from "../../query/parse-query.ts";
import type { SearcherView } from "../../query/query.ts";
import type { ContextSource } from "./search-shard.ts";

/** Throws RequestError 400 for a query that cannot be read. */
export function anyMatch(
  body: JsonObject,
  view: SearcherView,
  contexts: ContextSource,
  checkpoint: () => void,
): boolean {
  const query = parseQuery(body, createParseContext({ mapping: view.mapping, nowMs: view.nowMs }));
  const plan = query.plan(view, { scored: false, boost: 1 });
  return view.segments.some((reader, segment) => {
    const lease = contexts.lease(reader, checkpoint);
    try {
      const operator = plan.operator(lease.context);
      return (
        operator !== undefined && countMatches({ operator, context: lease.context, live: view.liveDocs[segment] }) > 0
      );
    } finally {
      lease.release();
    }
  });
}
