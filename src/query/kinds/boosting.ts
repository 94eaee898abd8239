/** `boosting`: lowers the scores of some matches of a query. */
import { BodyReader } from "../../compat/body-reader.ts";
import { parsingException } from "../../compat/errors.ts";
import { isJsonObject } from "../../core/json.ts";
import { demoted } from "../boosting/boosting-expression.ts";
import type { Expression } from "../expression.ts";
import { expressionOf, isKnownEmpty, kindQuery } from "../kind-query.ts";
import { readHead } from "../query-head.ts";
import type { ParseContext, QueryKind } from "../query-kind.ts";
import type { Query, SearcherView } from "../query.ts";

const keys: ReadonlySet<string> = new Set(["positive", "negative", "negative_boost", "boost", "_name"]);

export const boosting: QueryKind = {
  name: "boosting",
  summary: "Matches what one query matches, with a lower score where another matches too.",

  parse(body, context) {
    const read = new BodyReader("boosting", body);
    const positive = readInner(read, "positive", context);
    const negative = readInner(read, "negative", context);
    const factor = read.number("negative_boost") ?? -1;
    const head = readHead("boosting", read, body);
    const unknown = read.keys().find((key) => !keys.has(key));
    if (unknown !== undefined) throw parsingException(`[boosting] query does not support [${unknown}]`);
    if (!positive) throw parsingException("[boosting] query requires 'positive' query to be set'");
    if (!negative) throw parsingException("[boosting] query requires 'negative' query to be set'");
    if (factor < 0)
      throw parsingException("[boosting] query requires 'negative_boost' to be set to be a positive value'");
    const build = (searcher: SearcherView): Expression =>
      demoted(expressionOf(positive, searcher), expressionOf(negative, searcher), factor);
    return kindQuery(head, build, (searcher) => isKnownEmpty(positive, searcher));
  },
};

function readInner(read: BodyReader, key: string, context: ParseContext): Query | undefined {
  const value = read.json(key);
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) throw parsingException(`[boosting] query does not support [${key}]`);
  return context.parseQuery(value);
}
