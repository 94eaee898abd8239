/**
 * Logs as streams of NATS JetStream, one for each writer: a place is a sequence number of the stream, and an append
 * names the one before. A seal names none, so that it gets its place at once, however busy the writer is.
 */
import { assert } from "../../core/assert.ts";
import { MAXIMUM_CHUNK_BYTES } from "../chunks/chunk-format.ts";
import type { ChunkLog, ChunkLogs } from "../chunks/chunk-log.ts";
import { isDottedName } from "../dotted-name.ts";
import type { NatsClient } from "./nats-client.ts";

const DEPTH = 8;
/** Answers of JetStream hold a message as base64, with a head. */
const SHARE_OF_PAYLOAD = 0.7;

export class NatsChunkLogs implements ChunkLogs {
  readonly depth = DEPTH;
  readonly maximumBytes: number;
  readonly #client: NatsClient;

  constructor(client: NatsClient) {
    this.#client = client;
    this.maximumBytes = Math.min(MAXIMUM_CHUNK_BYTES, Math.floor(client.server.maximumBytes * SHARE_OF_PAYLOAD));
  }

  async open(writer: string): Promise<ChunkLog> {
    assert(isDottedName(writer), `[${writer}] names no writer`);
    const stream = this.#prefix + writer.replaceAll(".", "+");
    const subject = `${this.#client.prefix}.log.${writer}`;
    await this.#client.stream(stream, [subject], {});
    return new NatsChunkLog(this.#client, { writer, stream, subject });
  }

  async writers(): Promise<string[]> {
    const streams = await this.#client.streams(this.#prefix);
    return streams.map((stream) => stream.slice(this.#prefix.length).replaceAll("+", "."));
  }

  async remove(writer: string): Promise<void> {
    await this.#client.removeStream(this.#prefix + writer.replaceAll(".", "+"));
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  get #prefix(): string {
    return `${this.#client.prefix}-log-`;
  }
}

class NatsChunkLog implements ChunkLog {
  readonly writer: string;
  readonly #client: NatsClient;
  readonly #stream: string;
  readonly #subject: string;

  constructor(client: NatsClient, names: { writer: string; stream: string; subject: string }) {
    this.#client = client;
    this.writer = names.writer;
    this.#stream = names.stream;
    this.#subject = names.subject;
  }

  async append(number: number, bytes: Uint8Array): Promise<boolean> {
    const expected = { "Nats-Expected-Stream": this.#stream, "Nats-Expected-Last-Sequence": String(number - 1) };
    return (await this.#client.publish(this.#subject, bytes, expected)) === number;
  }

  async read(number: number): Promise<Uint8Array | undefined> {
    return (await this.#client.message(this.#stream, { seq: number }))?.bytes;
  }

  async seal(_from: number, seal: Uint8Array): Promise<number> {
    const expected = { "Nats-Expected-Stream": this.#stream };
    for (;;) {
      // A seal whose answer was lost is one more seal.
      const sequence = await this.#client.publish(this.#subject, seal, expected).catch(() => undefined);
      if (sequence !== undefined) return sequence;
      await new Promise((go) => setTimeout(go, 100));
    }
  }

  async trim(number: number): Promise<void> {
    await this.#client.purge(this.#stream, { seq: number });
  }
}
