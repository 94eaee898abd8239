/** One bulk request: items as they come, executed a chunk at a time, answered in order. */
import { type PortableError, RequestError, toPortableError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { tokenName } from "../../compat/body-reader.ts";
import type { BulkAction } from "./bulk-action.ts";
import { type BulkEntry, BulkLines } from "./bulk-lines.ts";
import { type BulkItemAnswer, bulkResponse } from "./bulk-response.ts";
import type { BulkAnswer, BulkOptions, WriteRequest, WriteResult } from "../documents.ts";
import { parseUpdate, type UpdateSpec, validateUpdate } from "./update-request.ts";
import { FORCE_WARNING } from "./version-check.ts";
import { validateWrite, validationError } from "./write-validation.ts";

/** An item, valid in itself. */
export interface BulkItem {
  readonly action: BulkAction;
  readonly request: WriteRequest;
  /** The parsed body of an update. */
  readonly update: UpdateSpec | undefined;
  readonly pipeline: string | undefined;
  readonly requireAlias: boolean;
  readonly requireDataStream: boolean;
}

/** Executes the items of a chunk: one append a shard, one sync; answers in order. */
export type ExecuteBulk = (items: readonly BulkItem[], options: BulkOptions) => Promise<WriteResult[]>;

export class BulkRequest {
  readonly options: BulkOptions;
  readonly #execute: ExecuteBulk;
  readonly #lines = new BulkLines();
  #items: BulkItem[] = [];
  readonly #answers: BulkItemAnswer[] = [];
  #failures: string[] = [];
  #ingested = false;
  /** Whether an item named the version type `force`. */
  #forced = false;
  #running: Promise<void> = Promise.resolve();
  readonly #startedMs: number;

  constructor(options: BulkOptions, execute: ExecuteBulk, startedMs: number) {
    this.options = options;
    this.#execute = execute;
    this.#startedMs = startedMs;
  }

  /**
   * Takes the next piece. What came before it is executed now and not earlier, so that a request of one piece is
   * refused as a whole when a line of it is malformed. Resolves when the next piece is welcome.
   */
  async push(chunk: Uint8Array): Promise<void> {
    await this.#running;
    this.#start();
    this.#lines.push(chunk, (entry) => this.#add(entry));
    this.#checkValid();
  }

  /** Executes the rest. */
  async end(now: () => number): Promise<BulkAnswer> {
    if (this.#lines.bytes === 0) throw new RequestError(400, "parse_exception", "request body is required");
    this.#lines.end();
    if (this.#items.length === 0 && this.#answers.length === 0) throw validationError(["no requests added"]);
    await this.#running;
    this.#start();
    await this.#running;
    const body = bulkResponse(this.#answers, Math.max(0, Math.round(now() - this.#startedMs)), this.#ingested);
    return { body, warnings: this.#forced ? [FORCE_WARNING] : [] };
  }

  #start(): void {
    const items = this.#items;
    if (items.length === 0) return;
    this.#items = [];
    this.#running = this.#execute(items, this.options).then((results) => {
      items.forEach(({ action }, at) => {
        const result = results[at];
        if (result) this.#answers.push({ kind: action.kind, result, listPipelines: action.listExecutedPipelines });
      });
    });
    // Whoever waits for it next hears of the failure.
    this.#running.catch(() => undefined);
  }

  #add({ action, source }: BulkEntry): void {
    const { options } = this;
    const index = action.index ?? options.index;
    if (index === undefined) {
      this.#failures.push("index is missing");
      return;
    }
    const writeOptions = {
      routing: action.routing ?? options.routing,
      version: action.version,
      versionType: action.versionType,
      ifSeqNo: action.ifSeqNo,
      ifPrimaryTerm: action.ifPrimaryTerm,
    };
    if (action.versionType === "force") this.#forced = true;
    const pipeline = action.pipeline ?? options.pipeline;
    if (pipeline !== undefined && pipeline !== "_none" && action.kind !== "delete" && action.kind !== "update")
      this.#ingested = true;
    let request: WriteRequest;
    let update: UpdateSpec | undefined;
    if (action.kind === "index" || action.kind === "create") {
      request = {
        kind: action.kind,
        index,
        id: action.id,
        source,
        options: writeOptions,
        dynamicTemplates: action.dynamicTemplates,
      };
    } else if (action.kind === "delete") {
      request = { kind: "delete", index, id: action.id ?? "", options: writeOptions };
    } else {
      const text = Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString("utf8");
      const body = updateBody(text);
      update = parseUpdate(body, text);
      request = {
        kind: "update",
        index,
        id: action.id ?? "",
        body,
        options: { retryOnConflict: action.retryOnConflict, ...writeOptions },
        sourceFilter: action.sourceFilter ?? options.sourceFilter,
      };
      this.#failures.push(...validateUpdate(update, request.options));
    }
    this.#failures.push(...validateWrite(request));
    this.#items.push({
      action,
      request,
      update,
      pipeline,
      requireAlias: action.requireAlias ?? options.requireAlias,
      requireDataStream: action.requireDataStream ?? options.requireDataStream,
    });
  }

  #checkValid(): void {
    if (this.#failures.length > 0) throw validationError(this.#failures);
  }
}

function updateBody(text: string): JsonObject {
  const expected = (found: string, col: number): RequestError =>
    new RequestError(
      400,
      "x_content_parse_exception",
      `[1:${col}] [UpdateRequest] Expected START_OBJECT but was: ${found}`,
    );
  if (text.trim() === "") throw expected("null", 0);
  const value: Json = parseJson(text);
  if (!isJsonObject(value)) throw expected(tokenName(value), 1);
  return value;
}

/** The answer of an item that failed. */
export function failedItem(request: WriteRequest, index: string, id: string | undefined, error: unknown): WriteResult {
  const portable: PortableError = toPortableError(error);
  return { ok: false, index, id: id ?? request.id, error: portable };
}
