/** Answers on their way to a socket: those that are there together are one write. */
import type { Socket } from "node:net";
import type { RawResponse } from "../exchange.ts";
import { brokenPipeline } from "./refusals.ts";
import { type ConnectionHeader, mayHaveBody, responseHead } from "./write-response.ts";

/** Bodies up to this size are sent together with the head, as one text: two buffers would be two writes. */
const ONE_WRITE_BYTES = 16 * 1024;
/** Answers to requests that came together are sent together up to this size. */
const WRITE_BYTES = 64 * 1024;

/** See the file comment. */
export class AnswerWriter {
  readonly #socket: Socket;
  readonly #failed: (error: unknown) => void;
  #text = "";

  /** `failed` is told why an answer cannot be sent. */
  constructor(socket: Socket, failed: (error: unknown) => void) {
    this.#socket = socket;
    this.#failed = failed;
  }

  /** Bytes that the client has not read yet. */
  get unreadBytes(): number {
    return this.#text.length + this.#socket.writableLength;
  }

  /** Tells the client to send its body. */
  askForBody(): void {
    this.#text += "HTTP/1.1 100 Continue\r\n\r\n";
  }

  /** Answers whether it could be sent; what cannot is a 500 that is the last answer of its connection. */
  write(answer: RawResponse, connection: ConnectionHeader, isHead: boolean): boolean {
    let head: string;
    try {
      head = responseHead(answer, connection);
    } catch (error) {
      this.#failed(error);
      const refusal = brokenPipeline();
      this.#put(responseHead(refusal, "Connection: close\r\n"), refusal, isHead);
      return false;
    }
    this.#put(head, answer, isHead);
    return true;
  }

  flush(): void {
    if (this.#text === "") return;
    const text = this.#text;
    this.#text = "";
    if (this.#socket.writable) this.#socket.write(text, "latin1");
  }

  #put(head: string, { status, body, sent }: RawResponse, isHead: boolean): void {
    this.#text += head;
    if (!isHead && body.length > 0 && mayHaveBody(status)) {
      if (body.length <= ONE_WRITE_BYTES) {
        this.#text += oneByteText(body);
        sent?.();
      } else {
        this.#socket.cork();
        this.flush();
        if (this.#socket.writable) this.#socket.write(body, sent);
        this.#socket.uncork();
      }
    }
    if (this.#text.length > WRITE_BYTES) this.flush();
  }
}

/** One character for each byte. */
function oneByteText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}
