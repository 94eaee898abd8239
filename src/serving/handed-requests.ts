/** Requests that a serving thread hands to main: how main answers them. */
import { Readable } from "node:stream";
import type { RawRequest, RawResponse } from "../http/exchange.ts";
import type { Pipeline } from "../http/pipeline.ts";
import type { GrantedCaller, HandedAnswer, HandedRequest } from "./serving-messages.ts";

/** Bodies up to this size cross as text. */
const TEXT_BYTES = 65_536;

/** Says who a caller is whom an answer has just been made for; undefined: nobody that may be remembered. */
export type GrantCaller = (request: HandedRequest) => GrantedCaller | undefined;

/** A body that comes in pieces over a port. */
class HandedBody extends Readable {
  #wanted: (() => void) | undefined;

  override _read(): void {
    this.#wanted?.();
    this.#wanted = undefined;
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    done(error);
    this.#wanted?.();
  }

  /** Resolves when more is wanted; false: nothing is. */
  async arrived(piece: Uint8Array | null): Promise<boolean> {
    if (this.destroyed) return false;
    if (!this.push(piece) && piece !== null) await new Promise<void>((resolve) => (this.#wanted = resolve));
    return !this.destroyed;
  }
}

/** One request under way. */
interface Handed {
  readonly body: HandedBody | undefined;
  readonly gone: Set<() => void>;
}

/** Those of one thread. */
export class HandedRequests {
  readonly #pipeline: Pick<Pipeline, "answer">;
  readonly #grant: GrantCaller;
  readonly #open = new Map<number, Handed>();

  constructor(pipeline: Pick<Pipeline, "answer">, grant: GrantCaller) {
    this.#pipeline = pipeline;
    this.#grant = grant;
  }

  async answer(request: HandedRequest): Promise<HandedAnswer> {
    const { id, method, url, headers, clientAddress, secure, reachedAt, body } = request;
    const gone = new Set<() => void>();
    const stream = body === "streamed" ? new HandedBody() : undefined;
    // Nobody has to listen: who reads it hears of it.
    stream?.on("error", () => undefined);
    this.#open.set(id, { body: stream, gone });
    const raw: RawRequest = {
      head: { method, url, headers },
      clientAddress,
      secure,
      ...(reachedAt === undefined ? {} : { reachedAt }),
      body: stream ?? (body === "streamed" ? undefined : body),
      onGone: (listener) => void gone.add(listener),
    };
    try {
      const answer = await this.#pipeline.answer(raw);
      return { ...handed(answer), caller: this.#grant(request) };
    } finally {
      this.#open.delete(id);
      stream?.destroy();
    }
  }

  /** A piece of a body; null: its end. Answers whether more is wanted. */
  piece(id: number, piece: Uint8Array | null): Promise<boolean> {
    return this.#open.get(id)?.body?.arrived(piece) ?? Promise.resolve(false);
  }

  /** The client of a request went away. */
  gone(id: number): void {
    const request = this.#open.get(id);
    if (!request) return;
    for (const listener of request.gone) listener();
    request.body?.destroy(new Error("aborted"));
  }

  /** The thread is gone, and all its clients with it. */
  end(): void {
    for (const id of [...this.#open.keys()]) this.gone(id);
  }
}

function handed({ body, ...rest }: RawResponse): HandedAnswer {
  const { buffer, byteOffset, byteLength } = body;
  return {
    ...rest,
    body:
      byteLength <= TEXT_BYTES
        ? Buffer.from(buffer, byteOffset, byteLength).toString("latin1")
        : // A view would bring all that lies around it along.
          byteLength === buffer.byteLength
          ? body
          : body.slice(),
  };
}

/** What a thread has in hand of an answer. */
export function taken({ body, caller: _caller, ...rest }: HandedAnswer): RawResponse {
  return { ...rest, body: typeof body === "string" ? Buffer.from(body, "latin1") : body };
}
