/** How the values of a runtime field come about: the seam between what searches them and what makes them. */
import type { Json, JsonObject } from "../../core/json.ts";

/** One document, as values are made of it. */
export interface RuntimeDocument {
  /** The parsed source. */
  readonly source: JsonObject;
  /** The part of the source that the caller may see. */
  readonly visibleSource: JsonObject;
  /** The source as it came: it tells `1.0` from `1`. */
  readonly text: string;
  /** The values of an indexed field, ascending, as `docvalue_fields` shows them. */
  docValues(path: string): readonly Json[];
}

/** A value in the unit of its type's column: a number, the bytes of a term, a point in degrees. */
export type RuntimeValue = number | bigint | Uint8Array | RuntimePoint;

/** A point in degrees, which may lie beside the globe. */
export interface RuntimePoint {
  readonly lat: number;
  readonly lon: number;
}

/**
 * Makes the values of one field: out of the source (`valuesFromSource`), or by a script. Values out of the source
 * depend on the path of the field alone, which is hidden as a whole from who may not see it; what looks further is
 * given no more than the caller may see, and says so.
 */
export interface RuntimeValues {
  /** What tells these values from those of others: where keys are equal, the values of a document are. */
  readonly key: string;
  /** Whether the values depend on what of the document the caller may see, which must be in the key then. */
  readonly looksFurther?: true;
  /** The values of a document, in no order, repetitions included. Throws RequestError 400 when they cannot be made. */
  of(document: RuntimeDocument): readonly RuntimeValue[];
}

/**
 * What a field of type `lookup` shows: fields of the documents of another index that have one of the values of a field
 * of this one.
 */
export interface LookupDefinition {
  readonly targetIndex: string;
  readonly inputField: string;
  readonly targetField: string;
  readonly fetchFields: readonly LookupField[];
}

/** A field of the other index, with a format. */
export interface LookupField {
  readonly field: string;
  readonly format: string | undefined;
}

/** How queries on values that are made take a value, where that is not as on indexed ones; plain data. */
export interface RuntimeQueries {
  /** What the names of Elasticsearch's queries begin with. */
  readonly className: string;
  /**
   * `text`: as it is. `flag`: true and false only. `instant`: a moment, in the format of the field; a year does not
   * stand for all its days. `value`: as the field reads it.
   */
  readonly exact: "text" | "flag" | "instant" | "value";
}

/** What makes a field a runtime field. */
export interface RuntimeSource {
  /** Absent where there are no values. */
  readonly queries?: RuntimeQueries;
  /** Undefined for what only shows something and cannot be searched (`lookup`). */
  readonly values: RuntimeValues | undefined;
  readonly lookup?: LookupDefinition | undefined;
}
