/** `semantic`: documents with texts of a like meaning. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { kindQuery } from "../kind-query.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import { isSemantic, semanticQuery } from "../semantic/semantic-query.ts";

export const semantic: QueryKind = {
  name: "semantic",
  summary: "Matches documents with texts of a like meaning, by what an inference endpoint makes of them.",

  parse(body, context) {
    const read = new BodyReader("semantic", body, "object");
    const head = readHead("semantic", read, body);
    const path = read.string("field");
    const text = read.string("query");
    read.boolean("lenient");
    read.end();
    const missing = [...(path === undefined ? ["field"] : []), ...(text === undefined ? ["query"] : [])];
    if (path === undefined || text === undefined) throw illegalArgument(`Required [${missing.join(", ")}]`);
    const field = context.mapping.field(path);
    if (isSemantic(field)) return semanticQuery(head, field, text, context);
    return kindQuery(head, () => {
      if (!field) return matchNone(`unmapped field [${path}]`);
      throw illegalArgument(`Field [${path}] of type [${field.type}] does not support semantic queries`);
    });
  },
};
