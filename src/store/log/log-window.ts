/** Reads many records of one log file that are close together with one call. */
import type { Operation } from "../operation-log.ts";
import { damagedRecord, type Readable } from "./read-record.ts";
import { decodeOperation } from "./record-decoder.ts";
import { bodyHolds, decodeHeader, headerHolds, KIND_NOOP, RECORD_HEADER_BYTES } from "./record-format.ts";

const WINDOW_BYTES = 512 * 1024;

export class LogWindow {
  readonly #reader: Readable;
  readonly #file: number;
  /** Content of the file from `#start` on. */
  #bytes = new Uint8Array(0);
  #start = 0;

  /** `file`: number of the log file. */
  constructor(reader: Readable, file: number) {
    this.#reader = reader;
    this.#file = file;
  }

  /**
   * The operation at `offset`; its source is a view of the window. Throws an AssertionError when there is no intact
   * record.
   */
  operation(offset: number): Operation {
    if (!this.#holds(offset, RECORD_HEADER_BYTES)) this.#move(offset, WINDOW_BYTES);
    if (!headerHolds(this.#bytes, offset - this.#start, this.#file, offset))
      throw damagedRecord("damaged record header", this.#file, offset);
    const header = decodeHeader(this.#bytes, offset - this.#start);
    if (header.kind > KIND_NOOP) throw damagedRecord("no operation", this.#file, offset);
    if (!this.#holds(offset, header.bytes)) this.#move(offset, Math.max(WINDOW_BYTES, header.bytes));
    const at = offset - this.#start;
    if (!bodyHolds(this.#bytes, at, header)) throw damagedRecord("damaged record", this.#file, offset);
    return decodeOperation(this.#bytes, at, header);
  }

  #holds(offset: number, bytes: number): boolean {
    return offset >= this.#start && offset + bytes <= this.#start + this.#bytes.length;
  }

  /** Allocates a new buffer each time: sources of earlier operations are views of the old one. */
  #move(offset: number, bytes: number): void {
    const buffer = new Uint8Array(bytes);
    this.#bytes = buffer.subarray(0, this.#reader.readAt(buffer, offset));
    this.#start = offset;
  }
}
