/** Counts attempts with passwords, so that guessing is slow: per user and address, and per address. */
import type { MonotonicClock } from "../core/clock.ts";
import { addressGroup } from "./address-group.ts";

// Attempts within a window before further ones are refused unseen.
const PER_USER_AND_ADDRESS = 10;
const PER_ADDRESS = 100;
const WINDOW_MS = 60_000;
// The oldest counts are forgotten: an attacker with many names must not fill the memory.
const MAXIMUM_ENTRIES = 10_000;

interface Count {
  failures: number;
  /** Attempts that are being looked at: they count as failures until they turn out right. */
  pending: number;
  /** Attempts that were refused unseen. */
  refused: number;
  readonly startedMs: number;
}

/** One attempt that may be looked at. Exactly one of its methods is to be called. */
export interface Attempt {
  /** The right password clears the user's count, not that of the address. */
  succeeded(): void;
  /** Answers whether further attempts are held up from now on. */
  failed(): boolean;
  /** It was not looked at after all. */
  dropped(): void;
}

/** What is told at the end of a window in which attempts were refused unseen; no username: those of all users. */
export type RefusedListener = (refused: {
  readonly username: string | undefined;
  readonly address: string;
  readonly count: number;
}) => void;

/** Does something later; holds no process. */
export type Later = (afterMs: number, work: () => void) => void;

const systemLater: Later = (afterMs, work) => void setTimeout(work, afterMs).unref();

/** Counts in fixed windows that start with the first attempt. */
export class FailedAttempts {
  readonly #clock: MonotonicClock;
  readonly #onRefused: RefusedListener;
  readonly #later: Later;
  readonly #counts = new Map<string, Count>();

  constructor(clock: MonotonicClock, onRefused: RefusedListener = () => undefined, later: Later = systemLater) {
    this.#clock = clock;
    this.#onRefused = onRefused;
    this.#later = later;
  }

  /** Seconds until another attempt is looked at, which is counted as refused; 0: now. */
  refuse(username: string, address: string): number {
    return (
      this.#refuse(addressKey(address), PER_ADDRESS, undefined, address) ||
      this.#refuse(userKey(username, address), PER_USER_AND_ADDRESS, username, address)
    );
  }

  /**
   * Begins an attempt: it counts before anybody looks at it, so that no more are looked at than may fail. Ask `refuse`
   * first, and do not wait between.
   */
  begin(username: string, address: string): Attempt {
    const ofAddress = this.#count(addressKey(address));
    const ofUser = this.#count(userKey(username, address));
    const counts = [ofAddress, ofUser];
    for (const count of counts) count.pending++;
    const end = (): void => {
      for (const count of counts) count.pending--;
    };
    return {
      succeeded() {
        end();
        ofUser.failures = 0;
      },
      failed() {
        end();
        for (const count of counts) count.failures++;
        return ofAddress.failures === PER_ADDRESS || ofUser.failures === PER_USER_AND_ADDRESS;
      },
      dropped: end,
    };
  }

  #refuse(key: string, limit: number, username: string | undefined, address: string): number {
    const count = this.#counts.get(key);
    if (!count) return 0;
    const leftMs = count.startedMs + WINDOW_MS - this.#clock.monotonicMs();
    if (leftMs <= 0 || count.failures + count.pending < limit) return 0;
    if (count.refused++ === 0) this.#later(leftMs, () => this.#onRefused({ username, address, count: count.refused }));
    // What is being looked at may turn out right.
    return count.failures < limit ? 1 : Math.ceil(leftMs / 1000);
  }

  #count(key: string): Count {
    const now = this.#clock.monotonicMs();
    const known = this.#counts.get(key);
    if (known && now < known.startedMs + WINDOW_MS) return known;
    this.#counts.delete(key);
    const count: Count = { failures: 0, pending: 0, refused: 0, startedMs: now };
    this.#counts.set(key, count);
    if (this.#counts.size > MAXIMUM_ENTRIES) this.#forgetOldest();
    return count;
  }

  #forgetOldest(): void {
    for (const oldest of this.#counts.keys()) {
      this.#counts.delete(oldest);
      return;
    }
  }
}

function addressKey(address: string): string {
  return `a:${addressGroup(address)}`;
}

function userKey(username: string, address: string): string {
  return `u:${addressGroup(address)} ${username}`;
}
