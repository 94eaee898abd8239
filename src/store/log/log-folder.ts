/** The files of a log in their folder: names, open handles, sizes. */
import { assert } from "../../core/assert.ts";
import type { FileHandle, FileReference, Files } from "../files.ts";

/** Ten digits, so that names sort like numbers. */
const NAME = /^(\d{10})\.log$/;

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
    const numbers: number[] = [];
    for (const name of this.#files.list(this.#folder)) {
      const match = NAME.exec(name);
      if (match) numbers.push(Number(match[1]));
    }
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
    assert(Number.isSafeInteger(number) && number > 0, `log file number ${number}`);
    return `${this.#folder}/${String(number).padStart(10, "0")}.log`;
  }
}
