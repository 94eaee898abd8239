import type { PortableError } from "../compat/errors.ts";
import type { Json } from "../core/json.ts";

/** A place in a document elsewhere, or a ruleset, from which a query takes a value of its own. */
export interface DocumentReference {
  /** The kind of query that looks there, and so what is said of what it does not find. */
  readonly query: "geo_shape" | "more_like_this" | "percolate" | "rule" | "shape" | "terms";
  readonly index: string;
  readonly id: string;
  /** Empty: the document as a whole. */
  readonly path: string;
  readonly routing: string | undefined;
  /** The version that it must have; absent: any. */
  readonly version?: number | undefined;
}

/** What there is at a place, or why there is nothing. */
export type FoundReference = { readonly place: DocumentReference } & (
  | { readonly value: Json }
  | { readonly error: PortableError }
);

/** Places are the same where their keys are. */
export function referenceKey({ query, index, id, path, routing, version }: DocumentReference): string {
  return JSON.stringify([query, index, id, path, routing, version]);
}
