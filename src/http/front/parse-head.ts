/**
 * Request line and fields of a message (RFC 9112), from one-byte text. Strict: what two readers could take for two
 * different requests is refused. It refuses what the parser of node:http refuses, and beyond that: several spaces in
 * the request line, HTTP/0.9 and 2.0, codings other than `chunked`, chunks in HTTP/1.0, any `Transfer-Encoding` that is
 * there but says nothing, and a request without one clear `Host`.
 */
import type { RequestHead } from "../exchange.ts";

/** Instead of a length: the body comes in chunks. */
export const CHUNKED = -1;

/** What a head says of its message. Never changed. */
export interface ParsedHead {
  readonly head: RequestHead & { notes: unknown[] | undefined };
  /** Bytes of the body; 0: there is none; CHUNKED. */
  readonly bodyBytes: number;
  /** Whether the connection goes on after the answer. */
  readonly keepAlive: boolean;
  /** HTTP/1.0: a connection that goes on must be told to. */
  readonly isOld: boolean;
  /** `100-continue`, or something that cannot be met. */
  readonly expects: "nothing" | "continue" | "something else";
}

/** What the fields of a head say, whatever its request line. */
export interface ParsedFields {
  readonly headers: RequestHead["headers"];
  readonly bodyBytes: number;
  /** Tokens of `Connection`. */
  readonly closes: boolean;
  readonly keepsAlive: boolean;
  readonly hasHost: boolean;
  readonly expects: ParsedHead["expects"];
}

