/** What stops or pauses a running request: the client going away, its timeout, its memory, and the turn of others. */
import { RequestError } from "../../compat/errors.ts";
import type { MemoryAccount } from "./request-accounts.ts";

/** A request works this long before others get their turn. */
export const SLICE_MS = 20;

/** Thrown where a request's time is over; what was found until then is its answer. */
export class TimeIsUp extends Error {
  override name = "TimeIsUp";
}

/** A call's turn on its thread; the requests within a call share it. */
export class Turn {
  #endMs = 0;
  #only = false;
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  begin(): void {
    this.#endMs = this.#now() + SLICE_MS;
    this.#only = false;
  }

  /** Begins the one turn of a call that is given up when it does not end within `lengthMs`. */
  beginOnly(lengthMs: number): void {
    this.#endMs = this.#now() + lengthMs;
    this.#only = true;
  }

  /** Whether what cannot be cut into turns must not begin: the call has to yield before it. */
  get isOnly(): boolean {
    return this.#only;
  }

  now(): number {
    return this.#now();
  }

  isOver(now: number): boolean {
    return now >= this.#endMs;
  }
}

/** The state of one request. Polled between steps of some milliseconds and within expensive leaves. */
export class RequestControl {
  /** What the request holds; released by who runs it. */
  readonly memory: MemoryAccount;
  readonly #control: Int32Array | undefined;
  readonly #turn: Turn;
  readonly #deadlineMs: number;

  /** `control`: 1 when cancelled. `timeoutMs`: undefined for none. */
  constructor(control: Int32Array | undefined, timeoutMs: number | undefined, turn: Turn, memory: MemoryAccount) {
    this.memory = memory;
    this.#control = control;
    this.#turn = turn;
    this.#deadlineMs = timeoutMs === undefined ? Number.POSITIVE_INFINITY : turn.now() + timeoutMs;
  }

  /**
   * Throws when the request was cancelled or its time is over; otherwise tells whether it should let others have their
   * turn.
   */
  poll(): boolean {
    this.#checkCancelled();
    const now = this.#turn.now();
    if (now >= this.#deadlineMs) throw new TimeIsUp();
    return this.#turn.isOver(now);
  }

  /** For leaves that work long inside a window. */
  readonly checkpoint = (): void => {
    this.poll();
  };

  /** For leaves that the timeout does not cut. */
  readonly checkCancelled = (): void => {
    this.#checkCancelled();
  };

  /** For the phases that the timeout no longer cuts. Tells whether others should have their turn. */
  pollCancelled(): boolean {
    this.#checkCancelled();
    return this.#turn.isOver(this.#turn.now());
  }

  #checkCancelled(): void {
    if (this.#control && Atomics.load(this.#control, 0) === 1) {
      throw new RequestError(400, "task_cancelled_exception", "task cancelled [channel closed]");
    }
  }
}
