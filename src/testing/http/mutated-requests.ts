/** Streams of requests with faults: what a front must read, or refuse, as another one does. By a seed. */

/** Pseudorandom numbers below a bound (mulberry32). */
export type Draw = (below: number) => number;

/** The same numbers for the same seed. */
export function draws(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const METHODS = ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "M-SEARCH", "CONNECT", "get", "SMUGGLE"];
const TARGETS = [
  "/", "/_search", "/i/_doc/a%2Fb?routing=x&q=a+b", "/a#b?c", '/"<>\\^`{|}', "*", "http://a", "http://a:80/x?y#z",
  "http://[::1]/", "https://u@a/", "/a\u00e9", "//x", "a", "h2ttp://a/", "/a\tb", "",
]; // prettier-ignore
const FIELDS = [
  "Host: a", "Host: a", "host: b:9200", "Host: a b", "Host:", "Accept: */*", "Accept:text/plain", "X-One: a", "X-One: b",
  "X-One:", "x-two: \ta \t", "Cookie: a=b", "Cookie: c=d", "Set-Cookie: a", "Content-Type: application/json",
  "Content-Type: text/plain", "Authorization: Basic eA==", "Authorization: b", "User-Agent: x", "X-Opaque-Id: \u00ff",
  "__proto__: x", "constructor: y", "Connection: close", "Connection: keep-alive", "Connection: x, Close",
  "Connection: closed", "Proxy-Connection: close", "Expect: 100-continue", "Expect: more", "Content-Length: 0",
  "Content-Length: 3", "Content-Length: 3 ", "Content-Length: 03", "Content-Length: 5", "Content-Length: +3",
  "Transfer-Encoding: chunked", "Transfer-Encoding: Chunked", "Transfer-Encoding: gzip, chunked",
  "Transfer-Encoding: identity", "Transfer-Encoding:", "Referer: a", "Referer: b", "Age: 1", "Age: 2", "ETag: a", "Etag: b",
  "If-None-Match: a", "If-None-Match: b", "Range: a", "Date: a", "Date: b", "Vary: a", "Via: a", "Via: b",
  "Retry-After: 1", "Retry-After: 2", "Server: a", "Server: b", "Max-Forwards: 1", "Max-Forwards: 2",
]; // prettier-ignore
const TOKENS = [
  "\r\n", "\r\n\r\n", "\r", "\n", "\n\n", " ", "  ", "\t", ":", ";", ",", "\0", "\u000b", "\u007f", "\u00ff", "chunked",
  "0\r\n\r\n", "0", "3", "a", "Content-Length: 3\r\n", "Transfer-Encoding: chunked\r\n", "Host: b\r\n", "0x", "+", "-",
  "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/0.9", " HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "/", "?", "#", "=",
  '"', "\r\n ", "\r\n\t", ";a=b", ';a="b"', "ffffffffffffffffff", "Connection: close\r\n", "X: y\r\n", "@", "[", "(",
]; // prettier-ignore
const CHUNKS = ["3\r\nabc\r\n", "1;x\r\na\r\n", '2;x=y;z="a b"\r\nab\r\n', "0A\r\n0123456789\r\n", "00001\r\nb\r\n"];
const TRAILERS = [
  "",
  "",
  "",
  "Host: b\r\n",
  "X-One: a\r\n",
  "Content-Length: 3\r\n",
  "bad\r\n",
  "X-Two: b\r\nX-Three:\r\n",
];

/** One to three requests, mostly with a fault or two; one character for each byte. */
export function mutatedStream(draw: Draw): string {
  let text = "";
  for (let count = draw(3) + 1; count > 0; count--) text += wellFormed(draw);
  // Some stay as they are: what is right must pass.
  for (let faults = draw(4); faults > 0; faults--) text = mutated(text, draw);
  return text;
}

/** A stream cut into pieces as a network could. */
export function pieces(text: string, draw: Draw): Buffer[] {
  const bytes = Buffer.from(text, "latin1");
  const cut: Buffer[] = [];
  const longest = [4000, 4000, 4000, 40, 40, 4][draw(6)] ?? 1;
  for (let at = 0; at < bytes.length;) {
    const length = draw(longest) + 1;
    cut.push(bytes.subarray(at, at + length));
    at += length;
  }
  return cut;
}

function wellFormed(draw: Draw): string {
  const one = (list: readonly string[]): string => list[draw(list.length)] ?? "";
  // The rare ones are rare: most streams are to be read to their end.
  const kind = draw(4);
  const drawn = METHODS[draw(draw(8) === 0 ? METHODS.length : 8)] ?? "";
  // A refusal of HEAD does not say why.
  const method = drawn === "HEAD" && kind < 2 ? "LINK" : drawn;
  const target = TARGETS[draw(draw(8) === 0 ? TARGETS.length : 10)] ?? "";
  const version = draw(12) === 0 ? "HTTP/1.0" : "HTTP/1.1";
  const fields = ["Host: a"];
  for (let count = draw(4); count > 0; count--) {
    const field = one(FIELDS);
    if (!/^(?:host|content-length|transfer|expect|connection)/i.test(field) || draw(6) === 0) fields.push(field);
  }
  let body = "";
  if (kind === 0) {
    body = "{}\r\n".repeat(draw(20)).slice(0, draw(40));
    fields.push(`Content-Length: ${body.length}`);
  } else if (kind === 1) {
    fields.push("Transfer-Encoding: chunked");
    for (let count = draw(4); count > 0; count--) body += draw(40) === 0 ? "1;;x\r\na\r\n" : one(CHUNKS);
    body += `0\r\n${one(TRAILERS)}\r\n`;
  }
  if (draw(5) === 0) fields.reverse();
  return `${method} ${target} ${version}\r\n${fields.join("\r\n")}\r\n\r\n${body}`;
}

function mutated(text: string, draw: Draw): string {
  const at = draw(text.length + 1);
  const end = Math.min(text.length, at + draw(draw(3) === 0 ? 30 : 3) + 1);
  const token = TOKENS[draw(TOKENS.length)] ?? "";
  switch (draw(6)) {
    case 0:
      return text.slice(0, at) + text.slice(end);
    case 1:
      return text.slice(0, at) + token + text.slice(at);
    case 2:
      return text.slice(0, at) + token + text.slice(end);
    case 3:
      return text.slice(0, end) + text.slice(at);
    case 4: {
      const field = FIELDS[draw(FIELDS.length)] ?? "";
      const line = text.indexOf("\r\n", at);
      return line < 0 ? text : `${text.slice(0, line)}\r\n${field}${text.slice(line)}`;
    }
    default:
      return text.slice(0, at) + String.fromCharCode(draw(256)) + text.slice(at + 1);
  }
}