/** Those that node:http knows, but for `CONNECT`, which asks for a tunnel. */
const METHODS: ReadonlySet<string> = new Set(
  (
    "DELETE GET HEAD POST PUT OPTIONS TRACE COPY LOCK MKCOL MOVE PROPFIND PROPPATCH SEARCH UNLOCK BIND REBIND UNBIND " +
    "ACL REPORT MKACTIVITY CHECKOUT MERGE M-SEARCH NOTIFY SUBSCRIBE UNSUBSCRIBE PATCH PURGE MKCALENDAR LINK UNLINK " +
    "SOURCE"
  ).split(" "),
);
/** Fields of which the first one counts, as with node:http; others are joined. */
const FIRST_COUNTS: ReadonlySet<string> = new Set(
  (
    "age authorization content-type etag expires from if-modified-since if-unmodified-since last-modified location " +
    "max-forwards proxy-authorization referer retry-after server user-agent"
  ).split(" "),
);
/** Whoever read these behind a body as fields of the head would take the message, or the next one, for another. */
const HEAD_ONLY: ReadonlySet<string> = new Set(
  "content-length transfer-encoding host connection proxy-connection".split(" "),
);
const REQUEST_LINE = /^([A-Z-]+) ([!-~]+) HTTP\/1\.([01])$/;
/** Path, `*`, or an address with scheme and host. */
const TARGET = /^(?:[/*]|[A-Za-z]+:\/\/(?:[\w.~!$&'()*+,;=:%-]*@)?[\w.~!$&'()*+,;=:%[\]-]*(?:[/?]|$))/;
const FIELD = /^([!#$%&'*+\-.^_`|~\dA-Za-z]+):[ \t]*([\t -~\u0080-\u00ff]*)$/;
/** A name or an address, and a port (RFC 3986, section 3.2.2); an empty one may be. */
const HOST = /^(?:\[[\da-fA-F:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d{0,5})?$/;
const LENGTH = /^\d+$/;
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;
/** A request line so far: what it can still become. */
const BEGUN_LINE = /^[A-Z-]{1,11}(?: (?:[!-~]+(?: (?:H(?:T(?:T(?:P(?:\/(?:1(?:\.(?:[01]\r?)?)?)?)?)?)?)?)?)?)?)?$/;

/** The request line apart: method, target, minor version; or what is wrong with it. */
export function parseRequestLine(line: string): { method: string; url: string; isOld: boolean } | string {
  const [, method = "", url = "", minor] = REQUEST_LINE.exec(line) ?? [];
  if (method === "") return "malformed request line";
  if (!METHODS.has(method)) return "unknown method";
  if (!TARGET.test(url)) return "malformed target";
  return { method, url, isOld: minor === "0" };
}

/** Why the first bytes of a head, which is not complete, cannot become one; undefined: they can. */
export function beginningProblem(text: string): string | undefined {
  const end = text.indexOf("\r\n");
  if (end < 0) return text === "" || text === "\r" || BEGUN_LINE.test(text) ? undefined : "malformed request line";
  const line = parseRequestLine(text.slice(0, end));
  if (typeof line === "string") return line;
  return /\r[^\n]|(?:^|[^\r])\n/.test(text.slice(end)) ? "malformed header" : undefined;
}

/** The lines behind the request line; or what is wrong with them. */
export function parseFields(lines: readonly string[]): ParsedFields | string {
  const reader = new FieldReader();
  for (const line of lines) {
    const wrong = reader.read(line);
    if (wrong !== undefined) return wrong;
  }
  return reader.result();
}

/** What is wrong with a line behind the last chunk; undefined: nothing. Such fields are read over. */
export function trailerProblem(line: string): string | undefined {
  const name = FIELD.exec(line)?.[1]?.toLowerCase();
  if (name === undefined) return "malformed trailer";
  return HEAD_ONLY.has(name) ? `trailer ${name}` : undefined;
}

class FieldReader {
  readonly #headers = new Map<string, string | string[]>();
  #length: number | undefined;
  #chunked = false;
  #connection = "";

  /** What is wrong with a line; undefined: nothing. */
  read(line: string): string | undefined {
    const [, name = "", padded = ""] = FIELD.exec(line) ?? [];
    if (name === "") return "malformed header";
    const key = name.toLowerCase();
    const value = withoutPadding(padded);
    const before = this.#headers.get(key);
    if (key === "content-length" || key === "transfer-encoding") {
      const wrong = key === "content-length" ? this.#readLength(padded) : this.#readCoding(padded);
      if (wrong !== undefined) return wrong;
    } else if (key === "host") {
      if (before !== undefined) return "several Host headers";
      if (!HOST.test(value)) return "invalid Host header";
    } else if (key === "connection" || key === "proxy-connection") {
      // Of the second name, which no standard knows, only the end of the connection is believed.
      if (key === "connection" || hasToken(value, "close")) this.#connection += `,${value}`;
    }
    if (before === undefined) this.#headers.set(key, key === "set-cookie" ? [value] : value);
    else if (typeof before !== "string") before.push(value);
    else if (key === "cookie") this.#headers.set(key, `${before}; ${value}`);
    else if (!FIRST_COUNTS.has(key)) this.#headers.set(key, `${before}, ${value}`);
    return undefined;
  }

  result(): ParsedFields | string {
    if (this.#chunked && this.#length !== undefined) return "Content-Length beside Transfer-Encoding";
    const expect = this.#headers.get("expect");
    return {
      headers: Object.fromEntries(this.#headers),
      bodyBytes: this.#chunked ? CHUNKED : (this.#length ?? 0),
      closes: hasToken(this.#connection, "close"),
      keepsAlive: hasToken(this.#connection, "keep-alive"),
      hasHost: this.#headers.has("host"),
      expects: expect === undefined ? "nothing" : CONTINUE.test(String(expect)) ? "continue" : "something else",
    };
  }

  /** Spaces may stand behind it, as node:http says, but no tab. */
  #readLength(padded: string): string | undefined {
    const text = padded.replace(/ +$/, "");
    if (this.#length !== undefined) return "several Content-Length headers";
    const length = LENGTH.test(text) ? Number(text) : Infinity;
    if (length > Number.MAX_SAFE_INTEGER) return "invalid Content-Length";
    this.#length = length;
    return undefined;
  }

  /** Other codings would have to be undone in their order, and nobody sends them. */
  #readCoding(padded: string): string | undefined {
    if (this.#chunked || padded.replace(/ +$/, "").toLowerCase() !== "chunked") return "invalid Transfer-Encoding";
    this.#chunked = true;
    return undefined;
  }
}

function hasToken(list: string, token: string): boolean {
  if (list === "") return false;
  return list.split(",").some((part) => withoutPadding(part).toLowerCase() === token);
}

/** Without spaces and tabs around it; `trim` would take more. */
function withoutPadding(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isPadding(text.charCodeAt(start))) start++;
  while (end > start && isPadding(text.charCodeAt(end - 1))) end--;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

function isPadding(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
