/**
 * The documented script contexts, and the program interface of each. A program throws RequestError 400
 * `script_exception` when its script fails.
 */
import type { Json, JsonObject } from "../core/json.ts";
import type { ScriptDocument, ScriptPoint, ScriptSegment } from "./script-document.ts";
import type { PortableValue, ScriptState } from "./script-state.ts";

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
  /** The score of a document; the second argument is the one that it has. */
  readonly score: LeafProgram<(doc: number, score: number) => number>;
  readonly filter: LeafProgram<(doc: number) => boolean>;
  readonly number_sort: LeafProgram<(doc: number, score: number) => number>;
  readonly string_sort: LeafProgram<(doc: number, score: number) => string | null>;
  readonly aggs: LeafProgram<ValuesRun>;
  readonly aggs_init: StateProgram<() => void>;
  readonly aggs_map: StateProgram<(segment: ScriptSegment, doc: number, score: number) => void>;
  readonly aggs_combine: StateProgram<() => PortableValue>;
  readonly aggs_reduce: { reduce(states: readonly PortableValue[]): Json };
  /** `values`: the buckets_path of the aggregation by name. */
  readonly bucket_aggregation: { value(values: Readonly<Record<string, number>>): number | null };
  readonly aggregation_selector: { picks(values: Readonly<Record<string, number>>): boolean };
  /** The score of a term, of numbers of documents by name. */
  readonly script_heuristic: { score(frequencies: Readonly<Record<string, number>>): number };
  readonly "moving-function": { value(values: readonly number[]): number };
  /** The number of terms that must match. */
  readonly terms_set: { leaf(segment: ScriptSegment, terms: number): (doc: number) => number };
  readonly update: UpdateProgram;
  readonly update_by_query: UpdateProgram;
  readonly reindex: UpdateProgram;
  readonly ingest: { run(ctx: JsonObject, metadata: JsonObject): { ctx: JsonObject; metadata: JsonObject } };
  readonly processor_conditional: { holds(ctx: JsonObject): boolean };
  /** What a template makes of its parameters, and of more of them. */
  readonly template: TemplateProgram;
  readonly ingest_template: TemplateProgram;
  readonly painless_test: { result(): string };
  readonly similarity: SimilarityProgram;
  readonly similarity_weight: SimilarityWeightProgram;
  readonly analysis: TokenProgram;
  /** Positions of words in a field. */
  readonly interval: { picks(interval: ScriptInterval): boolean };
}

/** The name of a context. */
export type ScriptContext = keyof ScriptPrograms;

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

/** Runs on many documents of a segment, without an object for each. */
export interface LeafProgram<Run> {
  leaf(segment: ScriptSegment): Run;
}

/** Runs on a state that stays between runs; the state is what `params` and the runs before make of it. */
export interface StateProgram<Run> {
  on(state: ScriptState): Run;
}

/** Values of aggregations: those of the document, or what the script makes of one that the field has. */
export interface ValuesRun {
  /**
   * Runs the script, and answers how many values it made. `value` is one of the field: a double as a number, a long as
   * a bigint; null without a field.
   */
  run(doc: number, score: number, value: number | bigint | string | null): number;
  /** One of the values as a number. Throws RequestError 400 for what is no number, date or boolean. */
  number(index: number): number | bigint;
  /** One of the values as text. */
  text(index: number): string;
}

/** What an update makes of a document. */
export interface UpdateProgram {
  run(update: ScriptedUpdate): ScriptedResult;
}

/** What a script made of `ctx`. */
export interface ScriptedResult {
  readonly op: string;
  readonly source: JsonObject;
  /** Those that the context lets scripts change. */
  readonly metadata: JsonObject;
}

/** `ctx` of an update. */
export interface ScriptedUpdate {
  /** `index`, or `create` where the document is new. */
  readonly op: string;
  readonly source: JsonObject;
  /** `_index`, `_id`, `_version`, `_routing`, `_now` …, which the script may read. */
  readonly metadata: JsonObject;
  /** What `ctx.op` may be set to. */
  readonly ops: readonly string[];
}

/** Writes a text. */
export interface TemplateProgram {
  render(model: JsonObject): string;
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

/** Positions of an interval, and how many between its parts. */
export interface ScriptInterval {
  readonly start: number;
  readonly end: number;
  readonly gaps: number;
}

/** Selects tokens. */
export interface TokenProgram {
  picks(token: ScriptToken): boolean;
}
