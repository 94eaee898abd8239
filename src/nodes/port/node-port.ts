/**
 * The node port: where other nodes of the cluster connect, and from where this one connects to them. TCP with TLS on
 * both sides: who has no certificate of the cluster's authority says nothing that is read. Each node calls over the
 * connection that it opened itself.
 */
import { connect as connectTls, createServer, type Server, type TLSSocket } from "node:tls";
import type { AddressInfo } from "node:net";
import { FrameReader, framed } from "./frames.ts";
import { type Hello, HELLO_BYTES, helloBytes, readHello, refusalBytes, refusalOf } from "./hello.ts";
import { NodeConnection, type NodeMethods, nodeGone } from "./node-connection.ts";

/** Certificate, key and authority, as PEM. */
export interface NodeCertificates {
  readonly certificate: string;
  readonly key: string;
  /** The authority of the cluster: no other certificate is believed. */
  readonly authority: string;
}

/** Where a node port is. */
export interface NodeAddress {
  readonly host: string;
  readonly port: number;
}

/** What a node port is opened with. */
export interface NodePortOptions {
  /** Port 0: any that is free. */
  readonly listen: NodeAddress;
  readonly certificates: NodeCertificates;
  readonly hello: Hello;
  readonly methods: NodeMethods;
  /** Why a node is not talked to, beside what hellos tell; undefined: it is. */
  readonly refuse?: (other: Hello) => string | undefined;
  readonly log: (level: "info" | "warn", message: string) => void;
}

/** TLS and the hellos are over by then, or the connection is. */
const HANDSHAKE_MS = 5_000;
/** Connections at a time: a cluster has few nodes. */
const MAX_CONNECTIONS = 1_024;
const KEEP_ALIVE_MS = 5_000;

/** See the file comment. */
export class NodePort {
  readonly #options: NodePortOptions;
  readonly #server: Server;
  readonly #inbound = new Set<NodeConnection>();
  readonly #outbound = new Set<NodeConnection>();
  /** Not yet known who they are. */
  readonly #strangers = new Set<TLSSocket>();
  #isClosed = false;

  private constructor(options: NodePortOptions) {
    this.#options = options;
    this.#server = createServer(
      { ...tlsOptions(options.certificates), requestCert: true, handshakeTimeout: HANDSHAKE_MS },
      (socket) => void this.#welcome(socket),
    );
    this.#server.maxConnections = MAX_CONNECTIONS;
    // Whoever does not come so far is none of us.
    this.#server.on("tlsClientError", (error: Error, socket) => {
      options.log("warn", `a connection to the node port was refused: ${error.message}`);
      socket.destroy();
    });
  }

  /** Listens. Rejects where the address cannot be had. */
  static async open(options: NodePortOptions): Promise<NodePort> {
    const port = new NodePort(options);
    await new Promise<void>((resolve, reject) => {
      port.#server.once("error", reject);
      port.#server.listen(options.listen.port, options.listen.host, () => {
        port.#server.off("error", reject);
        port.#server.on("error", (error) => options.log("warn", `the node port: ${error.message}`));
        resolve();
      });
    });
    return port;
  }

  /** Where it listens. */
  get address(): NodeAddress {
    const { port } = this.#server.address() as AddressInfo;
    return { host: this.#options.listen.host, port };
  }

  /** Connects to a node. Rejects with 503 that says why it cannot be talked to. */
  async connect({ host, port }: NodeAddress): Promise<NodeConnection> {
    const where = `${host}:${port}`;
    if (this.#isClosed) throw nodeGone(where, "this node is being closed");
    const { certificates, hello, methods } = this.#options;
    // Its name is compared with what it says of itself: addresses change.
    const socket = connectTls({ ...tlsOptions(certificates), host, port, checkServerIdentity: () => undefined });
    this.#strangers.add(socket);
    try {
      const reader = new FrameReader(HELLO_BYTES);
      const answered = firstFrame(socket, reader);
      socket.once("secureConnect", () => send(socket, helloBytes(hello)));
      const other = readHello(await answered);
      const reason = typeof other === "string" ? other : this.#refusal(other, socket);
      if (typeof other === "string" || reason !== undefined) throw new Error(reason);
      const connection = this.#taken(new NodeConnection(socket, reader, other, methods), this.#outbound);
      return connection;
    } catch (error) {
      socket.destroy();
      throw nodeGone(where, error instanceof Error ? error.message : String(error));
    } finally {
      this.#strangers.delete(socket);
    }
  }

  /** Ends all connections, and listens no more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const connection of [...this.#inbound, ...this.#outbound]) connection.close("this node is being closed");
    for (const socket of this.#strangers) socket.destroy();
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()));
  }

  /** Learns who has connected, and tells who this is. */
  async #welcome(socket: TLSSocket): Promise<void> {
    const { hello, methods, log } = this.#options;
    this.#strangers.add(socket);
    try {
      const reader = new FrameReader(HELLO_BYTES);
      const other = readHello(await firstFrame(socket, reader));
      const reason = typeof other === "string" ? other : this.#refusal(other, socket);
      if (typeof other === "string" || reason !== undefined) {
        log("warn", `a node was refused: ${reason}`);
        const [head, content] = framed(refusalBytes(reason ?? ""));
        socket.end(Buffer.concat([head, content]));
        return;
      }
      send(socket, helloBytes(hello));
      this.#taken(new NodeConnection(socket, reader, other, methods), this.#inbound);
    } catch (error) {
      log(
        "warn",
        `a connection to the node port was refused: ${error instanceof Error ? error.message : String(error)}`,
      );
      socket.destroy();
    } finally {
      this.#strangers.delete(socket);
    }
  }

  #taken(connection: NodeConnection, among: Set<NodeConnection>): NodeConnection {
    among.add(connection);
    connection.onClosed(() => void among.delete(connection));
    return connection;
  }

  #refusal(other: Hello, socket: TLSSocket): string | undefined {
    const { hello, refuse } = this.#options;
    const { CN: certified } = socket.getPeerCertificate().subject as { readonly CN?: string };
    const twin = [...this.#inbound, ...this.#outbound].some(
      ({ peer }) => peer.name === other.name && peer.node !== other.node,
    );
    if (twin) return `there are two nodes of the name [${other.name}]`;
    return refusalOf(hello, other, certified) ?? refuse?.(other);
  }
}

function tlsOptions({ certificate, key, authority }: NodeCertificates) {
  return { cert: certificate, key, ca: authority, rejectUnauthorized: true, minVersion: "TLSv1.3" } as const;
}

function send(socket: TLSSocket, content: Uint8Array): void {
  for (const piece of framed(content)) socket.write(piece);
}

/** The first frame of the other side. Rejects when there is none in time. */
function firstFrame(socket: TLSSocket, reader: FrameReader): Promise<Buffer> {
  socket.setNoDelay(true);
  socket.setKeepAlive(true, KEEP_ALIVE_MS);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(new Error("it said nothing in time")), HANDSHAKE_MS).unref();
    const fail = (error: Error): void => {
      end();
      reject(error);
    };
    const close = (): void => fail(new Error("it closed the connection"));
    const data = (piece: Buffer): void => {
      reader.push(piece);
      try {
        const frame = reader.next();
        if (!frame) return;
        // Nothing is lost before the connection listens.
        socket.pause();
        end();
        resolve(frame);
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
      }
    };
    const end = (): void => {
      clearTimeout(timer);
      socket.off("data", data).off("error", fail).off("close", close);
      socket.on("error", () => undefined);
    };
    socket.on("data", data).on("error", fail).on("close", close);
  });
}
