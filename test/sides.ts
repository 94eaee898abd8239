/** Engines of a test's own process that other engines reach over HTTP. */
import { type Engine, openEngine } from "../src/server/engine.ts";
import type { EngineOptions } from "../src/server/engine-options.ts";
import { type Listener, listen } from "../src/server/listener.ts";
import { silentLog } from "../src/server/log.ts";
import { TrustedProxies } from "../src/http/trusted-proxies.ts";
import { type Caller, callerOf } from "./engine-caller.ts";
import { inMemory } from "./in-memory.ts";

/** One server: its engine, a caller within the process, and where others reach it. */
export interface Side {
  readonly engine: Engine;
  readonly caller: Caller;
  /** By which its callers are who they are. */
  readonly headers: Readonly<Record<string, string>>;
  /** `host:port`. */
  readonly address: string;
  close(): Promise<void>;
}

export async function openSide(clusterName: string, options: Partial<EngineOptions> = {}): Promise<Side> {
  const engine = await openEngine({ ...inMemory, clusterName, log: silentLog, ...options });
  const listener: Listener = await listen(engine.serving, {
    address: { host: "127.0.0.1", port: 0 },
    settings: { tls: undefined, proxies: new TrustedProxies(), publicUrl: undefined },
    log: silentLog,
  });
  engine.listening(listener.port, false);
  const { enabled, adminUser, adminPassword } = options.security ?? inMemory.security;
  const password = Buffer.from(`${adminUser}:${adminPassword}`).toString("base64");
  const headers: Record<string, string> = enabled ? { authorization: `Basic ${password}` } : {};
  return {
    engine,
    headers,
    caller: callerOf(engine, headers),
    address: `127.0.0.1:${listener.port}`,
    async close() {
      await listener.close(0);
      await engine.close();
    },
  };
}

/** With security, whose administrator is the caller. */
export const secured: Partial<EngineOptions> = {
  security: {
    ...inMemory.security,
    enabled: true,
    identityPasswords: true,
    adminUser: "admin",
    adminPassword: "planted-admin-1",
    adminToken: "planted-token-".padEnd(60, "x"),
    secretKeyFile: undefined,
    eventRetentionDays: 365,
    notifications: { smtp: undefined, webhookAllowPrivate: false },
  },
};
