/** `exists`: documents that have a field. */
import { BodyReader } from "../../core/body-reader.ts";
import { illegalArgument, parsingException } from "../../core/errors.ts";
import { booleanOf } from "../expressions/boolean.ts";
import { constantScore } from "../expressions/constant-score.ts";
import type { Expression } from "../expressions/expression.ts";
import { existsOf, unmapped } from "../field-queries.ts";
import { kindQuery } from "../kind-query.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import type { SearcherView } from "../query.ts";

export const exists: QueryKind = {
  name: "exists",
  summary: "Matches documents that have at least one indexed value for a field.",

  parse(body) {
    const read = new BodyReader("exists", body);
    const field = read.string("field");
    const head = readHead("exists", read, body);
    read.end();
    if (field === undefined) throw parsingException("[exists] must be provided with a [field]");
    if (field === "") throw illegalArgument("field name is null or empty");
    return kindQuery(head, (searcher) => fieldsExist(searcher, field));
  },
};

/** An object or a pattern stands for all the fields in it. */
export function fieldsExist(searcher: SearcherView, pattern: string): Expression {
  const direct = searcher.mapping.field(pattern);
  if (direct && direct.family !== "object") return constantScore(existsOf(searcher, direct));
  const isPattern = pattern.includes("*");
  if (!isPattern && !searcher.mapping.isObject(pattern)) return unmapped(pattern);
  const paths = searcher.mapping.matching(isPattern ? pattern : `${pattern}.*`);
  const clauses = paths.flatMap((path) => {
    const field = searcher.mapping.field(path);
    return field && field.family !== "object" ? [{ occur: "should" as const, expression: existsOf(searcher, field) }] : [];
  });
  return clauses.length === 0 ? unmapped(pattern) : constantScore(booleanOf(clauses));
}
