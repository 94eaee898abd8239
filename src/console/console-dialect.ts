/**
 * The web console on the way of requests: `/ui/` for who asks for a page, its files below `/ui/a/`, and `/` for who
 * comes by a browser. Whatever else is called `ui` is an index: its paths stay its own. Everybody may have these files;
 * what they ask of the server is asked by the person who uses them.
 */
import { AssertionError } from "../core/assert.ts";
import type { Principal } from "../security/principal.ts";
import type { Dialect, Exchange } from "../http/dialect.ts";
import { BodyTooLong } from "../http/request-body.ts";
import { headerText, type RawRequest, type RawResponse, type RequestHead } from "../http/exchange.ts";
import type { Coding, ConsoleFiles } from "./console-files.ts";

/** The page where people sign in, and the one where the server asks nobody. */
export type ConsolePage = "index.html" | "unsecured.html";

const PAGE_PATH = "/ui/";
const FILES_PATH = "/ui/a/";

/** Scripts and styles are files of ours alone; no page of others may frame it, and no text becomes markup. */
const SECURITY_HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none'; " +
    "frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
};
const NOT_BUILT = "The console is not part of this build: `npm run build` makes it.\n";
const NO_BYTES = new Uint8Array(0);

/** The dialect of the console over what the build left. */
export function consoleDialect(files: ConsoleFiles, page: ConsolePage): Dialect {
  return {
    prefix: "",
    takes: (head) => answerTo(head, files, page) !== undefined,
    maxBodyBytes: 0,
    open: (raw) => new ConsoleExchange(raw, files, page),
  };
}

/** What there is for a request. */
type Found = { readonly name: string; readonly type: string | undefined } | "redirect" | undefined;

function answerTo(head: RequestHead, files: ConsoleFiles, page: ConsolePage): Found {
  const { method, url } = head;
  if (method !== "GET" && method !== "HEAD") return undefined;
  if (url === "/")
    return wantsPage(head) && isNavigation(head) && files.typeOf(page) !== undefined ? "redirect" : undefined;
  if (!url.startsWith(PAGE_PATH)) return undefined;
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  if (path === PAGE_PATH) return wantsPage(head) ? { name: page, type: files.typeOf(page) } : undefined;
  if (!path.startsWith(FILES_PATH)) return undefined;
  const name = path.slice(FILES_PATH.length);
  const type = name.endsWith(".html") ? undefined : files.typeOf(name);
  return type === undefined ? undefined : { name, type };
}

function wantsPage(head: RequestHead): boolean {
  return headerText(head, "accept")?.includes("text/html") === true;
}

/** A person opened the address. */
function isNavigation(head: RequestHead): boolean {
  return headerText(head, "sec-fetch-mode") === "navigate";
}

/** One request for a page or a file: answered at once, to whoever asks. */
class ConsoleExchange implements Exchange {
  readonly description = "";
  readonly target = undefined;
  readonly #raw: RawRequest;
  readonly #files: ConsoleFiles;
  readonly #page: ConsolePage;

  constructor(raw: RawRequest, files: ConsoleFiles, page: ConsolePage) {
    this.#raw = raw;
    this.#files = files;
    this.#page = page;
  }

  /** No header decides how the rest is read. */
  readHead(): void {}

  route(): RawResponse {
    const { head } = this.#raw;
    const found = answerTo(head, this.#files, this.#page);
    if (found === undefined || found === "redirect") return this.#answer(302, { Location: PAGE_PATH }, NO_BYTES);
    if (found.type === undefined)
      return this.#answer(404, { "Content-Type": "text/plain; charset=utf-8" }, Buffer.from(NOT_BUILT));
    const coding = codingOf(headerText(head, "accept-encoding"));
    const headers = {
      ...SECURITY_HEADERS,
      "Content-Type": found.type,
      // Names of files change with what is in them; the page names them, and is asked for each time.
      "Cache-Control": found.name === this.#page ? "no-cache" : "public, max-age=31536000, immutable",
      Vary: "Accept-Encoding",
      ...(coding === "identity" ? {} : { "Content-Encoding": coding }),
    };
    return this.#answer(200, headers, this.#files.read(found.name, coding));
  }

  authenticate(): Principal {
    throw new AssertionError("the route of the console answers");
  }

  check(): undefined {
    throw new AssertionError("the route of the console answers");
  }

  handle(): RawResponse {
    throw new AssertionError("the route of the console answers");
  }

  failed(error: unknown): RawResponse {
    return this.#answer(error instanceof BodyTooLong ? 413 : 500, {}, NO_BYTES);
  }

  #answer(status: number, headers: RawResponse["headers"], body: Uint8Array): RawResponse {
    return {
      status,
      headers: { "X-Content-Type-Options": "nosniff", ...headers, "Content-Length": String(body.length) },
      body: this.#raw.head.method === "HEAD" ? NO_BYTES : body,
    };
  }
}

function codingOf(accepted: string | undefined): Coding {
  const codings = (accepted ?? "").split(",").map((part) => part.trim().toLowerCase());
  if (codings.some((coding) => coding === "br")) return "br";
  return codings.some((coding) => coding === "gzip" || coding === "gzip;q=1.0") ? "gzip" : "identity";
}
