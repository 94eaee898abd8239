/** `wildcard`: documents with a term that a pattern of `*` and `?` matches. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { refuseExpensive } from "../expensive-queries.ts";
import type { Expression } from "../expression.ts";
import { wildcardOf } from "../pattern-queries.ts";
import { searchableField, unmapped } from "../searchable-field.ts";
import { kindQuery } from "../kind-query.ts";
import { expectText, readHead, requireFieldBody } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import type { SearcherView } from "../query.ts";
import { parseRewriteMethod } from "../rewrite-method.ts";

export const wildcard: QueryKind = {
  name: "wildcard",
  summary: "Matches documents with a term that a pattern with * and ? matches.",

  parse(body) {
    const parts = requireFieldBody("wildcard", body);
    if (!parts.read && parts.short === null) throw illegalArgument("value cannot be null");
    const read = parts.read ?? new BodyReader("wildcard", {});
    const head = readHead("wildcard", read, body);
    const given = read.string("wildcard");
    const text = parts.read ? (read.string("value") ?? given) : expectText(parts.short);
    const rewrite = read.string("rewrite");
    const ignoreCase = read.boolean("case_insensitive");
    read.end();
    if (text === undefined) throw illegalArgument("value cannot be null");
    const build = (searcher: SearcherView): Expression => {
      const method = parseRewriteMethod(rewrite);
      const field = searchableField(searcher, parts.field);
      if (!field) return unmapped(parts.field);
      const expression = wildcardOf(searcher, field, text, { ignoreCase, rewrite: method });
      refuseExpensive(searcher, field, "wildcard");
      return expression;
    };
    return kindQuery(head, build, "as built");
  },
};
