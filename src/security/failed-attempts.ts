/** Counts wrong passwords, so that guessing is slow: per user and address, and per address. */
import type { MonotonicClock } from "../core/clock.ts";

// Attempts within a window before further ones are refused unseen.
const PER_USER_AND_ADDRESS = 10;
const PER_ADDRESS = 100;
const WINDOW_MS = 60_000;
// The oldest counts are forgotten: an attacker with many names must not fill the memory.
const MAXIMUM_ENTRIES = 10_000;

interface Count {
  failures: number;
  readonly startedMs: number;
}

/** Counts in fixed windows that start with the first failure. */
export class FailedAttempts {
  readonly #clock: MonotonicClock;
  readonly #counts = new Map<string, Count>();

  constructor(clock: MonotonicClock) {
    this.#clock = clock;
  }

  /** Seconds until another attempt is looked at; 0: now. */
  waitSeconds(username: string, address: string): number {
    return Math.max(this.#wait(addressKey(address), PER_ADDRESS), this.#wait(userKey(username, address), PER_USER_AND_ADDRESS));
  }

  /** Answers whether further attempts are held up from now on. */
  failed(username: string, address: string): boolean {
    const ofAddress = this.#add(addressKey(address));
    const ofUser = this.#add(userKey(username, address));
    return ofAddress === PER_ADDRESS || ofUser === PER_USER_AND_ADDRESS;
  }

  /** The right password clears the user's count, not that of the address. */
  succeeded(username: string, address: string): void {
    this.#counts.delete(userKey(username, address));
  }

  #wait(key: string, limit: number): number {
    const count = this.#counts.get(key);
    if (!count) return 0;
    const endsMs = count.startedMs + WINDOW_MS;
    const now = this.#clock.monotonicMs();
    if (now >= endsMs) this.#counts.delete(key);
    else if (count.failures >= limit) return Math.ceil((endsMs - now) / 1000);
    return 0;
  }

  /** Answers the failures of the window. */
  #add(key: string): number {
    const now = this.#clock.monotonicMs();
    const count = this.#counts.get(key);
    if (count && now < count.startedMs + WINDOW_MS) {
      return ++count.failures;
    }
    this.#counts.delete(key);
    this.#counts.set(key, { failures: 1, startedMs: now });
    if (this.#counts.size <= MAXIMUM_ENTRIES) return 1;
    for (const oldest of this.#counts.keys()) {
      this.#counts.delete(oldest);
      break;
    }
    return 1;
  }
}

function addressKey(address: string): string {
  return `a:${address}`;
}

function userKey(username: string, address: string): string {
  return `u:${address} ${username}`;
}
