/** Bodies of operations, with Elasticsearch's complaints about missing ones. */
import { RequestError } from "../../compat/errors.ts";
import { isAscii } from "node:buffer";
import { type MaybeLater, whenThere } from "../../core/maybe-later.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { tokenName } from "../../compat/body-reader.ts";
import { RequestText } from "../../compat/request-text.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import type { OperationRequest } from "../operation.ts";

/** 400 `parse_exception`. */
export function parseFailure(reason: string): RequestError {
  return new RequestError(400, "parse_exception", reason);
}

/** The body as a value; 400 when there is none. */
export async function requiredJson(request: OperationRequest): Promise<Json> {
  const json = await request.json();
  if (json === undefined) throw parseFailure("request body or source parameter is required");
  return json;
}

/** The body as an object, undefined when there is none; 400 for anything else. */
export async function optionalObject(request: OperationRequest): Promise<JsonObject | undefined> {
  const json = await request.json();
  return json === undefined ? undefined : objectOf(json);
}

/** A body that must be an object. */
export function objectOf(json: Json): JsonObject {
  if (isJsonObject(json)) return json;
  throw new RequestError(400, "parsing_exception", `Expected [START_OBJECT] but found [${tokenName(json)}]`, {
    details: { line: 1, col: 1 },
  });
}

/** The body of a document as JSON bytes; JSON stays as it came. */
export async function documentSource(request: OperationRequest): Promise<Uint8Array> {
  if (!request.hasBody) throw parseFailure("request body is required");
  if (request.contentType === "json" || request.contentType === "ndjson") {
    const bytes = await request.body();
    if (bytes.length === 0) throw parseFailure("request body is required");
    return bytes;
  }
  const json = await request.json();
  if (json === undefined) throw parseFailure("request body is required");
  return Buffer.from(stringifyJson(json));
}

/** The body as JSON text, for the search side, at once where it is there; empty when there is none. */
export function bodyText(request: OperationRequest): MaybeLater<string> {
  if (!request.hasBody) return "";
  if (request.contentType === "json" || request.contentType === "ndjson") return whenThere(request.body(), textOf);
  return request.json().then((json) => (json === undefined ? "" : stringifyJson(json)));
}

/** UTF-8, faults replaced. Nearly all bodies are ASCII, for which a decoder takes several times as long. */
function textOf(bytes: Uint8Array): string {
  return isAscii(bytes)
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1")
    : utf8.decode(bytes);
}

/** The body as a value, with its text where it is JSON. */
export async function jsonWithText(
  request: OperationRequest,
): Promise<{ readonly json: Json | undefined; readonly text: string | undefined }> {
  if (request.contentType !== "json") return { json: await request.json(), text: undefined };
  const text = utf8.decode(await request.body());
  return { json: text.trim() === "" ? undefined : parseJson(text), text };
}

/** The body, an object, with the places of what is in it. Throws 400, also where there is none. */
export async function requestText(request: OperationRequest): Promise<RequestText> {
  const { json, text } = await jsonWithText(request);
  if (json === undefined) throw parseFailure("request body is required");
  const body = objectOf(json);
  return text === undefined ? RequestText.of(body) : RequestText.parse(text);
}

const utf8 = new TextDecoder("utf-8");
