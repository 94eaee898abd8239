/** An answer as status, headers and bytes: media types, cat tables, warnings, compression. */
import { constants, gzip, gzipSync } from "node:zlib";
import { promisify } from "node:util";
import { type MaybeLater, whenThere } from "../core/maybe-later.ts";
import { putAll } from "../core/names.ts";
import { renderBody } from "../compat/render-body.ts";
import { catObjects, catText } from "./cat-table.ts";
import { booleanParameter } from "./parameters.ts";
import type { HttpResponse, RawResponse, ResponseFormat } from "./exchange.ts";
import type { ResponseMedia } from "./media-type.ts";
import { warningHeader } from "./warning-header.ts";

/** What the rendering of an answer depends on. */
export interface RenderContext {
  readonly method: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly render: ResponseFormat;
  /** `Content-Type` of answers made of an object. */
  readonly contentType: string;
  /** Whether `format` or `Accept` asked for an object (cat tables are text otherwise). */
  readonly wantsObject: boolean;
  readonly opaqueId: string | undefined;
}

/** What every answer says, the one to a request that is none too. */
export const PROTOCOL_HEADERS = { "X-elastic-product": "Elasticsearch", "X-Content-Type-Options": "nosniff" };

const TEXT = "text/plain; charset=UTF-8";
const NO_BYTES = new Uint8Array(0);

/**
 * Renders an answer, with the warnings of its request. Throws RequestError for wrong rendering parameters (`v=x`, an
 * unknown sort key).
 */
export function renderResponse(
  response: HttpResponse,
  context: RenderContext,
  warnings: ReadonlySet<string>,
): RawResponse {
  const { bytes, contentType } = contentOf(response, context);
  const own = "headers" in response ? response.headers : undefined;
  const later = "warnings" in response ? response.warnings : undefined;
  const warned = warnings.size > 0 || (later !== undefined && later.length > 0);
  const headers =
    context.opaqueId === undefined && !own && !warned
      ? plainHeaders(contentType, bytes.length)
      : {
          ...PROTOCOL_HEADERS,
          ...moreHeaders(context.opaqueId, own, warned ? [...warnings, ...(later ?? [])] : []),
          "Content-Type": contentType,
          "Content-Length": String(bytes.length),
        };
  const sent = "sent" in response ? response.sent : undefined;
  return { status: response.status, headers, body: context.method === "HEAD" ? NO_BYTES : bytes, sent };
}

type Headers = Record<string, string | string[]>;

/** Those of most answers; an object of one shape, whose names are enumerated fast. */
function plainHeaders(contentType: string, length: number): Headers {
  return {
    "X-elastic-product": PROTOCOL_HEADERS["X-elastic-product"],
    "X-Content-Type-Options": PROTOCOL_HEADERS["X-Content-Type-Options"],
    "Content-Type": contentType,
    "Content-Length": String(length),
  };
}

function moreHeaders(opaqueId: string | undefined, own: Headers | undefined, warnings: readonly string[]): Headers {
  const headers: Headers = {};
  if (opaqueId !== undefined) headers["X-Opaque-Id"] = opaqueId;
  if (own) putAll(headers, own);
  if (warnings.length > 0) headers["Warning"] = [...new Set(warnings)].map(warningHeader);
  return headers;
}

function contentOf(response: HttpResponse, context: RenderContext): { bytes: Uint8Array; contentType: string } {
  if ("bytes" in response) return { bytes: response.bytes, contentType: response.contentType ?? context.contentType };
  if ("text" in response) return { bytes: Buffer.from(response.text), contentType: TEXT };
  if ("body" in response) return { bytes: renderBody(response.body, context.render), contentType: context.contentType };
  if (booleanParameter(context.parameters, "help", false) || !context.wantsObject) {
    return { bytes: Buffer.from(catText(response.table, context.parameters)), contentType: TEXT };
  }
  return {
    bytes: renderBody(catObjects(response.table, context.parameters), context.render),
    contentType: context.contentType,
  };
}

/** `json`, `YAML` …: the media of a `format` parameter; undefined for others. */
export function mediaOfFormat(format: string | undefined): ResponseMedia | undefined {
  const lower = format?.toLowerCase();
  return lower === "json" || lower === "yaml" || lower === "cbor" || lower === "smile" ? lower : undefined;
}

/** Smaller answers fit into one packet anyway. */
const SMALLEST_COMPRESSED_BYTES = 1400;
/** Larger ones are compressed off the main thread. */
const LARGEST_SYNCHRONOUS_BYTES = 32_768;
/** Elasticsearch's http.compression_level is 3; 1 costs half of it for a few percent more bytes. */
const GZIP = { level: 1, memLevel: 7, strategy: constants.Z_DEFAULT_STRATEGY };
const gzipAsync = promisify(gzip) as (bytes: Uint8Array, options: typeof GZIP) => Promise<Buffer>;

/** The answer compressed, if the client takes gzip and it is worth it. */
export function compressed(response: RawResponse, acceptEncoding: string | undefined): MaybeLater<RawResponse> {
  const { body } = response;
  if (body.length < SMALLEST_COMPRESSED_BYTES || !acceptsGzip(acceptEncoding) || response.headers["Content-Encoding"])
    return response;
  return whenThere(
    body.length <= LARGEST_SYNCHRONOUS_BYTES ? gzipSync(body, GZIP) : gzipAsync(body, GZIP),
    (bytes) => ({
      ...response,
      headers: {
        ...response.headers,
        "Content-Encoding": "gzip",
        "Content-Length": String(bytes.length),
        Vary: "Accept-Encoding",
      },
      body: bytes,
    }),
  );
}

function acceptsGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false;
  return acceptEncoding.split(",").some((part) => {
    const [coding = "", ...parameters] = part
      .toLowerCase()
      .split(";")
      .map((piece) => piece.trim());
    return (
      (coding === "gzip" || coding === "x-gzip" || coding === "*") &&
      !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
    );
  });
}
