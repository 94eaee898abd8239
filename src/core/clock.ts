/** Time and chance come in as arguments, so that a simulation can replace them. */
import { randomBytes } from "node:crypto";

/** Wall clock and timers. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** 22 characters of base64url from 16 random bytes, as index and node ids are written. */
export function randomUuid(): string {
  return randomBytes(16).toString("base64url");
}
