/** What stops or pauses a running request: the client going away, its timeout, and the turn of others. */
import { RequestError } from "../../core/errors.ts";

/** A request works this long before others get their turn. */
export const SLICE_MS = 20;

/** Thrown where a request's time is over; what was found until then is its answer. */
export class TimeIsUp extends Error {
  override name = "TimeIsUp";
}

/** The state of one request. Polled once a window and within expensive leaves. */
export class RequestControl {
  readonly #control: Int32Array | undefined;
  readonly #now: () => number;
  readonly #deadlineMs: number;
  #sliceEndMs = 0;

  /** `control`: 1 when cancelled. `timeoutMs`: undefined for none. */
  constructor(control: Int32Array | undefined, timeoutMs: number | undefined, now: () => number = () => performance.now()) {
    this.#control = control;
    this.#now = now;
    this.#deadlineMs = timeoutMs === undefined ? Number.POSITIVE_INFINITY : now() + timeoutMs;
    this.beginSlice();
  }

  /** The request has its turn again. */
  beginSlice(): void {
    this.#sliceEndMs = this.#now() + SLICE_MS;
  }

  /** Throws when the request was cancelled or its time is over; otherwise tells whether it should let others have their turn. */
  poll(): boolean {
    this.#checkCancelled();
    const now = this.#now();
    if (now >= this.#deadlineMs) throw new TimeIsUp();
    return now >= this.#sliceEndMs;
  }

  /** For leaves that work long inside a window. */
  readonly checkpoint = (): void => {
    this.poll();
  };

  /** For the phases that the timeout no longer cuts. Tells whether others should have their turn. */
  pollCancelled(): boolean {
    this.#checkCancelled();
    return this.#now() >= this.#sliceEndMs;
  }

  #checkCancelled(): void {
    if (this.#control && Atomics.load(this.#control, 0) === 1) {
      throw new RequestError(400, "task_cancelled_exception", "task cancelled [channel closed]");
    }
  }
}
