/** What is known of a connection from the socket alone: who is at the other end, and where it came in. */
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { type Client, plainAddress } from "../trusted-proxies.ts";

/** Facts that no header can change. */
export interface ConnectionFacts {
  readonly peer: Client;
  /** Scheme, address and port of this side: `https://192.0.2.1:9200`. */
  readonly reachedAt: string;
}

/** Looked up once for a connection: a socket that is closed knows no addresses any more. */
export function connectionFacts(socket: Socket): ConnectionFacts {
  const secure = socket instanceof TLSSocket;
  const reachedAt = addressUrl(secure, plainAddress(socket.localAddress), socket.localPort ?? 0);
  return { peer: { address: plainAddress(socket.remoteAddress), secure }, reachedAt };
}

/** `http://127.0.0.1:9200`, `https://[::1]:9200`. */
export function addressUrl(secure: boolean, host: string, port: number): string {
  return `${secure ? "https" : "http"}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
