/** Reads `span_containing` and `span_within`, which differ in the spans that they show. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { readHead } from "../query-head.ts";
import type { ParseContext } from "../query-kind.ts";
import { pathOf } from "./span.ts";
import { clauseSpan, readClause, refuseOthers, type SpanQuery, spanQuery } from "./span-query.ts";

/** What a kind is called, what it shows, and what it says when a part is missing. */
interface PairKind {
  readonly name: string;
  readonly kind: "containing" | "within";
  readonly missing: (part: "big" | "little") => Error;
}

/** The query of a body. */
export function readPair(body: Json, context: ParseContext, { name, kind, missing }: PairKind): SpanQuery {
  const read = new BodyReader(name, body);
  refuseOthers(read, ["big", "little"]);
  const big = readClause(read, "big", context);
  const little = readClause(read, "little", context);
  const head = readHead(name, read, body);
  if (!big) throw missing("big");
  if (!little) throw missing("little");
  return spanQuery(head, (searcher) => {
    const around = clauseSpan(big, searcher);
    const inside = clauseSpan(little, searcher);
    if (pathOf(around.span) !== pathOf(inside.span)) throw illegalArgument("big and little not same field");
    return { span: { kind, big: around.span, little: inside.span }, named: [...around.named, ...inside.named] };
  });
}
