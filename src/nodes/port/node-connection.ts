/**
 * A connection between two nodes, once each knows who the other is: calls in both directions, with the time that is
 * left for them, and word when nobody waits any more. Both sides have certificates of one authority, so that values are
 * read as threads read them; what is no message of ours all the same ends the connection, and nothing else.
 */
import { deserialize, serialize } from "node:v8";
import type { TLSSocket } from "node:tls";
import { RequestError } from "../../compat/errors.ts";
import { ownOf } from "../../core/names.ts";
import { after } from "../../core/timers.ts";
import { type Port, PortCalls } from "../../transport/port-calls.ts";
import { framed, type FrameReader } from "./frames.ts";
import type { Hello } from "./hello.ts";

/** What comes after the hellos may be so long: a document has 100 MB, and calls of one moment share a frame. */
export const MAX_FRAME_BYTES = 512 * 1024 * 1024;
/** So much may wait to be sent: the other side reads no more. */
const MAX_UNSENT_BYTES = 1024 * 1024 * 1024;

/** Who asks for a call, and when to stop. */
export interface CallScope {
  readonly from: Hello;
  /** Aborted when whoever asked waits no longer: cancelled, out of time, or gone. */
  readonly signal: AbortSignal;
}

/** What other nodes may call; arguments and answers are plain data. */
export type NodeMethods = Readonly<Record<string, (args: readonly unknown[], scope: CallScope) => unknown>>;

/** How a call is made. */
export interface CallOptions {
  /** What is not answered by then fails, on both sides. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** 503 of a node that cannot be reached, or is not any more. */
export function nodeGone(name: string, reason: string): RequestError {
  return new RequestError(503, "node_disconnected_exception", `[${name}] ${reason}`);
}

/** See the file comment. */
export class NodeConnection {
  /** The other side. */
  readonly peer: Hello;
  readonly #socket: TLSSocket;
  readonly #calls: PortCalls;
  readonly #methods: NodeMethods;
  /** Calls of the other side under way, by its number. */
  readonly #serving = new Map<number, AbortController>();
  #nextCall = 1;
  #closed: RequestError | undefined;
  readonly #listeners = new Set<() => void>();

