/** The protocol on a socket: node:http, and answers in JSON for what the parser refuses. */
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { errorResponse, RequestError } from "../core/errors.ts";
import type { RawRequest, RawResponse } from "./exchange.ts";
import type { Protocol } from "./protocol.ts";

/** Limits of a connection. Bytes and milliseconds. */
export interface HttpServerOptions {
  /** http.max_header_size. */
  readonly maxHeaderBytes?: number;
  /** A request must be complete after this time. */
  readonly requestTimeoutMs?: number;
  /** Request line and headers must be complete after this time. */
  readonly headersTimeoutMs?: number;
  /** An idle connection is closed after this time; 0: never, as in the original, whose clients keep connections in pools. */
  readonly keepAliveTimeoutMs?: number;
}

/** A running server. */
export interface HttpServer {
  readonly host: string;
  readonly port: number;
  /** Requests under way. */
  readonly openRequests: number;
  /** Takes no new connections, lets running requests finish for at most `graceMs`, then closes everything. */
  close(graceMs?: number): Promise<void>;
}

const DEFAULTS = { maxHeaderBytes: 16 * 1024, requestTimeoutMs: 600_000, headersTimeoutMs: 30_000, keepAliveTimeoutMs: 0 };

/** Starts to listen; port 0 takes any. Rejects when the address cannot be had. */
export async function startHttpServer(protocol: Protocol, address: { host: string; port: number }, options: HttpServerOptions = {}): Promise<HttpServer> {
  const limits = { ...DEFAULTS, ...options };
  const open: Open = { requests: 0, closing: false };
  const serve = (request: IncomingMessage, response: ServerResponse): void => void serveRequest(protocol, request, response, open);
  const server = createServer(
    {
      maxHeaderSize: limits.maxHeaderBytes,
      requestTimeout: limits.requestTimeoutMs,
      headersTimeout: limits.headersTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: Math.min(limits.headersTimeoutMs, 5000),
      noDelay: true,
      // Finds clients that went away without a word.
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
    },
    serve,
  );
  // A body that is refused anyway must not be asked for, so the answer decides, not node.
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    if (!isTooLong(protocol, request)) response.writeContinue();
    serve(request, response);
  });
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => answerBrokenRequest(error, socket));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(address.port, address.host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const bound = server.address() as AddressInfo;
  return {
    host: bound.address,
    port: bound.port,
    get openRequests() {
      return open.requests;
    },
    close(graceMs = 10_000) {
      open.closing = true;
      return closeServer(server, sockets, graceMs);
    },
  };
}

/** What the server is at. */
interface Open {
  requests: number;
  closing: boolean;
}

async function serveRequest(protocol: Protocol, request: IncomingMessage, response: ServerResponse, open: Open): Promise<void> {
  open.requests++;
  const gone = new Set<() => void>();
  response.once("close", () => {
    open.requests--;
    if (!response.writableFinished) for (const listener of gone) listener();
  });
  const raw: RawRequest = {
    method: request.method ?? "GET",
    url: request.url ?? "/",
    headers: request.headers,
    clientAddress: request.socket.remoteAddress ?? "",
    body: hasBody(request) ? request : undefined,
    onGone: (listener) => {
      if (response.destroyed && !response.writableFinished) listener();
      else gone.add(listener);
    },
  };
  const answer = await protocol.answer(raw);
  send(open.closing ? { ...answer, close: true } : answer, request, response);
}

function send(answer: RawResponse, request: IncomingMessage, response: ServerResponse): void {
  if (response.destroyed) return;
  // What is left of a refused body is not worth reading.
  if (answer.close || (!request.complete && Number(request.headers["content-length"] ?? 0) > MOST_BYTES_SKIPPED)) response.setHeader("Connection", "close");
  response.writeHead(answer.status, answer.headers);
  // Head and body as one text go out in one write; as two buffers they are two.
  if (answer.body.length <= ONE_WRITE_BYTES)
    response.end(Buffer.from(answer.body.buffer, answer.body.byteOffset, answer.body.length).toString("latin1"), "latin1");
  else response.end(answer.body);
}

/** Bodies up to this size are sent together with the head. */
const ONE_WRITE_BYTES = 16_384;

/** Unread bytes of a body up to which a connection is kept: a client that is still sending does not hear a refusal otherwise. */
const MOST_BYTES_SKIPPED = 100 * 1024 * 1024;

function hasBody(request: IncomingMessage): boolean {
  if (request.headers["transfer-encoding"] !== undefined) return true;
  const length = request.headers["content-length"];
  return length !== undefined && length !== "0";
}

function isTooLong(protocol: Protocol, request: IncomingMessage): boolean {
  return Number(request.headers["content-length"] ?? 0) > protocol.maxContentLengthBytes;
}

/** The parser's complaints, told as JSON; the connection ends. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const { status, type, reason } = brokenRequest(error.code);
  const body = JSON.stringify(errorResponse(new RequestError(status, type, reason)));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    "X-elastic-product: Elasticsearch",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

function brokenRequest(code: string | undefined): { status: number; type: string; reason: string } {
  if (code === "HPE_HEADER_OVERFLOW")
    return { status: 400, type: "too_long_http_header_exception", reason: "HTTP header is larger than the limit (http.max_header_size)." };
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return { status: 408, type: "request_timeout_exception", reason: "the request was not complete in time" };
  return { status: 400, type: "illegal_argument_exception", reason: `invalid HTTP request${code ? ` [${code}]` : ""}` };
}

async function closeServer(server: Server, sockets: ReadonlySet<Socket>, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // A connection that never asked for anything does not count as idle there.
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}
