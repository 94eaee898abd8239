/** Time and randomness come in as arguments, so that a simulation can replace them. */
import { randomBytes } from "node:crypto";

/** The wall clock, for times that are displayed or stored. An operator, or the network, may set it back. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

/** The clock for intervals: deadlines, expiry and idle times. It never goes back. */
export interface MonotonicClock {
  /** Milliseconds since an arbitrary moment, which is the same on all threads. */
  monotonicMs(): number;
}

/** The machine's clocks. */
export const systemClock: Clock & MonotonicClock = {
  now: () => Date.now(),
  monotonicMs() {
    // Not `performance.now()`: its zero differs between threads.
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1000 + nanoseconds / 1e6;
  },
};

/** 22 characters of base64url from 16 random bytes, the format of index and node ids. */
export function randomUuid(): string {
  return randomBytes(16).toString("base64url");
}
