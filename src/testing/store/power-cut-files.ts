/**
 * Files that remember every call, for tests: what a disk may hold when power is lost between any two of them. Nothing
 * is promised but bytes of a file that were synced, and entries of a folder that were.
 */
import { dirname } from "node:path/posix";
import type { FileHandle, FileReference, Files } from "../../store/files.ts";
import { MemoryFiles } from "../../store/memory-files.ts";

/** What is left of what was not synced. */
export const POWER_CUT_MODELS = ["nothing", "entries", "zeros", "some", "torn", "all"] as const;
/**
 * `nothing`; `entries`: all names, and no bytes; `zeros`: names and lengths, the bytes are zeros; `some`: any of the
 * calls; `torn`: the first of them, and of the next one a beginning, or all but a piece; `all`: as after the end of the
 * process alone.
 */
export type PowerCutModel = (typeof POWER_CUT_MODELS)[number];

type Call =
  | { readonly kind: "append"; readonly file: number; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: "truncate"; readonly file: number; readonly size: number }
  /** Of calls before `since`. */
  | { readonly kind: "sync"; readonly file: number; readonly since: number }
  | { readonly kind: "link"; readonly path: string; readonly file: number }
  | { readonly kind: "unlink"; readonly path: string }
  | { readonly kind: "syncFolder"; readonly folder: string; readonly since: number };

export class PowerCutFiles implements Files {
  readonly #inner = new MemoryFiles();
  readonly #calls: Call[] = [];
  /** Numbers of the files that have names now. */
  readonly #numbers = new Map<string, number>();
  #files = 0;

  /** Calls so far: a cut comes before one of them. */
  get calls(): number {
    return this.#calls.length;
  }

  /** What the disk holds when power is lost before call number `cut`. */
  async after(cut: number, model: PowerCutModel, random: (below: number) => number): Promise<MemoryFiles> {
    const calls = this.#calls.slice(0, cut);
    const isSynced = syncedCalls(calls);
    // Of the calls that no sync covers the first reach the disk, up to this one, of which a part does.
    const open = calls.flatMap(({ kind }, at) => (kind !== "append" || isSynced(at) ? [] : [at]));
    const torn = model === "torn" ? (open[random(open.length)] ?? calls.length) : -1;
    const keeps = (at: number): boolean => isSynced(at) || isKept(calls[at], model, random) || at < torn;
    const contents = new Map<number, number[]>();
    const names = new Map<string, number>();
    calls.forEach((call, at) => {
      if (call.kind === "link" && keeps(at)) names.set(call.path, call.file);
      else if (call.kind === "unlink" && keeps(at)) names.delete(call.path);
      else if (call.kind === "append" && at === torn && !keeps(at)) {
        change(contents, { ...call, bytes: part(call.bytes, random) }, true, model);
      } else if (call.kind === "append" || call.kind === "truncate") change(contents, call, keeps(at), model);
    });
    const files = new MemoryFiles();
    for (const [path, number] of names) await files.replace(path, Uint8Array.from(contents.get(number) ?? []));
    return files;
  }

  open(path: string, options?: { mustExist?: boolean }): FileHandle {
    const isNew = !this.#inner.exists(path);
    const inner = this.#inner.open(path, options);
    if (isNew) this.#link(path, ++this.#files);
    const file = this.#numbers.get(path) ?? 0;
    const calls = this.#calls;
    return {
      path,
      get size() {
        return inner.size;
      },
      append(buffers) {
        const bytes = Uint8Array.from(Buffer.concat(buffers));
        calls.push({ kind: "append", file, at: inner.size, bytes });
        inner.append(buffers);
      },
      async sync() {
        const since = calls.length;
        await inner.sync();
        calls.push({ kind: "sync", file, since });
      },
      readAt: (into, position) => inner.readAt(into, position),
      truncate(size) {
        calls.push({ kind: "truncate", file, size });
        inner.truncate(size);
      },
      close: () => inner.close(),
    };
  }

  exists(path: string): boolean {
    return this.#inner.exists(path);
  }

  isFolder(path: string): boolean {
    return this.#inner.isFolder(path);
  }

