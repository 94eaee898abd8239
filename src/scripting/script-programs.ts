/**
 * The documented script contexts, and the program interface of each. A program throws RequestError 400
 * `script_exception` when its script fails.
 */
import type { Json, JsonObject } from "../core/json.ts";

/** Programs by context, each bound to the parameters of its script. */
export interface ScriptPrograms {
  /** Values of runtime and scripted fields by type: the arguments of `emit`. */
  readonly boolean_field: FieldProgram<boolean>;
  /** Milliseconds since 1970. */
  readonly date_field: FieldProgram<number>;
  readonly double_field: FieldProgram<number>;
  readonly geo_point_field: FieldProgram<ScriptPoint>;
  /** Addresses as text. */
  readonly ip_field: FieldProgram<string>;
  readonly keyword_field: FieldProgram<string>;
  readonly long_field: FieldProgram<number | bigint>;
  readonly composite_field: CompositeProgram;
  /** Script fields of hits. */
  readonly field: ValueProgram;
  readonly similarity: SimilarityProgram;
  readonly similarity_weight: SimilarityWeightProgram;
  readonly analysis: TokenProgram;
}

/** The name of a context. */
export type ScriptContext = keyof ScriptPrograms;

/** The document for scripts of fields. */
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
  /** By the name of the inner field. */
  values(document: ScriptDocument): ReadonlyMap<string, readonly Json[]>;
}

/** Computes one value of a document. */
export interface ValueProgram {
  value(document: ScriptDocument): Json;
}

/** Statistics of a term for a similarity: `query`, `field` and `term` in the documentation. */
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

/** Computes the part of a score that is the same for all documents. */
export interface SimilarityWeightProgram {
  weight(term: ScriptTerm): number;
}

/** A token for analysis scripts. */
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

/** Selects tokens. */
export interface TokenProgram {
  picks(token: ScriptToken): boolean;
}
