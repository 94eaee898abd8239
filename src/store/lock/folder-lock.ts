/**
 * The lock of a data directory: a file that names the process that holds it. On one machine, containers included, a
 * socket beside it tells whether the holder lives; without a socket, its pid does. A holder on another machine cannot
 * be asked: it touches the file every few seconds, counts as dead when it stops, and exits when it finds that it lost
 * the lock (FolderLease).
 */
import { systemClock } from "../../core/clock.ts";
import { randomUUID } from "node:crypto";
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type DataFolderLost, DataFolderRefused } from "../data-folder-refused.ts";
import { systemCode } from "../storage-errors.ts";
import { FolderLease, type LeaseTerms } from "./folder-lease.ts";
import { askHolder, HolderSocket } from "./holder-socket.ts";
import {
  inSamePidNamespace,
  isRunning,
  type LockHolder,
  onSameKernel,
  parseLockHolder,
  thisProcess,
} from "./lock-holder.ts";

/** Options that differ in tests. */
export interface FolderLockOptions {
  /** Overrides of our own identity, for tests that pose as another process. */
  readonly self?: Partial<LockHolder>;
  /** Milliseconds between two touches of the lock file. */
  readonly beatMs?: number;
  /** Milliseconds of silence after which a holder on another machine counts as dead. */
  readonly silenceMs?: number;
  /** Milliseconds to wait for a holder on this machine that does not answer: it may be dying. */
  readonly patienceMs?: number;
  /** Called once when another process took over the lock; must end this process. */
  readonly onLost?: (error: DataFolderLost) => void;
}

const BEAT_MS = 2_000;
const SILENCE_MS = 15_000;
const PATIENCE_MS = 10_000;
/** Milliseconds within which a responsive holder answers. */
const ANSWER_MS = 500;
/** A take-over lasts microseconds; one this old was left by a crash. Milliseconds. */
const TAKEOVER_STALE_MS = 10_000;
const ATTEMPTS = 20;
const RETRY_MS = 25;

export class FolderLock {
  /** For threads that check the lock themselves. */
  readonly terms: LeaseTerms;
  readonly lease: FolderLease;
  readonly #socket: HolderSocket | undefined;
  readonly #beat: NodeJS.Timeout;

  private constructor(terms: LeaseTerms, socket: HolderSocket | undefined, options: FolderLockOptions) {
    this.terms = terms;
    this.#socket = socket;
    this.lease = new FolderLease(terms, (error) => options.onLost?.(error));
    this.#beat = setInterval(() => this.#touch(), options.beatMs ?? BEAT_MS);
    this.#beat.unref();
  }

  /**
   * Takes the lock file at `path`; waits for a holder that may be dying or cannot be asked. Throws DataFolderRefused.
   */
  static async acquire(path: string, options: FolderLockOptions = {}): Promise<FolderLock> {
    const token = randomUUID();
    let socket: HolderSocket | undefined;
    try {
      // Listens before the lock names the socket: a reader of the lock finds the socket open, or its holder dead.
      socket = await HolderSocket.listen(socketPath(path, token), token);
      const self: LockHolder = { ...thisProcess(token, { socket: socket !== undefined }), ...options.self };
      const text = JSON.stringify(self);
      await take(path, self, text, options);
      return new FolderLock({ path, text }, socket, options);
    } catch (error) {
      socket?.close();
      throw error;
    }
  }

  /** Releases the lock, unless we have lost it. */
  release(): void {
    clearInterval(this.#beat);
    if (readText(this.terms.path) === this.terms.text) rmSync(this.terms.path, { force: true });
    this.#socket?.close();
  }

  /** Touches the lock file as a sign of life; a lost lock belongs to another process and is left alone. */
  #touch(): void {
    if (!this.lease.check()) return clearInterval(this.#beat);
    try {
      const now = new Date(systemClock.now());
      utimesSync(this.terms.path, now, now);
    } catch {
      // The disk is full or failing: writes will report it, and only another machine would miss the touch.
    }
  }
}

/** Takes the lock; throws DataFolderRefused when its holder lives. */
async function take(path: string, self: LockHolder, text: string, options: FolderLockOptions): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = readText(path);
    if (found === undefined) {
      if (claim(path, text, self.token)) return;
      continue;
    }
    const holder = parseLockHolder(found);
    if (holder && (await lives(path, self, holder, options))) throw refusal(path, holder);
    if (takeOver(path, found, text, self.token)) {
      if (holder) rmSync(socketPath(path, holder.token), { force: true });
      return;
    }
    await sleep(RETRY_MS);
  }
  throw refusal(path, parseLockHolder(readText(path) ?? ""));
}

