/** The interface of a field type: one documented type, one file in `field-types/`, one line in `field-types.ts`. */
import type { CompletionContext } from "./completion/completion-contexts.ts";
import type { Analyzer } from "../analysis/analyzer.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { FieldSpec, FieldWriter } from "../segment/segment-builder.ts";
import type { ScriptReader } from "../scripting/script-compiler.ts";
import type { ScriptDocument } from "../scripting/script-document.ts";
import type { FieldCapabilities } from "./field-capabilities.ts";
import type { IndexScript } from "./index-script.ts";
import type { Parameter } from "./parameter.ts";
import type { RuntimeSource } from "./runtime/runtime-values.ts";
import type { SimilarityDefinition } from "./similarities.ts";
import type { StoredQuery } from "./stored-query.ts";

/** Checks and converts values wherever the user gives one: documents, queries, ranges, `missing`. */
export interface MappedField {
  /** Full path, with aliases resolved. */
  readonly path: string;
  /**
   * Documented type name (`text`, `keyword`, `long` …), for output only: what a field supports is in `capabilities`.
   */
  readonly type: string;
  readonly capabilities: FieldCapabilities;
  /** The field's parameters as get_mapping returns them. */
  readonly parameters: JsonObject;
  /** Whether the field is indexed (fast to search). */
  readonly searchable: boolean;
  /** Whether the field has doc values (can be sorted and aggregated). */
  readonly aggregatable: boolean;
  readonly spec: FieldSpec;
  /** For text: the analyzer of queries; for keyword: the normalizer as an analyzer. */
  readonly searchAnalyzer: Analyzer | undefined;
  readonly searchQuoteAnalyzer: Analyzer | undefined;
  readonly indexAnalyzer: Analyzer | undefined;
  /** How matches of its terms and phrases are scored. */
  readonly similarity: SimilarityDefinition;
  /** The internal field with the trigrams of the values (`trigrams.ts`), by which pattern queries find candidates. */
  readonly trigrams?: string | undefined;
  /** The constant value of all documents, null while it is unknown; undefined for fields that are not constant. */
  readonly constant?: string | null;
  /** For one key of a flattened field: where its values are indexed. `path` names the column of the key. */
  readonly keyed?: KeyedField | undefined;
  /** For runtime fields: how the values are computed. */
  readonly runtime?: RuntimeSource | undefined;
  /** Where the source holds the values, if not at `path`. */
  readonly sourcePath?: string;
  /** The text of a term, for types whose terms are encoded: patterns are compared with it. */
  readonly decodeTerm?: (term: Uint8Array) => string;
  /** Whether pattern, prefix and fuzzy queries are refused, since the terms are not the values. */
  readonly refusesPatterns?: true;
  /** Fields of shingles with two, three … words, for phrase queries. */
  readonly shingles?: readonly MappedField[];
  /** The contexts of the inputs that the completion suggester finds; undefined: it finds none in the field. */
  readonly completionContexts?: readonly CompletionContext[];
  /** Whether its terms can be listed by their beginnings. */
  readonly listsTerms?: true;
  /** For texts that a model embeds. */
  readonly semantic?: SemanticField;
  /** For what the chunks of such texts are made of: the path of the texts, by which callers may see it or not. */
  readonly chunksOf?: string;
  /** Lengths of prefixes that are indexed (`index_prefixes`). */
  readonly prefixLengths?: { readonly least: number; readonly most: number };
  /** The error for reading values by document, where the column is for scoring only. */
  readonly withoutFieldData?: string;
  /** The error for sorting by the field, though its values can be read by document. */
  readonly withoutSort?: SortRefusal | undefined;
  /** The error for `exists` queries on the field. */
  readonly withoutExists?: string | undefined;
  /** The type name in field_caps, if not `type`: interchangeable types share one. */
  readonly capsType?: string;
  /** Where the parts of pre-aggregated values are. */
  readonly summary?: FieldSummary | undefined;
  /** The field for one key of a flattened field. */
  keyField?(key: string): MappedField;
  /** Offset to be added to a number of the column (unsigned_long: 2^63); `format` adds it by itself. */
  readonly valueOffset?: number;