  /** `reader` holds what came behind the hello. */
  constructor(socket: TLSSocket, reader: FrameReader, peer: Hello, methods: NodeMethods) {
    this.#socket = socket;
    this.peer = peer;
    this.#methods = methods;
    const port = new SocketPort(socket, reader, (reason) => this.close(reason));
    this.#calls = new PortCalls(port, {
      call: (number: number, leftMs: number | undefined, method: string, args: readonly unknown[]) =>
        this.#serve(number, leftMs, { method, args }),
      cancel: (number: number) => this.#serving.get(number)?.abort(),
    });
    socket.on("close", () => this.#end("the connection was closed"));
    socket.on("error", (error) => this.#end(error.message));
    if (socket.destroyed) this.#end("the connection was closed");
    else port.start();
  }

  get isClosed(): boolean {
    return this.#closed !== undefined;
  }

  /** Calls a method of the other side. Rejects with 503 when the connection ends, or the time does. */
  async call<Result>(method: string, args: readonly unknown[], options: CallOptions = {}): Promise<Result> {
    if (this.#closed) throw this.#closed;
    const { timeoutMs, signal } = options;
    if (signal?.aborted) throw cancelled(method);
    const number = this.#nextCall++;
    const answer = this.#calls.call<Result>("call", [number, timeoutMs, method, args]);
    if (timeoutMs === undefined && !signal) return answer;
    return new Promise<Result>((resolve, reject) => {
      const stop = (error: RequestError): void => {
        this.#calls.notify("cancel", [number]);
        settle();
        reject(error);
      };
      const abort = (): void => stop(cancelled(method));
      const late = (): void => stop(timedOut(this.peer.name, method, timeoutMs ?? 0));
      const stopWaiting = timeoutMs === undefined ? undefined : after(timeoutMs, late);
      signal?.addEventListener("abort", abort, { once: true });
      const settle = (): void => {
        stopWaiting?.();
        signal?.removeEventListener("abort", abort);
      };
      answer.finally(settle).then(resolve, reject);
    });
  }

  /** Calls back once, when the connection has ended. */
  onClosed(listener: () => void): void {
    if (this.#closed) listener();
    else this.#listeners.add(listener);
  }

  /** Ends the connection; what is under way fails. */
  close(reason = "the connection was closed"): void {
    this.#end(reason);
    this.#socket.destroy();
  }

  async #serve(
    number: number,
    leftMs: number | undefined,
    { method, args }: { readonly method: string; readonly args: readonly unknown[] },
  ): Promise<unknown> {
    const known = ownOf(this.#methods, method);
    if (!known)
      throw new RequestError(400, "action_not_found_transport_exception", `No handler for action [${method}]`);
    const controller = new AbortController();
    this.#serving.set(number, controller);
    const stopWaiting = typeof leftMs === "number" ? after(leftMs, () => controller.abort()) : undefined;
    try {
      return await known(args, { from: this.peer, signal: controller.signal });
    } finally {
      stopWaiting?.();
      this.#serving.delete(number);
    }
  }

  #end(reason: string): void {
    if (this.#closed) return;
    this.#closed = nodeGone(this.peer.name, reason);
    this.#calls.fail(this.#closed);
    for (const controller of this.#serving.values()) controller.abort();
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}

function cancelled(method: string): RequestError {
  return new RequestError(400, "task_cancelled_exception", `the call [${method}] was cancelled`);
}

function timedOut(name: string, method: string, timeoutMs: number): RequestError {
  const reason = `[${name}][${method}] was not answered within ${Math.round(timeoutMs)}ms`;
  return new RequestError(503, "receive_timeout_transport_exception", reason);
}

/** Messages as frames on a socket. */
class SocketPort implements Port {
  readonly #socket: TLSSocket;
  readonly #reader: FrameReader;
  readonly #fail: (reason: string) => void;
  #listener: (message: unknown) => void = () => undefined;

  constructor(socket: TLSSocket, reader: FrameReader, fail: (reason: string) => void) {
    this.#socket = socket;
    this.#reader = reader;
    this.#fail = fail;
    reader.maximumBytes = MAX_FRAME_BYTES;
  }

  /** Buffers are copied: nothing can be transferred to another process. */
  postMessage(message: unknown): void {
    if (this.#socket.destroyed) return;
    const [head, content] = framed(serialize(message));
    this.#socket.cork();
    this.#socket.write(head);
    this.#socket.write(content);
    this.#socket.uncork();
    if (this.#socket.writableLength > MAX_UNSENT_BYTES) this.#fail("it does not read what it is sent");
  }

  on(_event: "message", listener: (message: unknown) => void): void {
    this.#listener = listener;
  }

  /** Takes frames from now on, and first those that are there. */
  start(): void {
    this.#socket.on("data", (piece: Buffer) => {
      this.#reader.push(piece);
      this.#take();
    });
    this.#take();
    this.#socket.resume();
  }

  #take(): void {
    try {
      for (let frame = this.#reader.next(); frame && !this.#socket.destroyed; frame = this.#reader.next()) {
        const messages: unknown = deserialize(frame);
        if (!areMessages(messages)) return this.#fail("it sent what is no message");
        this.#listener(messages);
      }
    } catch (error) {
      this.#fail(`it sent what cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** The shapes of `PortCalls`, as far as others could do harm: the only notice is one that nothing waits for. */
function areMessages(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.every(isMessage);
}

function isMessage(message: unknown): boolean {
  if (!Array.isArray(message)) return false;
  const [kind, first, second, third] = message as unknown[];
  switch (kind) {
    case 0: // a request: number, method, arguments
      return typeof first === "number" && second === "call" && isCall(third);
    case 1: // an answer: number, value
      return typeof first === "number";
    case 2: // a failure: number, error
      return typeof first === "number" && typeof second === "object" && second !== null;
    case 3: // a notice: method, arguments
      return first === "cancel" && Array.isArray(second);
    default:
      return false;
  }
}

function isCall(args: unknown): boolean {
  if (!Array.isArray(args)) return false;
  const [number, , method, given] = args as unknown[];
  return typeof number === "number" && typeof method === "string" && Array.isArray(given);
}
