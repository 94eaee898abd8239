/** What the range types differ in: the values that a range is between. */
import type { Json } from "../../core/json.ts";
import type { FieldCapabilities } from "../field-capabilities.ts";
import type { RangeBounds, ValueContext } from "../field-type.ts";
import type { ParameterValues } from "../parameter.ts";

/** Ranges of one kind of value. */
export interface RangeKind<Bound> {
  /** Documented type name. */
  readonly name: string;
  /** How values are shown, where that is not as terms. */
  readonly capabilities?: Partial<FieldCapabilities>;
  /** Bytes of a bound in a term. */
  readonly width: number;
  /** What an open side comes to. */
  readonly min: Bound;
  readonly max: Bound;
  /**
   * The neighbour of a value, for exclusive bounds; behind the last value the first one follows, as in Elasticsearch.
   */
  next(bound: Bound): Bound;
  previous(bound: Bound): Bound;
  /** Writes a bound so that bytes sort as values do. */
  write(bound: Bound, into: Uint8Array, at: number): void;
  /** Reads what `write` has written. */
  read(bytes: Uint8Array, at: number): Bound;
  /** What is said of a document's range that ends before it begins. */
  reversed(from: Bound, to: Bound): string;
  /** How bounds of one field are read. */
  reader(parameters: ParameterValues["values"]): BoundReader<Bound>;
}

/** Reads bounds with the parameters of a field. */
export interface BoundReader<Bound> {
  /**
   * A bound in a document. `roundUp`: a date without a time stands for its end. Throws ValueError; undefined for null.
   */
  ofDocument(value: Json, roundUp: boolean, target: Pick<ValueContext, "numberText">): Bound | undefined;
  /** A whole range of a document that is written as one value (networks); undefined when there are none such. */
  ofText?(value: Json): { readonly from: Bound; readonly to: Bound } | undefined;
  /** Both inclusive bounds of a query. Throws RequestError. */
  ofQuery(bounds: RangeBounds): OpenRange<Bound>;
  /** A bound as `fields` shows it. Throws for what cannot be read. */
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
