/** `nested`: documents with a nested object that matches a query. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException, RequestError } from "../../compat/errors.ts";
import { isJsonObject } from "../../core/json.ts";
import { type InnerHits, readInnerHits } from "../inner-hits.ts";
import { refuseJoining } from "../expensive-queries.ts";
import { boosted } from "../boost/boost-expression.ts";
import { constantScore } from "../constant-score/constant-score-expression.ts";
import type { Expression } from "../expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { nestedJoin } from "../nested/nested-join-expression.ts";
import { expressionOf, kindQuery } from "../kind-query.ts";
import { isNestedObject } from "../nested/nested-objects.ts";
import { nestedView } from "../nested/nested-view.ts";
import type { ScoreMode } from "../nested/nested-join-plan.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import type { Query, SearcherView } from "../query.ts";

const modes: readonly ScoreMode[] = ["avg", "max", "min", "none", "sum"];

export const nested: QueryKind = {
  name: "nested",
  summary: "Matches documents of which a nested object matches a query.",

  parse(body, context) {
    const read = new BodyReader("nested", body);
    const inner = read.json("query");
    if (inner !== undefined && !isJsonObject(inner)) throw parsingException("[nested] query does not support [query]");
    const children: InnerHits[] = [];
    const query = inner === undefined ? undefined : context.parseQuery(inner, children);
    const path = read.string("path");
    const mode = scoreMode(read.string("score_mode") ?? "avg");
    const ignoreUnmapped = read.boolean("ignore_unmapped") ?? false;
    const head = readHead("nested", read, body);
    const innerHits = readInnerHits("nested", read, context);
    read.end();
    if (path === undefined) throw illegalArgument("[nested] requires 'path' field");
    if (!query) throw illegalArgument("[nested] requires 'query' field");
    if (innerHits) context.innerHits.push({ relation: { kind: "nested", path }, query, body: innerHits, children });
    return kindQuery(head, (searcher) => joined(searcher, { query, path, mode, ignoreUnmapped }));
  },
};

interface NestedBody {
  readonly query: Query;
  readonly path: string;
  readonly mode: ScoreMode;
  readonly ignoreUnmapped: boolean;
}

function scoreMode(text: string): ScoreMode {
  const mode = modes.find((known) => known === text);
  if (!mode) throw illegalArgument(`No score mode for child query [${text}] found`);
  return mode;
}

function joined(searcher: SearcherView, { query, path, mode, ignoreUnmapped }: NestedBody): Expression {
  refuseJoining(searcher);
  if (!isNestedObject(searcher.mapping, path)) {
    if (ignoreUnmapped) return matchNone("");
    throw new RequestError(
      500,
      "illegal_state_exception",
      `[nested] failed to find nested object under path [${path}]`,
    );
  }
  const { nestedPath = "" } = searcher;
  if (nestedPath === path) {
    // The search is already over nested documents of this path: each one joins only with itself.
    const itself = expressionOf(query, searcher);
    return mode === "none" ? boosted(constantScore(itself), 0) : itself;
  }
  const inner = expressionOf(query, nestedView(searcher, path));
  const isBelow = nestedPath === "" || path.startsWith(`${nestedPath}.`);
  return isBelow ? nestedJoin(inner, path, mode) : matchNone("no nested documents below these");
}
