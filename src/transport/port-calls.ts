/**
 * Calls over a message port: requests with responses, in both directions, and notices without. Messages on a port keep
 * their order, and the server side starts calls in that order, so that a search sees every searcher published before
 * it.
 */
import { type PortableError, fromPortableError, toPortableError } from "../compat/errors.ts";
import { ownOf } from "../core/names.ts";

/** The common interface of `worker_threads` ports and test doubles. */
export interface Port {
  postMessage(message: unknown, transfer?: readonly ArrayBuffer[]): void;
  on(event: "message", listener: (message: unknown) => void): unknown;
}

/** Methods that the other side may call. Arguments and results are plain data. */
export type Methods = Readonly<Record<string, (...args: never[]) => unknown>>;

const REQUEST = 0;
const ANSWER = 1;
const FAILURE = 2;
const NOTICE = 3;

/** Results larger than this (bytes) are transferred to the other thread instead of cloned. */
const TRANSFER_BYTES = 32_768;

type Message =
  | [typeof REQUEST, number, string, unknown[]]
  | [typeof ANSWER, number, unknown]
  | [typeof FAILURE, number, PortableError]
  | [typeof NOTICE, string, unknown[]];

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** One end of a port. */
export class PortCalls {
  readonly #port: Port;
  readonly #methods: Methods;
  readonly #waiting = new Map<number, Waiting>();
  /** Messages of this turn of the event loop: posted together, since one post costs more than its content. */
  #outbox: Message[] = [];
  #scheduled = false;
  #nextId = 1;
  #closed: Error | undefined;

  constructor(port: Port, methods: Methods) {
    this.#port = port;
    this.#methods = methods;
    // Only this class posts to the port, so the shape of messages is known.
    port.on("message", (messages) => {
      for (const message of messages as Message[]) this.#receive(message);
    });
  }

  /** Calls the other side; `transfer` moves buffers instead of cloning them. */
  call<Result>(method: string, args: unknown[], transfer?: readonly ArrayBuffer[]): Promise<Result> {
    if (this.#closed) return Promise.reject(this.#closed);
    const id = this.#nextId++;
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.set(id, { resolve: (value) => resolve(value as Result), reject });
      this.#post([REQUEST, id, method, args], transfer);
    });
  }

  /** Notifies the other side, without a response. */
  notify(method: string, args: unknown[]): void {
    this.#post([NOTICE, method, args]);
  }

  /** The other side is gone: rejects pending and all later calls. */
  fail(error: Error): void {
    this.#closed = error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  /** Number of calls that wait for their response. */
  get pending(): number {
    return this.#waiting.size;
  }

  /** Queues a message; one with buffers to transfer is sent at once, after the queued ones. */
  #post(message: Message, transfer?: readonly ArrayBuffer[]): void {
    this.#outbox.push(message);
    if (transfer) return this.#flush(transfer);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(transfer?: readonly ArrayBuffer[]): void {
    if (this.#outbox.length === 0) return;
    const messages = this.#outbox;
    this.#outbox = [];
    try {
      this.#port.postMessage(messages, transfer);
    } catch {
      // One message cannot be cloned; the others must not fail because of it.
      for (const [at, message] of messages.entries())
        this.#postAlone(message, at === messages.length - 1 ? transfer : undefined);
    }
  }

  #postAlone(message: Message, transfer: readonly ArrayBuffer[] | undefined): void {
    try {
      this.#port.postMessage([message], transfer);
    } catch (error) {
      this.#undeliverable(message, error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** A message that cannot be cloned fails its own call, on the side that waits for it. */
  #undeliverable(message: Message, error: Error): void {
    switch (message[0]) {
      case REQUEST:
        this.#take(message[1])?.reject(error);
        return;
      case ANSWER:
      case FAILURE:
        this.#port.postMessage([[FAILURE, message[1], toPortableError(error)]]);
        return;
      case NOTICE:
        // No one waits for a notice; the warning goes to the operator.
        process.emitWarning(error);
    }
  }

  #receive(message: Message): void {
    switch (message[0]) {
      case REQUEST:
        void this.#serve(message[1], message[2], message[3]);
        return;
      case NOTICE:
        void this.#invoke(message[1], message[2]);
        return;
      case ANSWER:
        this.#take(message[1])?.resolve(message[2]);
        return;
      case FAILURE:
        this.#take(message[1])?.reject(fromPortableError(message[2]));
    }
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #invoke(method: string, args: unknown[]): unknown {
    const target = ownOf(this.#methods, method);
    if (!target) throw new Error(`no method [${method}] on this port`);
    return target(...(args as never[]));
  }

  async #serve(id: number, method: string, args: unknown[]): Promise<void> {
    try {
      const result = await this.#invoke(method, args);
      this.#post([ANSWER, id, result], movable(result));
    } catch (error) {
      this.#post([FAILURE, id, toPortableError(error)]);
    }
  }
}

/**
 * The buffers of a large result that can be transferred: those of a whole `Uint8Array`, either the result itself or its
 * `body`.
 */
function movable(result: unknown): readonly ArrayBuffer[] | undefined {
  const bytes =
    result instanceof Uint8Array
      ? result
      : typeof result === "object" && result !== null && "body" in result
        ? result.body
        : undefined;
  if (!(bytes instanceof Uint8Array) || bytes.byteLength < TRANSFER_BYTES) return undefined;
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength ? [buffer] : undefined;
}
