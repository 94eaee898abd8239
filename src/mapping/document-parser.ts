/** Turns a document's JSON into calls on a segment builder, and says which mappings it would add. */
import type { RequestError } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { SegmentBuilder } from "../segment/segment-builder.ts";
import type { SourceLoader } from "./source-form.ts";

/** What a document is parsed with. */
export interface DocumentInput {
  readonly id: string;
  readonly routing: string | undefined;
  /** The parsed source. */
  readonly source: JsonObject;
  /**
   * The source as it came. It tells what parsing loses: `1.0` from `1` (dynamic mapping, texts of numbers), and the
   * place of a value that is refused. Without it numbers are told by their value, and places are left out.
   */
  readonly raw?: Uint8Array | undefined;
  /** `dynamic_templates` of the bulk action: field path → template name. */
  readonly dynamicTemplates: Readonly<Record<string, string>> | undefined;
  /**
   * Set for a source that is no JSON from some place on; such a document is only looked through for earlier faults
   * (`dynamicUpdate`).
   */
  readonly unread?: UnreadSource | undefined;
}

/** What a source looks like that was read up to a fault. */
export interface UnreadSource {
  /** What is wrong behind all that was read. */
  readonly error: RequestError;
  /** The objects and arrays whose end was not read. */
  readonly open: ReadonlySet<JsonObject | readonly Json[]>;
}

/**
 * Parses documents of one mapping version. Made anew when the mapping changes.
 */
export interface DocumentParser {
  readonly mappingVersion: number;
  /** What `_source` shows of a record; undefined: all, as it came. */
  readonly sourceLoader: SourceLoader | undefined;
  /**
   * First pass: the mapping that the document needs beyond the present one (`{properties: {…}}` to be merged), or
   * undefined. Throws for what can never be mapped (strict dynamic, limits, object/field clashes), and always for a
   * document that is `unread`.
   */
  dynamicUpdate(document: DocumentInput): JsonObject | undefined;
  /**
   * Second pass, inside `builder.start` … `builder.end`: adds all fields, metadata fields (`_id` excepted, `_routing`,
   * `_ignored`, `_field_names` where needed) included. Throws RequestError 400 (`document_parsing_exception` …); the
   * caller then abandons.
   */
  index(document: DocumentInput, builder: SegmentBuilder): void;
}
