/**
 * What is known of a connection from the socket alone, looked up once: who is at the other end, and where it came in.
 */
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { type Client, plainAddress } from "./trusted-proxies.ts";

/** Facts that no header can change. */
export interface ConnectionFacts {
  readonly peer: Client;
  /** Scheme, address and port of this side: `https://192.0.2.1:9200`. */
  readonly reachedAt: string;
}

const known = new WeakMap<Socket, ConnectionFacts>();

/** The facts of a connection that asks for something. */
export function connectionFacts(socket: Socket): ConnectionFacts {
  let facts = known.get(socket);
  if (!facts) {
    const secure = socket instanceof TLSSocket;
    const reachedAt = addressUrl(secure, plainAddress(socket.localAddress), socket.localPort ?? 0);
    known.set(socket, (facts = { peer: { address: plainAddress(socket.remoteAddress), secure }, reachedAt }));
  }
  return facts;
}

/** Whether a connection ever asked for anything. */
export function hasAsked(socket: Socket): boolean {
  return known.has(socket);
}

/** `http://127.0.0.1:9200`, `https://[::1]:9200`. */
export function addressUrl(secure: boolean, host: string, port: number): string {
  return `${secure ? "https" : "http"}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
