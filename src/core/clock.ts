/** Time and chance come in as arguments, so that a simulation can replace them. */
import { randomBytes } from "node:crypto";

/** The wall clock, for what is shown or stored. An operator, or the network, may set it back. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

/** The clock of intervals: what is due, late, expired or idle goes by it. It never goes back. */
export interface MonotonicClock {
  /** Milliseconds since some moment, the same on all threads. */
  monotonicMs(): number;
}

/** The machine's clocks. */
export const systemClock: Clock & MonotonicClock = {
  now: () => Date.now(),
  monotonicMs() {
    // Not `performance.now()`: each thread has its own zero there.
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1000 + nanoseconds / 1e6;
  },
};

/** 22 characters of base64url from 16 random bytes, as index and node ids are written. */
export function randomUuid(): string {
  return randomBytes(16).toString("base64url");
}
