/** Faults of documents whose `_source` leaves something out: the original filters it first, which reads all of the text. */
import { RequestError } from "../core/errors.ts";
import type { UnreadSource } from "./document-parser.ts";
import type { Place } from "./document-place.ts";
import type { SourceMapping } from "./mapping-tree.ts";

/** Jackson's classes by the names that errors have. */
const CLASSES: Readonly<Record<string, string>> = {
  json_parse_exception: "com.fasterxml.jackson.core.JsonParseException",
  json_e_o_f_exception: "com.fasterxml.jackson.core.io.JsonEOFException",
};

/** What is told of a text that is no JSON while its `_source` is filtered; undefined where nothing is left out. `first` is the place of the first name. */
export function filteredSourceFault(source: SourceMapping | undefined, { error, open }: UnreadSource, first: Place): RequestError | undefined {
  const isFiltered = source !== undefined && source.includes.length + source.excludes.length > 0;
  const fault = error.cause?.cause;
  // A fault behind the document is found when all of it was read.
  if (!isFiltered || !fault || open.size === 0) return undefined;
  const cause = new RequestError(400, "unchecked_i_o_exception", `${CLASSES[fault.type] ?? fault.type}: ${fault.message}`, { cause: fault });
  return new RequestError(400, "document_parsing_exception", `[${first.line}:${first.col}] failed to parse: ${cause.message}`, { cause });
}
