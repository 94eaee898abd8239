/** `span_not`: spans without those that others overlap. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException } from "../../compat/errors.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import { pathOf } from "../spans/span.ts";
import { clauseSpan, readClause, refuseOthers, spanQuery } from "../spans/span-query.ts";

export const spanNot: QueryKind = {
  name: "span_not",
  summary: "Matches documents with a span that no span of another query overlaps or is near to.",

  parse(body, context) {
    const read = new BodyReader("span_not", body);
    refuseOthers(read, ["include", "exclude", "dist", "pre", "post"]);
    const include = readClause(read, "include", context);
    const exclude = readClause(read, "exclude", context);
    const distance = read.integer("dist");
    const pre = read.integer("pre");
    const post = read.integer("post");
    const head = readHead("span_not", read, body);
    if (!include) throw parsingException("span_not must have [include] span query clause");
    if (!exclude) throw parsingException("span_not must have [exclude] span query clause");
    if (distance !== undefined && (pre !== undefined || post !== undefined))
      throw parsingException("span_not can either use [dist] or [pre] & [post] (or none)");
    const before = Math.max(0, distance ?? pre ?? 0);
    const after = Math.max(0, distance ?? post ?? 0);
    return spanQuery(head, (searcher) => {
      const kept = clauseSpan(include, searcher);
      const left = clauseSpan(exclude, searcher);
      if (pathOf(kept.span) !== pathOf(left.span)) throw illegalArgument("Clauses must have same field.");
      return {
        span: { kind: "not", include: kept.span, exclude: left.span, before, after },
        named: [...kept.named, ...left.named],
      };
    });
  },
};
