/** The log of the process: one JSON line an entry on standard error, in the form of pino. */
import { systemClock } from "../core/clock.ts";
import { LOG_LEVELS, type LogLevel } from "./settings.ts";

/** Writes an entry. */
export type Log = (level: "debug" | "info" | "warn" | "error", message: string) => void;

/** What collectors of logs know the levels by. */
const NUMBERS = { debug: 20, info: 30, warn: 40, error: 50 };

/** Makes the log; entries below `level` are dropped. Secrets are never passed to it. */
export function makeLog(level: LogLevel): Log {
  const written = new Set<LogLevel>(LOG_LEVELS.slice(0, LOG_LEVELS.indexOf(level) + 1));
  return (entryLevel, message) => {
    if (!written.has(entryLevel)) return;
    const time = new Date(systemClock.now()).toISOString();
    writeLine(JSON.stringify({ level: NUMBERS[entryLevel], time, msg: message }));
  };
}

/** Writes nothing, for embedding. */
export const silentLog: Log = () => undefined;

let isWatched = false;

/** On files, terminals and pipes it is written when this returns: what ends the process is told before. */
function writeLine(line: string): void {
  if (!isWatched) {
    isWatched = true;
    // Whoever read the log is gone: that ends no server.
    process.stderr.on("error", () => undefined);
  }
  process.stderr.write(`${line}\n`);
}
