/** `span_or`: any of several spans. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException } from "../../compat/errors.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import { pathOf } from "../spans/span.ts";
import { clauseSpan, refuseOthers, spanClause, spanQuery, unsupported } from "../spans/span-query.ts";

export const spanOr: QueryKind = {
  name: "span_or",
  summary: "Matches documents with any of several spans.",

  parse(body, context) {
    const read = new BodyReader("span_or", body);
    refuseOthers(read, ["clauses"]);
    const given = read.json("clauses");
    if (given !== undefined && !Array.isArray(given)) throw unsupported("span_or", "clauses");
    const clauses = (given ?? []).map((clause) => spanClause(clause, "span_or [clauses]", context));
    const head = readHead("span_or", read, body);
    if (clauses.length === 0) throw parsingException("span_or must include [clauses]");
    return spanQuery(head, (searcher) => {
      const built = clauses.map((clause) => clauseSpan(clause, searcher));
      const parts = built.map(({ span }) => span);
      if (new Set(parts.map(pathOf)).size > 1) throw illegalArgument("Clauses must have same field.");
      return { span: { kind: "or", parts }, named: built.flatMap((part) => part.named) };
    });
  },
};
