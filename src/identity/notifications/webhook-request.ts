/** Sends a body to a webhook, at an address that was judged. Redirects are not followed. */
import type { LookupAddress } from "node:dns";
import { type ClientRequest, type IncomingMessage, request as httpRequest, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { type AddressRules, judgedAddress, lookupOf, RefusedHost } from "../../outgoing/judged-address.ts";
import { DeliveryError } from "./delivery-error.ts";

/** What is sent, and where to. */
export interface WebhookCall {
  readonly url: string;
  readonly body: string;
  /** Stays the same when the call is repeated, so that the receiver can tell. */
  readonly idempotencyKey: string;
  readonly signal?: AbortSignal | undefined;
}

/** How webhooks are reached. */
export interface WebhookOptions extends AddressRules {
  /** For the whole call. */
  readonly timeoutMs: number;
  readonly userAgent: string;
}

// Answers are not looked at; this much is taken so that the connection ends in order.
const MAXIMUM_ANSWER_BYTES = 64 * 1024;

/** Answers the status, below 300; throws DeliveryError for anything else. */
export async function callWebhook(call: WebhookCall, options: WebhookOptions): Promise<number> {
  const url = webhookUrl(call.url);
  const deadline = new AbortController();
  const late = setTimeout(() => deadline.abort(), options.timeoutMs);
  const giveUp = (): void => deadline.abort();
  call.signal?.addEventListener("abort", giveUp);
  if (call.signal?.aborted) giveUp();
  try {
    const address = await judgedAddress(url, options, deadline.signal);
    const status = await sent(url, address, call, { signal: deadline.signal, userAgent: options.userAgent });
    if (status >= 400) throw new DeliveryError(`${maskedUrl(call.url)} answered with status ${status}.`);
    if (status >= 300)
      throw new DeliveryError(
        `${maskedUrl(call.url)} answered with status ${status}, a redirect, which is not followed.`,
      );
    return status;
  } catch (error) {
    if (error instanceof DeliveryError) throw error;
    if (error instanceof RefusedHost)
      throw new DeliveryError(`${error.message}; webhooks to others need WARDEX_WEBHOOK_ALLOW_PRIVATE=true.`);
    if (deadline.signal.aborted)
      throw new DeliveryError(`${maskedUrl(call.url)} did not answer within ${options.timeoutMs / 1000} seconds.`);
    throw new DeliveryError(`${maskedUrl(call.url)} cannot be reached: ${codeOf(error)}`);
  } finally {
    clearTimeout(late);
    call.signal?.removeEventListener("abort", giveUp);
  }
}

/** An address without what may be a secret in it: user, path and query. */
export function maskedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url ? `${url.protocol}//${url.host}/…` : "The webhook";
}

function webhookUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:"))
    throw new DeliveryError("The webhook's address is not one of http or https.");
  return url;
}

function sent(
  url: URL,
  address: LookupAddress,
  call: WebhookCall,
  { signal, userAgent }: { signal: AbortSignal; userAgent: string },
): Promise<number> {
  const options: RequestOptions = {
    method: "POST",
    // A connection of its own, so that no other call finds one to an address that it did not judge.
    agent: false,
    lookup: lookupOf(address),
    signal,
    headers: {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(call.body),
      "User-Agent": userAgent,
      "Idempotency-Key": call.idempotencyKey,
    },
  };
  return new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage): void => drain(response, resolve);
    const request: ClientRequest =
      url.protocol === "https:" ? httpsRequest(url, options, answered) : httpRequest(url, options, answered);
    request.on("error", reject);
    request.end(call.body);
  });
}

/** Takes what the answer brings, up to a limit, and tells its status. */
function drain(response: IncomingMessage, told: (status: number) => void): void {
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAXIMUM_ANSWER_BYTES) response.destroy();
  });
  // The status is what counts, however the body ends.
  response.on("error", () => undefined);
  response.on("close", () => told(response.statusCode ?? 0));
}

/** `ECONNREFUSED` and the like: messages of the system may name what a caller should not learn. */
function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown error";
}
