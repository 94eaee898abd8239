/** Reads `span_field_masking` and its older name `field_masking_span`. */
import { BodyReader } from "../../compat/body-reader.ts";
import { parsingException } from "../../compat/errors.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { readHead } from "../query-head.ts";
import type { ParseContext } from "../query-kind.ts";
import { clauseSpan, refuseOthers, type SpanQuery, spanClause, spanQuery, unsupported } from "./span-query.ts";

const KIND = "span_field_masking";

/** The query of a body. */
export function readMasking(body: Json, context: ParseContext): SpanQuery {
  const read = new BodyReader(KIND, body);
  refuseOthers(read, ["query", "field"]);
  const given = read.json("query");
  const inner = given === undefined ? undefined : innerOf(given, context);
  const path = read.string("field");
  const head = readHead(KIND, read, body);
  if (!inner) throw parsingException(`${KIND} must have [query] span query clause`);
  if (path === undefined) throw parsingException(`${KIND} must have [field] set for it`);
  return spanQuery(head, (searcher) => {
    const { span, named } = clauseSpan(inner, searcher);
    const field = searcher.mapping.field(path);
    return { span: { kind: "mask", inner: span, path: field?.path ?? path, field }, named };
  });
}

function innerOf(value: Json, context: ParseContext): SpanQuery {
  if (!isJsonObject(value)) throw unsupported(KIND, "query");
  const query = context.parseQuery(value);
  if (!("span" in query)) throw parsingException(`[${KIND}] query must be of type span query`);
  return spanClause(value, `${KIND} [query]`, context);
}
