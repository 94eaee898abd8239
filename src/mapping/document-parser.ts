/** Turns a document's JSON into calls on a segment builder, and reports the mapping that it needs. */
import type { RequestError } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { SegmentBuilder } from "../segment/segment-builder.ts";
import type { SemanticTexts } from "./semantic/semantic-texts.ts";
import type { SourceLoader } from "./source-form.ts";
import type { SeriesPoint } from "./time-series/series-id.ts";

/** The document to be parsed. */
export interface DocumentInput {
  readonly id: string;
  readonly routing: string | undefined;
  /** The parsed source. */
  readonly source: JsonObject;
  /**
   * The source as received. It keeps what parsing loses: `1.0` versus `1` (dynamic mapping, number texts), and
   * locations for errors. Without it numbers are judged by value, and errors have no location.
   */
  readonly raw?: Uint8Array | undefined;
  /** Set for a document that is written: in an index of time series, its id must be what it is made of. */
  readonly isWritten?: boolean | undefined;
  /** `dynamic_templates` of the bulk action: field path → template name. */
  readonly dynamicTemplates: Readonly<Record<string, string>> | undefined;
  /**
   * Set for a source that is invalid JSON from some point on; such a document is only checked for earlier errors
   * (`dynamicUpdate`).
   */
  readonly unread?: UnreadSource | undefined;
  /** What queries that the document holds take from documents elsewhere; absent: what its source says of that. */
  readonly lookups?: readonly Json[] | undefined;
}

/** A source that was read up to an error. */
export interface UnreadSource {
  /** The error after the part that was read. */
  readonly error: RequestError;
  /** The objects and arrays that were not closed. */
  readonly open: ReadonlySet<JsonObject | readonly Json[]>;
}

/** Parses documents of one mapping version. Recreated when the mapping changes. */
export interface DocumentParser {
  readonly mappingVersion: number;
  /** Texts that models embed, before documents are parsed. */
  readonly semanticTexts: readonly SemanticTexts[];
  /** Whether documents have queries as values, which may refer to documents elsewhere. */
  readonly hasStoredQueries: boolean;
  /** How `_source` is rendered from the stored record; undefined: unchanged. */
  readonly sourceLoader: SourceLoader | undefined;
  /** In an index of time series: which point a document is. To be asked when the mapping has all of its fields. */
  readonly pointOf: ((document: DocumentInput) => SeriesPoint) | undefined;
  /**
   * First pass: the additions to the mapping that the document needs (`{properties: {…}}` to be merged), or undefined.
   * Throws for what can never be mapped (strict dynamic, limits, object/field conflicts), and always for a document
   * that is `unread`.
   */
  dynamicUpdate(document: DocumentInput): JsonObject | undefined;
  /**
   * Second pass, between `builder.start` and `builder.end`: adds all fields and metadata fields (`_routing`,
   * `_ignored`, `_field_names` where needed; not `_id`). Throws RequestError 400 (`document_parsing_exception` …); the
   * caller must then discard the document.
   */
  index(document: DocumentInput, builder: SegmentBuilder): void;
}
