/** The front: HTTP/1.1 on sockets of node:net and node:tls, from bytes to the pipeline and back. */
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type Server as TlsServer } from "node:tls";
import { systemClock } from "../../core/clock.ts";
import { secureContextOptions, type TlsMaterial } from "../tls.ts";
import { TrustedProxies } from "../trusted-proxies.ts";
import { addressUrl } from "./connection-facts.ts";
import { secondDescriptor } from "./second-descriptor.ts";
import { Connection, type ConnectionLimits, type Front } from "./connection.ts";
import { ConnectionSweep } from "./connection-sweep.ts";
import { HeadCache } from "./head-cache.ts";

/** Limits of a connection, and who is behind it. */
export interface HttpServerOptions extends Partial<ConnectionLimits> {
  /** Serves TLS, and nothing else; absent: plain HTTP. */
  readonly tls?: TlsMaterial | undefined;
  /** Whose `X-Forwarded-For` counts; absent: nobody's. */
  readonly proxies?: TrustedProxies | undefined;
  /** Told of what must not happen. */
  readonly log?: Front["log"];
  /** Told of connections. */
  readonly counts?: ConnectionCounts | undefined;
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
  /** One more descriptor of the socket, for another thread to accept from. Rejects where the system has none. */
  secondDescriptor(): Promise<number>;
  /** Takes no new connections, lets running requests finish for at most `graceMs`, then closes everything. */
  close(graceMs?: number): Promise<void>;
}

const DEFAULTS: ConnectionLimits = {
  // http.max_header_size.
  maxHeaderBytes: 16 * 1024,
  requestTimeoutMs: 600_000,
  headersTimeoutMs: 30_000,
  // Never, as in Elasticsearch, whose clients keep connections in pools.
  keepAliveTimeoutMs: 0,
};

/** Limits of time are looked at this often, or ten times within the shortest of them. */
const MOST_SWEEP_MS = 1000;
const SWEEPS_PER_LIMIT = 10;

/** Starts to listen; port 0 takes any. Rejects when the address cannot be had. */
export async function startHttpServer(
  pipeline: Front["pipeline"],
  address: { host: string; port: number },
  options: HttpServerOptions = {},
): Promise<HttpServer> {
  const front = frontOf(pipeline, options);
  const socket = socketOf(front, options);
  countConnections(socket.server, options.counts);
  await listening(socket.server, address);
  const bound = socket.server.address() as AddressInfo;
  return {
    ...servedBy(front, socket),
    host: bound.address,
    port: bound.port,
    url: addressUrl(options.tls !== undefined, bound.address, bound.port),
    get openRequests() {
      return front.openRequests;
    },
    secondDescriptor: () => secondDescriptor(socket.server),
  };
}

/** What accepts from a socket that another thread listens on, too. */
export type JoinedHttpServer = Pick<HttpServer, "renewTls" | "close">;

/** Accepts connections from the descriptor that another thread of this process has made (`secondDescriptor`). */
export async function joinHttpServer(
  pipeline: Front["pipeline"],
  descriptor: number,
  options: HttpServerOptions = {},
): Promise<JoinedHttpServer> {
  const front = frontOf(pipeline, options);
  const socket = socketOf(front, options);
  countConnections(socket.server, options.counts);
  await listening(socket.server, { fd: descriptor });
  return servedBy(front, socket);
}

/** What hears of connections. */
export interface ConnectionCounts {
  opened(): void;
  closed(): void;
}

function countConnections(server: Server | TlsServer, counts: ConnectionCounts | undefined): void {
  if (!counts) return;
  server.on("connection", (socket: Socket) => {
    counts.opened();
    socket.once("close", () => counts.closed());
  });
}

function servedBy(front: Front, socket: ListeningSocket): JoinedHttpServer {
  return {
    renewTls: (material) => socket.renewTls(material),
    async close(graceMs = 10_000) {
      front.closing = true;
      const closed = new Promise<void>((resolve) => socket.server.close(() => resolve()));
      socket.closeShaking(false);
      for (const connection of front.sweep.members) connection.close();
      const timer = setTimeout(() => {
        socket.closeShaking(true);
        for (const connection of front.sweep.members) connection.destroy();
      }, graceMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

/** One listening socket, with or without TLS. */
interface ListeningSocket {
  readonly server: Server | TlsServer;
  /** Ends those who have not shaken hands and said nothing yet; or all who have not shaken hands. */
  closeShaking(all: boolean): void;
  renewTls(material: TlsMaterial): void;
}

function socketOf(front: Front, { tls }: HttpServerOptions): ListeningSocket {
  const common = {
    // Whoever ends its half is answered before the other half ends.
    allowHalfOpen: true,
    noDelay: true,
    // Finds clients that went away without a word.
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
  };
  if (tls) return secureSocket(tls, { ...common, handshakeTimeout: front.limits.headersTimeoutMs }, front);
  const server = createServer(common, (socket) => void new Connection(socket, front));
  return { server, closeShaking: () => undefined, renewTls: () => undefined };
}

function frontOf(pipeline: Front["pipeline"], options: HttpServerOptions): Front {
  const limits: ConnectionLimits = {
    maxHeaderBytes: options.maxHeaderBytes ?? DEFAULTS.maxHeaderBytes,
    requestTimeoutMs: options.requestTimeoutMs ?? DEFAULTS.requestTimeoutMs,
    headersTimeoutMs: options.headersTimeoutMs ?? DEFAULTS.headersTimeoutMs,
    keepAliveTimeoutMs: options.keepAliveTimeoutMs ?? DEFAULTS.keepAliveTimeoutMs,
  };
  const times = [limits.requestTimeoutMs, limits.headersTimeoutMs, limits.keepAliveTimeoutMs];
  const shortestMs = Math.min(...times.filter((limit) => limit > 0), MOST_SWEEP_MS * SWEEPS_PER_LIMIT);
  return {
    pipeline,
    proxies: options.proxies ?? new TrustedProxies(),
    limits,
    heads: new HeadCache(),
    sweep: new ConnectionSweep(systemClock, Math.ceil(shortestMs / SWEEPS_PER_LIMIT)),
    log: options.log ?? (() => undefined),
    openRequests: 0,
    closing: false,
  };
}

/** A server of TLS, whose sockets become connections once they have shaken hands. */
function secureSocket(tls: TlsMaterial, common: object, front: Front): ListeningSocket {
  const shaking = new Set<Socket>();
  const options = { ...common, ...secureContextOptions(tls), ALPNProtocols: ["http/1.1"] };
  const server = createTlsServer(options, (socket) => {
    // Whoever still shook hands when the server was closed asks for nothing any more.
    if (front.closing) socket.destroy();
    else void new Connection(socket, front);
  });
  server.on("connection", (socket: Socket) => {
    shaking.add(socket);
    socket.once("close", () => shaking.delete(socket));
  });
  // What cannot shake hands is closed by node:tls; nothing could be said to it.
  server.on("tlsClientError", (_error, socket) => socket.destroy());
  return {
    server,
    closeShaking(all) {
      for (const socket of shaking) if (all || socket.bytesRead === 0) socket.destroy();
    },
    renewTls: (material) => server.setSecureContext(secureContextOptions(material)),
  };
}

function listening(
  server: Server | TlsServer,
  address: { host: string; port: number } | { fd: number },
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(address, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
