/**
 * The package `@nats-io/transport-node`, as far as it is used here. Who wants a cluster on NATS installs it; nobody
 * else loads it.
 */
import { createRequire } from "node:module";
import { NatsRefused } from "./nats-refused.ts";

export interface NatsMessage {
  string(): string;
}

export interface NatsHeaders {
  set(name: string, value: string): void;
}

export interface NatsConnection {
  readonly info?: { readonly version: string; readonly max_payload: number; readonly jetstream?: boolean };
  request(
    subject: string,
    payload: Uint8Array | string,
    options: { timeout: number; headers?: NatsHeaders },
  ): Promise<NatsMessage>;
  publish(subject: string): void;
  subscribe(subject: string, options: { callback: () => void }): { unsubscribe(): void };
  isClosed(): boolean;
  close(): Promise<void>;
}

export interface NatsPackage {
  connect(options: {
    readonly servers: readonly string[];
    readonly name: string;
    readonly maxReconnectAttempts: number;
    readonly reconnectTimeWait: number;
    readonly timeout: number;
    readonly authenticator?: unknown;
    readonly user?: string;
    readonly pass?: string;
    readonly tls?: { readonly caFile?: string };
  }): Promise<NatsConnection>;
  headers(): NatsHeaders;
  credsAuthenticator(credentials: Uint8Array): unknown;
}

export const NATS_PACKAGE = "@nats-io/transport-node";

/** Throws NatsRefused when it is not installed. */
export function loadNats(): NatsPackage {
  const load = createRequire(import.meta.url);
  try {
    return load(NATS_PACKAGE) as NatsPackage;
  } catch {
    throw new NatsRefused(`the package [${NATS_PACKAGE}] is not installed`);
  }
}
