/** What the head of a request at `/` says: where to, with which parameters, and how its answer is to be rendered. */
import { illegalArgument } from "../compat/errors.ts";
import { validationFailed } from "../compat/validation-failed.ts";
import { headerText, type HttpResponse, type RequestHead, type ResponseFormat } from "./exchange.ts";
import { type BodyMedia, type MediaHeaders, readMediaHeaders } from "./media-type.ts";
import { booleanParameter } from "./parameters.ts";
import { parseQueryString } from "./percent-decoding.ts";
import { mediaOfFormat, type RenderContext } from "./render-response.ts";

const PLAIN: ResponseFormat = { filterPath: undefined, pretty: false, human: false, format: "json" };

/** Filled step by step while it is read; never changed after that, as several requests may share it. */
export class ElasticsearchHead {
  readonly head: RequestHead;
  readonly method: string;
  /** Raw path, still percent-encoded. */
  readonly path: string;
  /** Whether bytes were sent as a body. */
  readonly hasSentBody: boolean;
  /** Header `X-Opaque-Id`. */
  readonly opaqueId: string | undefined;
  /** `Content-Encoding` of the body. */
  readonly contentEncoding: string | undefined;
  /** Deprecations that the head alone tells of. */
  readonly warnings = new Set<string>();
  readonly #query: string;
  #media: MediaHeaders = { body: undefined, accept: undefined, compatibleWith: undefined };
  /** Whether a parameter `source` is a body: elsewhere it is a part of the path. */
  #bodyInQuery = true;
  #parameters: Readonly<Record<string, string>> = {};
  #render = PLAIN;
  #context: RenderContext | undefined;
  #source: { readonly bytes: Uint8Array; readonly media: BodyMedia } | undefined;

  constructor(head: RequestHead, hasSentBody: boolean) {
    const url = head.url.startsWith("/") ? head.url : pathOfAbsoluteUrl(head.url);
    const mark = url.indexOf("?");
    this.head = head;
    this.method = head.method;
    this.path = mark < 0 ? url : url.slice(0, mark);
    this.#query = mark < 0 ? "" : url.slice(mark + 1);
    this.hasSentBody = hasSentBody;
    this.opaqueId = this.header("x-opaque-id");
    this.contentEncoding = this.header("content-encoding");
  }

  get parameters(): Readonly<Record<string, string>> {
    return this.#parameters;
  }

  get render(): ResponseFormat {
    return this.#render;
  }

  get compatibleWith(): number | undefined {
    return this.#media.compatibleWith;
  }

  get errorTrace(): boolean {
    const value = this.#parameters["error_trace"];
    return value === "" || value === "true";
  }

  /** Media of the body, or of the parameter in its place; undefined without either. */
  get contentType(): BodyMedia | undefined {
    return this.#source?.media ?? (this.hasSentBody ? this.#media.body : undefined);
  }

  /** The body that a parameter brings. */
  get bodyParameter(): Uint8Array | undefined {
    return this.#source?.bytes;
  }

  header(name: string): string | undefined {
    return headerText(this.head, name);
  }

  warn(message: string): void {
    this.warnings.add(message);
  }

  /** Reads `Content-Type` and `Accept`. */
  readHeaders(): void {
    this.#media = readMediaHeaders(this.header("content-type"), this.header("accept"), this.hasSentBody);
  }

  /** Reads the query string; path parameters win over those of the same name. */
  readParameters(pathParameters: Readonly<Record<string, string>>): void {
    const query = parseQueryString(this.#query);
    this.#parameters = { ...query, ...pathParameters };
    this.#bodyInQuery = !Object.hasOwn(pathParameters, "source");
    this.#render = { ...PLAIN, format: this.#responseMedia() };
    const parameters = this.#parameters;
    this.#render = {
      filterPath: parameters["filter_path"] || undefined,
      pretty: booleanParameter(parameters, "pretty", false),
      human: booleanParameter(parameters, "human", false),
      format: this.#render.format,
    };
    booleanParameter(parameters, "error_trace", false);
  }

  /** The refusal of a body without a supported `Content-Type`; undefined when all is well. */
  checkContentType(): HttpResponse | undefined {
    if (!this.hasSentBody || this.#media.body !== undefined) return undefined;
    const header = this.header("content-type");
    const error =
      header === undefined ? "Content-Type header is missing" : `Content-Type header [${header}] is not supported`;
    return { status: 406, body: { error, status: 406 } };
  }

  /** Takes the body from the parameter `source`, where none was sent. */
  readBodyParameter(): void {
    const { source, source_content_type: type } = this.#parameters;
    if (source === undefined || this.hasSentBody || !this.#bodyInQuery) return;
    if (type === undefined)
      throw validationFailed(["source and source_content_type parameters are required"], "validation_exception");
    const media = readMediaHeaders(type, undefined, false).body;
    if (media === undefined) throw illegalArgument(`Unknown value for source_content_type [${type}]`);
    this.#source = { bytes: Buffer.from(source), media };
  }

  /** How the answer is rendered, as far as the head is read. */
  context(): RenderContext {
    const known = this.#context;
    if (known?.render === this.#render) return known;
    const format = this.#parameters["format"];
    const named = mediaOfFormat(format);
    const { accept } = this.#media;
    const fromBody = this.header("content-type")?.toLowerCase().startsWith("application/vnd.elasticsearch+")
      ? "application/vnd.elasticsearch+"
      : "application/";
    const byAccept = accept?.header ?? `${this.#media.body ? fromBody : "application/"}${this.#render.format}`;
    const context: RenderContext = {
      method: this.method,
      parameters: this.#parameters,
      render: this.#render,
      contentType: named ? `application/${named}${parametersOf(accept?.header)}` : byAccept,
      wantsObject: format === undefined ? accept !== undefined && accept.media !== "text" : named !== undefined,
      opaqueId: this.opaqueId,
    };
    // Before the parameters are read, an answer may still turn out otherwise.
    if (this.#render !== PLAIN) this.#context = context;
    return context;
  }

  #responseMedia(): ResponseFormat["format"] {
    const named = mediaOfFormat(this.#parameters["format"]);
    if (named) return named;
    const { accept } = this.#media;
    if (accept) return accept.media === "text" ? "json" : accept.media;
    // Whether there is a body or not, as Elasticsearch does.
    const { body } = this.#media;
    return body === undefined || body === "ndjson" ? "json" : body;
  }
}

/** `;compatible-with=8` of `application/json;compatible-with=8`. */
function parametersOf(header: string | undefined): string {
  const semicolon = header?.indexOf(";") ?? -1;
  return semicolon < 0 ? "" : (header?.slice(semicolon) ?? "");
}

function pathOfAbsoluteUrl(url: string): string {
  const path = /^https?:\/\/[^/?]*(.*)$/i.exec(url)?.[1];
  return path === undefined ? url : path.startsWith("/") ? path : `/${path}`;
}
