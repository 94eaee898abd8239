/** The command line: runs the command that it names; without one reads settings and serves. */
import { hostname, totalmem } from "node:os";
import { text } from "node:stream/consumers";
import { useIcuArchiveOf } from "../analysis/icu/icu-data.ts";
import { commandHelp, commandOf } from "./commands.ts";
import { fail } from "./fail.ts";
import { PRODUCT_VERSION } from "./product-version.ts";
import { helpText, readCommandLine, toSettings } from "./settings.ts";
import { startWorker } from "../transport/start-worker.ts";

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
  const settings = toSettings(line.values, { memoryBytes: totalmem(), hostName: hostname() });
  // Threads take over which data are in use when they start.
  if (settings.configFolder !== undefined) useIcuArchiveOf(settings.configFolder);
  // It loads what it needs while this thread loads the rest.
  const indexingThread = settings.threads > 0 ? startWorker("threads/documents-worker.js") : undefined;
  const { serve } = await import("./serve.ts");
  await serve(settings, indexingThread);
}

main().catch((error: unknown) => fail(error));
