/** Bodies of requests about snapshots, and the complaints about them. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { OperationRequest } from "../operation.ts";
import { parseFailure } from "./request-body.ts";

/** The body; empty when there is none, or it is no object, which Elasticsearch passes over. */
export async function snapshotBody(request: OperationRequest): Promise<JsonObject> {
  const json = await request.json();
  return isJsonObject(json) ? json : {};
}

/** The body; 400 when there is none. */
export async function requiredSnapshotBody(request: OperationRequest): Promise<JsonObject> {
  const json = await request.json();
  if (json === undefined) throw parseFailure("request body is required");
  return isJsonObject(json) ? json : {};
}

/** A list of texts: names separated by commas, or an array; undefined when absent. */
export function namesOf(body: JsonObject, key: string): string[] | undefined {
  if (!Object.hasOwn(body, key)) return undefined;
  const value = ownOf(body, key);
  if (typeof value === "string") return value.split(",").map((name) => name.trim());
  if (Array.isArray(value)) return textsOf(value, key);
  throw malformedList(key);
}

/** An array of texts; undefined when absent. */
export function listOf(body: JsonObject, key: string): string[] | undefined {
  if (!Object.hasOwn(body, key)) return undefined;
  const value = ownOf(body, key);
  if (!Array.isArray(value)) throw malformedList(key);
  return textsOf(value, key);
}

function textsOf(values: readonly Json[], key: string): string[] {
  return values.map((value) => {
    if (typeof value === "object") throw malformedList(key);
    return String(value);
  });
}

function malformedList(key: string): RequestError {
  return illegalArgument(`malformed ${key} section, should be an array of strings`);
}

export function flagOf(body: JsonObject, key: string, absent: boolean): boolean {
  const value = ownOf(body, key);
  if (value === undefined || value === null) return absent;
  if (typeof value === "boolean") return value;
  if (value === "true" || value === "false") return value === "true";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  throw new RequestError(400, "illegal_argument_exception", `Could not convert [${key}] to boolean`, {
    cause: illegalArgument(`Failed to parse value [${text}] as only [true] or [false] are allowed.`),
  });
}

/** Text; undefined when absent. */
export function textOf(body: JsonObject, key: string): string | undefined {
  if (!Object.hasOwn(body, key)) return undefined;
  const value = ownOf(body, key);
  if (typeof value !== "string") throw illegalArgument(`malformed ${key}`);
  return value;
}
