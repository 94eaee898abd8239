/** `inner_hits` of a query: which documents made a hit match, to be shown with it. What of them is not known here. */
import type { BodyReader } from "../compat/body-reader.ts";
import { parsingException } from "../compat/errors.ts";
import { isJsonObject, type JsonObject } from "../core/json.ts";
import { readingBody } from "./failed-body.ts";
import type { ParseContext } from "./query-kind.ts";
import type { Query } from "./query.ts";

/** How the documents that are shown belong to a hit: they are nested in it, or the other side of a join. */
export type InnerRelation =
  | { readonly kind: "nested"; readonly path: string }
  | { readonly kind: "child" | "parent"; readonly type: string };

/** See the file comment. */
export interface InnerHits {
  readonly relation: InnerRelation;
  /** What the documents match. */
  readonly query: Query;
  /** The value of `inner_hits`. */
  readonly body: JsonObject;
  /** Those of queries within the query. */
  readonly children: readonly InnerHits[];
}

/** The name that inner hits are shown under: their own, or that of the path or type. */
export function innerHitsName({ body, relation }: InnerHits): string {
  if (typeof body["name"] === "string") return body["name"];
  return relation.kind === "nested" ? relation.path : relation.type;
}

/** Reads `inner_hits` of a query of `kind`; undefined: there are none. */
export function readInnerHits(kind: string, read: BodyReader, context: ParseContext): JsonObject | undefined {
  const body = read.json("inner_hits");
  if (body === undefined) return undefined;
  if (!isJsonObject(body)) throw parsingException(`[${kind}] query does not support [inner_hits]`);
  readingBody(body, () => context.checkInnerHits(body));
  return body;
}
