/** What the front answers itself, before or instead of the pipeline: JSON, and the connection ends. */
import { errorResponse, illegalArgument, RequestError } from "../../compat/errors.ts";
import type { RawResponse } from "../exchange.ts";
import { PROTOCOL_HEADERS } from "../render-response.ts";

/** 400: what came is no request of HTTP/1.1; `why` in a few words. */
export function brokenRequest(why: string): RawResponse {
  return refusal(illegalArgument(`invalid HTTP request [${why}]`));
}

/** 400, as Elasticsearch has it: request line and headers are too long. */
export function headTooLong(): RawResponse {
  return refusal(
    new RequestError(
      400,
      "too_long_http_header_exception",
      "HTTP header is larger than the limit (http.max_header_size).",
    ),
  );
}

/** 408: the rest did not come. */
export function requestTimedOut(): RawResponse {
  return refusal(new RequestError(408, "request_timeout_exception", "the request was not complete in time"));
}

/** 417: more is expected than that a body may come (RFC 9110, section 10.1.1). */
export function expectationRefusal(): RawResponse {
  return refusal(
    new RequestError(417, "illegal_argument_exception", "the only expectation that can be met is [100-continue]"),
  );
}

/** 500: the pipeline, which always answers, did not. */
export function brokenPipeline(): RawResponse {
  return refusal(new RequestError(500, "exception", "internal error"));
}

function refusal(error: RequestError): RawResponse {
  const body = Buffer.from(JSON.stringify(errorResponse(error)));
  return {
    status: error.status,
    headers: { ...PROTOCOL_HEADERS, "Content-Type": "application/json", "Content-Length": String(body.length) },
    body,
    close: true,
  };
}
