/**
 * What scripts are for: the documented contexts, and what a program is in each. A program throws RequestError 400
 * `script_exception` where its script fails.
 */
import type { Json, JsonObject } from "../core/json.ts";

/** Programs by context, each bound to the parameters of its script. */
export interface ScriptPrograms {
  /** Values of fields by type: `emit` is called with them. */
  readonly boolean_field: FieldProgram<boolean>;
  /** Milliseconds since 1970. */
  readonly date_field: FieldProgram<number>;
  readonly double_field: FieldProgram<number>;
  readonly geo_point_field: FieldProgram<ScriptPoint>;
  /** Addresses as texts. */
  readonly ip_field: FieldProgram<string>;
  readonly keyword_field: FieldProgram<string>;
  readonly long_field: FieldProgram<number | bigint>;
  readonly composite_field: CompositeProgram;
  /** Values that are shown of hits. */
  readonly field: ValueProgram;
  readonly similarity: SimilarityProgram;
  readonly similarity_weight: SimilarityWeightProgram;
  readonly analysis: TokenProgram;
}

/** The name of a context. */
export type ScriptContext = keyof ScriptPrograms;

/** A document as scripts of fields see it. */
export interface ScriptDocument {
  /** `params._source` */
  readonly source: JsonObject;
  /** `doc[…]`: the values of an indexed field, ascending. */
  docValues(path: string): readonly Json[];
}

/** A point in degrees. */
export interface ScriptPoint {
  readonly lat: number;
  readonly lon: number;
}

/** Emits the values of one field. */
export interface FieldProgram<Value> {
  /** In the order in which they were emitted. */
  values(document: ScriptDocument): readonly Value[];
}

/** Emits the values of several fields. */
export interface CompositeProgram {
  /** By the name of the field within the composite one. */
  values(document: ScriptDocument): ReadonlyMap<string, readonly Json[]>;
}

/** Makes a value of a document. */
export interface ValueProgram {
  value(document: ScriptDocument): Json;
}

/** What a similarity is told of a term beside the document: `query`, `field` and `term` of the documentation. */
export interface ScriptTerm {
  readonly boost: number;
  readonly docCount: number;
  readonly sumDocFreq: number;
  readonly sumTotalTermFreq: number;
  readonly docFreq: number;
  readonly totalTermFreq: number;
}

/** Scores a document. */
export interface SimilarityProgram {
  /** `frequency` and `length` are `doc.freq` and `doc.length`. */
  score(weight: number, term: ScriptTerm, frequency: number, length: number): number;
}

/** What of a score is the same for all documents. */
export interface SimilarityWeightProgram {
  weight(term: ScriptTerm): number;
}

/** A token as analysis shows it to scripts. */
export interface ScriptToken {
  readonly term: string;
  readonly position: number;
  readonly positionIncrement: number;
  readonly positionLength: number;
  readonly startOffset: number;
  readonly endOffset: number;
  readonly type: string;
  readonly keyword: boolean;
}

/** Picks tokens. */
export interface TokenProgram {
  picks(token: ScriptToken): boolean;
}
