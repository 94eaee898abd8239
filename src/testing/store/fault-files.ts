/** Files that fail on purpose, for tests: a full or broken disk at the n-th call, a torn write, a power cut. */
import type { FileHandle, Files } from "../../store/files.ts";
import { ForwardingFiles, forwardingHandle } from "../../store/forwarding-files.ts";
import { storageError } from "../../store/storage-errors.ts";

/** Kinds of calls that can fail. `sync` is that of a file, `syncFolder` that of a folder. */
export const FAULTY_CALLS = [
  "append",
  "sync",
  "replace",
  "read",
  "open",
  "truncate",
  "rename",
  "link",
  "remove",
  "list",
  "syncFolder",
] as const;

export type FaultyCall = (typeof FAULTY_CALLS)[number];

/** What fails, and when. */
export interface Fault {
  readonly on: FaultyCall;
  /** The call that fails, counted from 1 over all files from the moment the fault is injected. */
  readonly call: number;
  /** Further calls that fail as well; Infinity until `heal`. 0 when absent. */
  readonly repeats?: number;
  readonly code: "ENOSPC" | "EIO" | "EPERM" | "EBUSY";
  /** Append only: so many bytes reach the file and stay there, as after a crash in the middle of a write. */
  readonly tornBytes?: number;
}

export class FaultFiles extends ForwardingFiles {
  readonly #calls = new Map<FaultyCall, number>();
  readonly #faults: { fault: Fault; calls: number }[] = [];
  /** Bytes of each file that a sync made durable. */
  readonly #durable = new Map<string, number>();
  /** What syncs wait for, so that others come in between. */
  readonly #pause: (() => Promise<void>) | undefined;

  constructor(inner: Files, pause?: () => Promise<void>) {
    super(inner);
    this.#pause = pause;
  }

  /** Injects a fault. */
  inject(fault: Fault): void {
    this.#faults.push({ fault, calls: 0 });
  }

  /** Calls of a kind so far, those that failed too. */
  calls(on: FaultyCall): number {
    return this.#calls.get(on) ?? 0;
  }

  /** Takes all faults away. */
  heal(): void {
    this.#faults.length = 0;
  }

  /** A power cut: each file that was appended to keeps what was synced and as many further bytes as `keep` says. */
  losePower(keep: (path: string, unsyncedBytes: number) => number): void {
    for (const [path, durable] of this.#durable) {
      if (!this.inner.exists(path)) continue;
      const handle = this.inner.open(path);
      const unsynced = handle.size - durable;
      if (unsynced > 0) handle.truncate(durable + Math.min(unsynced, keep(path, unsynced)));
      handle.close();
    }
  }

  override open(path: string, options?: { mustExist?: boolean }): FileHandle {
    this.#mayFail("open", path);
    const inner = this.inner.open(path, options);
    if (!this.#durable.has(path)) this.#durable.set(path, inner.size);
    return this.#wrap(inner);
  }

  override read(path: string): Uint8Array {
    this.#mayFail("read", path);
    return this.inner.read(path);
  }

  override async replace(path: string, bytes: Uint8Array): Promise<void> {
    await this.#pause?.();
    this.#mayFail("replace", path);
    await this.inner.replace(path, bytes);
  }

  override list(folder: string): string[] {
    this.#mayFail("list", folder);
    return this.inner.list(folder);
  }

  override rename(from: string, to: string): void {
    this.#mayFail("rename", from);
    this.inner.rename(from, to);
  }

  override link(from: string, to: string): void {
    this.#mayFail("link", from);
    this.inner.link(from, to);
  }

  override remove(path: string): void {
    // What is not there needs no removing.
    if (this.inner.exists(path)) this.#mayFail("remove", path);
    this.#durable.delete(path);
    this.inner.remove(path);
  }

  override async syncFolder(folder: string): Promise<void> {
    await this.#pause?.();
    this.#mayFail("syncFolder", folder);
    return this.inner.syncFolder(folder);
  }

  #wrap(inner: FileHandle): FileHandle {
    return forwardingHandle(inner, {
      append: (buffers) => {
        const fault = this.#due("append");
        if (!fault) return inner.append(buffers);
        if (fault.tornBytes !== undefined) inner.append([Buffer.concat(buffers).subarray(0, fault.tornBytes)]);
        throw failure(fault, inner.path);
      },
      sync: async () => {
        const size = inner.size;
        await this.#pause?.();
        this.#mayFail("sync", inner.path);
        await inner.sync();
        this.#durable.set(inner.path, Math.min(size, inner.size));
      },
      readAt: (into, position) => {
        this.#mayFail("read", inner.path);
        return inner.readAt(into, position);
      },
      truncate: (size) => {
        this.#mayFail("truncate", inner.path);
        inner.truncate(size);
        this.#durable.set(inner.path, Math.min(size, this.#durable.get(inner.path) ?? 0));
      },
    });
  }

  #mayFail(on: Fault["on"], path: string): void {
    const fault = this.#due(on);
    if (fault) throw failure(fault, path);
  }

  #due(on: Fault["on"]): Fault | undefined {
    let due: Fault | undefined;
    this.#calls.set(on, this.calls(on) + 1);
    for (const entry of this.#faults) {
      if (entry.fault.on !== on) continue;
      entry.calls++;
      const late = entry.calls - entry.fault.call;
      if (late >= 0 && late <= (entry.fault.repeats ?? 0)) due ??= entry.fault;
    }
    return due;
  }
}

function failure(fault: Fault, path: string): unknown {
  return storageError(Object.assign(new Error(`${fault.code}: injected`), { code: fault.code }), path, fault.on);
}
