/** From a request for term vectors to what the search side is told: the index is found, and the document is read. */
import { errorResponse, fromPortableError, RequestError } from "../../compat/errors.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import type { GetResult } from "../../documents/documents.ts";
import { shardRouting } from "../../documents/shard-routing.ts";
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import type { SearchTarget } from "../../search/search-service.ts";
import { executionFailure } from "../../search/term-vectors/execution-failure.ts";
import type { TermVectorItem } from "../../search/term-vectors/term-vector-item.ts";
import type { DocumentRead } from "./document-reads.ts";
import type { Services, OperationRequest } from "../operation.ts";
import { checkNodePreference } from "../targets/preference.ts";
import { type ReadableIndex, readableIndex } from "../targets/readable-index.ts";
import type { TermVectorRequest } from "./termvectors-body.ts";
import { aliasRouting } from "../targets/write-target.ts";

/** A request on a concrete index. `id` is also there for a document of the request, which needs one to have a shard. */
export interface PlacedRequest extends ReadableIndex {
  readonly wanted: TermVectorRequest;
  readonly id: string;
  readonly routing: string | undefined;
}

/** An item with the shard that it runs on. */
export interface ReadyItem {
  readonly item: TermVectorItem;
  readonly targets: readonly SearchTarget[];
}

/** Documents of requests are spread over the shards by a running number, as Elasticsearch does. */
let ownDocuments = 0;

/** Finds the index. Throws 404 when it is not there, 403 when it is blocked. */
export function placed(
  wanted: TermVectorRequest,
  services: Services,
  { principal, parameters }: Pick<OperationRequest, "principal" | "parameters">,
): PlacedRequest {
  const name = wanted.index ?? "";
  const { metadata, access } = readableIndex(services, principal, name);
  checkIndexBlocks([metadata], "read");
  checkNodePreference(parameters["preference"], services.info, metadata.name);
  return {
    wanted,
    metadata,
    access,
    id: wanted.id ?? String(ownDocuments++),
    routing: aliasRouting(metadata, name, wanted.routing),
  };
}

/** The document to be read; undefined for a document of the request. */
export function readOf({ wanted, metadata, access, id, routing }: PlacedRequest): DocumentRead | undefined {
  if (wanted.doc !== undefined) return undefined;
  const { realtime, version, versionType } = wanted;
  return { metadata, access, get: { index: metadata.name, id, routing, realtime, version, versionType } };
}

/** The item of a document found, or of one of the request. Throws what the write side refused. */
export function readyItem(
  { wanted, metadata, access, id, routing }: PlacedRequest,
  result: Awaited<ReturnType<Services["get"]>>[number] | undefined,
): ReadyItem {
  const shards = [shardRouting(metadata).shardOf(id, routing)];
  const targets = [{ uuid: metadata.uuid, index: metadata.name, filters: [], access, shards }];
  const { options } = wanted;
  if (wanted.doc !== undefined)
    return { item: { id, document: { version: 0, routing, source: stringifyJson(wanted.doc), options } }, targets };
  if (result === undefined || !("found" in result)) throw conflictOrError(result && fromPortableError(result));
  if (!result.found) return { item: { missing: { index: metadata.name, id } }, targets };
  return { item: { id, document: foundDocument(result, wanted) }, targets };
}

/** The answer of an item that failed before it came to its document. */
export function failedItem(index: string, id: string, error: unknown): ReadyItem {
  return { item: { failed: { index, id, error: errorResponse(error).error } }, targets: [] };
}

function foundDocument(
  result: GetResult & { found: true },
  { options }: TermVectorRequest,
): Extract<TermVectorItem, { document: unknown }>["document"] {
  const { id, version, seqNo, routing } = result;
  // Without a source there is nothing to make vectors of.
  const source = result.source.length === 0 ? "{}" : Buffer.from(result.source).toString("utf8");
  return { id, version, seqNo, routing, source, options };
}

/** Another version than the one asked for is found on the shard, so that it comes wrapped. */
function conflictOrError(error: RequestError | undefined): RequestError {
  if (error?.type === "version_conflict_engine_exception") return executionFailure(error);
  return error ?? new RequestError(500, "exception", "no answer for the document");
}
