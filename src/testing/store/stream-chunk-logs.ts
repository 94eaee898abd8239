/** Logs with the semantics of a stream: places are sequence numbers, and an append names the one before. */
import type { ChunkLog, ChunkLogs } from "../../store/chunks/chunk-log.ts";

export class StreamChunkLogs implements ChunkLogs {
  readonly depth = 8;
  readonly maximumBytes = 4 * 1024 * 1024;
  readonly #streams = new Map<string, StreamChunkLog>();

  async open(writer: string): Promise<ChunkLog> {
    let stream = this.#streams.get(writer);
    if (!stream) this.#streams.set(writer, (stream = new StreamChunkLog(writer)));
    return stream;
  }

  async writers(): Promise<string[]> {
    return [...this.#streams.keys()];
  }

  async remove(writer: string): Promise<void> {
    const stream = this.#streams.get(writer);
    if (stream) stream.isRemoved = true;
    this.#streams.delete(writer);
  }

  async close(): Promise<void> {
    // Nothing is open.
  }
}

class StreamChunkLog implements ChunkLog {
  readonly writer: string;
  isRemoved = false;
  readonly #messages: (Uint8Array | undefined)[] = [];

  constructor(writer: string) {
    this.writer = writer;
  }

  async append(number: number, bytes: Uint8Array): Promise<boolean> {
    if (this.isRemoved) throw new Error("there is no such stream");
    if (this.#messages.length !== number - 1) return false;
    this.#messages.push(bytes.slice());
    return true;
  }

  async read(number: number): Promise<Uint8Array | undefined> {
    return this.#messages[number - 1];
  }

  async seal(_from: number, seal: Uint8Array): Promise<number> {
    return this.#messages.push(seal.slice());
  }

  async trim(number: number): Promise<void> {
    this.#messages.fill(undefined, 0, number - 1);
  }
}
