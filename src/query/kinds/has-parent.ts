/** `has_parent`: children of parents that match a query. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException } from "../../compat/errors.ts";
import { isJsonObject } from "../../core/json.ts";
import { type InnerHits, readInnerHits } from "../inner-hits.ts";
import { booleanOf } from "../boolean/boolean-expression.ts";
import { refuseJoining } from "../expensive-queries.ts";
import type { Expression } from "../expression.ts";
import { joined } from "../joins/join-expression.ts";
import { ofRelation } from "../joins/of-relation.ts";
import { idField, relationsOf } from "../joins/relations.ts";
import { expressionOf, kindQuery } from "../kind-query.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { documentsView } from "../nested/nested-view.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import type { Query, SearcherView } from "../query.ts";
import { queryShardException } from "../query-shard-exception.ts";

const keys: readonly string[] = ["parent_type", "query", "score", "ignore_unmapped", "inner_hits", "boost", "_name"];

export const hasParent: QueryKind = {
  name: "has_parent",
  summary: "Matches children of which the parent matches a query.",

  parse(body, context) {
    const read = new BodyReader("has_parent", body);
    const inner = read.json("query");
    if (inner !== undefined && !isJsonObject(inner))
      throw parsingException("[has_parent] query does not support [query]");
    const children: InnerHits[] = [];
    const query = inner === undefined ? undefined : context.parseQuery(inner, children);
    const type = read.string("parent_type");
    const scored = read.boolean("score") ?? false;
    const ignoreUnmapped = read.boolean("ignore_unmapped") ?? false;
    const head = readHead("has_parent", read, body);
    const innerHits = readInnerHits("has_parent", read, context);
    for (const key of read.keys())
      if (!keys.includes(key)) throw parsingException(`[has_parent] query does not support [${key}]`);
    if (type === undefined) throw illegalArgument("[has_parent] requires 'parent_type' field");
    if (!query) throw illegalArgument("[has_parent] requires 'query' field");
    if (innerHits) context.innerHits.push({ relation: { kind: "parent", type }, query, body: innerHits, children });
    return kindQuery(head, (searcher) => build(searcher, { type, query, scored, ignoreUnmapped }));
  },
};

interface ParentBody {
  readonly type: string;
  readonly query: Query;
  readonly scored: boolean;
  readonly ignoreUnmapped: boolean;
}

function build(searcher: SearcherView, { type, query, scored, ignoreUnmapped }: ParentBody): Expression {
  refuseJoining(searcher);
  const relations = relationsOf(searcher.mapping);
  if (!relations) {
    if (ignoreUnmapped) return matchNone("");
    throw queryShardException(searcher.index, "[has_parent] no join field has been configured");
  }
  const children = relations.children.get(type);
  const ids = children && idField(searcher.mapping, relations, type);
  if (!children || !ids) {
    if (ignoreUnmapped) return matchNone("");
    const reason = `[has_parent] join field [${relations.field.path}] doesn't hold [${type}] as a parent`;
    throw queryShardException(searcher.index, reason);
  }
  const from = booleanOf([
    { occur: "must", expression: expressionOf(query, documentsView(searcher)) },
    { occur: "filter", expression: ofRelation(relations, [type]) },
  ]);
  const scoring = { mode: scored ? "max" : "none", least: 1, most: Infinity } as const;
  return joined({ ids, from, to: ofRelation(relations, children), scoring });
}
