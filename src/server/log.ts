/** The log of the process: one JSON line an entry on standard error (pino). */
import { pino } from "pino";
import type { LogLevel } from "./settings.ts";

/** Writes an entry. */
export type Log = (level: "debug" | "info" | "warn" | "error", message: string) => void;

/** Makes the log; entries below `level` are dropped. Secrets are never passed to it. */
export function makeLog(level: LogLevel): Log {
  const logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  );
  return (entryLevel, message) => logger[entryLevel](message);
}

/** Writes nothing, for embedding. */
export const silentLog: Log = () => undefined;
