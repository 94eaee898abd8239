/** `script_score`: the scores of a query's matches by a script. */
import { BodyReader, contentParseException, tokenName } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject } from "../../core/json.ts";
import { scriptOfRequest } from "../../scripting/parse-script.ts";
import { refuseScripted } from "../expensive-queries.ts";
import { scriptFunction } from "../function-score/functions/script-score.ts";
import { scoredByScript } from "../function-score/script-score-expression.ts";
import { expressionOf, isKnownEmpty, kindQuery } from "../kind-query.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import { queryScript } from "../scripts/query-script.ts";

export const scriptScore: QueryKind = {
  name: "script_score",
  summary: "Matches what a query matches, with scores that a script computes.",

  parse(body, context) {
    const read = new BodyReader("script_score", body, "object");
    const head = readHead("script_score", read, body);
    const inner = read.json("query");
    const query = inner === undefined ? undefined : context.parseQuery(inner);
    const given = read.json("script");
    if (given !== undefined && !isJsonObject(given))
      throw contentParseException(`[script_score] script doesn't support values of type: ${tokenName(given)}`);
    const minScore = read.number("min_score");
    read.end();
    const missing = Object.entries({ query, script: given }).flatMap(([key, value]) =>
      value === undefined ? [key] : [],
    );
    if (!query || given === undefined) throw illegalArgument(`Required [${missing.join(", ")}]`);
    const script = scriptOfRequest(given);
    return kindQuery(
      head,
      (searcher) => {
        refuseScripted(searcher, "script_score");
        const compiled = queryScript(searcher, script, "score");
        return scoredByScript(expressionOf(query, searcher), {
          run: scriptFunction(searcher, compiled, true),
          text: compiled.text,
          minScore: minScore === undefined ? undefined : Math.fround(minScore),
        });
      },
      (searcher) => isKnownEmpty(query, searcher),
    );
  },
};
