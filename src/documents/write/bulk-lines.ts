/** Splits the body of a bulk request, which comes in pieces, into actions with their sources. */
import { illegalArgument } from "../../compat/errors.ts";
import { type ItemDefaults, type ItemDraft, parseAction } from "./bulk-action.ts";

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Reads NDJSON piece by piece. Sources are views into the pieces: no byte is copied, except for lines that two pieces
 * share.
 */
export class BulkLines {
  readonly #defaults: ItemDefaults;
  /** Number of lines read. */
  #line = 0;
  #rest: Uint8Array[] = [];
  #item: ItemDraft | undefined;
  #bytes = 0;

  constructor(defaults: ItemDefaults) {
    this.#defaults = defaults;
  }

  /** Bytes given so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Takes the next piece; `onItem` gets each complete item in order. Throws RequestError 400 for a malformed action
   * line.
   */
  push(chunk: Uint8Array, onItem: (item: ItemDraft) => void): void {
    this.#bytes += chunk.length;
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, from);
      if (end < 0) break;
      this.#take(this.#complete(chunk.subarray(from, end)), onItem);
      from = end + 1;
    }
    if (from < chunk.length) this.#rest.push(chunk.subarray(from));
  }

  /** Checks that the body ended with a newline. An action without its source line is dropped, as Elasticsearch does. */
  end(): void {
    if (this.#rest.length > 0) throw illegalArgument("The bulk request must be terminated by a newline [\\n]");
  }

  #complete(tail: Uint8Array): Uint8Array {
    if (this.#rest.length === 0) return tail;
    const line = Buffer.concat([...this.#rest, tail]);
    this.#rest = [];
    return line;
  }

  #take(line: Uint8Array, onItem: (item: ItemDraft) => void): void {
    this.#line++;
    if (this.#item === undefined) {
      if (line.length === 0) return;
      const item = parseAction(decode(line), this.#line, this.#defaults);
      if (item === undefined) return;
      if (item.kind === "delete") onItem(item);
      else this.#item = item;
      return;
    }
    const item = this.#item;
    this.#item = undefined;
    item.source = line[line.length - 1] === CARRIAGE_RETURN ? line.subarray(0, -1) : line;
    onItem(item);
  }
}

function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
