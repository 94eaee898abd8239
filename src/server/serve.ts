/** Opens the engine, listens, and ends in order. */
import type { Worker } from "node:worker_threads";
import { endWithin } from "./end-within.ts";
import { type Engine, openEngine } from "./engine.ts";
import { engineOptions } from "./engine-options.ts";
import { EXIT_FAILED, fail } from "./fail.ts";
import { listen } from "./listener.ts";
import { makeLog } from "./log.ts";
import { PRODUCT_VERSION } from "./product-version.ts";
import type { Settings } from "./settings.ts";
import { systemFailure } from "./system-failure.ts";

/** Requests under way at the end may take so long, or half of the grace. */
const REQUESTS_GRACE_MS = 10_000;

export async function serve(settings: Settings, indexingThread: Worker | undefined): Promise<void> {
  const startedMs = performance.now();
  const log = makeLog(settings.logLevel);
  const onFatal = (error: Error): void => {
    if (systemFailure(error) !== undefined) fail(error);
    log("error", `cannot go on: ${error.stack ?? error.message}`);
    process.exit(EXIT_FAILED);
  };
  const options = engineOptions(settings, log, onFatal);
  const engine = await openEngine(indexingThread ? { ...options, indexingThread } : options);
  const server = await listen(engine.serving, {
    address: { host: settings.host, port: settings.port },
    settings: settings.listener,
    log,
  });
  engine.listening(server.port, settings.listener.tls !== undefined);
  let ending = false;
  const graceMs = settings.shutdownGraceMs;
  const end = async (): Promise<void> => {
    if (ending) return;
    ending = true;
    await endWithin({
      graceMs,
      async close() {
        await server.close(Math.min(REQUESTS_GRACE_MS, graceMs / 2));
        await engine.close();
      },
      waitsFor: () => [
        ...(server.openRequests > 0 ? [`${server.openRequests} requests under way`] : []),
        ...engine.waitsFor(),
      ],
      log,
      ended(inOrder) {
        if (inOrder) process.exit(0);
        // An orderly exit waits for all threads, and one may be stuck in a disk that does not answer.
        process.kill(process.pid, "SIGKILL");
      },
    });
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      end().catch((error: unknown) => fail(error));
    });
  }
  // Behind the signals: whoever reads the address may end the server at once.
  greet(engine, settings, server.url, performance.now() - startedMs);
}

/** What a person wants to see first; the administrator's secrets only on the first start. */
function greet(engine: Engine, settings: Settings, address: string, startMs: number): void {
  const lines = [
    `wardex ${PRODUCT_VERSION} on ${address} (data in ${settings.dataPath ?? "memory"}, ready in ${Math.round(startMs)} ms)`,
  ];
  const made = engine.credentials;
  const page = `${settings.listener.publicUrl ?? address}/ui/`;
  if (made) {
    lines.push("", `first start, the administrator is:`, `  user      ${made.user}`);
    if (made.password !== undefined) lines.push(`  password  ${made.password}`);
    if (made.token !== undefined) lines.push(`  token     ${made.token}`);
    if (made.recovery !== undefined)
      lines.push(`  console   ${page}#/first/${made.recovery}`, "            (sets a password of yours, within a day)");
    lines.push("these are shown once.", "");
  } else if (settings.ui) lines.push(`console: ${page}`);
  if (!settings.security) lines.push("security is off: anyone who reaches this address may do anything");
  process.stdout.write(`${lines.join("\n")}\n`);
}
