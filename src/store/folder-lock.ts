/**
 * The lock of a data directory: a file that names the process which holds it. Node offers no lock that the system drops by itself,
 * so a holder is known to be dead when no process with its pid and start time runs on this machine. A holder on another machine
 * (a container with the same volume) cannot be asked: it touches the file every few seconds, and counts as dead when it does not.
 */
import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, rmdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { systemCode } from "./storage-errors.ts";

/** The directory cannot be used: another process holds it, or its format is unknown. For the person who starts the server. */
export class DataFolderRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "DataFolderRefused";
  }
}

/** What differs in tests. */
export interface FolderLockOptions {
  readonly host?: string;
  /** Time between two signs of life, in milliseconds. */
  readonly beatMs?: number;
  /** Silence after which a holder on another machine counts as dead, in milliseconds. */
  readonly silenceMs?: number;
}

/** What stands in the lock file. */
interface Holder {
  readonly pid: number;
  /** Names the start of the process: boot and time since; null where the system does not tell. */
  readonly started: string | null;
  readonly host: string;
  readonly token: string;
}

const BEAT_MS = 2_000;
const SILENCE_MS = 15_000;
/** A take-over lasts microseconds; one this old was left by a crash. */
const TAKEOVER_STALE_MS = 10_000;
const ATTEMPTS = 20;

export class FolderLock {
  readonly #path: string;
  readonly #text: string;
  readonly #beat: NodeJS.Timeout;

  private constructor(path: string, text: string, beatMs: number) {
    this.#path = path;
    this.#text = text;
    this.#beat = setInterval(() => touch(path), beatMs);
    this.#beat.unref();
  }

  /** Takes the lock file at `path`; waits only to see whether a holder on another machine is alive. Throws DataFolderRefused. */
  static async acquire(path: string, options: FolderLockOptions = {}): Promise<FolderLock> {
    try {
      return await FolderLock.#acquire(path, options);
    } catch (error) {
      const code = systemCode(error);
      if (code !== "ENOSPC" && code !== "EDQUOT") throw error;
      throw new DataFolderRefused(`the disk of the data directory is full: there is no room for the lock file [${path}]`);
    }
  }

  static async #acquire(path: string, options: FolderLockOptions): Promise<FolderLock> {
    const host = options.host ?? hostname();
    const mine: Holder = { pid: process.pid, started: processStart(process.pid), host, token: randomUUID() };
    const text = JSON.stringify(mine);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (claim(path, text, mine.token)) return new FolderLock(path, text, options.beatMs ?? BEAT_MS);
      const found = readText(path);
      if (found === undefined) continue;
      const holder = parseHolder(found);
      const alive = holder !== undefined && holder.host !== host ? await beats(path, options.silenceMs ?? SILENCE_MS) : isRunning(holder);
      if (alive) throw refusal(path, holder);
      if (takeOver(path, found, text, mine.token)) return new FolderLock(path, text, options.beatMs ?? BEAT_MS);
      await sleep(25);
    }
    throw refusal(path, parseHolder(readText(path) ?? ""));
  }

  /** Gives the lock back, unless it is no longer ours. */
  release(): void {
    clearInterval(this.#beat);
    if (readText(this.#path) === this.#text) rmSync(this.#path, { force: true });
  }
}

/** Makes the lock file with its whole content at once; false when there is one. */
function claim(path: string, text: string, token: string): boolean {
  const draft = `${path}.${token}`;
  writeFileSync(draft, text, { flag: "wx", mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    const code = systemCode(error);
    if (code === "EEXIST") return false;
    // A file system without hard links: exclusive creation is the next best, its content follows a moment later.
    if (code === "EPERM" || code === "ENOTSUP" || code === "ENOSYS" || code === "EOPNOTSUPP") return claimByCreation(path, text);
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

/** Puts our lock in the place of a dead one, if that still stands; a folder beside it lets only one process at a time do so. */
function takeOver(path: string, dead: string, text: string, token: string): boolean {
  const turn = `${path}.takeover`;
  try {
    mkdirSync(turn);
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
    const age = Date.now() - (statSync(turn, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
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

/** Whether the process that wrote a lock on this machine still runs. A lock without a readable holder was never completed. */
function isRunning(holder: Holder | undefined): boolean {
  if (!holder) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: it runs, under another user.
    if (systemCode(error) !== "EPERM") return false;
  }
  const started = processStart(holder.pid);
  return started === null || holder.started === null || started === holder.started;
}

/** Whether the holder touches its lock within `silenceMs`. */
async function beats(path: string, silenceMs: number): Promise<boolean> {
  const before = modified(path);
  const step = Math.max(10, silenceMs / 50);
  for (let waited = 0; waited < silenceMs; waited += step) {
    await sleep(step);
    if (modified(path) !== before) return true;
  }
  return false;
}

/** What tells a process from a later one with its pid: the boot, and the ticks from it to the start; null outside Linux. */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may hold blanks; the start time is the 22nd field, the 20th behind it.
    const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}/${ticks}`;
  } catch {
    return null;
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return undefined;
    const { pid, started, host, token } = value as Record<string, unknown>;
    if (typeof pid !== "number" || typeof host !== "string" || typeof token !== "string") return undefined;
    return { pid, started: typeof started === "string" ? started : null, host, token };
  } catch {
    return undefined; // Cut short by a crash: nobody's lock.
  }
}

function refusal(path: string, holder: Holder | undefined): DataFolderRefused {
  const who = holder ? `process ${holder.pid} on [${holder.host}]` : "another process";
  return new DataFolderRefused(`the data directory is in use by ${who} (lock file [${path}]): two servers cannot share one`);
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

function touch(path: string): void {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // A full or failing disk: writes will tell; only another machine would miss the sign of life.
  }
}
