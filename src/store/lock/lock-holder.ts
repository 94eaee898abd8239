/** Who holds a data directory: what stands in the lock file, and whether that process still runs on this machine. */
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { systemCode } from "../storage-errors.ts";

/** What stands in the lock file. */
export interface LockHolder {
  readonly pid: number;
  /**
   * Ticks from the boot to the start of the process, which tells it from a later one with its pid; null outside Linux.
   */
  readonly started: string | null;
  readonly host: string;
  /**
   * Names this start of this kernel; null outside Linux. Containers of one machine share it, whatever their host names
   * are.
   */
  readonly boot: string | null;
  /** The namespace in which `pid` means anything; null outside Linux. */
  readonly pidNamespace: string | null;
  /** Whether the holder listens on a socket in the directory, which the kernel closes when it dies. */
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

/** The holder that a lock file names; undefined for one that a crash cut short, which is nobody's. */
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
    // Earlier versions wrote boot and ticks as one text.
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

/** Whether both run on one kernel that has not been started anew since. */
export function onSameKernel(one: LockHolder, other: LockHolder): boolean {
  return one.boot === null || other.boot === null ? one.host === other.host : one.boot === other.boot;
}

/** Whether the pid of `holder` means the same process to `asker`. A lock of an earlier version names no namespace. */
export function inSamePidNamespace(asker: LockHolder, holder: LockHolder): boolean {
  return holder.pidNamespace === null ? asker.host === holder.host : asker.pidNamespace === holder.pidNamespace;
}

/** Whether the process runs; one that ended and was not collected by its parent (a zombie) does not. */
export function isRunning(holder: LockHolder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: it runs, under another user.
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
    // The name in brackets may hold blanks; the state follows it, the start time is the 20th field behind it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", startTicks: fields[19] ?? "" };
  } catch {
    return undefined;
  }
}
