/**
 * Calls over a message port: requests with responses, in both directions, and notices without. Messages on a port keep
 * their order, and the server side starts calls in that order, so that a search sees every searcher published before
 * it.
 */
import type { MessagePort } from "node:worker_threads";
import { type PortableError, fromPortableError, toPortableError } from "../compat/errors.ts";
import { ownOf } from "../core/names.ts";

/** What can be moved to another thread. */
type Transferable = ArrayBuffer | MessagePort;

/** The common interface of `worker_threads` ports and test doubles. */
export interface Port {
  postMessage(message: unknown, transfer?: readonly Transferable[]): void;
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

/**
 * How many messages one side has posted, in shared memory: the other side sees that something is on its way before its
 * event loop comes to it, and reads it at once where it must not act on what it knows so far.
 */
export class PostCount {
  readonly words: Int32Array<SharedArrayBuffer>;

  constructor(buffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.words = new Int32Array(buffer);
  }

  get posted(): number {
    return Atomics.load(this.words, 0);
  }

  add(): void {
    Atomics.add(this.words, 0, 1);
  }
}

/** Which side of a `PostCount` this end is. */
export interface PostCounts {
  /** Counts what this end posts. */
  readonly sent?: PostCount;
  /** Counts what the other end posts. */
  readonly received?: PostCount;
}

/** One end of a port. */
export class PortCalls {
  readonly #port: Port;
  readonly #methods: Methods;
  readonly #counts: PostCounts;
  /** Messages that came. */
  #seen = 0;
  readonly #waiting = new Map<number, Waiting>();
  /** Messages of this turn of the event loop: posted together, since one post costs more than its content. */
  #outbox: Message[] = [];
  #scheduled = false;
  #nextId = 1;
  #closed: Error | undefined;

  constructor(port: Port, methods: Methods, counts: PostCounts = {}) {
    this.#port = port;
    this.#methods = methods;
    this.#counts = counts;
    port.on("message", (messages) => this.#take(messages));
  }

  /**
   * Takes what the other side has posted, without waiting for the event loop; `next` takes one message from the port
   * (`receiveMessageOnPort`).
   */
  catchUp(next: () => { readonly message: unknown } | undefined): void {
    const { received: count } = this.#counts;
    if (!count) return;
    while (this.#seen !== count.posted) {
      const received = next();
      if (!received) return;
      this.#take(received.message);
    }
  }

  /** Calls the other side; `transfer` moves buffers instead of cloning them. */
  call<Result>(method: string, args: unknown[], transfer?: readonly Transferable[]): Promise<Result> {
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

  /** The same at once, behind what waits to be posted: the other side can catch up with it from now on. */
  notifyNow(method: string, args: unknown[]): void {
    this.#outbox.push([NOTICE, method, args]);
    this.#flush();
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
  #post(message: Message, transfer?: readonly Transferable[]): void {
    this.#outbox.push(message);
    if (transfer) return this.#flush(transfer);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(transfer?: readonly Transferable[]): void {
    if (this.#outbox.length === 0) return;
    const messages = this.#outbox;
    this.#outbox = [];
    try {
      this.#send(messages, transfer);
    } catch {
      // One message cannot be cloned; the others must not fail because of it.
      for (const [at, message] of messages.entries())
        this.#postAlone(message, at === messages.length - 1 ? transfer : undefined);
    }
  }

  #postAlone(message: Message, transfer: readonly Transferable[] | undefined): void {
    try {
      this.#send([message], transfer);
    } catch (error) {
      this.#undeliverable(message, error instanceof Error ? error : new Error(String(error)));
    }
  }

  #send(messages: readonly Message[], transfer?: readonly Transferable[]): void {
    this.#port.postMessage(messages, transfer);
    this.#counts.sent?.add();
  }

  /** A message that cannot be cloned fails its own call, on the side that waits for it. */
  #undeliverable(message: Message, error: Error): void {
    switch (message[0]) {
      case REQUEST:
        this.#waiter(message[1])?.reject(error);
        return;
      case ANSWER:
      case FAILURE:
        this.#send([[FAILURE, message[1], toPortableError(error)]]);
        return;
      case NOTICE:
        // No one waits for a notice; the warning goes to the operator.
        process.emitWarning(error);
    }
  }

  /** Only this class posts to the port, so the shape of messages is known. */
  #take(messages: unknown): void {
    // As the count, it begins anew below zero.
    this.#seen = (this.#seen + 1) | 0;
    for (const message of messages as Message[]) this.#receive(message);
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
        this.#waiter(message[1])?.resolve(message[2]);
        return;
      case FAILURE:
        this.#waiter(message[1])?.reject(fromPortableError(message[2]));
    }
  }

  #waiter(id: number): Waiting | undefined {
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
function movable(result: unknown): readonly Transferable[] | undefined {
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
