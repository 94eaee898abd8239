/** The socket in front of an engine, with TLS where the settings say so. */
import { systemClock } from "../core/clock.ts";
import { type HttpServer, startHttpServer } from "../http/front/http-server.ts";
import type { TlsMaterial } from "../http/tls.ts";
import type { ServingThreads } from "../serving/serving-threads.ts";
import type { ListenerSettings } from "./listener-settings.ts";
import type { Log } from "./log.ts";
import { endOf, readTls, watchTls } from "./tls-files.ts";

/** What is listened with. */
export interface ListenOptions {
  readonly address: { readonly host: string; readonly port: number };
  readonly settings: ListenerSettings;
  readonly log: Log;
}

/** What listens. */
export type Listener = Pick<HttpServer, "port" | "url" | "openRequests" | "close">;

/**
 * Starts to listen; a certificate is read again whenever its files change. Rejects with a SettingError for one that
 * cannot be served.
 */
export async function listen(serving: ServingThreads, { address, settings, log }: ListenOptions): Promise<Listener> {
  const { tls, proxies } = settings;
  const material = tls && readTls(tls);
  if (material && endOf(material).getTime() < systemClock.now())
    log("warn", `the certificate ${tls.certificate} ended at ${endOf(material).toISOString()}`);
  const server = await startHttpServer(serving.answering, address, {
    proxies,
    log,
    tls: material,
    counts: serving.counts,
  });
  const watch = tls && watchTls(tls, { changed: renewed, log });
  serving.listening({ tls: material, proxies: proxies.text, secondDescriptor: () => server.secondDescriptor() });
  return {
    port: server.port,
    url: server.url,
    get openRequests() {
      return server.openRequests;
    },
    async close(graceMs) {
      watch?.close();
      await Promise.all([server.close(graceMs), serving.close(graceMs)]);
    },
  };

  function renewed(next: TlsMaterial): void {
    server.renewTls(next);
    serving.renewTls(next);
  }
}
