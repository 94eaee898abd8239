/** The answer of a single write. */
import { assert } from "../../core/assert.ts";
import { fromPortableError, RequestError } from "../../compat/errors.ts";
import { JsonText } from "../../compat/json/json-text.ts";
import type { WriteResult } from "../../documents/documents.ts";
import type { OperationResponse } from "../operation.ts";

/** Status, body and `Location` of a write; throws what the write failed with. */
export function writeResponse(
  result: WriteResult | undefined,
  options: { routing: string | undefined; includeSourceOnError: boolean },
): OperationResponse {
  assert(result, "a write of one item has one answer");
  if (!result.ok) {
    const error = fromPortableError(result.error);
    throw options.includeSourceOnError ? error : withoutSource(error);
  }
  const copies = result.result === "noop" ? 0 : result.copies;
  const body = {
    _index: result.index,
    _id: result.id,
    _version: result.version,
    result: result.result,
    forced_refresh: result.forcedRefresh ? true : undefined,
    _shards: { total: copies, successful: Math.min(copies, 1), failed: 0 },
    _seq_no: result.seqNo < 0 ? undefined : result.seqNo,
    _primary_term: result.seqNo < 0 ? undefined : result.primaryTerm,
    get: result.get && {
      _seq_no: result.get.seqNo,
      _primary_term: result.get.primaryTerm,
      _routing: result.get.routing,
      found: result.get.found,
      _source: new JsonText(result.get.source),
    },
  };
  if (result.result === "created")
    return { status: 201, body, headers: { Location: location(result.index, result.id, options.routing) } };
  return { status: result.result === "not_found" ? 404 : 200, body };
}

function location(index: string, id: string, routing: string | undefined): string {
  const query = routing === undefined ? "" : `?routing=${encodeURIComponent(routing)}`;
  return `/${encodeURIComponent(index)}/_doc/${encodeURIComponent(id)}${query}`;
}

const SOURCE_IN_LOCATION = /\[Source: \(byte\[\]\)".*?"(?:\[truncated \d+ bytes\])?; line/gs;

/** The same error without the piece of the document that a parser repeats (`include_source_on_error=false`). */
function withoutSource(error: RequestError): RequestError {
  const reason = error.message.replace(
    SOURCE_IN_LOCATION,
    "[Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled); line",
  );
  return new RequestError(error.status, error.type, reason, {
    details: error.details,
    cause: error.cause && withoutSource(error.cause),
    ...(error.rootCauses ? { rootCauses: error.rootCauses.map(withoutSource) } : {}),
  });
}
