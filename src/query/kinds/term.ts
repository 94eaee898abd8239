/** `term`: documents with exactly a given value. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException } from "../../compat/errors.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import type { Expression } from "../expression.ts";
import { termOf } from "../exact-queries.ts";
import { foldedTermOf } from "../pattern-queries.ts";
import { searchableField, unmapped } from "../searchable-field.ts";
import { kindQuery } from "../kind-query.ts";
import { readHead, requireFieldBody } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import type { SearcherView } from "../query.ts";

const ARRAY_VALUE =
  "[term] query does not support arrays for value - use a bool query with multiple term clauses in the should section" +
  " or use a Terms query if scoring is not required";

export const term: QueryKind = {
  name: "term",
  summary: "Matches documents with an exact value in a field.",

  parse(body) {
    const { field: path, read: inner, short } = requireFieldBody("term", body);
    if (Array.isArray(short)) throw parsingException("[term] query does not support array of values");
    // Elasticsearch does not accept null as the short form of a value.
    if (!inner && short === null) throw illegalArgument("field name is null or empty");
    const read = inner ?? new BodyReader("term", {});
    const head = readHead("term", read, body);
    const ignoreCase = read.boolean("case_insensitive") ?? false;
    const value = inner ? readValue(read) : short;
    read.end();
    if (value === null) throw illegalArgument("value cannot be null");
    const build = (searcher: SearcherView): Expression => {
      const field = searchableField(searcher, path);
      if (!field) return unmapped(path);
      return ignoreCase ? foldedTermOf(searcher, field, value) : termOf(searcher, field, value);
    };
    return kindQuery(head, build, "as built");
  },
};

function readValue(read: BodyReader): Json {
  const value = read.json("value") ?? read.json("term") ?? null;
  if (Array.isArray(value)) throw parsingException(ARRAY_VALUE);
  if (isJsonObject(value))
    throw parsingException(`[term] query does not support [${Object.keys(value)[0] ?? "value"}]`);
  return value;
}
