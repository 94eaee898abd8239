/** Errors in documents with a filtered `_source`: Elasticsearch filters it first, which reads the whole text. */
import { RequestError } from "../compat/errors.ts";
import { filteredSource } from "../compat/filtered-source.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import type { UnreadSource } from "./document-parser.ts";
import type { Place } from "./document-place.ts";
import type { SourceMapping } from "./mapping-tree.ts";

/** Jackson's classes, by error type. */
const CLASSES: Readonly<Record<string, string>> = {
  json_parse_exception: "com.fasterxml.jackson.core.JsonParseException",
  json_e_o_f_exception: "com.fasterxml.jackson.core.io.JsonEOFException",
};

/**
 * The error for invalid JSON while `_source` is filtered; undefined where nothing is filtered. `first` is the location
 * of the first name.
 */
export function filteredSourceFault(
  source: SourceMapping | undefined,
  { error, open }: UnreadSource,
  first: Place,
): RequestError | undefined {
  const isFiltered = source !== undefined && source.includes.length + source.excludes.length > 0;
  const { cause: read } = error;
  const fault = read?.cause;
  // An error after the document is found only when all of it was read.
  if (!isFiltered || !read || !fault || open.size === 0) return undefined;
  const kept = Object.keys(filteredSource(wayTo([...open]), source.includes, source.excludes)).length > 0;
  // The parser itself skips what is excluded.
  const cause = kept
    ? new RequestError(
        400,
        "unchecked_i_o_exception",
        `${ownOf(CLASSES, fault.type) ?? fault.type}: ${fault.message}`,
        { cause: fault },
      )
    : read;
  return new RequestError(
    400,
    "document_parsing_exception",
    `[${first.line}:${first.col}] failed to parse: ${cause.message}`,
    { cause },
  );
}

/** The open objects alone; the innermost holds a placeholder name. */
function wayTo(open: readonly (JsonObject | readonly Json[])[]): JsonObject {
  const names = open.slice(0, -1).flatMap((container, level) => {
    const name = isJsonObject(container)
      ? Object.keys(container).find((key) => ownOf(container, key) === open[level + 1])
      : undefined;
    return name === undefined ? [] : [name];
  });
  return names.reduceRight<JsonObject>((inner, name) => ({ [name]: inner }), { "": 1 });
}
