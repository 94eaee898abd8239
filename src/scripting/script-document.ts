/** What scripts see of a document: its columns by field, and its source. */
import type { JsonObject } from "../core/json.ts";

/** What the values of a column are to a script. */
export type ScriptValueForm =
  | "long"
  | "double"
  | "boolean"
  | "text"
  /** Milliseconds since 1970. */
  | "date"
  /** Nanoseconds since 1970. */
  | "date_nanos"
  | "point"
  | "vector";

/** A value of a column, in its form: numbers, 0 and 1 for booleans, texts, points, vectors. */
export type ScriptValue = number | bigint | string | ScriptPoint | ArrayLike<number>;

/** A point in degrees. */
export interface ScriptPoint {
  readonly lat: number;
  readonly lon: number;
}

/** The values of a field in a segment. */
export interface ScriptColumn {
  readonly form: ScriptValueForm;
  /** Number of values that a document has. */
  count(doc: number): number;
  /** One of them; they ascend. */
  value(doc: number, index: number): ScriptValue;
  /** The first value as a number, where all are exact as doubles; NaN is not told from none. */
  readonly first?: ((doc: number) => number) | undefined;
}

/**
 * The columns of a segment by field; undefined: the caller knows no such field. Throws RequestError 400 for a field
 * that has none.
 */
export type ScriptColumns = (path: string) => ScriptColumn | undefined;

/** A document. One object may be moved over the documents of a segment. */
export interface ScriptDocument {
  readonly columns: ScriptColumns;
  readonly doc: number;
  /** The part of the source that the caller may see. */
  readonly source: JsonObject;
}

/** The documents of a segment, for programs that run on many of them. */
export interface ScriptSegment {
  readonly columns: ScriptColumns;
  /** The source of a document; absent where scripts are given none. */
  readonly source?: (doc: number) => JsonObject;
  /** Throws when whoever asked is gone: called now and then by scripts that take long. */
  readonly checkpoint?: (() => void) | undefined;
}
