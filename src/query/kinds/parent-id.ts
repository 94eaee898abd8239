/** `parent_id`: children of the parent with an id. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException } from "../../compat/errors.ts";
import { booleanOf } from "../boolean/boolean-expression.ts";
import { refuseJoining } from "../expensive-queries.ts";
import type { Expression } from "../expression.ts";
import { ofRelation } from "../joins/of-relation.ts";
import { idField, parentOf, relationsOf } from "../joins/relations.ts";
import { kindQuery } from "../kind-query.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import type { SearcherView } from "../query.ts";
import { queryShardException } from "../query-shard-exception.ts";
import { term } from "../term/term-expression.ts";

const encoder = new TextEncoder();
const keys: readonly string[] = ["type", "id", "ignore_unmapped", "boost", "_name"];

export const parentId: QueryKind = {
  name: "parent_id",
  summary: "Matches children of the parent with an id.",

  parse(body) {
    const read = new BodyReader("parent_id", body);
    const type = read.string("type");
    const id = read.string("id");
    const ignoreUnmapped = read.boolean("ignore_unmapped") ?? false;
    const head = readHead("parent_id", read, body);
    for (const key of read.keys())
      if (!keys.includes(key)) throw parsingException(`[parent_id] query does not support [${key}]`);
    return kindQuery(head, (searcher) => build(searcher, type, id, ignoreUnmapped));
  },
};

function build(
  searcher: SearcherView,
  type: string | undefined,
  id: string | undefined,
  ignoreUnmapped: boolean,
): Expression {
  refuseJoining(searcher);
  const relations = relationsOf(searcher.mapping);
  if (!relations) {
    if (ignoreUnmapped) return matchNone("");
    throw queryShardException(searcher.index, "[parent_id] no join field found for index [" + searcher.index + "]");
  }
  const parent = type === undefined ? undefined : parentOf(relations, type);
  const ids = parent === undefined ? undefined : idField(searcher.mapping, relations, parent);
  if (type === undefined || !ids) {
    if (ignoreUnmapped) return matchNone("");
    throw queryShardException(searcher.index, `[parent_id] no relation found for child [${type ?? "null"}]`);
  }
  if (id === undefined) throw illegalArgument("[parent_id] requires 'id' field");
  return booleanOf([
    { occur: "must", expression: term(ids, encoder.encode(id)) },
    { occur: "filter", expression: ofRelation(relations, [type]) },
  ]);
}
