/** What was read so far of one request at `/`, and how its answer is to be rendered. */
import { systemClock } from "../core/clock.ts";
import { illegalArgument, RequestError } from "../compat/errors.ts";
import type { Json } from "../core/json.ts";
import type { Run } from "./dialect.ts";
import {
  announcedBytes,
  headerText,
  type HttpRequest,
  type HttpResponse,
  type RawRequest,
  type ResponseFormat,
} from "./exchange.ts";
import { type BodyMedia, type MediaHeaders, readMediaHeaders } from "./media-type.ts";
import { booleanParameter } from "./parameters.ts";
import { parseBody } from "./parse-body.ts";
import { parseQueryString } from "./percent-decoding.ts";
import { mediaOfFormat, type RenderContext } from "./render-response.ts";
import { RequestBody } from "./request-body.ts";

const PLAIN: ResponseFormat = { filterPath: undefined, pretty: false, human: false, format: "json" };

/** Mutable; lives as long as its request. */
export class ElasticsearchRequest {
  readonly raw: RawRequest;
  readonly method: string;
  /** Raw path, still percent-encoded. */
  readonly path: string;
  readonly startedMs = systemClock.monotonicMs();
  readonly #query: string;
  readonly #limitBytes: number;
  readonly #warnings = new Set<string>();
  #media: MediaHeaders = { body: undefined, accept: undefined, compatibleWith: undefined };
  #parameters: Readonly<Record<string, string>> = {};
  #render = PLAIN;
  #source: { readonly bytes: Uint8Array; readonly media: BodyMedia } | undefined;

  constructor(raw: RawRequest, limitBytes: number) {
    const { head } = raw;
    const url = head.url.startsWith("/") ? head.url : pathOfAbsoluteUrl(head.url);
    const mark = url.indexOf("?");
    this.raw = raw;
    this.method = head.method;
    this.path = mark < 0 ? url : url.slice(0, mark);
    this.#query = mark < 0 ? "" : url.slice(mark + 1);
    this.#limitBytes = limitBytes;
  }

  get parameters(): Readonly<Record<string, string>> {
    return this.#parameters;
  }

  get compatibleWith(): number | undefined {
    return this.#media.compatibleWith;
  }

  /** Whether bytes were sent as a body. */
  get hasSentBody(): boolean {
    return this.raw.body !== undefined;
  }

  get errorTrace(): boolean {
    const value = this.#parameters["error_trace"];
    return value === "" || value === "true";
  }

  header(name: string): string | undefined {
    return headerText(this.raw.head, name);
  }

  warn(message: string): void {
    this.#warnings.add(message);
  }

  /** Reads `Content-Type` and `Accept`. */
  readHeaders(): void {
    this.#media = readMediaHeaders(this.header("content-type"), this.header("accept"), this.hasSentBody);
  }

  /** Reads the query string; path parameters win over those of the same name. */
  readParameters(pathParameters: Readonly<Record<string, string>>): void {
    const query = parseQueryString(this.#query);
    this.#parameters = { ...query, ...pathParameters };
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
    if (source === undefined || this.hasSentBody) return;
    if (type === undefined) {
      throw new RequestError(
        400,
        "validation_exception",
        "Validation Failed: 1: source and source_content_type parameters are required;",
      );
    }
    const media = readMediaHeaders(type, undefined, false).body;
    if (media === undefined) throw illegalArgument(`Unknown value for source_content_type [${type}]`);
    this.#source = { bytes: Buffer.from(source), media };
  }

  /** What the handler sees. */
  request({ principal, task, account }: Run): HttpRequest {
    const media = this.#source?.media ?? (this.hasSentBody ? this.#media.body : undefined);
    const encoding = this.#source ? undefined : this.header("content-encoding");
    const body = new RequestBody(this.#source?.bytes ?? this.raw.body, encoding, this.#limitBytes, account);
    const { raw } = this;
    // No getters here: an object literal with one gets a shape of its own, and everything that touches it is slow.
    return {
      method: this.method,
      parameters: this.#parameters,
      principal,
      render: this.#render,
      contentType: media,
      hasBody: media !== undefined,
      body: () => body.bytes(),
      json: async (): Promise<Json | undefined> =>
        media === undefined ? undefined : parseBody(await body.bytes(), media),
      chunks: () => body.chunks(),
      contentLength: announcedBytes(raw.head),
      compatibleWith: this.compatibleWith,
      onGone: (listener) => raw.onGone(listener),
      startedMs: this.startedMs,
      clientAddress: raw.clientAddress,
      opaqueId: this.header("x-opaque-id"),
      warn: (message) => this.warn(message),
      task,
    };
  }

  /** How the answer is rendered, as far as it is known. */
  context(): RenderContext {
    const format = this.#parameters["format"];
    const named = mediaOfFormat(format);
    const accept = this.#media.accept;
    const fromBody = this.header("content-type")?.toLowerCase().startsWith("application/vnd.elasticsearch+")
      ? "application/vnd.elasticsearch+"
      : "application/";
    const byAccept = accept?.header ?? `${this.#media.body ? fromBody : "application/"}${this.#render.format}`;
    return {
      method: this.method,
      parameters: this.#parameters,
      render: this.#render,
      contentType: named ? `application/${named}${parametersOf(accept?.header)}` : byAccept,
      wantsObject: format === undefined ? accept !== undefined && accept.media !== "text" : named !== undefined,
      warnings: this.#warnings,
      opaqueId: this.header("x-opaque-id"),
    };
  }

  #responseMedia(): ResponseFormat["format"] {
    const named = mediaOfFormat(this.#parameters["format"]);
    if (named) return named;
    const accept = this.#media.accept;
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
