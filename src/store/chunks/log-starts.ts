/**
 * Where the files of the operation log begin in the chunks: what a manifest says of the log by a file's number, others
 * find there. A file begins in its chunk or a later one, and all of it stands there or behind.
 */

/** A chunk of a writer's log. */
export interface ChunkPlace {
  readonly writer: string;
  readonly chunk: number;
}

export interface LogStart extends ChunkPlace {
  readonly file: number;
}

export class LogStarts {
  /** Ascending by file. */
  readonly #starts: LogStart[] = [];

  /** Notes a file; what is known of it already stays. */
  add(start: LogStart): void {
    const last = this.#starts.at(-1);
    if (last === undefined || last.file < start.file) this.#starts.push(start);
  }

  get last(): LogStart | undefined {
    return this.#starts.at(-1);
  }

  /** Where the last file begins that is known and has no higher number; undefined: that is not known. */
  before(file: number): LogStart | undefined {
    return this.#starts.findLast((start) => start.file <= file);
  }

  /** Forgets files that begin before a start. */
  forgetBefore({ file }: LogStart): void {
    while (this.#starts[0] && this.#starts[0].file < file) this.#starts.shift();
  }
}
