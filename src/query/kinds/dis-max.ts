/** `dis_max`: the best of several queries. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { bestOf } from "../dis-max/dis-max-expression.ts";
import { expressionOf, kindQuery } from "../kind-query.ts";
import { readHead } from "../query-head.ts";
import type { ParseContext, QueryKind } from "../query-kind.ts";
import type { Query } from "../query.ts";

const keys: ReadonlySet<string> = new Set(["queries", "tie_breaker", "boost", "_name"]);

export const disMax: QueryKind = {
  name: "dis_max",
  summary: "Matches what any of several queries matches, with the best of their scores.",

  parse(body, context) {
    const read = new BodyReader("dis_max", body);
    const queries = readQueries(read.json("queries"), context);
    const head = readHead("dis_max", read, body);
    const tieBreaker = read.number("tie_breaker") ?? 0;
    const unknown = read.keys().find((key) => !keys.has(key));
    if (unknown !== undefined) throw parsingException(`[dis_max] query does not support [${unknown}]`);
    if (!queries) throw parsingException("[dis_max] requires 'queries' field with at least one clause");
    return kindQuery(head, (searcher) => {
      if (tieBreaker < 0 || tieBreaker > 1) throw illegalArgument("tieBreakerMultiplier must be in [0, 1]");
      return bestOf(
        queries.map((query) => expressionOf(query, searcher)),
        tieBreaker,
      );
    });
  },
};

function readQueries(value: Json | undefined, context: ParseContext): Query[] | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "object" || value === null) throw parsingException("[dis_max] query does not support [queries]");
  const bodies = Array.isArray(value) ? value : [value];
  if (bodies.length === 0) throw parsingException("[_na] query malformed, must start with start_object");
  return bodies.map((body) => {
    context.countClause();
    return context.parseQuery(body);
  });
}
