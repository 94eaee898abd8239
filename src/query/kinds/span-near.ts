/** `span_near`: spans near each other. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import type { SearcherView } from "../query.ts";
import { pathOf, type Span, spanText } from "../spans/span.ts";
import {
  type BuiltSpan,
  clauseSpan,
  refuseOthers,
  type SpanQuery,
  spanClause,
  spanQuery,
  unsupported,
} from "../spans/span-query.ts";

/** A gap of some positions between two clauses. */
interface Gap {
  readonly path: string;
  readonly width: number;
}

export const spanNear: QueryKind = {
  name: "span_near",
  summary: "Matches documents with spans near each other, in order or not.",

  parse(body, context) {
    const read = new BodyReader("span_near", body);
    refuseOthers(read, ["clauses", "slop", "in_order"]);
    const given = read.json("clauses");
    if (given !== undefined && !Array.isArray(given)) throw unsupported("span_near", "clauses");
    const clauses = (given ?? []).map(
      (clause) => readGap(clause) ?? spanClause(clause, "span_near [clauses]", context),
    );
    const slop = read.integer("slop") ?? 0;
    const inOrder = read.boolean("in_order") ?? true;
    const head = readHead("span_near", read, body);
    if (clauses.length === 0) throw parsingException("span_near must include [clauses]");
    return spanQuery(head, (searcher) => near(searcher, clauses, slop, inOrder));
  },
};

function readGap(clause: Json): Gap | undefined {
  if (!isJsonObject(clause) || !Object.hasOwn(clause, "span_gap")) return undefined;
  const body = ownOf(clause, "span_gap");
  const [path, second] = isJsonObject(body) ? Object.keys(body) : [];
  if (path === undefined || second !== undefined) throw parsingException("[span_gap] query malformed");
  const width = Number(ownOf(body as JsonObject, path));
  if (!Number.isInteger(width)) throw parsingException("[span_gap] width must be an integer");
  return { path, width };
}

function near(
  searcher: SearcherView,
  clauses: readonly (SpanQuery | Gap)[],
  slop: number,
  inOrder: boolean,
): BuiltSpan {
  const built = clauses.map((clause): BuiltSpan =>
    "span" in clause ? clauseSpan(clause, searcher) : { span: { kind: "gap", ...clause }, named: [] },
  );
  const [first] = built;
  const named = built.flatMap((part) => part.named);
  const path = pathOf(first!.span);
  if (built.every(({ span }) => span.kind === "gap"))
    return { span: { kind: "none", path, reason: "gaps without words" }, named };
  if (built.length === 1) return first!;
  if (!inOrder && built.some(({ span }) => span.kind === "gap"))
    throw illegalArgument("Gaps can only be added to ordered near queries");
  const parts = built.map(({ span }) => span);
  const other = parts.find((part) => part.kind !== "gap" && pathOf(part) !== path);
  if (other) throw illegalArgument(`Cannot add clause ${spanText(other)} to SpanNearQuery for field ${path}`);
  const span: Span = { kind: "near", parts, slop, inOrder };
  return { span, named };
}
