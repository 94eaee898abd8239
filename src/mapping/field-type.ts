/** The interface of a field type: one documented type, one file in `field-types/`, one line in `field-types.ts`. */
import type { Analyzer } from "../analysis/analyzer.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { FieldSpec, FieldWriter } from "../segment/segment-builder.ts";
import type { ScriptReader } from "../scripting/script-compiler.ts";
import type { ScriptDocument } from "../scripting/script-programs.ts";
import type { FieldCapabilities } from "./field-capabilities.ts";
import type { IndexScript } from "./index-script.ts";
import type { Parameter } from "./parameter.ts";
import type { RuntimeSource } from "./runtime/runtime-values.ts";
import type { SimilarityDefinition } from "./similarities.ts";
import type { StoredQuery } from "./stored-query.ts";

/** What a value is checked and turned into, everywhere the user gives one: documents, queries, ranges, `missing`. */
export interface MappedField {
  /** Full path, aliases resolved. */
  readonly path: string;
  /** Documented type name (`text`, `keyword`, `long` …), to be shown: what a field can do stands in `capabilities`. */
  readonly type: string;
  readonly capabilities: FieldCapabilities;
  /** The field's parameters as get_mapping shows them. */
  readonly parameters: JsonObject;
  /** Whether terms are indexed (can be searched quickly). */
  readonly searchable: boolean;
  /** Whether there is a column (can be sorted and aggregated). */
  readonly aggregatable: boolean;
  readonly spec: FieldSpec;
  /** For text: what queries analyse with; keyword: the normalizer as an analyzer. */
  readonly searchAnalyzer: Analyzer | undefined;
  readonly searchQuoteAnalyzer: Analyzer | undefined;
  readonly indexAnalyzer: Analyzer | undefined;
  /** How matches of its terms and phrases score. */
  readonly similarity: SimilarityDefinition;
  /** The field of the segment with the trigrams of the values (`trigrams.ts`), which patterns look into first. */
  readonly trigrams?: string | undefined;
  /** The one value of all documents, null while it is not known; undefined for fields that may differ. */
  readonly constant?: string | null;
  /**
   * For one key of a field that holds whole objects: how its values are found in the index. `path` names the column of
   * the key.
   */
  readonly keyed?: KeyedField | undefined;
  /** For fields whose values are made when a search asks for them: how. */
  readonly runtime?: RuntimeSource | undefined;
  /** Where a document holds the values, if not at `path`. */
  readonly sourcePath?: string;
  /** The text of a term, for types whose terms are no texts: patterns are compared with it. */
  readonly decodeTerm?: (term: Uint8Array) => string;
  /** Whether queries by patterns, prefixes and similar words are refused, as the terms do not tell the values. */
  readonly refusesPatterns?: true;
  /** Fields of runs of two, three … words, by which phrases are found. */
  readonly shingles?: readonly MappedField[];
  /** Lengths of prefixes that count as indexed (`index_prefixes`). */
  readonly prefixLengths?: { readonly least: number; readonly most: number };
  /** Why the values cannot be read by document, where the column is for scoring only. */
  readonly withoutFieldData?: string;
  /** Why hits cannot be sorted by the values, though these can be read by document. */
  readonly withoutSort?: SortRefusal | undefined;
  /** Why documents with the field cannot be asked for. */
  readonly withoutExists?: string | undefined;
  /**
   * What field_caps calls the type, where that is not its own name: types that may stand in for each other share one.
   */
  readonly capsType?: string;
  /** Where the parts stand of values that summarise others. */
  readonly summary?: FieldSummary | undefined;
  /** The field of a key, for types that hold whole objects. */
  keyField?(key: string): MappedField;
  /**
   * What is to be added to a number of the column to have the value (unsigned_long: 2^63); `format` does it by itself.
   */
  readonly valueOffset?: number;

  /**
   * The exact term for a value of a query (`term`, `terms`, `match` on a keyword …), in the field's encoding. Numbers
   * and dates that are only in the column have no terms: undefined, and the query uses `range(value, value)`. Throws
   * RequestError with Elasticsearch's words for a value that does not parse.
   */
  term(value: Json): Uint8Array | undefined;

  /**
   * Bounds of a range query on the column or the terms, both inclusive after conversion (date maths, rounding,
   * `format`, `time_zone` done). `undefined` on a side: open. `empty`: nothing can match. `unit`: what the bounds are
   * compared with.
   */
  range(bounds: RangeBounds): ConvertedRange;