  /**
   * The exact term for a value of a query (`term`, `terms`, `match` on a keyword …), encoded. Undefined for numbers and
   * dates that are only in the column: the query then uses `range(value, value)`. Throws RequestError with
   * Elasticsearch's message for a value that cannot be parsed.
   */
  term(value: Json): Uint8Array | undefined;

  /**
   * Bounds of a range query on the column or the terms, both inclusive after conversion (date maths, rounding,
   * `format`, `time_zone` done). `undefined` on a side: open. `empty`: nothing can match. `unit`: what the bounds are
   * compared with.
   */
  range(bounds: RangeBounds): ConvertedRange;

  /**
   * For range types, instead of `range`: tests whether the term (two bounds) at `start` has the given relation to the
   * bounds.
   */
  relates?(bounds: RangeBounds, relation: RangeRelation): (bytes: Uint8Array, start: number) => boolean;

  /** Texts with `fielddata`: which terms are left out of it. */
  readonly fielddataFilter?: FrequencyFilter | undefined;

  /** For fields with `joinedValues`: the terms of a document, in order, as one value. */
  joined?(terms: readonly Uint8Array[]): Uint8Array;

  /**
   * A value of the column (or a term of an ordinals column) as JSON, in doc values, keys and sort values; `format` is a
   * date or decimal pattern.
   */
  format(value: number | bigint | Uint8Array, format?: string, timeZone?: string): Json;
  /** As `format`, for `key_as_string`; undefined where the type has none. */
  formatAsString(value: number | bigint | Uint8Array, format?: string, timeZone?: string): string | undefined;
  /** The values of a point column as doc values render them, where they are not encoded degrees. */
  formatPoint?(first: number, second: number): Json;
  /** Converts a `missing` or `after` value of this field to the column's unit (number/bigint) or term bytes. */
  parseValue(value: Json, format?: string): number | bigint | Uint8Array;
  /** The `_source` value as rendered under `fields` of a search; undefined leaves it out (malformed or ignored). */
  fetch(sourceValue: Json, format?: string): Json | undefined;
  /** As `fetch`, for `stored_fields`, where these differ. */
  fetchStored?(sourceValue: Json): Json | undefined;
  /** Whether values are stored, where the parameters do not tell. */
  readonly stored?: boolean;
}

/** Texts of which a model makes embeddings, chunk by chunk. */
export interface SemanticField {
  /** The inference endpoint for documents, and the one for queries. */
  readonly endpoint: string;
  readonly searchEndpoint: string;
  /** As the mapping says; undefined: not known before the first document. */
  readonly model: JsonObject | undefined;
  /** As the mapping says; undefined: as the endpoint says. */
  readonly chunking: JsonObject | undefined;
  /** Nested documents of the chunks; undefined while the model is not known. */
  readonly chunks: ChunkSpace | undefined;
}

/** Nested documents that no mapping shows. */
export interface ChunkSpace {
  readonly path: string;
  readonly embeddings: { readonly type: FieldType; readonly field: IndexableField };
}

/** Why a field cannot be sorted by; `unsupported`: reported as an unsupported operation, a 500. */
export interface SortRefusal {
  readonly reason: string;
  readonly unsupported?: true;
}

/** Columns of a field with pre-aggregated values. */
export type FieldSummary =
  /**
   * The field's own column holds the values; `counts` names the column with the count of each value and the counts
   * before it in the document, both ascending.
   */
  | { readonly form: "histogram"; readonly counts: string }
  /** The column of each metric. */
  | { readonly form: "metrics"; readonly columns: Readonly<Partial<Record<SummaryMetric, string>>> };

export type SummaryMetric = "min" | "max" | "sum" | "value_count";

