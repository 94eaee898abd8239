/** The way of requests on a serving thread: answered here at once, or handed to main. */
import { Readable } from "node:stream";
import type { MaybeLater } from "../core/maybe-later.ts";
import type { Dialect } from "../http/dialect.ts";
import { headerText, type RawRequest, type RawResponse } from "../http/exchange.ts";
import { compressed } from "../http/render-response.ts";
import { Task } from "../tasks/task.ts";
import { MemoryBreakers } from "../breakers/memory-breakers.ts";
import { InflightRequest } from "../breakers/inflight-requests.ts";
import type { PortCalls } from "../transport/port-calls.ts";
import type { GrantedCallers } from "./granted-callers.ts";
import { taken } from "./handed-requests.ts";
import type { HandedAnswer, HandedRequest } from "./serving-messages.ts";

/** Longer bodies are main's, which counts them. */
const LONGEST_BODY_BYTES = 64 * 1024;

/** What the way leads over. */
export interface ShortWayDependencies {
  /** Knows the operations that are answered here, and no others. */
  readonly dialect: Dialect;
  /** To main. */
  readonly calls: PortCalls;
  readonly callers: GrantedCallers;
  /** Takes what main has posted: what was acknowledged to anybody is known here before the next answer. */
  catchUp(): void;
}

/** Nobody sees what is over before the next message is read. */
const UNSEEN = new Task(0, { type: "transport", action: "", description: "", headers: {}, cancellable: false }, 0, 0);
/** Small bodies are not counted. */
const UNCOUNTED = new InflightRequest(new MemoryBreakers(1), 0, true);

export class ShortWay {
  readonly #parts: ShortWayDependencies;
  #lastId = 0;

  constructor(parts: ShortWayDependencies) {
    this.#parts = parts;
  }

  answer(raw: RawRequest): RawResponse | Promise<RawResponse> {
    this.#parts.catchUp();
    return this.#here(raw) ?? this.#onMainThread(raw);
  }

  refusesLength(_url: string, bytes: number): boolean {
    return bytes > this.#parts.dialect.maxBodyBytes;
  }

  /** The answer, if it can be given here and now. Whatever goes wrong is left to main, which says what it is. */
  #here(raw: RawRequest): RawResponse | Promise<RawResponse> | undefined {
    const { head, body } = raw;
    if (body instanceof Readable || (body && body.length > LONGEST_BODY_BYTES)) return undefined;
    if ("content-encoding" in head.headers) return undefined;
    const packed = (answer: RawResponse): MaybeLater<RawResponse> =>
      compressed(answer, headerText(head, "accept-encoding"));
    const exchange = this.#parts.dialect.open(raw);
    try {
      exchange.readHead();
      if (exchange.route() || !exchange.target) return undefined;
      const principal = exchange.authenticate();
      if (principal instanceof Promise) {
        // The caller may be known next time.
        principal.catch(() => undefined);
        return undefined;
      }
      if (exchange.check()) return undefined;
      const answer = exchange.handle({ principal, task: UNSEEN, account: UNCOUNTED });
      // One that takes longer than it was thought to goes on in slices.
      return answer instanceof Promise ? answer.then(packed).catch(() => this.#onMainThread(raw)) : packed(answer);
    } catch {
      return undefined;
    }
  }

  async #onMainThread(raw: RawRequest): Promise<RawResponse> {
    const { calls, callers } = this.#parts;
    const { head, clientAddress, body } = raw;
    const id = ++this.#lastId;
    const request: HandedRequest = {
      id,
      method: head.method,
      url: head.url,
      headers: head.headers,
      clientAddress,
      secure: raw.secure ?? false,
      reachedAt: raw.reachedAt,
      // A view would bring all that lies around it along.
      body: body instanceof Readable ? "streamed" : body?.slice(),
    };
    raw.onGone(() => calls.notify("gone", [id]));
    const answer = calls.call<HandedAnswer>("answer", [request]);
    if (body instanceof Readable) this.#send(id, body).catch(() => calls.notify("gone", [id]));
    const { caller, ...handed } = await answer;
    if (caller) callers.grant(head.headers, clientAddress, caller);
    return taken(handed);
  }

  /** A body piece by piece, as fast as main reads it. */
  async #send(id: number, body: Readable): Promise<void> {
    const { calls } = this.#parts;
    for await (const piece of body as AsyncIterable<Uint8Array>)
      if (!(await calls.call<boolean>("piece", [id, piece.slice()]))) return;
    await calls.call<boolean>("piece", [id, null]);
  }
}