  read(path: string): Uint8Array {
    return this.#inner.read(path);
  }

  /** As a directory does it: a file of another name, which is synced and then takes the place. */
  async replace(path: string, bytes: Uint8Array): Promise<void> {
    const file = ++this.#files;
    this.#calls.push({ kind: "append", file, at: 0, bytes: Uint8Array.from(bytes) });
    await Promise.resolve();
    this.#calls.push({ kind: "sync", file, since: this.#calls.length });
    await this.#inner.replace(path, bytes);
    this.#link(path, file);
    await this.syncFolder(dirname(path));
  }

  list(folder: string): string[] {
    return this.#inner.list(folder);
  }

  rename(from: string, to: string): void {
    const file = this.#numbers.get(from) ?? 0;
    this.#inner.rename(from, to);
    this.#link(to, file);
    this.#unlink(from);
  }

  link(from: string, to: string): void {
    this.#inner.link(from, to);
    this.#link(to, this.#numbers.get(from) ?? 0);
  }

  remove(path: string): void {
    this.#inner.remove(path);
    for (const name of [...this.#numbers.keys()]) if (name === path || name.startsWith(`${path}/`)) this.#unlink(name);
  }

  async syncFolder(folder: string): Promise<void> {
    const since = this.#calls.length;
    await Promise.resolve();
    this.#calls.push({ kind: "syncFolder", folder, since });
  }

  reference(path: string): FileReference {
    return this.#inner.reference(path);
  }

  space(): { free: number; total: number } {
    return this.#inner.space();
  }

  #link(path: string, file: number): void {
    this.#numbers.set(path, file);
    this.#calls.push({ kind: "link", path, file });
  }

  #unlink(path: string): void {
    this.#numbers.delete(path);
    this.#calls.push({ kind: "unlink", path });
  }
}

/** What reached the disk of bytes that were being written: a beginning, or all but a piece. */
function part(bytes: Uint8Array, random: (below: number) => number): Uint8Array {
  const from = random(bytes.length + 1);
  if (random(2) === 0) return bytes.subarray(0, from);
  return bytes.slice().fill(0, from, from + 1 + random(60));
}

/** Whether a call is covered by a sync. */
function syncedCalls(calls: readonly Call[]): (at: number) => boolean {
  const syncedFiles = new Map<number, number>();
  const syncedFolders = new Map<string, number>();
  for (const call of calls) {
    if (call.kind === "sync") syncedFiles.set(call.file, Math.max(call.since, syncedFiles.get(call.file) ?? 0));
    if (call.kind === "syncFolder")
      syncedFolders.set(call.folder, Math.max(call.since, syncedFolders.get(call.folder) ?? 0));
  }
  return (at) => {
    const call = calls[at];
    const synced = isOfFolder(call)
      ? syncedFolders.get(dirname(call.path))
      : syncedFiles.get(call && "file" in call ? call.file : -1);
    return at < (synced ?? 0);
  };
}

/** Whether a call that no sync covers reached the disk by the model. */
function isKept(call: Call | undefined, model: PowerCutModel, random: (below: number) => number): boolean {
  if (model === "all") return true;
  if (model === "some") return random(2) === 0;
  return isOfFolder(call) && (model === "entries" || model === "zeros");
}

function isOfFolder(call: Call | undefined): call is Extract<Call, { path: string }> {
  return call?.kind === "link" || call?.kind === "unlink";
}

function change(
  contents: Map<number, number[]>,
  call: Extract<Call, { kind: "append" | "truncate" }>,
  isKept: boolean,
  model: PowerCutModel,
): void {
  let content = contents.get(call.file);
  if (!content) contents.set(call.file, (content = []));
  if (call.kind === "truncate") {
    if (isKept) content.length = Math.min(content.length, call.size);
    return;
  }
  if (!isKept && model !== "zeros" && model !== "some") return;
  // A write behind one that was lost leaves a hole.
  while (content.length < call.at) content.push(0);
  call.bytes.forEach((byte, at) => {
    if (isKept || content.length <= call.at + at) content[call.at + at] = isKept ? byte : 0;
  });
}
