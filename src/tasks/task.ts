/** Work under way: a request, a part of one, or what the server does by itself. */
import type { JsonObject } from "../core/json.ts";

/** What is known of a task before it begins. */
export interface TaskStart {
  /** Who began it: `transport` for requests, `scheduled` for what runs by itself. */
  readonly type: string;
  /** Elasticsearch's name for what is done: `indices:data/read/search`. */
  readonly action: string;
  readonly description: string;
  /** What the caller named the request by: `X-Opaque-Id`, `trace.id`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it stops when it is told to. */
  readonly cancellable: boolean;
  /** The task that it is a part of. */
  readonly parent?: Task | undefined;
}

/** See the file comment. Made by a `TaskManager`. */
export class Task {
  /** Ascending over the life of the process. */
  readonly id: number;
  readonly parent: Task | undefined;
  readonly type: string;
  readonly action: string;
  /** What is done, to whom; whoever does the work may say it better. */
  description: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cancellable: boolean;
  /** Milliseconds since 1970. */
  readonly startedMs: number;
  /** The same moment on the monotonic clock, for its age. */
  readonly sinceMs: number;
  /** How far it is; whoever does the work sets it. */
  status: (() => JsonObject) | undefined = undefined;
  /** Changes how many requests a second it makes (Infinity: as many as it can); undefined: it has no such rate. */
  rethrottle: ((requestsPerSecond: number) => void) | undefined = undefined;
  #reason: string | undefined = undefined;
  #hasEnded = false;
  // Most tasks end without anybody waiting: the lists are made when they are needed.
  #onCancel: (() => void)[] | undefined = undefined;
  #onEnd: (() => void)[] | undefined = undefined;

  constructor(id: number, start: TaskStart, startedMs: number, sinceMs: number) {
    this.id = id;
    this.parent = start.parent;
    this.type = start.type;
    this.action = start.action;
    this.description = start.description;
    this.headers = start.headers;
    this.cancellable = start.cancellable;
    this.startedMs = startedMs;
    this.sinceMs = sinceMs;
  }

  get cancelled(): boolean {
    return this.#reason !== undefined;
  }

  /** Why it was told to stop; undefined: it was not. */
  get cancelReason(): string | undefined {
    return this.#reason;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** What another task begins with that does the same, or a part of it. */
  like(parent: Task | undefined): TaskStart {
    const { type, action, description, headers, cancellable } = this;
    return { type, action, description, headers, cancellable, parent };
  }

  /** Calls back when the task is told to stop; at once, when it was. */
  onCancel(listener: () => void): void {
    if (this.cancelled) listener();
    else (this.#onCancel ??= []).push(listener);
  }

  /** Calls back when the task has ended; at once, when it has. */
  onEnd(listener: () => void): void {
    if (this.#hasEnded) listener();
    else (this.#onEnd ??= []).push(listener);
  }

  /** Tells it to stop; for its manager, which tells its parts too. */
  stop(reason: string): void {
    if (!this.cancellable || this.cancelled) return;
    this.#reason = reason;
    const listeners = this.#onCancel;
    this.#onCancel = undefined;
    for (const listener of listeners ?? []) listener();
  }

  /** For its manager. */
  end(): void {
    this.#hasEnded = true;
    const listeners = this.#onEnd;
    this.#onEnd = this.#onCancel = undefined;
    for (const listener of listeners ?? []) listener();
  }
}
