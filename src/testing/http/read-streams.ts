/** What a front makes of a stream of bytes: ours, and that of node:http with its strict parser. */
import { createServer, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex, Readable } from "node:stream";
import { systemClock } from "../../core/clock.ts";
import type { RawRequest, RawResponse } from "../../http/exchange.ts";
import { Connection, type Front } from "../../http/front/connection.ts";
import { ConnectionSweep } from "../../http/front/connection-sweep.ts";
import { HeadCache } from "../../http/front/head-cache.ts";
import { TrustedProxies } from "../../http/trusted-proxies.ts";
import { MemorySocket } from "./memory-socket.ts";

/** A request that was read to its end. */
export interface ReadRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  /** One character for each byte. */
  readonly body: string;
  /** As node:http tells it. */
  readonly version?: string;
}

/** What became of a stream. */
export interface Reading {
  readonly requests: readonly ReadRequest[];
  /** Why what comes next was refused; undefined: there was nothing more that is a fault. */
  readonly refused: string | undefined;
}

const LIMITS = { maxHeaderBytes: 16_384, requestTimeoutMs: 0, headersTimeoutMs: 0, keepAliveTimeoutMs: 0 };
const ANSWER: RawResponse = { status: 200, headers: { "Content-Length": "2" }, body: Buffer.from("ok") };

/** A front whose pipeline is `answer`. */
export function frontWith(answer: Front["pipeline"]["answer"], given: Partial<Front> = {}): Front {
  return {
    pipeline: { answer, refusesLength: () => false },
    proxies: new TrustedProxies(),
    limits: LIMITS,
    heads: new HeadCache(),
    sweep: new ConnectionSweep(systemClock, 1000),
    log: (_level, message) => {
      throw new Error(message);
    },
    openRequests: 0,
    closing: false,
    ...given,
  };
}

/** A connection to a front, over a socket without a network. */
export async function connectTo(front: Front): Promise<MemorySocket> {
  const socket = new MemorySocket();
  void new Connection(socket as unknown as Socket, front);
  // It flows from the next turn on.
  await new Promise((resolve) => setImmediate(resolve));
  return socket;
}

const shared = { heads: new HeadCache(), sweep: new ConnectionSweep<Connection>(systemClock, 1000) };

/** Ours. */
export async function readByFront(stream: readonly Buffer[]): Promise<Reading> {
  const requests: ReadRequest[] = [];
  const answer = ({ head: { method, url, headers }, body }: RawRequest): RawResponse | Promise<RawResponse> => {
    const read = (text: string): RawResponse => {
      requests.push({ method, url, headers, body: text });
      return ANSWER;
    };
    if (body === undefined || body instanceof Uint8Array) {
      const text = body === undefined ? "" : Buffer.from(body).toString("latin1");
      // Some are answered at once, some later.
      return url.length % 2 === 0 ? read(text) : Promise.resolve().then(() => read(text));
    }
    return textOf(body).then((text) => (text === undefined ? ANSWER : read(text)));
  };
  const socket = await connectTo(frontWith(answer, shared));
  await play(socket, stream);
  const refused = /HTTP\/1\.1 4\d\d /.test(socket.answered);
  const [, reason] = /"reason":"(?:invalid HTTP request \[)?(.*?)\]?"/.exec(socket.answered) ?? [];
  return { requests, refused: refused ? (reason ?? "HEAD") : undefined };
}

/** Node's. */
export class NodeReader {
  readonly #readings = new WeakMap<object, { requests: ReadRequest[]; refused: string | undefined }>();
  readonly #server = createServer({ requireHostHeader: false, insecureHTTPParser: false }, (request, response) => {
    const reading = this.#readings.get(request.socket);
    // It reads on behind an expectation that it refused.
    const counts = reading !== undefined && reading.refused === undefined;
    void textOf(request).then((text) => {
      if (text !== undefined && counts) reading.requests.push(readRequest(request, text));
      response.end("ok");
    });
  });

  constructor() {
    this.#server.on("checkExpectation", ({ socket }: IncomingMessage) => this.#refused(socket, "expectation"));
    this.#server.on("clientError", (error: NodeJS.ErrnoException, socket) =>
      this.#refused(socket, error.code ?? error.message),
    );
  }

  async read(stream: readonly Buffer[]): Promise<Reading> {
    const socket = new MemorySocket();
    const reading = { requests: [], refused: undefined };
    this.#readings.set(socket, reading);
    this.#server.emit("connection", socket);
    await play(socket, stream);
    return reading;
  }

  close(): void {
    this.#server.close();
  }

  #refused(socket: Duplex, why: string): void {
    const reading = this.#readings.get(socket);
    // What stands behind the last request of a connection is not a fault.
    if (reading && why !== "HPE_CLOSED_CONNECTION") reading.refused ??= why;
    // Requests that are complete are read to their end first.
    setTimeout(() => socket.destroy(), 1);
  }
}

function readRequest({ method = "", url = "", headers, httpVersion }: IncomingMessage, body: string): ReadRequest {
  return { method, url, headers, body, version: httpVersion };
}

async function play(socket: MemorySocket, stream: readonly Buffer[]): Promise<void> {
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.on("error", () => undefined);
  for (const [at, piece] of stream.entries()) {
    if (socket.destroyed) break;
    socket.push(piece);
    if (at % 8 === 7) await new Promise((resolve) => setImmediate(resolve));
  }
  if (!socket.destroyed) socket.push(null);
  await closed;
}

/** The whole; undefined when it was cut off. */
function textOf(body: Readable): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = "";
    body.on("data", (piece: Buffer) => (text += piece.toString("latin1")));
    body.on("end", () => resolve(text));
    body.on("error", () => resolve(undefined));
    body.on("close", () => resolve(undefined));
  });
}
