/** What the parser of node:http refuses, and what it should: told as JSON; the connection ends. */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { errorResponse, illegalArgument, RequestError } from "../compat/errors.ts";
import type { RawResponse } from "./exchange.ts";
import { PROTOCOL_HEADERS } from "./render-response.ts";

/** Answers the parser's complaint on a socket that has no request. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket | Duplex): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const { status, headers, body } = refusal(brokenRequest(error.code));
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${[...lines, "Connection: close"].join("\r\n")}\r\n\r\n${Buffer.from(body).toString()}`,
  );
}

/**
 * The refusal of a request without one clear `Host` (RFC 9112, section 3.2), which the parser lets pass, or answers
 * without a body; undefined when all is well.
 */
export function hostRefusal({
  rawHeaders,
  httpVersion,
}: {
  readonly rawHeaders: readonly string[];
  readonly httpVersion: string;
}): RawResponse | undefined {
  let found = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name === undefined || name.length !== 4 || name.toLowerCase() !== "host") continue;
    if (++found > 1) return refusal(illegalArgument("invalid HTTP request [several Host headers]"));
    if (!HOST.test(rawHeaders[at + 1] ?? ""))
      return refusal(illegalArgument("invalid HTTP request [invalid Host header]"));
  }
  return found === 0 && httpVersion === "1.1"
    ? refusal(illegalArgument("invalid HTTP request [no Host header]"))
    : undefined;
}

/** 417: more is expected than that a body may come (RFC 9110, section 10.1.1). */
export function expectationRefusal(): RawResponse {
  return refusal(
    new RequestError(417, "illegal_argument_exception", "the only expectation that can be met is [100-continue]"),
  );
}

/** A name or an address, and a port (RFC 3986, section 3.2.2); an empty one may be. */
const HOST = /^(?:\[[\da-fA-F:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d{0,5})?$/;

function refusal(error: RequestError): RawResponse {
  const body = Buffer.from(JSON.stringify(errorResponse(error)));
  return {
    status: error.status,
    headers: { ...PROTOCOL_HEADERS, "Content-Type": "application/json", "Content-Length": String(body.length) },
    body,
    close: true,
  };
}

function brokenRequest(code: string | undefined): RequestError {
  if (code === "HPE_HEADER_OVERFLOW")
    return new RequestError(
      400,
      "too_long_http_header_exception",
      "HTTP header is larger than the limit (http.max_header_size).",
    );
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new RequestError(408, "request_timeout_exception", "the request was not complete in time");
  return illegalArgument(`invalid HTTP request${code ? ` [${code}]` : ""}`);
}