  /**
   * For range types, in place of `range`: whether the term (two bounds) that begins at `start` stands in a relation to
   * the bounds.
   */
  relates?(bounds: RangeBounds, relation: RangeRelation): (bytes: Uint8Array, start: number) => boolean;

  /**
   * A value of the column (or a term of an ordinals column) as JSON shows it in doc values, keys and sort values;
   * `format` is a date or decimal pattern.
   */
  format(value: number | bigint | Uint8Array, format?: string, timeZone?: string): Json;
  /** As `format`, for `key_as_string`; undefined where the type shows none. */
  formatAsString(value: number | bigint | Uint8Array, format?: string, timeZone?: string): string | undefined;
  /** The values of a column of points as doc values show them, where they are not encoded degrees. */
  formatPoint?(first: number, second: number): Json;
  /** Parses `missing` or `after` values of this field to the column's unit (number/bigint) or term bytes. */
  parseValue(value: Json, format?: string): number | bigint | Uint8Array;
  /** What `fields` in a search shows for a `_source` value; undefined leaves it out (malformed or ignored). */
  fetch(sourceValue: Json, format?: string): Json | undefined;
  /** As `fetch`, for `stored_fields`, where these show something else. */
  fetchStored?(sourceValue: Json): Json | undefined;
  /** Whether values are stored, where the parameters do not say so. */
  readonly stored?: boolean;
}

/** Why a field sorts no hits; `unsupported`: as an operation that is not there, a 500. */
export interface SortRefusal {
  readonly reason: string;
  readonly unsupported?: true;
}

/** Columns of a field whose documents hold summaries. */
export type FieldSummary =
  /**
   * Values in the field's own column; in `counts` how often each occurred, and those before it in the document,
   * ascending like these.
   */
  | { readonly form: "histogram"; readonly counts: string }
  /** The column of each metric. */
  | { readonly form: "metrics"; readonly columns: Readonly<Partial<Record<SummaryMetric, string>>> };

export type SummaryMetric = "min" | "max" | "sum" | "value_count";

/** Where the values of one key stand. */
export interface KeyedField {
  /** The field with the terms of all keys. */
  readonly all: MappedField;
  /** What the terms of this key begin with. */
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
  /**
   * How ranges of documents must stand to this one; absent: intersects. Plain values lie in it whatever is asked for.
   */
  readonly relation?: RangeRelation | undefined;
}

export type RangeRelation = "intersects" | "within" | "contains";

/** A range in the unit of the index. */
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

/** What a field type's parser is given beside the parameters. */
export interface FieldTypeContext {
  readonly path: string;
  /** An analyzer or normalizer of the index; throws Elasticsearch's error when there is none of that name. */
  analyzer(name: string): Analyzer;
  /** As `analyzer`, undefined when there is none. */
  optionalAnalyzer(name: string): Analyzer | undefined;
  normalizer(name: string): Analyzer;
  /** The similarity of a name, or that of fields which name none; undefined when there is none of the name. */
  similarity(name: string | undefined): SimilarityDefinition | undefined;
  /** Who makes programs of scripts. */
  readonly scripts: ScriptReader;
  /** Index settings with defaults (`index.mapping.coerce`, `index.mapping.ignore_malformed` …). */
  setting(name: string): Json | undefined;
}

/** What parsing a document's value is done with. */
export interface ValueContext {
  readonly builder: FieldWriter;
  /** Number of the field in the builder. */
  readonly field: number;
  /** Remembers that the value was malformed or too long and left out (`_ignored`). */
  ignore(path: string): void;
  /**
   * Says which item or member of the value at hand is looked at, for the place of an error; undefined: the value as a
   * whole.
   */
  item(step: number | string | undefined): void;
  /** As `item`, for a step further down: `level` steps lead to what holds it. */
  itemAt(step: number | string, level: number): void;
  /** The text of a number as it stands in the source (`1.50`), for types that keep text. */
  readonly numberText: (value: number | bigint) => string;
  /** Where positions of the next text value begin (for arrays). Kept by the document parser per field and document. */
  nextPosition: number;
  /**
   * The values that the document has of a field that one of its fields `watches`, in order; complete in
   * `everyDocument`.
   */
  valuesOf(path: string): readonly WatchedValue[];
  /** Reads a query that is a value, against the mapping of the document. Absent where no document has one. */
  readonly storedQuery?: ((query: Json) => StoredQuery) | undefined;
  /** The document as scripts see it. Absent where no document has come to its end. */
  readonly scriptDocument?: ScriptDocument | undefined;
  /** The document's id. */
  readonly documentId: string;
  /** The routing value that the document came with. */
  readonly routing: string | undefined;
}

