/**
 * The holder of a data directory: the content of the lock file, and whether that process still runs on this machine.
 */
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { systemCode } from "../storage-errors.ts";

/** Content of the lock file. */
export interface LockHolder {
  readonly pid: number;
  /**
   * Ticks from boot to the start of the process, which distinguish it from a later one with its pid; null outside
   * Linux.
   */
  readonly started: string | null;
  readonly host: string;
  /** Boot id of the kernel; null outside Linux. Containers of one machine share it, whatever their host names are. */
  readonly boot: string | null;
  /** The pid namespace of `pid`; null outside Linux. */
  readonly pidNamespace: string | null;
  /** Whether the holder listens on a socket in the directory, which the kernel closes when the holder dies. */
  readonly socket: boolean;
  readonly token: string;
}

/** This process as a holder. */
export function thisProcess(token: string, more: { host?: string; socket: boolean }): LockHolder {
  return {
    pid: process.pid,
    started: startTicks(process.pid),
    host: more.host ?? hostname(),
    boot: bootId(),
    pidNamespace: pidNamespace(),
    socket: more.socket,
    token,
  };
}

/** The holder named in a lock file; undefined for a file that a crash cut short, which belongs to nobody. */
export function parseLockHolder(text: string): LockHolder | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return undefined;
    const {
      pid,
      started,
      host,
      boot,
      pidNamespace: namespace,
      socket,
      token,
    } = value as Record<keyof LockHolder, unknown>;
    if (typeof pid !== "number" || typeof host !== "string" || typeof token !== "string") return undefined;
    // Earlier versions wrote boot id and ticks as one string.
    const [first = "", ticks] = typeof started === "string" ? started.split("/") : [];
    return {
      pid,
      started: ticks ?? (first || null),
      host,
      boot: typeof boot === "string" ? boot : ticks === undefined ? null : first,
      pidNamespace: typeof namespace === "string" ? namespace : null,
      socket: socket === true,
      token,
    };
  } catch {
    return undefined;
  }
}

/** Whether both run on the same boot of one kernel. */
export function onSameKernel(one: LockHolder, other: LockHolder): boolean {
  return one.boot === null || other.boot === null ? one.host === other.host : one.boot === other.boot;
}

/** Whether the pid of `holder` means the same process to `asker`. A lock of an earlier version has no namespace. */
export function inSamePidNamespace(asker: LockHolder, holder: LockHolder): boolean {
  return holder.pidNamespace === null ? asker.host === holder.host : asker.pidNamespace === holder.pidNamespace;
}

/** Whether the process runs; a zombie (ended, but not reaped by its parent) does not. */
export function isRunning(holder: LockHolder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: it runs as another user.
    if (systemCode(error) !== "EPERM") return false;
  }
  const stat = readStat(holder.pid);
  if (!stat) return true;
  return stat.state !== "Z" && stat.state !== "X" && (holder.started === null || holder.started === stat.startTicks);
}

function bootId(): string | null {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return null;
  }
}

function pidNamespace(): string | null {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return null;
  }
}

function startTicks(pid: number): string | null {
  return readStat(pid)?.startTicks ?? null;
}

function readStat(pid: number): { readonly state: string; readonly startTicks: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may contain spaces; the state follows it, and the start time is the 20th field after it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", startTicks: fields[19] ?? "" };
  } catch {
    return undefined;
  }
}