/** Whether the holder lives: decided at once when it answers or is known to be dead, otherwise after a while. */
async function lives(path: string, self: LockHolder, holder: LockHolder, options: FolderLockOptions): Promise<boolean> {
  const silenceMs = options.silenceMs ?? SILENCE_MS;
  if (!onSameKernel(self, holder)) return beats(path, silenceMs);
  const patienceMs = options.patienceMs ?? PATIENCE_MS;
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const sign = holder.socket
      ? await askHolder(socketPath(path, holder.token), holder.token, Math.min(ANSWER_MS, patienceMs))
      : "unknown";
    if (sign === "answers") return true;
    if (sign === "dead") return false;
    if (sign === "unknown") {
      if (!inSamePidNamespace(self, holder)) return beats(path, silenceMs);
      if (!isRunning(holder)) return false;
    }
    if (performance.now() > deadline) return true;
    await sleep(RETRY_MS);
  }
}

/** The holder's socket; its name differs from those of earlier holders. */
function socketPath(path: string, token: string): string {
  return `${path}.${token.slice(0, 8)}.socket`;
}

/** Creates the lock file with its full content atomically; false when one exists. */
function claim(path: string, text: string, token: string): boolean {
  const draft = `${path}.${token}`;
  try {
    writeFileSync(draft, text, { flag: "wx", mode: 0o600 });
    linkSync(draft, path);
    return true;
  } catch (error) {
    const code = systemCode(error);
    if (code === "EEXIST") return false;
    // On a file system without hard links, exclusive creation is the next best; the content follows a moment later.
    if (code === "EPERM" || code === "ENOTSUP" || code === "ENOSYS" || code === "EOPNOTSUPP")
      return claimByCreation(path, text);
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function claimByCreation(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * Replaces a dead process's lock by ours, if it is still there; a folder beside it ensures that only one process does
 * so at a time.
 */
function takeOver(path: string, dead: string, text: string, token: string): boolean {
  const turn = `${path}.takeover`;
  try {
    mkdirSync(turn);
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
    const age = systemClock.now() - (statSync(turn, { throwIfNoEntry: false })?.mtimeMs ?? systemClock.now());
    if (age > TAKEOVER_STALE_MS) rmSync(turn, { recursive: true, force: true });
    return false;
  }
  try {
    if (readText(path) !== dead) return false;
    const draft = `${path}.${token}`;
    writeFileSync(draft, text, { flag: "wx", mode: 0o600 });
    renameSync(draft, path);
    return true;
  } finally {
    rmdirSync(turn);
  }
}

/**
 * Whether the holder touches its lock within `silenceMs`; returns at once when it has already been silent for that
 * long.
 */
async function beats(path: string, silenceMs: number): Promise<boolean> {
  const before = modified(path);
  const step = Math.max(10, silenceMs / 50);
  for (let waited = fileSystemNow(path) - before; waited < silenceMs; waited += step) {
    await sleep(step);
    if (modified(path) !== before) return true;
  }
  return false;
}

/** The current time of the file system, which may be that of another machine. */
function fileSystemNow(path: string): number {
  const probe = `${path}.${randomUUID()}`;
  try {
    writeFileSync(probe, "", { flag: "wx", mode: 0o600 });
    return modified(probe);
  } finally {
    rmSync(probe, { force: true });
  }
}

function refusal(path: string, holder: LockHolder | undefined): DataFolderRefused {
  const who = holder ? `process ${holder.pid} on [${holder.host}]` : "another process";
  return new DataFolderRefused(
    `the data directory is in use by ${who} (lock file [${path}]): two servers cannot share one`,
  );
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function modified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
