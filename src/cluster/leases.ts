/**
 * Leases: who is there, and who is master. They tell only whom to suspect: nobody's writes are safe because of a lease.
 * A lease is a register that its holder replaces again and again. Others count by their own monotonic clock how long
 * they have not heard of it; no clock is compared with that of another machine.
 */
import { writeJsonBytes } from "../compat/json/write-json-bytes.ts";
import { isJsonObject, type JsonObject } from "../core/json.ts";
import { parseJsonBytes } from "../compat/json/parse-json.ts";
import { writeJson } from "../compat/json/write-json.ts";
import type { MonotonicClock } from "../core/clock.ts";
import type { Registered, Registers } from "../store/registers/registers.ts";

export interface LeaseOptions {
  readonly registers: Registers;
  readonly clock: MonotonicClock;
  /** Calls back in intervals until the answered function is called. */
  readonly every: (milliseconds: number, callback: () => void) => () => void;
  /** Time between renewals; 3 s by default. */
  readonly renewMs?: number;
  /** A lease that is not renewed for so long has expired; 10 s by default. */
  readonly expireMs?: number;
}

/** What others see of a lease. */
export interface LeaseState {
  /** Undefined: it is free, or has expired. */
  readonly holder: string | undefined;
  /** What the holder tells of itself; of one that has expired, what it told last. */
  readonly data: JsonObject;
}

/** A lease that this node holds. */
export interface HeldLease {
  /** Held for certain: the last renewal began less than the time of expiry ago. */
  readonly isCertain: boolean;
  /** Tells others something else, at once. */
  tell(data: JsonObject): Promise<void>;
  /** Gives it up, so that others need not wait. */
  release(): Promise<void>;
}

const RENEW_MS = 3000;
const EXPIRE_MS = 10_000;
/** Of the time between renewals; how exactly an expiry is noticed. */
const LOOKS = 4;

export class Leases {
  readonly #options: LeaseOptions;
  readonly #renewMs: number;
  readonly #expireMs: number;

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.#renewMs = options.renewMs ?? RENEW_MS;
    this.#expireMs = options.expireMs ?? EXPIRE_MS;
  }

  /**
   * Takes a lease that is free; one that another holder was seen with only when `after` is what it had expired with
   * (`watch`), or when that holder is `gone`. Undefined: somebody else has it. `onLost` is called once when somebody
   * took it. No two lives of a node have the same name as holders.
   */
  async acquire(
    name: string,
    value: { readonly holder: string; readonly data: JsonObject; readonly after?: number; readonly gone?: string },
    onLost: () => void,
  ): Promise<HeldLease | undefined> {
    const { registers, clock } = this.#options;
    const begun = clock.monotonicMs();
    const present = await registers.read(name);
    const before = present && decode(present).holder;
    if (before !== undefined && before !== value.gone && present?.revision !== value.after) return undefined;
    const revision = await registers.compareAndSet(name, present?.revision ?? 0, encode(value.holder, value.data));
    return revision === undefined ? undefined : this.#renewed(name, { ...value, revision, begun }, onLost);
  }

  /**
   * Calls `onChange` when the holder, or what it tells, is another, and when the lease expires; `revision` then is what
   * `acquire` wants.
   */
  watch(name: string, onChange: (state: LeaseState, revision: number) => void): () => void {
    const { registers, clock } = this.#options;
    let last: { state: LeaseState; revision: number; heard: number } | undefined;
    let told = "";
    const tell = (state: LeaseState, revision: number): void => {
      const text = writeJson({ holder: state.holder ?? null, data: state.data });
      if (text === told) return;
      told = text;
      onChange(state, revision);
    };
    const stopWatching = registers.watch(name, (value) => {
      last = { state: decode(value), revision: value.revision, heard: clock.monotonicMs() };
      tell(last.state, last.revision);
    });
    const stopLooking = this.#options.every(this.#renewMs / LOOKS, () => {
      if (last && clock.monotonicMs() - last.heard >= this.#expireMs)
        tell({ holder: undefined, data: last.state.data }, last.revision);
    });
    return () => {
      stopWatching();
      stopLooking();
    };
  }

  #renewed(
    name: string,
    first: { holder: string; data: JsonObject; revision: number; begun: number },
    onLost: () => void,
  ): HeldLease {
    const { registers, clock } = this.#options;
    let { data, revision, begun } = first;
    let isOver = false;
    let queue: Promise<void> = Promise.resolve();
    const replace = async (bytes: Uint8Array): Promise<void> => {
      if (isOver) return;
      const now = clock.monotonicMs();
      const next = await registers.compareAndSet(name, revision, bytes);
      if (next !== undefined) [revision, begun] = [next, now];
      else await lookAgain();
    };
    // An answer may have been lost: then the value is our own.
    const lookAgain = async (): Promise<void> => {
      const present = await registers.read(name);
      if (present && decode(present).holder === first.holder) {
        revision = present.revision;
        return;
      }
      isOver = true;
      stop();
      onLost();
    };
    const inTurn = (bytes: () => Uint8Array): Promise<void> => {
      const done = queue.then(() => replace(bytes()));
      queue = done.catch(() => undefined); // tried again with the next renewal
      return done;
    };
    const stop = this.#options.every(
      this.#renewMs,
      () => void inTurn(() => encode(first.holder, data)).catch(() => undefined),
    );
    const expireMs = this.#expireMs;
    return {
      get isCertain() {
        return !isOver && clock.monotonicMs() - begun < expireMs;
      },
      tell(next) {
        data = next;
        return inTurn(() => encode(first.holder, data));
      },
      async release() {
        stop();
        await inTurn(() => encode(undefined, data));
        isOver = true;
      },
    };
  }
}

function encode(holder: string | undefined, data: JsonObject): Uint8Array {
  return writeJsonBytes({ holder: holder ?? null, data });
}

function decode({ bytes }: Registered): LeaseState {
  const value = parseJsonBytes(bytes);
  if (!isJsonObject(value)) return { holder: undefined, data: {} };
  const { holder, data } = value;
  return { holder: typeof holder === "string" ? holder : undefined, data: isJsonObject(data) ? data : {} };
}
