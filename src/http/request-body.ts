/** The body of a request: inflated, limited, read once. */
import { Readable, type Transform } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";
import { assert } from "../core/assert.ts";
import type { MaybeLater } from "../core/maybe-later.ts";
import { illegalArgument, RequestError } from "../compat/errors.ts";

const EMPTY = new Uint8Array(0);

/** 413: the body is longer than http.max_content_length. */
export class BodyTooLong extends RequestError {
  constructor(limitBytes: number, lengthBytes?: number) {
    const length = lengthBytes === undefined ? `more than ${limitBytes}` : String(lengthBytes);
    super(
      413,
      "content_too_long_exception",
      `entity content is too long [${length}] for the configured buffer limit [${limitBytes}]`,
    );
  }
}

/** Counts what is read of a body; what it throws ends the reading. */
export interface BodyAccount {
  read(bytes: number): void;
}

/** Reads one body. The limit counts the bytes as sent and again after inflating. */
export class RequestBody {
  readonly #source: Readable | Uint8Array | undefined;
  readonly #encoding: string;
  readonly #limitBytes: number;
  readonly #account: BodyAccount | undefined;
  #taken = false;

  /**
   * `contentEncoding`: gzip, deflate or nothing; others are refused with 415. `account` counts inflated bytes.
   */
  constructor(
    source: Readable | Uint8Array | undefined,
    contentEncoding: string | undefined,
    limitBytes: number,
    account?: BodyAccount,
  ) {
    this.#account = account;
    this.#source = source;
    this.#encoding = contentEncoding === undefined ? "identity" : contentEncoding.trim().toLowerCase() || "identity";
    this.#limitBytes = limitBytes;
    if (source && this.#encoding !== "identity" && !["gzip", "x-gzip", "deflate"].includes(this.#encoding)) {
      throw new RequestError(
        415,
        "unsupported_media_type_exception",
        `Content-Encoding [${contentEncoding}] is not supported`,
      );
    }
  }

  /** The whole body; at once where all of it is there. Throws, or rejects, what is wrong with it. */
  bytes(): MaybeLater<Uint8Array> {
    this.#take();
    const source = this.#source;
    if (source === undefined) return EMPTY;
    if (!(source instanceof Uint8Array) || this.#encoding !== "identity") return this.#collect(this.#stream(source));
    if (source.length > this.#limitBytes) throw new BodyTooLong(this.#limitBytes, source.length);
    this.#account?.read(source.length);
    return source;
  }

  /** The body piece by piece; the sender waits while the reader is busy. */
  async *chunks(): AsyncGenerator<Uint8Array> {
    this.#take();
    const source = this.#source;
    if (source === undefined) return;
    const isWhole = source instanceof Uint8Array && this.#encoding === "identity";
    const pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array> = isWhole ? [source] : this.#stream(source);
    let length = 0;
    try {
      for await (const chunk of pieces) {
        length += chunk.length;
        if (length > this.#limitBytes) throw new BodyTooLong(this.#limitBytes);
        this.#account?.read(chunk.length);
        yield chunk;
      }
    } catch (error) {
      throw readFailure(error);
    }
  }

  #take(): void {
    assert(!this.#taken, "a body is read once");
    this.#taken = true;
  }

  #stream(source: Readable | Uint8Array): Readable {
    const raw = source instanceof Uint8Array ? Readable.from([source]) : source;
    if (this.#encoding === "identity") return raw;
    const inflate: Transform = this.#encoding === "deflate" ? createInflate() : createGunzip();
    let sent = 0;
    raw.on("data", (chunk: Uint8Array) => {
      sent += chunk.length;
      if (sent > this.#limitBytes) inflate.destroy(new BodyTooLong(this.#limitBytes));
    });
    raw.once("error", (error) => inflate.destroy(error));
    raw.once("close", () => {
      if (!raw.readableEnded) inflate.destroy(new Error("aborted"));
    });
    return raw.pipe(inflate);
  }

  /** Why no more is to be read; undefined: there is room. */
  #refusal(bytes: number): RequestError | undefined {
    try {
      this.#account?.read(bytes);
      return undefined;
    } catch (error) {
      if (error instanceof RequestError) return error;
      throw error;
    }
  }

  /** With listeners: the async iterator of a stream costs a request more than the rest of this layer. */
  #collect(stream: Readable): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const chunks: Uint8Array[] = [];
      let length = 0;
      let ended = false;
      stream.on("data", (chunk: Uint8Array) => {
        length += chunk.length;
        const refusal = length > this.#limitBytes ? new BodyTooLong(this.#limitBytes) : this.#refusal(chunk.length);
        if (refusal) {
          stream.removeAllListeners("data");
          stream.resume();
          reject(refusal);
        } else {
          chunks.push(chunk);
        }
      });
      stream.once("end", () => {
        ended = true;
        resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length));
      });
      stream.once("error", (error) => reject(readFailure(error)));
      // Every stream closes in the end; an error is made (and its stack taken) only where the body was cut off.
      stream.once("close", () => {
        if (!ended) reject(readFailure(new Error("aborted")));
      });
    });
  }
}

function readFailure(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code.startsWith("Z_")) return illegalArgument(`failed to decompress request body: ${(error as Error).message}`);
  return new RequestError(
    400,
    "client_closed_exception",
    "the client closed the connection before the request was complete",
  );
}
