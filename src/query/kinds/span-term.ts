/** `span_term`: a term at its positions. */
import { BodyReader, tokenName } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { readFieldBody, readHead } from "../query-head.ts";
import { refuseWithoutIndex } from "../searchable-field.ts";
import type { QueryKind } from "../query-kind.ts";
import type { SearcherView } from "../query.ts";
import type { Span } from "../spans/span.ts";
import { spanQuery } from "../spans/span-query.ts";

export const spanTerm: QueryKind = {
  name: "span_term",
  summary: "Matches documents with an exact term, as a span.",

  parse(body) {
    const parts = readFieldBody("span_term", body);
    if (!parts || parts.field === "") throw illegalArgument("field name is null or empty");
    if (Array.isArray(parts.short))
      throw parsingException(`[span_term] query doesn't support multiple fields, found [${parts.field}] and [null]`);
    const read = parts.read ?? new BodyReader("span_term", {});
    const head = readHead("span_term", read, body);
    const value = parts.read ? (scalar(read, "term") ?? scalar(read, "value")) : parts.short;
    read.end();
    if (value === undefined || value === null) throw illegalArgument("value cannot be null");
    return spanQuery(head, (searcher) => ({ span: termSpan(searcher, parts.field, value), named: [] }));
  },
};

function scalar(read: BodyReader, key: string): Json | undefined {
  const value = read.json(key);
  if (typeof value !== "object" || value === null) return value;
  throw parsingException(`[span_term] unknown token [${tokenName(value)}] after [${key}]`);
}

function termSpan(searcher: SearcherView, path: string, value: Json): Span {
  const field = searcher.mapping.field(path);
  if (!field || field.capabilities.object) return { kind: "none", path, reason: `unmapped field: ${path}` };
  requirePositions(field, path);
  const bytes = field.term(value);
  return bytes ? { kind: "term", field, bytes } : { kind: "none", path, reason: "no term" };
}

/** `asked`: the name in the query, which may be an alias. */
function requirePositions(field: MappedField, asked: string): void {
  if (field.capabilities.texts === "words" && field.spec.terms === "positions") return;
  refuseWithoutIndex(field);
  throw illegalArgument(`Span term query requires position data, but field ${asked} was indexed without position data`);
}
