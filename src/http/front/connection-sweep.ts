/** Time limits of all connections, looked at by one timer: none is set or cleared for a request. */
import type { MonotonicClock } from "../../core/clock.ts";

/** What has time limits. */
export interface Limited {
  /** Ends whatever took too long. `nowMs` is a little behind the clock: a limit is never cut short. */
  checkLimits(nowMs: number): void;
}

/** The timer runs while there is anything to look at, and keeps no process alive. */
export class ConnectionSweep<T extends Limited> {
  readonly members = new Set<T>();
  readonly #clock: MonotonicClock;
  readonly #intervalMs: number;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer last ran: what begins is taken to begin with the next turn, as asking the clock costs more. */
  #nowMs = 0;

  constructor(clock: MonotonicClock, intervalMs: number) {
    this.#clock = clock;
    this.#intervalMs = intervalMs;
  }

  /** A moment that is not before now, for what begins now. */
  get nextMs(): number {
    return this.#nowMs + this.#intervalMs;
  }

  add(member: T): void {
    this.members.add(member);
    if (this.#timer) return;
    this.#nowMs = this.#clock.monotonicMs();
    this.#timer = setInterval(() => this.#look(), this.#intervalMs).unref();
  }

  delete(member: T): void {
    this.members.delete(member);
    if (this.members.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    this.#nowMs = this.#clock.monotonicMs();
    for (const member of this.members) member.checkLimits(this.#nowMs);
  }
}
