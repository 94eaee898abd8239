/**
 * What can be asked of a field, and how, as plain data: where its values stand, and what they are compared with. The
 * layers above choose by it and never by the type of a field, so that a new type is a matter of the mapping alone.
 */

/** What the fields of a type have in common. */
export interface FieldCapabilities {
  /** It stands for objects, and has no values itself. */
  readonly object: "object" | "nested" | undefined;
  /** The values are texts, as words of an analyzer or as a whole: what patterns and similar words are compared with. */
  readonly texts: "words" | "whole" | undefined;
  /** The values are instants: formats, time zones and rounding are for them. */
  readonly dates: "milliseconds" | "nanoseconds" | undefined;
  /** The values are points or shapes. */
  readonly geometry: Geometries | undefined;
  /** The values are vectors: they are shown as they came, and their column is for nothing else. */
  readonly vectors: boolean;

  /** How a value is found exactly. */
  readonly exactQuery: ExactQuery;
  /** Whether it can be asked for values between bounds. */
  readonly rangeQuery: boolean;
  /** Whether texts are analysed to be looked for in it, or taken whole; undefined: they cannot be looked for. */
  readonly matchQuery: "words" | "whole" | undefined;
  /** Whether a pattern of names means it, too, where a text is looked for. */
  readonly inFieldPatterns: boolean;
  /** Whether it is searched in its column where it has no index. */
  readonly columnQuery: boolean;

  /** What hits are sorted by: terms in their order, or numbers of a width. */
  readonly sortColumn: SortColumn;
  /** What aggregations read. */
  readonly valuesSource: ValuesShape | undefined;
  /** How aggregations show values. */
  readonly valueFormat: "raw" | "boolean" | "ip" | "version" | "base64" | "collate" | "decimal" | "date";
  /** Formats that doc values take: of the kind of their values, those of dates, any without a look, or none. */
  readonly docvalueFormat: "own" | "date" | "any" | undefined;
  /** Whether `fields` reads an array of the source as one value. */
  readonly wholeValues: boolean;
  /** Whether numbers are shown as doubles: with a fraction, always. */
  readonly showsDoubles: boolean;
}

/** Points or shapes, on the globe or in a plane. */
export interface Geometries {
  readonly space: "globe" | "plane";
  readonly of: "points" | "shapes";
}

/**
 * `value`: by its term, or in the column. `address`: whole networks too. `feature`: by the name of a feature.
 * `geometry` and `bytes` are refused, each in its words.
 */
export type ExactQuery = "value" | "address" | "feature" | "geometry" | "bytes";

export type NumberWidth = "int" | "long" | "half_float" | "float" | "double" | "date" | "date_nanos";

export type SortColumn = "terms" | NumberWidth;

export type ValuesShape = "numbers" | "ordinals" | "points" | "ranges";

/** Of fields about which nothing more is known. */
export const plainValues: FieldCapabilities = {
  object: undefined,
  texts: undefined,
  dates: undefined,
  geometry: undefined,
  vectors: false,
  exactQuery: "value",
  rangeQuery: true,
  matchQuery: "whole",
  inFieldPatterns: true,
  columnQuery: true,
  sortColumn: "long",
  valuesSource: undefined,
  valueFormat: "raw",
  docvalueFormat: undefined,
  wholeValues: false,
  showsDoubles: false,
};

/** Texts of words. */
export const analysedTexts: FieldCapabilities = {
  ...plainValues,
  texts: "words",
  matchQuery: "words",
  columnQuery: false,
};

/** Texts that are terms as they are. */
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
    valuesSource: geometry.space === "globe" && geometry.of === "points" ? "points" : undefined,
    wholeValues: true,
    showsDoubles: true,
  };
}

/** Ranges as terms of two bounds. */
export const ranges: FieldCapabilities = { ...plainValues, columnQuery: false, valuesSource: "ranges" };

/** Bytes that nobody looks into. */
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

/** Metadata that is searched; what is closed refuses `match` as well. */
export const metadata: FieldCapabilities = { ...plainValues, inFieldPatterns: false };

/** Whether the values are points on the globe. */
export function isGeoPoint({ capabilities: { geometry } }: { readonly capabilities: FieldCapabilities }): boolean {
  return geometry?.space === "globe" && geometry.of === "points";
}
