/** A running task: a request, a part of one, or work that the server does by itself. */
import type { JsonObject } from "../core/json.ts";

/** The properties of a task when it starts. */
export interface TaskStart {
  /** `transport` for requests, `scheduled` for periodic work. */
  readonly type: string;
  /** Elasticsearch's name of the action: `indices:data/read/search`. */
  readonly action: string;
  readonly description: string;
  /** Headers by which the caller identified the request: `X-Opaque-Id`, `trace.id`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it can be cancelled. */
  readonly cancellable: boolean;
  /** The parent task. */
  readonly parent?: Task | undefined;
}

/** See the file comment. Made by a `TaskManager`. */
export class Task {
  /** Ascending during the life of the process. */
  readonly id: number;
  readonly parent: Task | undefined;
  readonly type: string;
  readonly action: string;
  /** What is done, on which target; the task's work may refine it. */
  description: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cancellable: boolean;
  /** Milliseconds since 1970. */
  readonly startedMs: number;
  /** The same moment on the monotonic clock, for its age. */
  readonly sinceMs: number;
  /** Progress; set by the task's work. */
  status: (() => JsonObject) | undefined = undefined;
  /** Changes the rate in requests per second (Infinity: unlimited); undefined: the task has no rate. */
  rethrottle: ((requestsPerSecond: number) => void) | undefined = undefined;
  #reason: string | undefined = undefined;
  #hasEnded = false;
  // Most tasks end without listeners: the lists are created on demand.
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

  /** Why it was cancelled; undefined: it was not. */
  get cancelReason(): string | undefined {
    return this.#reason;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** The properties for another task that does the same, or a part of it. */
  like(parent: Task | undefined): TaskStart {
    const { type, action, description, headers, cancellable } = this;
    return { type, action, description, headers, cancellable, parent };
  }

  /** Calls back when the task is cancelled; immediately if it was already. */
  onCancel(listener: () => void): void {
    if (this.cancelled) listener();
    else (this.#onCancel ??= []).push(listener);
  }

  /** Calls back when the task has ended; immediately if it has already. */
  onEnd(listener: () => void): void {
    if (this.#hasEnded) listener();
    else (this.#onEnd ??= []).push(listener);
  }

  /** Cancels this task alone; only its manager calls this, and also cancels its children. */
  stop(reason: string): void {
    if (!this.cancellable || this.cancelled) return;
    this.#reason = reason;
    const listeners = this.#onCancel;
    this.#onCancel = undefined;
    for (const listener of listeners ?? []) listener();
  }

  /** Called by its manager. */
  end(): void {
    this.#hasEnded = true;
    const listeners = this.#onEnd;
    this.#onEnd = this.#onCancel = undefined;
    for (const listener of listeners ?? []) listener();
  }
}
