/** `span_multi`: the terms of a prefix, wildcard, regexp, fuzzy or range query as spans. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException, RequestError } from "../../compat/errors.ts";
import { isJsonObject } from "../../core/json.ts";
import { withoutBoost } from "../boost/boost-expression.ts";
import { expressionOf } from "../kind-query.ts";
import { isMatchNone } from "../match-none/match-none-expression.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import type { Query, SearcherView } from "../query.ts";
import type { Span } from "../spans/span.ts";
import { refuseOthers, spanQuery, unsupported } from "../spans/span-query.ts";

const kinds: ReadonlySet<string> = new Set(["fuzzy", "prefix", "range", "regexp", "wildcard"]);

export const spanMulti: QueryKind = {
  name: "span_multi",
  summary: "Matches documents with any term of a prefix, wildcard, regexp, fuzzy or range query, as spans.",

  parse(body, context) {
    const read = new BodyReader("span_multi", body);
    refuseOthers(read, ["match"]);
    const given = read.json("match");
    if (given === undefined) throw parsingException("[span_multi] must have [match] multi term query clause");
    if (!isJsonObject(given)) throw unsupported("span_multi", "match");
    const query = context.parseQuery(given);
    if (!kinds.has(query.kind)) throw parsingException("[span_multi] [match] must be of type multi term query");
    const path = Object.keys(Object.values(given)[0] ?? {})[0] ?? "";
    const head = readHead("span_multi", read, body);
    return spanQuery(head, (searcher) => {
      const span = multiSpan(searcher, query, path);
      return { span, named: query.name === undefined ? [] : [expressionOf(query, searcher)] };
    });
  },
};

function multiSpan(searcher: SearcherView, query: Query, path: string): Span {
  const field = searcher.mapping.field(path);
  if (query.kind === "prefix" && field && field.capabilities.texts !== "words")
    throw illegalArgument(
      `Can only use span prefix queries on text fields - not on [${path}] which is of type [${field.type}]`,
    );
  const { inner } = withoutBoost(expressionOf(query, searcher));
  if (isMatchNone(inner)) return { kind: "none", path, reason: "Inner query rewrote to match_none" };
  const { expansion } = inner;
  if (!expansion)
    throw new RequestError(
      400,
      "unsupported_operation_exception",
      `unsupported inner query, should be org.apache.lucene.search.MultiTermQuery but was org.apache.lucene.search.${inner.type}`,
    );
  const { rewrite } = expansion;
  return { kind: "multi", expansion, size: rewrite.form === "top" ? rewrite.size : Number.POSITIVE_INFINITY };
}
