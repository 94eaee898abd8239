/**
 * Calls of services: JSON in, JSON out. Bounded in time, in the size of an answer, and in how many run at once.
 * Redirects are not followed, so that a key goes nowhere but where it was meant to, and the address is judged: whoever
 * may make endpoints reaches no more from here than from elsewhere.
 */
import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Json } from "../core/json.ts";
import { isJsonObject } from "../core/json.ts";
import { type AddressRules, judgedAddress, lookupOf, RefusedHost } from "../outgoing/judged-address.ts";
import { statusError } from "./endpoint.ts";

/** What is asked. */
export interface HttpCall {
  /** The endpoint that asks, for what goes wrong. */
  readonly id: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
}

/** Asks a service. Throws RequestError. */
export type HttpCaller = (call: HttpCall) => Promise<Json>;

/** `xpack.inference.http.max_response_size` */
export const MOST_RESPONSE_BYTES = 50 * 1024 ** 2;
/** `xpack.inference.http.max_connections` */
export const MOST_CALLS = 50;
/** What is shown of an answer that says what was wrong. */
const MOST_MESSAGE = 1_000;

/** Calls that run at once, for the whole server. */
export class HttpCalls {
  readonly #userAgent: string;
  readonly #rules: AddressRules;
  #running = 0;

  constructor(userAgent: string, rules: AddressRules) {
    this.#userAgent = userAgent;
    this.#rules = rules;
  }

  /** Calls that end when `signal` does. */
  within(signal: AbortSignal): HttpCaller {
    return (call) => this.#call(call, signal);
  }

  async #call(call: HttpCall, signal: AbortSignal): Promise<Json> {
    if (this.#running >= MOST_CALLS)
      throw statusError(
        429,
        `Failed to send request from inference entity id [${call.id}]: ${MOST_CALLS} requests are under way`,
      );
    this.#running++;
    try {
      const { status, text } = await this.#sent(call, signal);
      if (status < 200 || status > 299) throw refused(call.id, status, text);
      return parsed(call.id, text);
    } catch (error) {
      if (error instanceof RefusedHost)
        throw statusError(
          400,
          `Failed to send request from inference entity id [${call.id}]: ${error.message}; endpoints at others need --inference-allow-private on`,
        );
      if (!(error instanceof Error) || !("code" in error) || signal.aborted) throw error;
      throw statusError(400, `Failed to send request from inference entity id [${call.id}]: ${String(error.code)}`);
    } finally {
      this.#running--;
    }
  }

  async #sent({ url: address, headers, body }: HttpCall, signal: AbortSignal): Promise<Answered> {
    const text = JSON.stringify(body);
    const url = new URL(address);
    const options: RequestOptions = {
      method: "POST",
      // A connection of its own, so that no other call finds one to an address that it did not judge.
      agent: false,
      lookup: lookupOf(await judgedAddress(url, this.#rules, signal)),
      signal,
      headers: {
        ...headers,
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(text),
        "User-Agent": this.#userAgent,
      },
    };
    return answerTo(url, options, text);
  }
}

interface Answered {
  readonly status: number;
  readonly text: string;
}

function answerTo(url: URL, options: RequestOptions, text: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage): void => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= MOST_RESPONSE_BYTES) return void chunks.push(chunk);
        reject(statusError(400, `the answer has more than [${MOST_RESPONSE_BYTES}] bytes`));
        response.destroy();
      });
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }),
      );
    };
    const request =
      url.protocol === "https:" ? httpsRequest(url, options, answered) : httpRequest(url, options, answered);
    request.on("error", reject);
    request.end(text);
  });
}

function parsed(id: string, text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw statusError(400, `Failed to parse the answer for inference entity id [${id}]: it is not JSON`);
  }
}

/** What a status of the service means (`BaseResponseHandler`). */
function refused(id: string, status: number, text: string): ReturnType<typeof statusError> {
  const kind =
    status === 401 || status === 403
      ? "Received an authentication error status code"
      : status === 429
        ? "Received a rate limit status code"
        : status === 413
          ? "Received a content too large status code"
          : status >= 500
            ? "Received a server error status code"
            : status >= 300 && status < 400
              ? "Unhandled redirection"
              : "Received an unsuccessful status code";
  const told = messageOf(text);
  const reason = `${kind} for request from inference entity id [${id}] status [${status}]`;
  const code = status >= 400 && status < 500 ? status : 400;
  return statusError(code, told === undefined ? reason : `${reason}. Error message: [${told}]`);
}

function messageOf(text: string): string | undefined {
  try {
    const body = JSON.parse(text) as Json;
    if (!isJsonObject(body)) return undefined;
    const error = body["error"];
    const told = isJsonObject(error ?? null) ? (error as { message?: Json }).message : error;
    return typeof told === "string" ? told.slice(0, MOST_MESSAGE) : undefined;
  } catch {
    return undefined;
  }
}
