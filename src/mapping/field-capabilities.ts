/**
 * What a field supports, as plain data: how its values are indexed and compared. The layers above decide by this, never
 * by the type of a field, so that a new type only concerns the mapping.
 */

/** Capabilities that all fields of a type share. */
export interface FieldCapabilities {
  /** The path is an object and has no values itself. */
  readonly object: "object" | "nested" | undefined;
  /** The values are texts, as words of an analyzer or whole: patterns and fuzzy queries apply. */
  readonly texts: "words" | "whole" | undefined;
  /** The values are instants: formats, time zones and rounding apply. */
  readonly dates: "milliseconds" | "nanoseconds" | undefined;
  /** The values are points or shapes. */
  readonly geometry: Geometries | undefined;
  /** The values are vectors: they are returned as received, and their column serves nothing else. */
  readonly vectors: boolean;

  /** The values are relations between documents. */
  readonly joins: boolean;
  /** The values are queries, which documents are matched against. */
  readonly queries: boolean;
  /** The value is a feature to score by, or there are several with names. */
  readonly feature: "one" | "several" | undefined;

  /** How exact values are searched. */
  readonly exactQuery: ExactQuery;
  /** Whether range queries are supported. */
  readonly rangeQuery: boolean;
  /** Whether a match query analyses its text or takes it whole; undefined: match queries are not supported. */
  readonly matchQuery: "words" | "whole" | undefined;
  /** Whether full-text queries include the field when it matches a field pattern. */
  readonly inFieldPatterns: boolean;
  /** Whether a field without an index is searched in doc values. */
  readonly columnQuery: boolean;

  /** What hits are sorted by: terms, or numbers of a certain width. */
  readonly sortColumn: SortColumn;
  /** All values of a document are one doc value, of bytes. */
  readonly joinedValues: boolean;
  /** What aggregations read. */
  readonly valuesSource: ValuesShape | undefined;
  /** How aggregations render values. */
  readonly valueFormat: "raw" | "boolean" | "ip" | "version" | "base64" | "base64url" | "collate" | "decimal" | "date";
  /** `format` of doc values: for the kind of value, for dates, any (ignored), or none. */
  readonly docvalueFormat: "own" | "date" | "any" | undefined;
  /** Whether `fields` takes an array of the source as one value. */
  readonly wholeValues: boolean;
  /** Whether numbers are rendered as doubles, always with a fraction. */
  readonly showsDoubles: boolean;
}

/** Points or shapes, on the globe or in a plane. */
export interface Geometries {
  readonly space: "globe" | "plane";
  readonly of: "points" | "shapes";
}

/**
 * `value`: by term or in doc values. `address`: networks too. `feature`: by the name of a feature. `geometry` and
 * `bytes` are refused, each with its own message.
 */
export type ExactQuery = "value" | "address" | "feature" | "geometry" | "bytes";

export type NumberWidth = "int" | "long" | "half_float" | "float" | "double" | "date" | "date_nanos";

export type SortColumn = "terms" | NumberWidth;

export type ValuesShape = "numbers" | "ordinals" | "points" | "plane-points" | "ranges";

/** Defaults, for fields without special capabilities. */
export const plainValues: FieldCapabilities = {
  object: undefined,
  texts: undefined,
  dates: undefined,
  geometry: undefined,
  vectors: false,
  joins: false,
  queries: false,
  feature: undefined,
  exactQuery: "value",
  rangeQuery: true,
  matchQuery: "whole",
  inFieldPatterns: true,
  columnQuery: true,
  sortColumn: "long",
  joinedValues: false,
  valuesSource: undefined,
  valueFormat: "raw",
  docvalueFormat: undefined,
  wholeValues: false,
  showsDoubles: false,
};

/** Texts analysed into words. */
export const analysedTexts: FieldCapabilities = {
  ...plainValues,
  texts: "words",
  matchQuery: "words",
  columnQuery: false,
};

/** Texts analysed into words that are values too, by document (`fielddata`). */
export const fielddataTexts: FieldCapabilities = { ...analysedTexts, sortColumn: "terms", valuesSource: "ordinals" };

/** Texts indexed as whole terms. */
export const wholeTexts: FieldCapabilities = {
  ...plainValues,
  texts: "whole",
  matchQuery: "words",
  sortColumn: "terms",
  valuesSource: "ordinals",
};

/** Addresses of 16 bytes as terms. */
export const addresses: FieldCapabilities = {
  ...plainValues,
  exactQuery: "address",
  sortColumn: "terms",
  valuesSource: "ordinals",
  valueFormat: "ip",
};

/** Numbers without fractions. */
export function wholeNumbers(width: "int" | "long"): FieldCapabilities {
  return {
    ...plainValues,
    sortColumn: width,
    valuesSource: "numbers",
    valueFormat: "decimal",
    docvalueFormat: "own",
  };
}

/** Numbers with fractions. */
export function fractions(width: "half_float" | "float" | "double"): FieldCapabilities {
  return {
    ...plainValues,
    sortColumn: width,
    valuesSource: "numbers",
    valueFormat: "decimal",
    docvalueFormat: "own",
    showsDoubles: true,
  };
}

/** True and false as numbers. */
export const booleans: FieldCapabilities = { ...plainValues, valuesSource: "numbers", valueFormat: "boolean" };

/** Instants as numbers. */
export function instants(unit: "milliseconds" | "nanoseconds"): FieldCapabilities {
  return {
    ...plainValues,
    dates: unit,
    sortColumn: unit === "nanoseconds" ? "date_nanos" : "date",
    valuesSource: "numbers",
    valueFormat: "date",
    docvalueFormat: "own",
  };
}

/** Points and shapes. */
export function geometries(geometry: Geometries): FieldCapabilities {
  return {
    ...plainValues,
    geometry,
    exactQuery: "geometry",
    rangeQuery: false,
    matchQuery: undefined,
    inFieldPatterns: false,
    valuesSource: geometry.of === "shapes" ? undefined : geometry.space === "globe" ? "points" : "plane-points",
    wholeValues: true,
    showsDoubles: true,
  };
}

/** Ranges as terms of two bounds. */
export const ranges: FieldCapabilities = {
  ...plainValues,
  columnQuery: false,
  joinedValues: true,
  valuesSource: "ranges",
};

/** Bytes that are not interpreted. */
export const opaqueBytes: FieldCapabilities = {
  ...plainValues,
  exactQuery: "bytes",
  rangeQuery: false,
  matchQuery: undefined,
  inFieldPatterns: false,
  columnQuery: false,
  valuesSource: "ordinals",
  valueFormat: "base64",
  docvalueFormat: "any",
};

/** Searchable metadata fields; those that are not searchable refuse `match` as well. */
export const metadata: FieldCapabilities = { ...plainValues, inFieldPatterns: false };

/** Whether the values are points on the globe. */
export function isGeoPoint({ capabilities: { geometry } }: { readonly capabilities: FieldCapabilities }): boolean {
  return geometry?.space === "globe" && geometry.of === "points";
}
