/** `prefix`: documents with a term that begins with a text. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { refuseExpensive } from "../expensive-queries.ts";
import type { Expression } from "../expression.ts";
import { prefixOf } from "../pattern-queries.ts";
import { searchableField, unmapped } from "../searchable-field.ts";
import { isIndexConstant } from "../index-constants.ts";
import { kindQuery } from "../kind-query.ts";
import { checkPrefixLength } from "../limits.ts";
import { expectText, readHead, requireFieldBody } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import type { SearcherView } from "../query.ts";
import { parseRewriteMethod } from "../rewrite-method.ts";

export const prefix: QueryKind = {
  name: "prefix",
  summary: "Matches documents with a term that begins with a text.",

  parse(body) {
    const parts = requireFieldBody("prefix", body);
    if (!parts.read && parts.short === null) throw illegalArgument("value cannot be null");
    const read = parts.read ?? new BodyReader("prefix", {});
    const head = readHead("prefix", read, body);
    const text = parts.read ? read.string("value") : expectText(parts.short);
    const rewrite = read.string("rewrite");
    const ignoreCase = read.boolean("case_insensitive");
    read.end();
    if (text === undefined) throw illegalArgument("value cannot be null");
    const build = (searcher: SearcherView): Expression => {
      const field = searchableField(searcher, parts.field);
      if (!field) return unmapped(parts.field);
      if (!isIndexConstant(field)) checkPrefixLength(searcher.mapping, text);
      const method = parseRewriteMethod(rewrite);
      const expression = prefixOf(searcher, field, text, { ignoreCase, rewrite: method });
      refuseExpensive(searcher, field, "prefix", text);
      return expression;
    };
    return kindQuery(head, build, "as built");
  },
};
