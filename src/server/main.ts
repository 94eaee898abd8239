#!/usr/bin/env node
/**
 * The command line: runs the command that it names; without one reads settings, opens the engine, listens, and ends in
 * order.
 */
import { hostname, totalmem } from "node:os";
import { text } from "node:stream/consumers";
import { SecretKeyError } from "../security/secret-key.ts";
import { DataFolderRefused } from "../store/data-folder-refused.ts";
import { commandHelp, commandOf } from "./commands.ts";
import { endWithin } from "./end-within.ts";
import { type Engine, openEngine } from "./engine.ts";
import { engineOptions } from "./engine-options.ts";
import { listen } from "./listener.ts";
import { makeLog } from "./log.ts";
import { PRODUCT_VERSION } from "./product-version.ts";
import { SettingError } from "./setting.ts";
import { systemFailure } from "./system-failure.ts";
import { type Settings, helpText, readCommandLine, toSettings } from "./settings.ts";

const EXIT_USAGE = 2;
const EXIT_FAILED = 1;
/** Requests under way at the end may take so long, or half of the grace. */
const REQUESTS_GRACE_MS = 10_000;

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const command = commandOf(args);
  if (command) {
    const out = (shown: string): void => void process.stdout.write(shown);
    return command.run({ args: args.slice(1), environment: process.env, input: () => text(process.stdin), out });
  }
  const line = readCommandLine(args, process.env);
  if (line.help) return void process.stdout.write(`${helpText()}${commandHelp()}`);
  if (line.version) return void process.stdout.write(`wardex ${PRODUCT_VERSION}\n`);
  await serve(toSettings(line.values, { memoryBytes: totalmem(), hostName: hostname() }));
}

async function serve(settings: Settings): Promise<void> {
  const startedMs = performance.now();
  const log = makeLog(settings.logLevel);
  const onFatal = (error: Error): void => {
    log("error", `cannot go on: ${error.stack ?? error.message}`);
    process.exit(EXIT_FAILED);
  };
  const engine = await openEngine(engineOptions(settings, log, onFatal));
  const server = await listen(engine.pipeline, {
    address: { host: settings.host, port: settings.port },
    settings: settings.listener,
    log,
  });
  engine.listening(server.port);
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
  if (made) {
    lines.push("", `first start, the administrator is:`, `  user      ${made.user}`);
    if (made.password !== undefined) lines.push(`  password  ${made.password}`);
    if (made.token !== undefined) lines.push(`  token     ${made.token}`);
    lines.push("these are shown once.", "");
  }
  if (!settings.security) lines.push("security is off: anyone who reaches this address may do anything");
  process.stdout.write(`${lines.join("\n")}\n`);
}

function fail(error: unknown): void {
  if (error instanceof SettingError || error instanceof DataFolderRefused || error instanceof SecretKeyError)
    process.stderr.write(`wardex: ${error.message}\n`);
  else
    process.stderr.write(
      `wardex: ${systemFailure(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
    );
  process.exit(error instanceof SettingError ? EXIT_USAGE : EXIT_FAILED);
}

main().catch((error: unknown) => fail(error));
