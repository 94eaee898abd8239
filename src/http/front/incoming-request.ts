/** A request from a connection, and its body where that is still coming. */
import { Readable } from "node:stream";
import type { RawRequest, RequestHead } from "../exchange.ts";
import type { Client } from "../trusted-proxies.ts";
import type { ConnectionFacts } from "./connection-facts.ts";

/** See the file comment. */
export class IncomingRequest implements RawRequest {
  readonly head: RequestHead;
  readonly clientAddress: string;
  readonly secure: boolean;
  readonly reachedAt: string;
  readonly connection: object;
  readonly body: RawRequest["body"];
  #listeners: (() => void)[] | undefined;
  #isGone = false;

  constructor(head: RequestHead, client: Client, facts: ConnectionFacts, body: RawRequest["body"]) {
    this.head = head;
    this.clientAddress = client.address;
    this.secure = client.secure;
    this.reachedAt = facts.reachedAt;
    this.connection = facts;
    this.body = body;
  }

  onGone(listener: () => void): void {
    if (this.#isGone) listener();
    else (this.#listeners ??= []).push(listener);
  }

  /** The client went away. */
  gone(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    const listeners = this.#listeners;
    this.#listeners = undefined;
    if (listeners) for (const listener of listeners) listener();
  }
}

/** What a reader may leave behind before the client has to wait. */
const READ_AHEAD_BYTES = 64 * 1024;

/** A body that is still coming. Ends, or closes early without an error: nobody may be listening for one. */
export class IncomingBody extends Readable {
  readonly #wanted: () => void;

  /** `wanted` is called when the reader wants more. */
  constructor(wanted: () => void) {
    super({ highWaterMark: READ_AHEAD_BYTES });
    this.#wanted = wanted;
  }

  override _read(): void {
    this.#wanted();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    done(error);
    // What is left of it is skipped.
    this.#wanted();
  }
}
