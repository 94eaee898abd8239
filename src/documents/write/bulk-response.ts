/** The body of a bulk response, written as JSON text without building objects. */
import { errorBody, fromPortableError, type PortableError } from "../../compat/errors.ts";
import type { WriteResult } from "../documents.ts";

/** An answered item. `id` and `index` are those of the request where the item failed. */
export interface BulkItemAnswer {
  readonly kind: "index" | "create" | "update" | "delete";
  readonly result: WriteResult;
  /** Set when the item asked which pipelines ran: none do. */
  readonly listPipelines: boolean;
}

const STATUS = { created: 201, updated: 200, deleted: 200, noop: 200, not_found: 404 } as const;

/** `{"errors":…,"took":…,"ingest_took"?:…,"items":[…]}` as UTF-8 bytes. */
export function bulkResponse(items: readonly BulkItemAnswer[], tookMs: number, ingested: boolean): Uint8Array {
  let errors = false;
  const parts: string[] = [];
  for (const item of items) {
    errors ||= !item.result.ok;
    parts.push(item.result.ok ? success(item, item.result) : failure(item, item.result));
  }
  const ingest = ingested ? `,"ingest_took":0` : "";
  return Buffer.from(`{"errors":${errors},"took":${tookMs}${ingest},"items":[${parts.join(",")}]}`);
}

function success(item: BulkItemAnswer, result: Extract<WriteResult, { ok: true }>): string {
  const forced = result.forcedRefresh ? `,"forced_refresh":true` : "";
  const pipelines = item.listPipelines ? `,"executed_pipelines":[]` : "";
  const get = result.get ? `,"get":${updateGet(result.get)}` : "";
  return `{"${item.kind}":{"_index":${JSON.stringify(result.index)},"_id":${JSON.stringify(result.id)},"_version":${result.version},"result":"${result.result}"${forced},"_shards":{"total":${result.copies},"successful":1,"failed":0},"_seq_no":${result.seqNo},"_primary_term":${result.primaryTerm}${pipelines}${get},"status":${STATUS[result.result]}}}`;
}

function updateGet(get: NonNullable<Extract<WriteResult, { ok: true }>["get"]>): string {
  const routing = get.routing === undefined ? "" : `,"_routing":${JSON.stringify(get.routing)}`;
  return `{"_seq_no":${get.seqNo},"_primary_term":${get.primaryTerm}${routing},"found":${get.found},"_source":${get.source}}`;
}

function failure(
  item: BulkItemAnswer,
  result: { index: string; id: string | undefined; error: PortableError },
): string {
  const error = JSON.stringify(errorBody(fromPortableError(result.error)));
  const id = result.id === undefined ? "null" : JSON.stringify(result.id);
  return `{"${item.kind}":{"_index":${JSON.stringify(result.index)},"_id":${id},"status":${result.error.status},"error":${error}}}`;
}
