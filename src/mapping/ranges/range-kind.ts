/** The differences between range types: the kind of value between bounds. */
import type { Json } from "../../core/json.ts";
import type { FieldCapabilities } from "../field-capabilities.ts";
import type { RangeBounds, ValueContext } from "../field-type.ts";
import type { ParameterValues } from "../parameter.ts";

/** Ranges of one kind of value. */
export interface RangeKind<Bound> {
  /** Documented type name. */
  readonly name: string;
  /** Capabilities that differ from those of plain ranges. */
  readonly capabilities?: Partial<FieldCapabilities>;
  /** Size of a bound in a term, in bytes. */
  readonly width: number;
  /** The values that replace open bounds. */
  readonly min: Bound;
  readonly max: Bound;
  /** The neighbour of a value, for exclusive bounds; wraps around at the ends, as in Elasticsearch. */
  next(bound: Bound): Bound;
  previous(bound: Bound): Bound;
  /** Writes a bound so that bytes sort as values do. */
  write(bound: Bound, into: Uint8Array, at: number): void;
  /** A bound as it stands in the doc value of a document (`joinedRanges`). */
  joinedBound(bound: Bound): Uint8Array;
  /** Doc values are shown as text; Elasticsearch has no form for the others. */
  readonly showsDocValues: boolean;
  /** Reads what `write` has written. */
  read(bytes: Uint8Array, at: number): Bound;
  /** The error for a document's range that ends before it begins. */
  reversed(from: Bound, to: Bound): string;
  /** How the bounds of a field are parsed. */
  reader(parameters: ParameterValues["values"]): BoundReader<Bound>;
}

/** Parses bounds with the parameters of a field. */
export interface BoundReader<Bound> {
  /**
   * A bound in a document. `roundUp`: a date without a time means the end of the day. Throws ValueError; undefined for
   * null.
   */
  ofDocument(value: Json, roundUp: boolean, target: Pick<ValueContext, "numberText">): Bound | undefined;
  /** A range written as one value (networks); undefined when the kind has none. */
  ofText?(value: Json): { readonly from: Bound; readonly to: Bound } | undefined;
  /** Both inclusive bounds of a query. Throws RequestError. */
  ofQuery(bounds: RangeBounds): OpenRange<Bound>;
  /** A bound rendered for `fields`. Throws when it cannot be read. */
  show(value: Json, format: string | undefined): Json;
  /** JSON text of a bound. */
  text(bound: Bound): string;
  /** A bound as Java's `toString` writes it. */
  javaText(bound: Bound): string;
}

/** A range, undefined on a side: open. */
export interface OpenRange<Bound> {
  readonly from: Bound | undefined;
  readonly to: Bound | undefined;
}
