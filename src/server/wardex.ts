/**
 * Wardex as a library: an engine inside the caller's process.
 *
 * ```ts
 * const engine = await open();                 // in memory
 * const client = new Client({ node: engine.url, Connection: engine.Connection });
 * await engine.close();
 * ```
 */
import { hostname, totalmem } from "node:os";
import { type ConnectionClass, connectionClass } from "./connection.ts";
import { openEngine } from "./engine.ts";
import { type Listener, listen } from "./listener.ts";
import { makeLog, silentLog } from "./log.ts";
import { checkOptions, listenerOptions, notificationOptions, type OpenOptions } from "./open-options.ts";
import { DEFAULT_RETENTION_DAYS } from "./settings.ts";

export type { OpenOptions } from "./open-options.ts";

/** An open engine. */
export interface Wardex {
  /** Address for clients: the socket's when it listens, else one that only `Connection` understands. */
  readonly url: string;
  /** For `new Client({ node: url, Connection })` of `@elastic/elasticsearch` 8 and 9: requests without a socket. */
  readonly Connection: ConnectionClass;
  /** Name, password and token of the administrator that the first start made. */
  readonly credentials:
    | { readonly user: string; readonly password: string | undefined; readonly token: string | undefined }
    | undefined;
  /** Stops after what was acknowledged is safe. */
  close(): Promise<void>;
}

const HALF = 0.5;

/**
 * Opens an engine. Rejects with a SettingError for options that cannot be, and when another process holds the data
 * folder or the address is taken.
 */
export async function open(options: OpenOptions = {}): Promise<Wardex> {
  checkOptions(options);
  const host = options.listen?.host ?? "127.0.0.1";
  const settings = listenerOptions(options);
  const log = options.logLevel && options.logLevel !== "silent" ? makeLog(options.logLevel) : silentLog;
  const engine = await openEngine({
    dataPath: options.data,
    configFolder: options.configFolder,
    repositoryFolders: options.repositoryFolders ?? [],
    s3Endpoints: options.s3Endpoints ?? [],
    ...(options.remoteReindex ? { remoteReindex: options.remoteReindex } : {}),
    ...(options.remoteClusters ? { remoteClusters: options.remoteClusters } : {}),
    inferenceAllowPrivate: options.inferenceAllowPrivate ?? false,
    threads: options.threads ?? 0,
    memoryBytes: options.memoryBytes ?? Math.floor(totalmem() * HALF),
    clusterName: options.clusterName ?? "wardex",
    nodeName: options.nodeName ?? hostname(),
    host,
    ui: options.ui ?? true,
    security: {
      enabled: options.security ?? true,
      identityPasswords: options.identityPasswords ?? true,
      adminUser: options.adminUser ?? "admin",
      adminPassword: options.adminPassword,
      adminToken: options.adminToken,
      secretKeyFile: undefined,
      eventRetentionDays: DEFAULT_RETENTION_DAYS,
      notifications: notificationOptions(options),
      publicUrl: settings.publicUrl,
    },
    log,
    onFatal(error) {
      throw error;
    },
  });
  let server: Listener | undefined;
  if (options.listen) {
    try {
      server = await listen(engine.serving, { address: { host, port: options.listen.port ?? 0 }, settings, log });
      engine.listening(server.port, settings.tls !== undefined);
    } catch (error) {
      await engine.close();
      throw error;
    }
  }
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await server?.close();
    await engine.close();
  };
  return {
    url: server?.url ?? "http://wardex.embedded",
    Connection: connectionClass(engine.pipeline, () => engine.authorization()),
    credentials: engine.credentials,
    close: () => (closing ??= close()),
  };
}
