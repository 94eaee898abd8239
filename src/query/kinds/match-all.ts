/** `match_all`: every document. */
import { BodyReader } from "../../compat/body-reader.ts";
import { matchAll as everything } from "../match-all/match-all-expression.ts";
import { kindQuery } from "../kind-query.ts";
import { readHead } from "../query-head.ts";
import { declaredBody } from "../declared-body.ts";
import type { QueryKind } from "../query-kind.ts";

export const matchAll: QueryKind = {
  name: "match_all",
  summary: "Matches every document, with the boost as its score.",

  parse(body) {
    return declaredBody(() => {
      const read = new BodyReader("match_all", body, "object");
      const head = readHead("match_all", read, body);
      read.end();
      return kindQuery(head, everything);
    });
  },
};
