/** The socket in front of an engine, with TLS where the settings say so. */
import { systemClock } from "../core/clock.ts";
import { type HttpServer, startHttpServer } from "../http/front/http-server.ts";
import type { Pipeline } from "../http/pipeline.ts";
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
export async function listen(pipeline: Pipeline, { address, settings, log }: ListenOptions): Promise<Listener> {
  const { tls, proxies } = settings;
  if (!tls) return startHttpServer(pipeline, address, { proxies, log });
  const material = readTls(tls);
  if (endOf(material).getTime() < systemClock.now())
    log("warn", `the certificate ${tls.certificate} ended at ${endOf(material).toISOString()}`);
  const server = await startHttpServer(pipeline, address, { proxies, log, tls: material });
  const watch = watchTls(tls, { changed: (renewed) => server.renewTls(renewed), log });
  return {
    port: server.port,
    url: server.url,
    get openRequests() {
      return server.openRequests;
    },
    close(graceMs) {
      watch.close();
      return server.close(graceMs);
    },
  };
}
