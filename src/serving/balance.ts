/**
 * Connections stay with the thread that accepted them, and a client that opens its pool in one go gives all of it to
 * one. So a thread that is busy while another one is not ends a connection now and then behind an answer: its client
 * opens another one, which the idle thread accepts, as the busy one does not wait for any.
 */
import { performance } from "node:perf_hooks";
import type { RawRequest, RawResponse } from "../http/exchange.ts";
import type { Pipeline } from "../http/pipeline.ts";
import type { ServingWords } from "./serving-words.ts";

const LOOK_MS = 50;
/** At most so many connections are ended between two looks: a pool of eight is shared out in a tenth of a second. */
const ENDED_AT_ONCE = 2;
const BUSY = 0.9;
const IDLE = 0.5;

type Answering = Pick<Pipeline, "answer" | "refusesLength">;

/** What one thread answers, its connections shared out. */
export class Balance implements Answering {
  readonly #answering: Answering;
  readonly #words: ServingWords;
  readonly #thread: number;
  /** Looks go on while there are requests. */
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;
  #last = performance.eventLoopUtilization();
  /** So many of the next answers end their connections. */
  #mayEnd = 0;
  /** Where the last request came from, and whether another one since the last look came from elsewhere. */
  #connection: object | undefined;
  #hasSeveral = false;

  constructor(answering: Answering, words: ServingWords, thread: number) {
    this.#answering = answering;
    this.#words = words;
    this.#thread = thread;
    words.tellUtilisation(thread, 0);
  }

  answer(raw: RawRequest): RawResponse | Promise<RawResponse> {
    if (!this.#timer) this.#begin();
    if (raw.connection !== this.#connection) {
      this.#hasSeveral = this.#connection !== undefined;
      this.#connection = raw.connection;
    }
    const answer = this.#answering.answer(raw);
    if (this.#mayEnd === 0 || answer instanceof Promise) return answer;
    this.#mayEnd--;
    return { ...answer, close: true };
  }

  refusesLength(url: string, bytes: number): boolean {
    return this.#answering.refusesLength(url, bytes);
  }

  end(): void {
    this.#isEnded = true;
    clearInterval(this.#timer);
    this.#words.tellUtilisation(this.#thread, undefined);
  }

  #begin(): void {
    if (this.#isEnded) return;
    this.#last = performance.eventLoopUtilization();
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  #look(): void {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.#last);
    this.#last = now;
    this.#words.tellUtilisation(this.#thread, utilization);
    if (this.#connection === undefined && utilization < IDLE) this.#rest();
    // One connection alone would only wander from thread to thread.
    this.#mayEnd = utilization > BUSY && this.#hasSeveral && this.#hasIdleOther() ? ENDED_AT_ONCE : 0;
    this.#connection = undefined;
    this.#hasSeveral = false;
  }

  /** Nothing is to be done, nor came since the last look. */
  #rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#words.tellUtilisation(this.#thread, 0);
  }

  #hasIdleOther(): boolean {
    for (let thread = 0; thread < this.#words.threads; thread++) {
      const utilisation = thread === this.#thread ? -1 : this.#words.utilisation(thread);
      if (utilisation >= 0 && utilisation < IDLE) return true;
    }
    return false;
  }
}
