/** The body of a request as a JSON object, with the identity interface's words for what is none. */
import { RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import type { RawRequest, RequestHead } from "../../http/exchange.ts";
import { type BodyAccount, RequestBody } from "../../http/request-body.ts";
import { pythonType } from "./fields.ts";
import { detail, invalid } from "./identity-errors.ts";

/** Larger bodies are refused with 413. */
export const MAXIMUM_BODY_BYTES = 2 * 1024 * 1024;

/** `account` counts what is read. Throws IdentityError 400 or 415, RequestError 413 or 429. */
export async function readJsonBody(raw: RawRequest, account: BodyAccount): Promise<JsonObject> {
  if (raw.body === undefined) return {};
  const type = headerOf(raw.head, "content-type") ?? "";
  const bytes = await new RequestBody(
    raw.body,
    headerOf(raw.head, "content-encoding"),
    MAXIMUM_BODY_BYTES,
    account,
  ).bytes();
  if (bytes.length === 0) return {};
  if (!/^application\/json\s*(;|$)/i.test(type.trim()))
    throw detail(415, `Unsupported media type "${type}" in request.`);
  const value = parse(bytes);
  if (!isJsonObject(value))
    throw invalid({ non_field_errors: [`Invalid data. Expected a dictionary, but got ${pythonType(value)}.`] });
  return value;
}

function parse(bytes: Uint8Array): Json {
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const reason = error instanceof RequestError ? error.message : "the body is not UTF-8";
    throw detail(400, `JSON parse error - ${reason}`);
  }
}

/** A header as one text. */
export function headerOf({ headers }: Pick<RequestHead, "headers">, name: string): string | undefined {
  const value = ownOf(headers, name);
  return Array.isArray(value) ? value[0] : value;
}
