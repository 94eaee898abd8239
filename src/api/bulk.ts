/** `bulk`: many writes in one request, streamed to the indexing side as they come. */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { JsonText } from "../compat/json/json-text.ts";
import { ownOf } from "../core/names.ts";
import { renderBody } from "../compat/render-body.ts";
import type { BulkAnswer, BulkOptions } from "../documents/documents.ts";
import { booleanParameter } from "../http/parameters.ts";
import type { Services, Operation, OperationRequest } from "./operation.ts";
import { callerOfWrite } from "./requests/ingest-caller.ts";
import { parseFailure } from "./requests/request-body.ts";
import { sourceParameter } from "./requests/source-parameter.ts";
import { streamRefusal } from "./requests/stream-media.ts";
import { type WriteParameters, writeParameters } from "./targets/write-parameters.ts";

/** Pieces of the body are handed over in this size: a hop to the indexing side costs more than the copy. */
const CHUNK_BYTES = 1024 * 1024;

export const bulk: Operation = {
  name: "bulk",
  actions: ["indices:data/write/bulk"],
  // Items are judged one by one, in the grant of the shard.
  indexNames: [],

  async handle(request, services) {
    const refusal = streamRefusal(request);
    if (refusal) return refusal;
    const { parameters } = request;
    const write = writeParameters(request);
    if (parameters["_slice"] !== undefined) throw illegalArgument("[_slice] is not supported by this server yet");
    checkActiveShards(services, parameters["index"], write);
    if (!request.hasBody) throw parseFailure("request body is required");
    const options = {
      index: parameters["index"],
      routing: write.options.routing,
      refresh: write.refresh,
      requireAlias: write.requireAlias,
      requireDataStream: write.requireDataStream,
      pipeline: write.pipeline,
      listPipelines: booleanParameter(parameters, "list_executed_pipelines", false),
      caller: await callerOfWrite(request.principal, services),
      sourceFilter: sourceParameter(parameters),
      grant: request.principal.indices,
    };
    const { body, warnings } = await transfer(request, services, options);
    return { status: 200, bytes: rendered(body, request, write.includeSourceOnError), warnings };
  },
};

/**
 * Sends the body: as one message where it is one piece, else piece by piece. Gives up, keeping what was written, when
 * the client goes away or the body is refused.
 */
async function transfer(request: OperationRequest, services: Services, options: BulkOptions): Promise<BulkAnswer> {
  const { documents } = services;
  let pending: Uint8Array[] = [];
  let length = 0;
  let handle: number | undefined;
  try {
    for await (const chunk of request.chunks()) {
      if (length >= CHUNK_BYTES) {
        handle ??= await documents.bulkStart(options, request.contentLength);
        await documents.bulkChunk(handle, joined(pending, length));
        pending = [];
        length = 0;
      }
      pending.push(chunk);
      length += chunk.length;
    }
    if (handle === undefined) {
      if (length === 0) throw parseFailure("request body is required");
      return await documents.bulk(options, joined(pending, length));
    }
    await documents.bulkChunk(handle, joined(pending, length));
  } catch (error) {
    if (handle !== undefined) await documents.bulkAbort(handle);
    throw error;
  }
  return documents.bulkEnd(handle);
}

/** One array with memory of its own, so that it can change threads. */
function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

const SOURCE_IN_JSON = /\[Source: \(byte\[\]\)\\".*?\\"(?:\[truncated \d+ bytes\])?; line/gs;

function rendered(bytes: Uint8Array, request: OperationRequest, includeSource: boolean): Uint8Array {
  const { render } = request;
  if (includeSource && render.format === "json" && !render.pretty && render.filterPath === undefined) return bytes;
  let text = new TextDecoder().decode(bytes);
  if (!includeSource)
    text = text.replace(
      SOURCE_IN_JSON,
      "[Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled); line",
    );
  return renderBody(new JsonText(text), render);
}

/**
 * There is one copy of each shard. Who waits for more is refused before anything is written; Elasticsearch refuses item
 * by item.
 */
function checkActiveShards(
  services: Services,
  index: string | undefined,
  { waitForActiveShards: wanted, timeout }: WriteParameters,
): void {
  if (wanted === undefined || wanted === 0 || wanted === 1) return;
  const indices = services.cluster.state.indices;
  const concerned = index === undefined ? Object.values(indices) : [ownOf(indices, index)];
  const needed =
    wanted === "all" ? 1 + Math.max(0, ...concerned.map((metadata) => metadata?.numberOfReplicas ?? 1)) : wanted;
  if (needed <= 1) return;
  throw new RequestError(
    503,
    "unavailable_shards_exception",
    `Not enough active copies to meet shard count of [${String(wanted).toUpperCase()}] (have 1, needed ${needed}). Timeout: [${timeout}]`,
  );
}
