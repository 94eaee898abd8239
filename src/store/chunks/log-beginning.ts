/**
 * Which places of a node's logs count, kept where the files of shards are: those before were given up, as the files
 * hold what stood in them. A record is written before anything is given up, so that places that are missing otherwise
 * are known to be damage. Each life begins with a record of its own, and the last one of the last life counts: one that
 * wakes up later changes nothing any more.
 *
 *     log-beginnings/<node>/<life>-<life of the log>-<chunk>-<file>    empty
 *
 * Lives are counted from 1.
 */
import { assert } from "../../core/assert.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { LogStart } from "./log-starts.ts";

const FOLDER = "log-beginnings";
const DIGITS = 12;

export class LogBeginning {
  readonly #blobs: BlobStore;
  readonly #folder: string;
  readonly #writers: readonly string[];

  /** `writers`: the logs of all lives of the node, in their order. */
  constructor(blobs: BlobStore, node: string, writers: readonly string[]) {
    this.#blobs = blobs;
    this.#folder = `${FOLDER}/${node}/`;
    this.#writers = writers;
  }

  /** Undefined: everything counts that its logs hold. */
  async read(): Promise<LogStart | undefined> {
    const name = (await this.#blobs.list(this.#folder)).at(-1)?.name;
    if (name === undefined) return undefined;
    const [, life, chunk, file] = name.slice(this.#folder.length).split("-").map(Number);
    const writer = this.#writers[(life ?? 0) - 1];
    assert(writer !== undefined && chunk && file, `[${name}] says where the log begins`);
    return { writer, chunk, file };
  }

  /** Says where the logs begin for a life of the node, and for those that come later; durable when it resolves. */
  async write(by: string, start: LogStart): Promise<void> {
    await this.#blobs.write(this.#nameOf(by, start), new Uint8Array(0));
  }

  /** Removes what was written before a record. */
  async forgetBefore(by: string, start: LogStart): Promise<void> {
    const last = this.#nameOf(by, start);
    const names = (await this.#blobs.list(this.#folder)).map(({ name }) => name);
    await this.#blobs.remove(names.filter((name) => name < last));
  }

  #nameOf(by: string, { writer, chunk, file }: LogStart): string {
    const lives = [by, writer].map((name) => this.#writers.indexOf(name) + 1);
    assert(!lives.includes(0), "the log is one of the node's");
    return this.#folder + [...lives, chunk, file].map((number) => String(number).padStart(DIGITS, "0")).join("-");
  }
}
