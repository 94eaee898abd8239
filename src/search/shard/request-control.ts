/** What stops or pauses a running request: the client going away, its timeout, its memory, and the turn of others. */
import { RequestError } from "../../compat/errors.ts";
import { CHECKPOINT_WORK } from "../work.ts";
import type { MemoryAccount } from "./request-accounts.ts";

/** A request works this long before others, and the sockets of the thread, get their turn. */
export const SLICE_MS = 2;
/** A call that is small by its plan is only interrupted when that proves wrong: its code may not be compiled yet. */
const FIRST_SLICE_MS = 10;

/** Thrown where a request's time is over; what was found until then is its answer. */
export class TimeIsUp extends Error {
  override name = "TimeIsUp";
}

/** Thrown where a call turns out to be larger than may be begun where it arrived. */
export class TooLarge extends Error {
  override name = "TooLarge";
}

/** A call's turn on its thread; the requests within a call share it. */
export class Turn {
  #endMs = 0;
  /** Work that may still be begun in this slice; see `search/work.ts`. */
  #work = Number.POSITIVE_INFINITY;
  #isTrial = false;
  #isCrowded = false;
  #waitsFor: Promise<unknown> | undefined;
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  begin(): void {
    this.#endMs = this.#now() + SLICE_MS;
    this.#work = Number.POSITIVE_INFINITY;
    this.#isTrial = false;
  }

  /** One more slice of a call that may still be given up: it has the work that is left of its first one. */
  goOn(): void {
    this.#endMs = this.#now() + SLICE_MS;
  }

  /**
   * Begins the first slice of a call, in which no more than so much work is begun. `isTrial`: a call with more work
   * than that is given up, and runs elsewhere. `isCrowded`: others have had a part of the slice.
   */
  beginWith(work: number, isTrial: boolean, isCrowded = false): void {
    this.#endMs = this.#now() + FIRST_SLICE_MS;
    this.#work = work;
    this.#isTrial = isTrial;
    this.#isCrowded = isCrowded;
  }

  /** Whether the call may still be given up: what is of use only to a whole call is not worth while. */
  get isTrial(): boolean {
    return this.#isTrial;
  }

  /** The work that may still be begun; negative when the call wanted more. */
  get workLeft(): number {
    return this.#work;
  }

  /** Says what is to be done next. Answers whether it may be begun now; otherwise the call has to yield before it. */
  admits(work: number): boolean {
    this.#work -= work;
    return this.#work >= 0;
  }

  /**
   * As `admits`, from within what cannot yield, and comes before the plan says what it costs: throws TooLarge where the
   * call is to be given up. At once, where others have begun work in this turn of the event loop: what is given up late
   * is done twice.
   */
  work(work: number): void {
    const isAdmitted = this.admits(work);
    if (this.#isTrial && (!isAdmitted || this.#isCrowded)) throw new TooLarge();
  }

  /** The same for what is known only when it is to be done, after the plan. */
  demand(work: number): void {
    if (!this.admits(work) && this.#isTrial) throw new TooLarge();
  }

  /** The call can only go on when something else has ended: it yields after this. */
  waitFor(other: Promise<unknown>): void {
    this.#waitsFor = other;
  }

  /** What is to end before the next turn; undefined: nothing. Asked once. */
  takeWait(): Promise<unknown> | undefined {
    const other = this.#waitsFor;
    this.#waitsFor = undefined;
    return other;
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

  /** Milliseconds until the timeout, at least 0; undefined: there is none. */
  get leftMs(): number | undefined {
    return this.#deadlineMs === Number.POSITIVE_INFINITY ? undefined : Math.max(0, this.#deadlineMs - this.#turn.now());
  }

  /** For leaves that work long inside a window. */
  readonly checkpoint = (): void => {
    this.poll();
  };

  /** For leaves that the timeout does not cut. */
  readonly checkCancelled = (): void => {
    this.#checkCancelled();
  };

  /** For planning, which the timeout does not cut either, once it has done what CHECKPOINT_WORK stands for. */
  readonly planned = (): void => {
    this.#checkCancelled();
    this.#turn.work(CHECKPOINT_WORK);
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
