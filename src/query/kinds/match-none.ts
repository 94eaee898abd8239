/** `match_none`: no document. */
import { BodyReader } from "../../compat/body-reader.ts";
import { matchNone as nothing } from "../match-none/match-none-expression.ts";
import { kindQuery } from "../kind-query.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";

export const matchNone: QueryKind = {
  name: "match_none",
  summary: "Matches no document.",

  parse(body) {
    const read = new BodyReader("match_none", body);
    const head = readHead("match_none", read, body);
    read.end();
    return kindQuery(head, () => nothing('User requested "match_none" query.'), "as built");
  },
};