/** A value as the document has it, and the field that it went to. */
export interface WatchedValue {
  readonly field: IndexableField;
  readonly value: Json;
}

/** A mapped field that can also index values. */
export interface IndexableField extends MappedField {
  /**
   * Indexes one JSON value (arrays are taken apart before, null_value is applied here for null).
   * Throws ValueError when the value does not fit; the document parser adds place and preview.
   */
  index(value: Json, context: ValueContext): void;
  /** What a document's value adds to the field's definition; undefined when nothing. */
  definitionBy?(value: Json): JsonObject | undefined;
  /** Indexes what every document has, whether it stands in there or not. */
  everyDocument?(context: ValueContext): void;
  /** Whether `everyDocument` is for the document itself, even where the field stands in nested ones. */
  readonly ofWholeDocument?: true;
  /** Paths of fields whose values it asks for, with `valuesOf`, when the document is complete. */
  readonly watches?: readonly string[];
  /** Refuses what it says of other fields of the mapping, whose types are given by their paths. */
  checkReferences?(typeOf: (path: string) => string | undefined): void;
  /** True for types that take a whole array or object as one value (geo_point, …). */
  readonly takesStructure: boolean;
  /** Further fields of the index that every value of this one goes to. */
  readonly subFields?: readonly SubField[];
  /** How `_source` shows the values when it is made from what is indexed. Without it they are kept as they came. */
  readonly shownBack?: SyntheticSourceSupport | undefined;
  /** What multi-fields of other types are given instead of the value (geo_point: geohashes). */
  multiFieldValues?(value: Json): Json[];
}

/**
 * A value as a field puts it into its column: a number, a term, the bytes of a vector; a point as latitude << 32 |
 * longitude, encoded.
 */
export type ShownValue = number | bigint | Uint8Array;

/** How the values of a field are shown back by a `_source` that is made from what is indexed (`mode: synthetic`). */
export interface SyntheticSourceSupport {
  /** Ascending, ascending and each once, or as they came. */
  readonly order: "sorted" | "set" | "listed";
  /** JSON text of a value. */
  text(value: ShownValue): string;
  /** JSON text of all values as one, where they are parts of an object; undefined: nothing is shown. */
  whole?(values: readonly ShownValue[]): string | undefined;
  /** Puts a value of a document where `builder` takes it, if not as `index` does. */
  collect?(value: Json, target: ValueContext): void;
  /** JSON text of a value that is too long to be indexed, from its text in the source. */
  ignoredText?(text: string): string;
  /** Whether `synthetic_source_keep: arrays` keeps the order of values only, not the values as they came. */
  readonly keepsOrder?: boolean;
  /** Whether any `synthetic_source_keep` but none keeps the values as they came. */
  readonly keptWhole?: boolean;
  /** Whether a keyword among the multi-fields shows the values instead. */
  readonly byKeyword?: boolean;
}

/** A field that comes with another one. */
export interface SubField {
  readonly field: IndexableField;
  /** Whether it can be named in searches; others serve the field itself. */
  readonly named: boolean;
}

/** A documented field type. `defineFieldType` makes one from its parameters. */
export interface FieldType {
  readonly name: string;
  /** One sentence for the generated documentation. */
  readonly summary: string;
  /** What of it waits for later work, for the generated documentation. */
  readonly incomplete?: string | undefined;
  /** Parameters it accepts, beside `type`, `fields`, `copy_to`, `meta`. */
  readonly parameters: readonly string[];
  /** Parameters that an update may change; others conflict with `Mapper for [x] conflicts with existing mapper: …`. */
  readonly updateable: readonly string[];
  /** Parameters of every field that this type does not take. */
  readonly refuses?: readonly ("fields" | "copy_to")[] | undefined;
  /** True for types that are no multi-fields. */
  readonly notInMultiFields?: boolean | undefined;
  /**
   * Refuses a definition as a whole, before its parameters are looked at one by one. `name` is what the fault calls the
   * field.
   */
  refuse?(definition: JsonObject, name: string): void;
  /** How it takes values that a script makes; absent: it takes none. */
  readonly script?: IndexScript | undefined;
  /** How each parameter is read, shown and compared. */
  readonly definitions: readonly Parameter[];
  /** Reads the parameters (unknown ones are refused before); throws RequestError 400 `mapper_parsing_exception`. */
  parse(parameters: JsonObject, context: FieldTypeContext): IndexableField;
}