/** Where the values of one key are indexed. */
export interface KeyedField {
  /** The field with the terms of all keys. */
  readonly all: MappedField;
  /** The prefix of this key's terms. */
  readonly prefix: string;
}

/** A range as the user wrote it. */
export interface RangeBounds {
  readonly gt?: Json;
  readonly gte?: Json;
  readonly lt?: Json;
  readonly lte?: Json;
  readonly format?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly nowMs: number;
  /** The relation of documents' ranges to this one; absent: intersects. It has no effect on plain values. */
  readonly relation?: RangeRelation | undefined;
}

export type RangeRelation = "intersects" | "within" | "contains";

/** A range converted to the unit of the index. */
export type ConvertedRange =
  | { readonly unit: "empty" }
  | { readonly unit: "number"; readonly from: number | undefined; readonly to: number | undefined }
  | { readonly unit: "bigint"; readonly from: bigint | undefined; readonly to: bigint | undefined }
  | {
      readonly unit: "term";
      readonly from: Uint8Array | undefined;
      readonly to: Uint8Array | undefined;
      readonly includeFrom: boolean;
      readonly includeTo: boolean;
    };

/** Bounds of the documents that have a term: shares of those with the field up to 1, numbers above. */
export interface FrequencyFilter {
  readonly min: number;
  readonly max: number;
  /** Segments with fewer documents that have the field keep all terms. */
  readonly min_segment_size: number;
}

/** What a field type needs to parse its parameters. */
export interface FieldTypeContext {
  readonly path: string;
  /** An analyzer of the index; throws Elasticsearch's error when there is none with this name. */
  analyzer(name: string): Analyzer;
  /** As `analyzer`, undefined when there is none. */
  optionalAnalyzer(name: string): Analyzer | undefined;
  normalizer(name: string): Analyzer;
  /** The similarity with this name, or the default one; undefined when the name is unknown. */
  similarity(name: string | undefined): SimilarityDefinition | undefined;
  /** A documented type, for fields that are made of others. */
  typeNamed(name: string): FieldType | undefined;
  /** Compiles scripts. */
  readonly scripts: ScriptReader;
  /** Index settings with defaults (`index.mapping.coerce`, `index.mapping.ignore_malformed` …). */
  setting(name: string): Json | undefined;
}

/** The environment in which a field reads a document's value. */
export interface ValueContext {
  readonly builder: FieldWriter;
  /** Number of the field in the builder. */
  readonly field: number;
  /** Adds a path to `_ignored`: the value was malformed or too long, and left out. */
  ignore(path: string): void;
  /** Sets the current item or member of the value, for the location of an error; undefined: the value as a whole. */
  item(step: number | string | undefined): void;
  /** As `item`, further down: `level` steps below the value. */
  itemAt(step: number | string, level: number): void;
  /** The source text of a number (`1.50`), for types that keep text. */
  readonly numberText: (value: number | bigint) => string;
  /** Start position of the next text value (for arrays). Kept by the document parser for each field and document. */
  nextPosition: number;
  /** The values that the document has for a watched field, in order; complete in `everyDocument`. */
  valuesOf(path: string): readonly WatchedValue[];
  /**
   * Reads a query that is stored as a value, against the mapping of the document. Absent where there are no documents.
   */
  readonly storedQuery?: ((query: Json) => StoredQuery) | undefined;
  /** The document for scripts. Absent while no document is complete. */
  readonly scriptDocument?: ScriptDocument | undefined;
  /** The document's id. */
  readonly documentId: string;
  /** The routing value given with the document. */
  readonly routing: string | undefined;
}

/** A value of the document, and the field that received it. */
export interface WatchedValue {
  readonly field: IndexableField;
  readonly value: Json;
}

