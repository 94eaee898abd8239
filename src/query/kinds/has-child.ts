/** `has_child`: parents of children that match a query. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException } from "../../compat/errors.ts";
import { isJsonObject } from "../../core/json.ts";
import { type InnerHits, readInnerHits } from "../inner-hits.ts";
import { booleanOf } from "../boolean/boolean-expression.ts";
import { refuseJoining } from "../expensive-queries.ts";
import type { Expression } from "../expression.ts";
import { joined } from "../joins/join-expression.ts";
import type { JoinScoring } from "../joins/join-plan.ts";
import { ofRelation } from "../joins/of-relation.ts";
import { idField, parentOf, relationsOf } from "../joins/relations.ts";
import { expressionOf, kindQuery } from "../kind-query.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { documentsView } from "../nested/nested-view.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import type { Query, SearcherView } from "../query.ts";
import { queryShardException } from "../query-shard-exception.ts";

const modes = ["avg", "max", "min", "none", "sum"] as const;
/** The greatest int of Java. */
const ANY = 0x7f_ff_ff_ff;

export const hasChild: QueryKind = {
  name: "has_child",
  summary: "Matches parents of which children match a query.",

  parse(body, context) {
    const read = new BodyReader("has_child", body);
    const inner = read.json("query");
    if (inner !== undefined && !isJsonObject(inner))
      throw parsingException("[has_child] query does not support [query]");
    const children: InnerHits[] = [];
    const query = inner === undefined ? undefined : context.parseQuery(inner, children);
    const type = read.string("type");
    const mode = scoreMode(read.string("score_mode") ?? "none");
    const least = read.integer("min_children") ?? 1;
    const most = read.integer("max_children") ?? ANY;
    const ignoreUnmapped = read.boolean("ignore_unmapped") ?? false;
    const head = readHead("has_child", read, body);
    const innerHits = readInnerHits("has_child", read, context);
    for (const key of read.keys())
      if (!keys.includes(key)) throw parsingException(`[has_child] query does not support [${key}]`);
    if (type === undefined) throw illegalArgument("[has_child] requires 'type' field");
    if (!query) throw illegalArgument("[has_child] requires 'query' field");
    if (least < 0) throw illegalArgument("[has_child] requires non-negative 'min_children' field");
    if (most < 0) throw illegalArgument("[has_child] requires non-negative 'max_children' field");
    if (most < least) throw illegalArgument("[has_child] 'max_children' is less than 'min_children'");
    const scoring: JoinScoring = { mode, least: Math.max(1, least), most: most === 0 ? ANY : most };
    if (innerHits) context.innerHits.push({ relation: { kind: "child", type }, query, body: innerHits, children });
    return kindQuery(head, (searcher) => build(searcher, { type, query, scoring, ignoreUnmapped }));
  },
};

const keys: readonly string[] = [
  "type",
  "query",
  "score_mode",
  "min_children",
  "max_children",
  "ignore_unmapped",
  "inner_hits",
  "boost",
  "_name",
];

function scoreMode(text: string): JoinScoring["mode"] {
  const mode = modes.find((known) => known === text);
  if (!mode) throw illegalArgument(`No score mode for child query [${text}] found`);
  return mode;
}

interface ChildBody {
  readonly type: string;
  readonly query: Query;
  readonly scoring: JoinScoring;
  readonly ignoreUnmapped: boolean;
}

function build(searcher: SearcherView, { type, query, scoring, ignoreUnmapped }: ChildBody): Expression {
  refuseJoining(searcher);
  const relations = relationsOf(searcher.mapping);
  if (!relations) {
    if (ignoreUnmapped) return matchNone("");
    throw queryShardException(searcher.index, "[has_child] no join field has been configured");
  }
  const parent = parentOf(relations, type);
  const ids = parent === undefined ? undefined : idField(searcher.mapping, relations, parent);
  if (parent === undefined || !ids) {
    if (ignoreUnmapped) return matchNone("");
    const reason = `[has_child] join field [${relations.field.path}] doesn't hold [${type}] as a child`;
    throw queryShardException(searcher.index, reason);
  }
  const from = booleanOf([
    { occur: "must", expression: expressionOf(query, documentsView(searcher)) },
    { occur: "filter", expression: ofRelation(relations, [type]) },
  ]);
  return joined({ ids, from, to: ofRelation(relations, [parent]), scoring });
}
