/** The files of a log in their folder: names, open handles, sizes. */
import { assert } from "../../core/assert.ts";
import type { FileHandle, FileReference, Files } from "../files.ts";

/** Ten digits, so that names sort like numbers. */
const NAME = /^(\d{10})\.log$/;

/** Name of a file of the log in its folder. */
export function logFileName(number: number): string {
  assert(Number.isSafeInteger(number) && number > 0, `log file number ${number}`);
  return `${String(number).padStart(10, "0")}.log`;
}

/** Number of a file of the log by its name; undefined for other files. */
export function logFileNumber(name: string): number | undefined {
  const match = NAME.exec(name);
  return match ? Number(match[1]) : undefined;
}

export class LogFolder {
  readonly #files: Files;
  readonly #folder: string;
  readonly #handles = new Map<number, FileHandle>();

  constructor(files: Files, folder: string) {
    this.#files = files;
    this.#folder = folder;
  }

  /** Numbers of the existing files, ascending. */
  numbers(): number[] {
    const numbers = this.#files.list(this.#folder).flatMap((name) => logFileNumber(name) ?? []);
    return numbers.sort((one, other) => one - other);
  }

  /** The handle of a file, opened on first use; `create` creates the file. */
  handle(number: number, create = false): FileHandle {
    let handle = this.#handles.get(number);
    if (!handle) {
      handle = this.#files.open(this.#path(number), { mustExist: !create });
      this.#handles.set(number, handle);
    }
    return handle;
  }

  reference(number: number): FileReference {
    return this.#files.reference(this.#path(number));
  }

  remove(number: number): void {
    this.#handles.get(number)?.close();
    this.#handles.delete(number);
    this.#files.remove(this.#path(number));
  }

  /** Makes creations and removals durable. */
  sync(): Promise<void> {
    return this.#files.syncFolder(this.#folder);
  }

  close(): void {
    for (const handle of this.#handles.values()) handle.close();
    this.#handles.clear();
  }

  #path(number: number): string {
    return `${this.#folder}/${logFileName(number)}`;
  }
}