/** A mapped field that can also index values. */
export interface IndexableField extends MappedField {
  /**
   * Indexes one JSON value (arrays are split by the caller; null_value is applied here for null). Throws ValueError
   * when the value does not fit; the document parser adds location and preview.
   */
  index(value: Json, context: ValueContext): void;
  /** What a document's value adds to the field's definition; undefined when nothing. */
  definitionBy?(value: Json): JsonObject | undefined;
  /** Called once for every document, whether or not it has the field. */
  everyDocument?(context: ValueContext): void;
  /** Whether `everyDocument` is called for the root document even when the field is inside nested objects. */
  readonly ofWholeDocument?: true;
  /** Paths of the fields whose values it reads with `valuesOf` when the document is complete. */
  readonly watches?: readonly string[];
  /** Throws for invalid references to other fields; `typeOf` gives their types by path. */
  checkReferences?(typeOf: (path: string) => string | undefined): void;
  /** True for types that read a whole array or object as one value (geo_point, …). */
  readonly takesStructure: boolean;
  /** Further internal fields that get every value of this one. */
  readonly subFields?: readonly SubField[];
  /** How synthetic `_source` renders the values. Absent: they are kept as received. */
  readonly syntheticSource?: SyntheticSourceSupport | undefined;
  /** The values for multi-fields of other types, if not the value itself (geo_point: geohashes). */
  multiFieldValues?(value: Json): Json[];
}

/**
 * A value as stored in the column: a number, a term, the bytes of a vector; a point as latitude << 32 | longitude,
 * encoded.
 */
export type ShownValue = number | bigint | Uint8Array;

/** How synthetic `_source` renders the values of a field (`mode: synthetic`). */
export interface SyntheticSourceSupport {
  /** Sorted, sorted without duplicates, or in the order received. */
  readonly order: "sorted" | "set" | "listed";
  /** JSON text of a value. */
  text(value: ShownValue): string;
  /** JSON text of all values as one, where they are parts of an object; undefined: nothing is rendered. */
  whole?(values: readonly ShownValue[]): string | undefined;
  /** Adds a value of a document to `builder`, if not as `index` does. */
  collect?(value: Json, target: ValueContext): void;
  /** JSON text of a value that is too long to be indexed, from its source text. */
  ignoredText?(text: string): string;
  /** Whether `synthetic_source_keep: arrays` keeps only the order of values, not the values as received. */
  readonly keepsOrder?: boolean;
  /** Whether any `synthetic_source_keep` other than none keeps the values as received. */
  readonly keptWhole?: boolean;
  /** Whether a keyword multi-field supplies the values instead. */
  readonly byKeyword?: boolean;
}

/** An internal field that accompanies another one. */
export interface SubField {
  readonly field: IndexableField;
  /** Whether searches can name it; others serve the field internally. */
  readonly named: boolean;
}

/** A documented field type. `defineFieldType` makes one from its parameters. */
export interface FieldType {
  readonly name: string;
  /** One sentence for the generated documentation. */
  readonly summary: string;
  /** What is not implemented yet, for the generated documentation. */
  readonly incomplete?: string | undefined;
  /** Parameters it accepts, in addition to `type`, `fields`, `copy_to`, `meta`. */
  readonly parameters: readonly string[];
  /**
   * Parameters that an update may change; changing others fails with `Mapper for [x] conflicts with existing mapper:
   * …`.
   */
  readonly updateable: readonly string[];
  /** Common parameters that this type does not accept. */
  readonly refuses?: readonly ("fields" | "copy_to")[] | undefined;
  /** True for types that cannot be multi-fields. */
  readonly notInMultiFields?: boolean | undefined;
  /**
   * Throws for a definition that is invalid as a whole, before its parameters are read one by one. `name` is the
   * field's name in the error.
   */
  refuse?(definition: JsonObject, name: string): void;
  /** How it takes values from a script; absent: it does not. */
  readonly script?: IndexScript | undefined;
  /** How each parameter is parsed, rendered and compared. */
  readonly definitions: readonly Parameter[];
  /** Parses the parameters (unknown ones are refused before); throws RequestError 400 `mapper_parsing_exception`. */
  parse(parameters: JsonObject, context: FieldTypeContext): IndexableField;
}
