/** Queries that are spans, and so may be clauses of other spans (Elasticsearch's `SpanQueryBuilder`). */
import type { BodyReader } from "../../compat/body-reader.ts";
import { parsingException } from "../../compat/errors.ts";
import { javaFloat } from "../../core/float32.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import type { Expression } from "../expression.ts";
import { kindQuery, type KindQuery, type QueryHead } from "../kind-query.ts";
import { named } from "../named/named-expression.ts";
import type { ParseContext } from "../query-kind.ts";
import type { SearcherView } from "../query.ts";
import type { Span } from "./span.ts";
import { spans } from "./spans-expression.ts";

/** A span on an index. */
export interface BuiltSpan {
  readonly span: Span;
  /** Its parts that have names of their own. */
  readonly named: readonly Expression[];
}

/** A query that is a span. */
export interface SpanQuery extends KindQuery {
  readonly span: (searcher: SearcherView) => BuiltSpan;
}

/** Makes the query of a kind. */
export function spanQuery(head: QueryHead, span: (searcher: SearcherView) => BuiltSpan): SpanQuery {
  const query = kindQuery(head, (searcher) => {
    const built = span(searcher);
    return spans(built.span, built.named);
  });
  return { ...query, span };
}

/** The span of a clause, with its name. */
export function clauseSpan({ span, name }: SpanQuery, searcher: SearcherView): BuiltSpan {
  const built = span(searcher);
  if (name === undefined) return built;
  return { span: built.span, named: [named(spans(built.span, built.named), name)] };
}

/** Reads a clause under a key; undefined when there is none. */
export function readClause(read: BodyReader, key: string, context: ParseContext): SpanQuery | undefined {
  const value = read.json(key);
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) throw unsupported(read.what, key);
  return spanClause(value, `${read.what} [${key}]`, context);
}

/** A query that must be a span without a boost; `place` is what errors call it. */
export function spanClause(value: Json, place: string, context: ParseContext): SpanQuery {
  const query = context.parseQuery(value);
  if (!("span" in query)) throw parsingException(`${place} must be of type span query`);
  if (query.boost !== 1)
    throw parsingException(
      `${place} as a nested span clause can't have non-default boost value [${javaFloat(query.boost)}]`,
    );
  return query as SpanQuery;
}

/** Refuses keys other than the known ones, and `boost` and `_name`. */
export function refuseOthers(read: BodyReader, known: readonly string[]): void {
  for (const key of read.keys())
    if (!known.includes(key) && key !== "boost" && key !== "_name") throw unsupported(read.what, key);
}

export function unsupported(kind: string, key: string): Error {
  return parsingException(`[${kind}] query does not support [${key}]`);
}
