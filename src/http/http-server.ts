/**
 * The front: requests from sockets by node:http or node:https to the pipeline, and its answers back; answers in JSON
 * for what the parser refuses.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer, type Server as TlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { answerBrokenRequest, expectationRefusal, hostRefusal } from "./broken-request.ts";
import { addressUrl, connectionFacts, hasAsked } from "./connection-facts.ts";
import type { RawRequest, RawResponse } from "./exchange.ts";
import type { Pipeline } from "./pipeline.ts";
import { secureContextOptions, type TlsMaterial } from "./tls.ts";
import { TrustedProxies } from "./trusted-proxies.ts";

/** Limits of a connection. Bytes and milliseconds. */
export interface HttpServerOptions {
  /** http.max_header_size. */
  readonly maxHeaderBytes?: number;
  /** A request must be complete after this time. */
  readonly requestTimeoutMs?: number;
  /** Request line and headers must be complete after this time. */
  readonly headersTimeoutMs?: number;
  /**
   * An idle connection is closed after this time; 0: never, as in Elasticsearch, whose clients keep connections in
   * pools.
   */
  readonly keepAliveTimeoutMs?: number;
  /** Serves TLS, and nothing else; absent: plain HTTP. */
  readonly tls?: TlsMaterial | undefined;
  /** Whose `X-Forwarded-For` counts; absent: nobody's. */
  readonly proxies?: TrustedProxies | undefined;
}

/** A running server. */
export interface HttpServer {
  readonly host: string;
  readonly port: number;
  /** `http://127.0.0.1:9200`. */
  readonly url: string;
  /** Requests under way. */
  readonly openRequests: number;
  /**
   * Shows another certificate from now on; connections that are open go on. Throws for one that cannot be, and keeps
   * the old one.
   */
  renewTls(material: TlsMaterial): void;
  /** Takes no new connections, lets running requests finish for at most `graceMs`, then closes everything. */
  close(graceMs?: number): Promise<void>;
}

const DEFAULTS = {
  maxHeaderBytes: 16 * 1024,
  requestTimeoutMs: 600_000,
  headersTimeoutMs: 30_000,
  keepAliveTimeoutMs: 0,
};

/** Starts to listen; port 0 takes any. Rejects when the address cannot be had. */
export async function startHttpServer(
  pipeline: Pipeline,
  address: { host: string; port: number },
  options: HttpServerOptions = {},
): Promise<HttpServer> {
  const limits = { ...DEFAULTS, ...options };
  const open: Open = { requests: 0, closing: false, proxies: options.proxies ?? new TrustedProxies() };
  const serve = (request: IncomingMessage, response: ServerResponse): void =>
    void serveRequest(pipeline, request, response, open);
  const common = {
    maxHeaderSize: limits.maxHeaderBytes,
    requestTimeout: limits.requestTimeoutMs,
    headersTimeout: limits.headersTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(limits.headersTimeoutMs, 5000),
    // Told in JSON, as everything else (`hostRefusal`).
    requireHostHeader: false,
    noDelay: true,
    // Finds clients that went away without a word.
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
  };
  const { tls } = options;
  const secure =
    tls &&
    createTlsServer({ ...common, ...secureContextOptions(tls), handshakeTimeout: limits.headersTimeoutMs }, serve);
  const server: Server | TlsServer = secure ?? createServer(common, serve);
  // A body that is refused anyway must not be asked for, so the answer decides, not node.
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    if (!isTooLong(pipeline, request)) response.writeContinue();
    serve(request, response);
  });
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) =>
    send(expectationRefusal(), request, response),
  );
  const unused = unusedConnections(server);
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => answerBrokenRequest(error, socket));
  await listening(server, address);
  const bound = server.address() as AddressInfo;
  return {
    host: bound.address,
    port: bound.port,
    url: addressUrl(secure !== undefined, bound.address, bound.port),
    get openRequests() {
      return open.requests;
    },
    renewTls: (material) => secure?.setSecureContext(secureContextOptions(material)),
    close(graceMs = 10_000) {
      open.closing = true;
      return closeServer(server, unused, graceMs);
    },
  };
}

function listening(server: Server | TlsServer, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/**
 * Connections that never asked for anything: they do not count as idle with node. Those of TLS have shaken hands at
 * least, so it is their requests that count.
 */
function unusedConnections(server: Server | TlsServer): () => Iterable<Socket> {
  const sockets = new Set<Socket>();
  const add = (socket: Socket): void => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  };
  server.on("connection", add);
  // Whoever still shook hands when the server was closed asks for nothing any more.
  server.on("secureConnection", (socket: Socket) => (server.listening ? add(socket) : socket.destroy()));
  return () =>
    [...sockets].filter((socket) => (socket instanceof TLSSocket ? !hasAsked(socket) : socket.bytesRead === 0));
}

/** What the server is at. */
interface Open {
  requests: number;
  closing: boolean;
  readonly proxies: TrustedProxies;
}

async function serveRequest(
  pipeline: Pipeline,
  request: IncomingMessage,
  response: ServerResponse,
  open: Open,
): Promise<void> {
  open.requests++;
  const gone = new Set<() => void>();
  response.once("close", () => {
    open.requests--;
    if (!response.writableFinished) for (const listener of gone) listener();
  });
  const refused = hostRefusal(request);
  if (refused) return send(refused, request, response);
  const { peer, reachedAt } = connectionFacts(request.socket);
  const client = open.proxies.clientOf(peer, request.headers);
  const raw: RawRequest = {
    head: { method: request.method ?? "GET", url: request.url ?? "/", headers: request.headers },
    clientAddress: client.address,
    secure: client.secure,
    reachedAt,
    body: hasBody(request) ? request : undefined,
    onGone: (listener) => {
      if (response.destroyed && !response.writableFinished) listener();
      else gone.add(listener);
    },
  };
  const answer = await pipeline.answer(raw);
  send(open.closing ? { ...answer, close: true } : answer, request, response);
}

function send(answer: RawResponse, request: IncomingMessage, response: ServerResponse): void {
  if (response.destroyed) return;
  // What is left of a refused body is not worth reading.
  if (answer.close || (!request.complete && Number(request.headers["content-length"] ?? 0) > MOST_BYTES_SKIPPED))
    response.setHeader("Connection", "close");
  response.writeHead(answer.status, answer.headers);
  // Head and body as one text go out in one write; as two buffers they are two.
  if (answer.body.length <= ONE_WRITE_BYTES)
    response.end(
      Buffer.from(answer.body.buffer, answer.body.byteOffset, answer.body.length).toString("latin1"),
      "latin1",
    );
  else response.end(answer.body);
}

/** Bodies up to this size are sent together with the head. */
const ONE_WRITE_BYTES = 16_384;

/**
 * Unread bytes of a body up to which a connection is kept: a client that is still sending does not hear a refusal
 * otherwise.
 */
const MOST_BYTES_SKIPPED = 100 * 1024 * 1024;

function hasBody(request: IncomingMessage): boolean {
  if (request.headers["transfer-encoding"] !== undefined) return true;
  const length = request.headers["content-length"];
  return length !== undefined && length !== "0";
}

function isTooLong(pipeline: Pipeline, request: IncomingMessage): boolean {
  return pipeline.refusesLength(request.url ?? "/", Number(request.headers["content-length"] ?? 0));
}

async function closeServer(server: Server | TlsServer, unused: () => Iterable<Socket>, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  for (const socket of unused()) socket.destroy();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}
