/** `constant_score`: the matches of a query, all with the same score. */
import { BodyReader, tokenName } from "../../compat/body-reader.ts";
import { parsingException } from "../../compat/errors.ts";
import { isJsonObject } from "../../core/json.ts";
import { constantScore as constant } from "../constant-score/constant-score-expression.ts";
import { expressionOf, isKnownEmpty, kindQuery } from "../kind-query.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";

export const constantScore: QueryKind = {
  name: "constant_score",
  summary: "Gives every match of a filter the boost as its score.",

  parse(body, context) {
    const read = new BodyReader("constant_score", body);
    const inner = read.json("filter");
    if (Array.isArray(inner)) throw parsingException(`unexpected token [${tokenName(inner)}]`);
    if (inner !== undefined && !isJsonObject(inner))
      throw parsingException("[constant_score] query does not support [filter]");
    const filter = inner === undefined ? undefined : context.parseQuery(inner);
    const head = readHead("constant_score", read, body);
    const [unknown] = read.keys().filter((key) => key !== "filter" && key !== "boost" && key !== "_name");
    if (unknown !== undefined) throw parsingException(`[constant_score] query does not support [${unknown}]`);
    if (!filter) throw parsingException("[constant_score] requires a 'filter' element");
    return kindQuery(
      head,
      (searcher) => constant(expressionOf(filter, searcher)),
      (searcher) => isKnownEmpty(filter, searcher),
    );
  },
};
