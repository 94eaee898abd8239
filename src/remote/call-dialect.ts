/** The way of calls from other clusters: one path for each, bodies and answers of plain data. */
import type { MaybeLater } from "../core/maybe-later.ts";
import { assert } from "../core/assert.ts";
import { illegalArgument, RequestError, toPortableError } from "../compat/errors.ts";
import type { Dialect, Exchange, Route, Run } from "../http/dialect.ts";
import { headerText, type RawRequest, type RawResponse } from "../http/exchange.ts";
import { RequestBody } from "../http/request-body.ts";
import type { RefusedCall } from "../security/remote-gate.ts";
import type { Principal } from "../security/principal.ts";
import type { Task } from "../tasks/task.ts";
import { CALL_PREFIX, isMembers, LINK_MEDIA, MAX_MESSAGE_BYTES } from "./link-protocol.ts";
import type { PlainData } from "./plain-data.ts";
import { readPlainData, UnreadableData } from "./read-plain-data.ts";
import { writePlainData } from "./write-plain-data.ts";

/** What a call has once it may run. */
export interface CallContext {
  /** What the key and the rights of the caller both allow. */
  readonly principal: Principal;
  readonly task: Task;
  readonly clientAddress: string;
  /** On the monotonic clock. */
  readonly startedMs: number;
  onGone(listener: () => void): void;
}

/** A call that is there. */
export interface HandledCall {
  /** What its task is called. */
  readonly action: string;
  handle(body: PlainData, context: CallContext): Promise<PlainData>;
}

/** What the dialect needs from its owner. */
export interface CallDialectOptions {
  /** A call by its action; undefined where there is none. */
  readonly find: (action: string) => Promise<HandledCall | undefined>;
  /** Who holds the key, which may what the call needs. Throws 401 or 403, also for calls that are not there. */
  readonly admit: (raw: RawRequest, action: string) => MaybeLater<Principal>;
  /** The key's holder, as far as a caller who was sent along may act. Throws what cannot be read of it. */
  readonly actingFor: (key: Principal, caller: PlainData) => Promise<Principal>;
  /** Hears of 401 and 403. */
  readonly refused: (refusal: RefusedCall) => void;
  readonly now: () => number;
  readonly log: (level: "error", message: string) => void;
}

/** The dialect over the calls. */
export function callDialect(options: CallDialectOptions): Dialect {
  return { prefix: CALL_PREFIX, maxBodyBytes: MAX_MESSAGE_BYTES, open: (raw) => new CallExchange(options, raw) };
}

class CallExchange implements Exchange {
  readonly #options: CallDialectOptions;
  readonly #raw: RawRequest;
  readonly #action: string;
  readonly #startedMs: number;
  #call: HandledCall | undefined = undefined;
  target: Route | undefined = undefined;

  constructor(options: CallDialectOptions, raw: RawRequest) {
    this.#options = options;
    this.#raw = raw;
    this.#action = actionOf(raw.head.url);
    this.#startedMs = options.now();
  }

  get description(): string {
    return "";
  }

  readHead(): void {
    if (this.#raw.head.method !== "POST") throw illegalArgument("calls of other clusters are sent by POST");
    if (headerText(this.#raw.head, "content-type") !== LINK_MEDIA)
      throw new RequestError(415, "unsupported_media_type_exception", `the body of a call is [${LINK_MEDIA}]`);
  }

  /** Nothing is told to strangers. */
  route(): undefined {
    return undefined;
  }

  async authenticate(): Promise<Principal> {
    const principal = await this.#options.admit(this.#raw, this.#action);
    this.#call = await this.#options.find(this.#action);
    return principal;
  }

  check(): undefined {
    const call = this.#call;
    if (!call)
      throw new RequestError(500, "action_not_found_transport_exception", `No handler for action [${this.#action}]`);
    this.target = { action: call.action, cancellable: true, isAlwaysServed: false, isAudited: false };
  }

  async handle({ principal: key, task, account }: Run): Promise<RawResponse> {
    const call = this.#call;
    assert(call, "a call that may pass is there");
    const { head, clientAddress } = this.#raw;
    const encoding = headerText(head, "content-encoding");
    const bytes = await new RequestBody(this.#raw.body, encoding, MAX_MESSAGE_BYTES, account).bytes();
    const message = read(bytes);
    const caller = message["caller"];
    const principal = caller === undefined ? key : await this.#options.actingFor(key, caller);
    const answer = await call.handle(message["body"], {
      principal,
      task,
      clientAddress,
      startedMs: this.#startedMs,
      onGone: (listener) => this.#raw.onGone(listener),
    });
    return rendered(200, { answer });
  }

  failed(error: unknown): RawResponse {
    const { stack, ...portable } = toPortableError(error);
    const { status, reason } = portable;
    if (status === 401 || status === 403)
      this.#options.refused({ action: this.#action, reason, clientAddress: this.#raw.clientAddress });
    if (stack !== undefined) this.#options.log("error", `${this.#action}: ${stack}`);
    return rendered(portable.status, { error: portable as unknown as PlainData });
  }
}

function actionOf(url: string): string {
  const path = url.slice(CALL_PREFIX.length + 1).split("?", 1)[0] ?? "";
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function read(bytes: Uint8Array): Readonly<Record<string, PlainData>> {
  try {
    const message = readPlainData(bytes);
    if (isMembers(message)) return message;
  } catch (error) {
    if (!(error instanceof UnreadableData)) throw error;
    throw illegalArgument(`the body of a call cannot be read: ${error.message}`);
  }
  throw illegalArgument("the body of a call cannot be read: it is no object");
}

function rendered(status: number, message: PlainData): RawResponse {
  const body = writePlainData(message);
  return { status, headers: { "Content-Type": LINK_MEDIA, "Content-Length": String(body.length) }, body };
}
