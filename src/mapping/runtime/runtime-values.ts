/**
 * How the values of a runtime field are computed: the interface between those who search them and those who compute
 * them.
 */
import type { JsonObject } from "../../core/json.ts";
import type { ScriptColumns } from "../../scripting/script-document.ts";

/** The document from which values are computed. */
export interface RuntimeDocument {
  /** The parsed source. */
  readonly source: JsonObject;
  /** The part of the source that the caller may see. */
  readonly visibleSource: JsonObject;
  /** The source as received: it distinguishes `1.0` from `1`. */
  readonly text: string;
  /** The columns of its segment, and its place in them. */
  readonly columns: ScriptColumns;
  readonly doc: number;
}

/** A value in the unit of its type's column: a number, the bytes of a term, a point in degrees. */
export type RuntimeValue = number | bigint | Uint8Array | RuntimePoint;

/** A point in degrees, which may be off the globe. */
export interface RuntimePoint {
  readonly lat: number;
  readonly lon: number;
}

/**
 * Computes the values of one field, from the source (`valuesFromSource`) or by a script. Values from the source depend
 * only on the field's path, which is hidden as a whole from callers who may not see it. Anything that reads more only
 * gets what the caller may see, and sets `looksFurther`.
 */
export interface RuntimeValues {
  /** Identifies the computation: with equal keys a document has equal values. */
  readonly key: string;
  /** Whether the values depend on the part of the document that the caller may see, which must then be in the key. */
  readonly looksFurther?: true;
  /** The values of a document, unordered, with duplicates. Throws RequestError 400 when they cannot be computed. */
  of(document: RuntimeDocument): readonly RuntimeValue[];
}

/**
 * A field of type `lookup`: returns fields of those documents of another index that share a value with a field of this
 * one.
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

/** How queries on runtime values differ from those on indexed values; plain data. */
export interface RuntimeQueries {
  /** Prefix of Elasticsearch's query class names. */
  readonly className: string;
  /**
   * `text`: unchanged. `flag`: true or false only. `instant`: a moment, in the format of the field; a year does not
   * include all its days. `value`: as the field parses it.
   */
  readonly exact: "text" | "flag" | "instant" | "value";
}

/** Marks a field as a runtime field. */
export interface RuntimeSource {
  /** Absent when there are no values. */
  readonly queries?: RuntimeQueries;
  /** Undefined for a field that is only returned and cannot be searched (`lookup`). */
  readonly values: RuntimeValues | undefined;
  readonly lookup?: LookupDefinition | undefined;
}
