/** `span_first`: spans near the beginning of a field. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException } from "../../compat/errors.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import { clauseSpan, readClause, refuseOthers, spanQuery } from "../spans/span-query.ts";

export const spanFirst: QueryKind = {
  name: "span_first",
  summary: "Matches documents with a span near the beginning of a field.",

  parse(body, context) {
    const read = new BodyReader("span_first", body);
    refuseOthers(read, ["match", "end"]);
    const match = readClause(read, "match", context);
    const end = read.integer("end");
    const head = readHead("span_first", read, body);
    if (!match) throw parsingException("span_first must have [match] span query clause");
    if (end === undefined) throw parsingException("span_first must have [end] set for it");
    if (end < 0) throw illegalArgument("parameter [end] needs to be positive.");
    return spanQuery(head, (searcher) => {
      const { span, named } = clauseSpan(match, searcher);
      return { span: { kind: "first", inner: span, end }, named };
    });
  },
};
