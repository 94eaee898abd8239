/**
 * One connection: requests one after the other to the pipeline, and its answers back in their order. Whatever waits is
 * bounded: heads, bodies that are gathered, requests behind the one that is under way, answers that nobody reads.
 */
import type { Socket } from "node:net";
import type { RawRequest, RawResponse } from "../exchange.ts";
import type { Pipeline } from "../pipeline.ts";
import type { TrustedProxies } from "../trusted-proxies.ts";
import { AnswerWriter } from "./answer-writer.ts";
import { BrokenBody } from "./body-framing.ts";
import { type ConnectionFacts, connectionFacts } from "./connection-facts.ts";
import type { ConnectionSweep, Limited } from "./connection-sweep.ts";
import type { HeadCache } from "./head-cache.ts";
import { IncomingRequest } from "./incoming-request.ts";
import { MessageBody } from "./message-body.ts";
import { beginningProblem, CHUNKED, type ParsedHead } from "./parse-head.ts";
import { brokenPipeline, brokenRequest, expectationRefusal, headTooLong, requestTimedOut } from "./refusals.ts";
import type { ConnectionHeader } from "./write-response.ts";

/** Limits of a connection, in bytes and milliseconds; 0: no limit of time. */
export interface ConnectionLimits {
  readonly maxHeaderBytes: number;
  readonly requestTimeoutMs: number;
  readonly headersTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
}

/** What all connections of a server share. */
export interface Front {
  readonly pipeline: Pick<Pipeline, "answer" | "refusesLength">;
  readonly proxies: TrustedProxies;
  readonly limits: ConnectionLimits;
  readonly heads: HeadCache;
  readonly sweep: ConnectionSweep<Connection>;
  readonly log: (level: "error", message: string) => void;
  /** Requests whose heads are read and whose answers are not written. */
  openRequests: number;
  /** Answers are the last ones of their connections. */
  closing: boolean;
}

const CR = 0x0d;
const LF = 0x0a;
const HEAD_END = Buffer.from("\r\n\r\n");
/** Announced bodies up to this size are waited for, which is cheaper than a stream; a head may hold as much. */
const MOST_GATHERED_BYTES = 16 * 1024;
/** Requests that came together are answered in one go up to this number; others get a turn then. */
const MOST_AT_ONCE = 64;
/** What may wait behind the request that is under way. */
const MOST_WAITING_BYTES = 64 * 1024;
/** Answers that the client has not read; no more requests are read meanwhile. */
const MOST_UNREAD_BYTES = 1024 * 1024;
/**
 * Bytes of a body that nobody wants up to which a connection is kept: a client that is still sending does not hear a
 * refusal otherwise.
 */
const MOST_SKIPPED_BYTES = 100 * 1024 * 1024;
/** How long a client that has its last answer may go on sending. */
const LINGER_MS = 30_000;

/** See the file comment. */
export class Connection implements Limited {
  readonly #socket: Socket;
  readonly #front: Front;
  readonly #facts: ConnectionFacts;
  readonly #answers: AnswerWriter;
  /** What came and was not read yet. */
  #rest: Buffer | undefined;
  /** The head of the request that is under way. */
  #parsed: ParsedHead | undefined;
  /** What the pipeline is answering. */
  #incoming: IncomingRequest | undefined;
  /** The body whose bytes are coming; there without a request, when that was answered before its end. */
  #body: MessageBody | undefined;
  /** The client was not told to send the body that it announced: it may do so, or not. */
  #unasked = false;
  #hasAsked = false;
  #isIdle = true;
  #isPaused = false;
  #isBlocked = false;
  /** The client sends nothing any more. */
  #isHalfClosed = false;
  /** Everything was said; whatever comes is dropped. */
  #isFinished = false;
  #droppedBytes = 0;
  /** Since when it has been waiting for what the limits of time are about. */
  #sinceMs: number;

