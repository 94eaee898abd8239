/** A found or missing document as get, mget and exists answer it. */
import type { JsonObject } from "../../core/json.ts";
import { JsonText } from "../../compat/json/json-text.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import type { GetResult, SourceFilter } from "../../documents/documents.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { DocumentSource } from "../../hits/fetch/document-source.ts";
import { filterSourceFields } from "../../hits/fetch/source-filtering.ts";
import { checkLeaves, storedFieldsOf } from "./stored-fields.ts";

/** What a reader wants to see of a document. */
export interface Wanted {
  /** Undefined: the default, which is all of `_source` unless stored fields are asked for. */
  readonly source: SourceFilter | undefined;
  readonly storedFields: readonly string[] | undefined;
}

const utf8 = new TextDecoder("utf-8");

/** The answer's body. Throws 400 for a stored field that is an object. */
export function documentAnswer(
  result: GetResult,
  wanted: Wanted,
  metadata: IndexMetadata,
): JsonObject & { found: boolean } {
  if (!result.found) return { _index: result.index, _id: result.id, found: false };
  const filter = sourceFilterOf(wanted);
  const answer: Record<string, unknown> = {
    _index: result.index,
    _id: result.id,
    _version: result.version,
    _seq_no: result.seqNo,
    _primary_term: result.primaryTerm,
    // Elasticsearch reads the routing with the source or stored fields, so without them it shows none.
    _routing: filter.fetch || wanted.storedFields !== undefined ? result.routing : undefined,
    found: true,
  };
  const text = utf8.decode(result.source);
  if (filter.fetch && text !== "") answer["_source"] = filteredSource(text, filter);
  if (wanted.storedFields) {
    checkLeaves(wanted.storedFields, metadata.mapping);
    const fields = storedFieldsOf(metadata, wanted.storedFields)?.of(
      new DocumentSource(result.whole ?? result.source).asWritten(),
    );
    if (fields && Object.keys(fields).length > 0) answer["fields"] = fields;
  }
  return answer as JsonObject & { found: boolean };
}

/** The source as text, cut down by a filter; as it came when there is nothing to cut. */
export function filteredSource(text: string, filter: SourceFilter): JsonText {
  if (filter.includes.length === 0 && filter.excludes.length === 0) return new JsonText(text.trim());
  return new JsonText(writeJson(filterSourceFields(new DocumentSource(Buffer.from(text)), filter, undefined)));
}

function sourceFilterOf(wanted: Wanted): SourceFilter {
  if (wanted.source) return wanted.source;
  const fetch = wanted.storedFields === undefined || wanted.storedFields.includes("_source");
  return { fetch, includes: [], excludes: [] };
}
