/** Requests to an engine in this process, as a client sends them. */
import type { RawResponse } from "../src/http/exchange.ts";
import type { Engine } from "../src/server/engine.ts";

// What a server answers has no type before it is looked at; tests look.
// oxlint-disable-next-line no-explicit-any
type Body = any;

export interface Caller {
  call(method: string, url: string, body?: unknown): Promise<{ readonly status: number; readonly body: Body }>;
  /** What an error says; the body of anything else. */
  told(method: string, url: string, body?: unknown): Promise<unknown>;
}

export function callerOf({ pipeline }: Pick<Engine, "pipeline">, headers: object = {}): Caller {
  const call: Caller["call"] = async (method, url, body) => {
    const answer = await pipeline.answer({
      head: { method, url, headers: { "content-type": "application/json", ...headers } },
      clientAddress: "127.0.0.1",
      body: body === undefined ? undefined : Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
      onGone: () => undefined,
    });
    const { status, body: bytes }: RawResponse = answer;
    const text = Buffer.from(bytes).toString();
    return { status, body: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text };
  };
  return {
    call,
    async told(method, url, body) {
      const answer = await call(method, url, body);
      const { error } = answer.body;
      return error === undefined ? [answer.status, answer.body] : [answer.status, error.type, error.reason];
    },
  };
}