  constructor(socket: Socket, front: Front) {
    this.#socket = socket;
    this.#front = front;
    this.#facts = connectionFacts(socket);
    this.#answers = new AnswerWriter(socket, (error) => this.#failed(error));
    front.sweep.add(this);
    this.#sinceMs = front.sweep.nextMs;
    socket.on("data", (data: Buffer) => {
      try {
        this.#take(data);
      } catch (error) {
        this.#broken(error);
      }
    });
    socket.on("drain", () => this.#unblock());
    socket.on("end", () => this.#safely(() => this.#halfClosed()));
    socket.on("close", () => this.#safely(() => this.#closed()));
    // Whatever it was, it closes.
    socket.on("error", () => socket.destroy());
  }

  /** The server takes no more requests. */
  close(): void {
    if (this.#isFinished && this.#socket.writableFinished) this.#socket.destroy();
    else if (!this.#isFinished && !this.#parsed && !this.#body && !this.#rest) this.#finish(false);
  }

  /** Ends it at once. */
  destroy(): void {
    this.#socket.destroy();
  }

  checkLimits(nowMs: number): void {
    const limitMs = this.#limitMs();
    if (limitMs === 0 || nowMs - this.#sinceMs < limitMs) return;
    if (this.#isFinished) this.#socket.destroy();
    else if (this.#isIdle && this.#hasAsked) this.#finish(false);
    else this.#refuse(requestTimedOut());
  }

  #limitMs(): number {
    const { headersTimeoutMs, requestTimeoutMs, keepAliveTimeoutMs } = this.#front.limits;
    if (this.#isFinished) return this.#socket.writableFinished ? LINGER_MS : 0;
    if (this.#body) return requestTimeoutMs;
    if (this.#parsed || this.#isBlocked) return 0;
    return this.#isIdle && this.#hasAsked ? keepAliveTimeoutMs : headersTimeoutMs;
  }

  #take(data: Buffer): void {
    if (this.#isFinished) {
      this.#droppedBytes += data.length;
      if (this.#droppedBytes > MOST_SKIPPED_BYTES) this.#socket.destroy();
      return;
    }
    if (this.#isIdle) {
      if (this.#hasAsked) this.#sinceMs = this.#front.sweep.nextMs;
      this.#isIdle = false;
    }
    const rest = this.#rest;
    this.#work(rest ? Buffer.concat([rest, data]) : data);
  }

  /** Reads as far as it may: the body that is coming, or the next request when none is under way. */
  #work(data: Buffer): void {
    let at = 0;
    let served = 0;
    while (at < data.length && !this.#isFinished) {
      if (this.#body) {
        at = this.#readBody(this.#body, data, at);
        continue;
      }
      if (this.#parsed || this.#mustWait(served++)) break;
      const next = this.#readHead(data, at);
      if (next < 0) break;
      at = next;
    }
    this.#rest = at >= data.length || this.#isFinished ? undefined : at === 0 ? data : data.subarray(at);
    this.#settle();
  }

  /** After whatever happened: what is to be written goes out, and the socket is read, or not. */
  #settle(): void {
    this.#answers.flush();
    if (this.#isHalfClosed && this.#body) return this.#refuse(brokenRequest("the body ends early"));
    const isFree = !this.#parsed && !this.#body && !this.#isBlocked && !this.#isFinished;
    if (isFree && this.#isHalfClosed) return this.#endOfRequests();
    if (isFree && !this.#rest) {
      if (this.#front.closing) return this.#finish(false);
      this.#isIdle = true;
    }
    const tooMuch = this.#rest !== undefined && this.#rest.length > MOST_WAITING_BYTES;
    const hold =
      !this.#isFinished && (this.#isBlocked || this.#body?.isFull === true || (tooMuch && this.#parsed !== undefined));
    if (hold === this.#isPaused) return;
    this.#isPaused = hold;
    if (hold) this.#socket.pause();
    else this.#socket.resume();
  }

  /** Whether the client has to read first, or others have a turn. */
  #mustWait(served: number): boolean {
    const unread = this.#answers.unreadBytes > MOST_UNREAD_BYTES;
    if (!unread && served < MOST_AT_ONCE) return false;
    this.#isBlocked = true;
    if (!unread) setImmediate(() => this.#unblock());
    return true;
  }

  #unblock(): void {
    if (!this.#isBlocked) return;
    this.#isBlocked = false;
    this.#sinceMs = this.#front.sweep.nextMs;
    this.#safely(() => this.#goOn());
  }

  #goOn(): void {
    if (this.#rest) this.#work(this.#rest);
    else this.#settle();
  }

  /** Where the head ends; below 0: it is not complete. */
  #readHead(data: Buffer, at: number): number {
    let start = at;
    // Empty lines ahead of a request are read over (RFC 9112, section 2.2).
    while (data[start] === CR && data[start + 1] === LF) start += 2;
    if (start === data.length) return start;
    const end = data.indexOf(HEAD_END, start);
    const bytes = (end < 0 ? data.length : end + HEAD_END.length) - at;
    if (bytes > this.#front.limits.maxHeaderBytes) {
      this.#refuse(headTooLong());
      return -1;
    }
    if (end < 0) {
      const wrong = beginningProblem(data.toString("latin1", start));
      if (wrong !== undefined) this.#refuse(brokenRequest(wrong));
      return -1;
    }
    const parsed = this.#front.heads.parse(data.toString("latin1", start, end));
    if (typeof parsed === "string") {
      this.#refuse(brokenRequest(parsed));
      return -1;
    }
    return this.#begin(parsed, data, end + HEAD_END.length);
  }

  /** Begins a request whose head ends at `at`; answers up to where its body was taken. */
  #begin(parsed: ParsedHead, data: Buffer, at: number): number {
    this.#hasAsked = true;
    this.#parsed = parsed;
    this.#front.openRequests++;
    const { bodyBytes } = parsed;
    if (parsed.expects === "something else") {
      this.#refuse(expectationRefusal());
      return at;
    }
    if (bodyBytes === 0) {
      this.#start(parsed, undefined);
      return at;
    }
    if (bodyBytes > 0 && bodyBytes <= data.length - at) {
      this.#start(parsed, data.subarray(at, at + bodyBytes));
      return at + bodyBytes;
    }
    const body = new MessageBody(bodyBytes);
    this.#body = body;
    const end = this.#readBody(body, data, at);
    if (this.#body === body) this.#await(body, parsed);
    return end;
  }

  /** A body of which something is to come: is waited for, or handed over as it comes. */
  #await(body: MessageBody, parsed: ParsedHead): void {
    const { bodyBytes, head } = parsed;
    this.#unasked = false;
    if (parsed.expects === "continue") {
      // What is refused anyway must not be asked for.
      this.#unasked = this.#front.pipeline.refusesLength(head.url, bodyBytes);
      if (!this.#unasked) this.#answers.askForBody();
    }
    if (this.#unasked || bodyBytes === CHUNKED || bodyBytes > MOST_GATHERED_BYTES)
      this.#start(
        parsed,
        body.stream(() => this.#settleSoon()),
      );
  }

  #readBody(body: MessageBody, data: Buffer, at: number): number {
    let end: number;
    try {
      end = body.read(data, at);
    } catch (error) {
      if (!(error instanceof BrokenBody)) throw error;
      this.#refuse(brokenRequest(error.message));
      return data.length;
    }
    if (!body.ended) {
      if (body.wastedBytes > MOST_SKIPPED_BYTES && !this.#parsed) this.#finish(true);
      return end;
    }
    this.#body = undefined;
    if (this.#parsed && body.isGathered) this.#start(this.#parsed, body.bytes());
    return end;
  }

  /** The reader of a stream wants more, maybe in the middle of being given some. */
  #settleSoon(): void {
    if (this.#isPaused) setImmediate(() => this.#safely(() => this.#settle()));
  }

  #start(parsed: ParsedHead, body: RawRequest["body"]): void {
    const { front, facts } = { front: this.#front, facts: this.#facts };
    const client = front.proxies.clientOf(facts.peer, parsed.head.headers);
    const incoming = new IncomingRequest(parsed.head, client, facts, body);
    this.#incoming = incoming;
    if (this.#isHalfClosed) incoming.gone();
    let answer: RawResponse | Promise<RawResponse>;
    try {
      answer = front.pipeline.answer(incoming);
    } catch (error) {
      return this.#send(parsed, this.#failed(error));
    }
    if (answer instanceof Promise) answer.then(this.#answered, (error) => this.#answered(this.#failed(error)));
    else this.#send(parsed, answer);
  }

  readonly #answered = (answer: RawResponse): void => {
    // It was refused meanwhile, or the client went away.
    if (!this.#parsed || !this.#incoming) return;
    try {
      this.#send(this.#parsed, answer);
      this.#goOn();
    } catch (error) {
      this.#broken(error);
    }
  };

  #safely(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#broken(error);
    }
  }

  /** A fault of ours costs its connection, and nothing else. */
  #broken(error: unknown): void {
    this.#failed(error);
    this.#socket.destroy();
  }

  #failed(error: unknown): RawResponse {
    this.#front.log("error", error instanceof Error ? (error.stack ?? error.message) : String(error));
    return brokenPipeline();
  }

  #send(parsed: ParsedHead, answer: RawResponse): void {
    this.#endRequest();
    this.#sinceMs = this.#front.sweep.nextMs;
    const body = this.#body;
    body?.drop();
    const close =
      answer.close === true ||
      !parsed.keepAlive ||
      this.#front.closing ||
      (body !== undefined && (this.#unasked || body.wastedBytes > MOST_SKIPPED_BYTES));
    const connection = close ? "Connection: close\r\n" : keptAlive(parsed);
    const written = this.#answers.write(answer, connection, isHead(parsed));
    if (close || !written) this.#finish(body !== undefined);
  }

  /** Says why nothing behind this is read, unless that would be taken for the answer to something else. */
  #refuse(answer: RawResponse): void {
    const wasAnswered = this.#body !== undefined && !this.#parsed;
    const parsed = this.#parsed;
    const incoming = this.#incoming;
    this.#endRequest();
    if (!wasAnswered) this.#answers.write(answer, "Connection: close\r\n", isHead(parsed));
    this.#finish(true);
    this.#gone(incoming);
  }

  #endRequest(): void {
    if (this.#parsed) this.#front.openRequests--;
    this.#parsed = undefined;
    this.#incoming = undefined;
  }

  #gone(incoming: IncomingRequest | undefined): void {
    try {
      incoming?.gone();
    } catch (error) {
      this.#failed(error);
    }
  }

  /**
   * Ends it once everything is written. `lingers`: the client is still sending, and would not hear the answer if its
   * bytes met a closed socket.
   */
  #finish(lingers: boolean): void {
    this.#answers.flush();
    this.#isFinished = true;
    this.#rest = undefined;
    this.#body?.drop();
    this.#body = undefined;
    const socket = this.#socket;
    socket.end(() => {
      this.#sinceMs = this.#front.sweep.nextMs;
      if (!lingers || this.#isHalfClosed || this.#front.closing) socket.destroy();
    });
    this.#settle();
  }

  #halfClosed(): void {
    this.#isHalfClosed = true;
    if (this.#isFinished) {
      if (this.#socket.writableFinished) this.#socket.destroy();
      return;
    }
    // Whoever closes a socket, closes this half of it first. What is under way is answered nevertheless.
    this.#gone(this.#incoming);
    this.#settle();
  }

  /** The client sends nothing any more, and everything that it asked for is answered. */
  #endOfRequests(): void {
    const isEmpty = !this.#rest || (this.#rest.length === 1 && this.#rest[0] === CR);
    if (!isEmpty) this.#refuse(brokenRequest("the head ends early"));
    else this.#finish(false);
  }

  #closed(): void {
    const incoming = this.#incoming;
    this.#front.sweep.delete(this);
    this.#endRequest();
    this.#isFinished = true;
    this.#rest = undefined;
    this.#body?.drop();
    this.#body = undefined;
    this.#gone(incoming);
  }
}

function keptAlive({ isOld }: ParsedHead): ConnectionHeader {
  return isOld ? "Connection: keep-alive\r\n" : "";
}

function isHead(parsed: ParsedHead | undefined): boolean {
  return parsed?.head.method === "HEAD";
}
