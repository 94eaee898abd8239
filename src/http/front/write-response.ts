/** The text in front of a body: status line and headers. */
import { assert } from "../../core/assert.ts";
import { type Clock, systemClock } from "../../core/clock.ts";
import type { RawResponse } from "../exchange.ts";

const REASONS: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  203: "Non-Authoritative Information",
  204: "No Content",
  206: "Partial Content",
  300: "Multiple Choices",
  301: "Moved Permanently",
  302: "Found",
  303: "See Other",
  304: "Not Modified",
  307: "Temporary Redirect",
  308: "Permanent Redirect",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  411: "Length Required",
  412: "Precondition Failed",
  413: "Payload Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  416: "Range Not Satisfiable",
  417: "Expectation Failed",
  422: "Unprocessable Entity",
  423: "Locked",
  424: "Failed Dependency",
  426: "Upgrade Required",
  428: "Precondition Required",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
  507: "Insufficient Storage",
};
const STATUS_LINES: readonly string[] = Array.from(
  { length: 600 },
  (_, status) => `HTTP/1.1 ${status} ${REASONS[status] ?? ""}\r\n`,
);
/** What would end a header, or cannot be sent as one byte. */
const UNSAFE = /[^\t -~\u0080-\u00ff]/;

/** The header `Date`, whose text is made once a second. */
class DateHeader {
  readonly #clock: Clock;
  #second = 0;
  #line = "";

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get line(): string {
    const second = Math.floor(this.#clock.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#line = `Date: ${new Date(second * 1000).toUTCString()}\r\n`;
    }
    return this.#line;
  }
}

const date = new DateHeader(systemClock);

/** What is said of the connection; nothing where HTTP/1.1 goes on. */
export type ConnectionHeader = "" | "Connection: close\r\n" | "Connection: keep-alive\r\n";

/** Whether a body may stand behind the head of an answer, to whatever method. */
export function mayHaveBody(status: number): boolean {
  return status >= 200 && status !== 204 && status !== 304;
}

/** Status line and headers with the empty line behind them, as one-byte text. */
export function responseHead({ status, headers, body }: RawResponse, connection: ConnectionHeader): string {
  let text = STATUS_LINES[status];
  assert(text, "an answer has a status");
  let hasLength = false;
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === "string") {
      if (name === "Content-Length") {
        // RFC 9110, section 8.6.
        if (status === 204) continue;
        hasLength = true;
      }
      text += headerLine(name, value);
    } else if (value !== undefined) {
      for (const one of value) text += headerLine(name, one);
    }
  }
  if (!hasLength && mayHaveBody(status)) text += `Content-Length: ${body.length}\r\n`;
  return `${text}${date.line}${connection}\r\n`;
}

function headerLine(name: string, value: string): string {
  assert(!UNSAFE.test(value), `the header ${name} can be sent`);
  return `${name}: ${value}\r\n`;
}
