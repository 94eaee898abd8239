/** The body of a bulk response, written as JSON text without building objects. */
import { errorBody, fromPortableError, type PortableError } from "../../compat/errors.ts";
import type { WriteItem, WriteResult } from "../documents.ts";

const STATUS = { created: 201, updated: 200, deleted: 200, noop: 200, not_found: 404 } as const;

/** Takes the answers piece by piece, and keeps no items. */
export class BulkResponse {
  readonly #parts: string[] = [];
  #errors = false;
  /** How answers of one kind and index begin. */
  #beginning = { kind: "", index: "", text: "" };
  /** How long pipelines ran; undefined while none did. */
  #ingestMs: number | undefined;

  /** Nothing was answered yet. */
  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  add(items: readonly WriteItem[], results: readonly WriteResult[]): void {
    items.forEach((item, at) => {
      const result = results[at];
      if (!result) return;
      this.#errors ||= !result.ok;
      this.#parts.push(result.ok ? this.#success(item, result) : failure(item, result));
    });
  }

  ingested(tookMs: number): void {
    this.#ingestMs = (this.#ingestMs ?? 0) + tookMs;
  }

  /** `{"errors":…,"took":…,"ingest_took"?:…,"items":[…]}` as UTF-8. */
  bytes(tookMs: number): Uint8Array {
    const ingest = this.#ingestMs === undefined ? "" : `,"ingest_took":${Math.round(this.#ingestMs)}`;
    return Buffer.from(`{"errors":${this.#errors},"took":${tookMs}${ingest},"items":[${this.#parts.join(",")}]}`);
  }

  #success(item: WriteItem, result: Extract<WriteResult, { ok: true }>): string {
    const forced = result.forcedRefresh ? `,"forced_refresh":true` : "";
    const pipelines = item.listPipelines
      ? `,"executed_pipelines":${JSON.stringify(result.executedPipelines ?? [])}`
      : "";
    const get = result.get ? `,"get":${updateGet(result.get)}` : "";
    return `${this.#begin(item.kind, result.index)}${JSON.stringify(result.id)},"_version":${result.version},"result":"${result.result}"${forced},"_shards":{"total":${result.copies},"successful":1,"failed":0},"_seq_no":${result.seqNo},"_primary_term":${result.primaryTerm}${pipelines}${get},"status":${STATUS[result.result]}}}`;
  }

  /** Most answers begin as the one before. */
  #begin(kind: string, index: string): string {
    if (this.#beginning.kind !== kind || this.#beginning.index !== index)
      this.#beginning = { kind, index, text: `{"${kind}":{"_index":${JSON.stringify(index)},"_id":` };
    return this.#beginning.text;
  }
}

function updateGet(get: NonNullable<Extract<WriteResult, { ok: true }>["get"]>): string {
  const routing = get.routing === undefined ? "" : `,"_routing":${JSON.stringify(get.routing)}`;
  return `{"_seq_no":${get.seqNo},"_primary_term":${get.primaryTerm}${routing},"found":${get.found},"_source":${get.source}}`;
}

function failure(item: WriteItem, result: { index: string; id: string | undefined; error: PortableError }): string {
  const error = JSON.stringify(errorBody(fromPortableError(result.error)));
  const id = result.id === undefined ? "null" : JSON.stringify(result.id);
  return `{"${item.kind}":{"_index":${JSON.stringify(result.index)},"_id":${id},"status":${result.error.status},"error":${error}}}`;
}
