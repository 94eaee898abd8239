/** One bulk request: items as they come, executed a piece at a time, answered in order. */
import { RequestError } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import type { MonotonicClock } from "../../core/clock.ts";
import type { BulkAnswer, BulkOptions, WriteItem, WriteResult } from "../documents.ts";
import type { ItemDraft } from "./bulk-action.ts";
import { BulkLines } from "./bulk-lines.ts";
import { BulkResponse } from "./bulk-response.ts";
import { readUpdate, validateUpdate } from "./update-request.ts";
import { FORCE_WARNING } from "./version-check.ts";
import { validateWrite } from "./write-validation.ts";

/** Executes the items of a piece: one append a shard, one sync; answers in order. */
export type ExecuteBulk = (items: readonly WriteItem[], ingested: (tookMs: number) => void) => Promise<WriteResult[]>;

export class BulkRequest {
  readonly #execute: ExecuteBulk;
  readonly #lines: BulkLines;
  #items: WriteItem[] = [];
  readonly #response = new BulkResponse();
  #failures: string[] = [];
  /** Whether an item named the version type `force`. */
  #forced = false;
  #running: Promise<void> = Promise.resolve();
  readonly #clock: MonotonicClock;
  readonly #startedMs: number;

  constructor(options: BulkOptions, execute: ExecuteBulk, clock: MonotonicClock) {
    this.#lines = new BulkLines(options);
    this.#execute = execute;
    this.#clock = clock;
    this.#startedMs = clock.monotonicMs();
  }

  /**
   * Takes the next piece. What came before it is executed now and not earlier, so that a request of one piece is
   * refused as a whole when a line of it is malformed. Resolves when the next piece is welcome.
   */
  async push(chunk: Uint8Array): Promise<void> {
    await this.#running;
    this.#start();
    this.#lines.push(chunk, (item) => this.#add(item));
    if (this.#failures.length > 0) throw validationFailed(this.#failures);
  }

  /** Executes the rest. */
  async end(): Promise<BulkAnswer> {
    if (this.#lines.bytes === 0) throw new RequestError(400, "parse_exception", "request body is required");
    this.#lines.end();
    if (this.#items.length === 0 && this.#response.isEmpty) throw validationFailed(["no requests added"]);
    await this.#running;
    this.#start();
    await this.#running;
    const body = this.#response.bytes(Math.max(0, Math.round(this.#clock.monotonicMs() - this.#startedMs)));
    return { body, warnings: this.#forced ? [FORCE_WARNING] : [] };
  }

  #start(): void {
    const items = this.#items;
    if (items.length === 0) return;
    this.#items = [];
    const ingested = (tookMs: number): void => this.#response.ingested(tookMs);
    this.#running = this.#execute(items, ingested).then((results) => this.#response.add(items, results));
    // Whoever waits for it next hears of the failure.
    this.#running.catch(() => undefined);
  }

  #add(item: ItemDraft): void {
    if (!hasIndex(item)) {
      this.#failures.push("index is missing");
      return;
    }
    if (item.options.versionType === "force") this.#forced = true;
    if (item.kind === "update") {
      item.update = readUpdate(item.source);
      this.#failures.push(...validateUpdate(item.update, item.options));
    }
    this.#failures.push(...validateWrite(item));
    this.#items.push(item);
  }
}

function hasIndex(item: ItemDraft): item is ItemDraft & { index: string } {
  return item.index !== undefined;
}
