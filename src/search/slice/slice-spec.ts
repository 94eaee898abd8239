/** The `slice` option: a search over one of several parts of the documents (`SliceBuilder`). */
import { tokenName } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { RequestText } from "../../compat/request-text.ts";
import type { JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";

/** A part; -1: not said. */
export interface SliceSpec {
  readonly id: number;
  readonly max: number;
  /** What documents are told apart by; undefined: it is left to us. */
  readonly field: string | undefined;
}

/** Reads `slice` of the body. Throws RequestError 400. */
export function parseSlice(request: RequestText, body: JsonObject): SliceSpec {
  let id = -1;
  let max = -1;
  let field: string | undefined;
  for (const key of Object.keys(body)) {
    if (key === "field") field = fieldOf(request, body);
    else if (key === "id") id = checked(request, body, key, (number) => checkId(number, max));
    else if (key === "max") max = checked(request, body, key, (number) => checkMax(id, number));
    else throw request.contentError(request.places.key(body, key), `[slice] unknown field [${key}]`);
  }
  return { id, max, field };
}

function fieldOf(request: RequestText, body: JsonObject): string {
  const { field = null } = body;
  if (typeof field === "string") return field;
  throw wrongType(request, body, "field");
}

function checked(request: RequestText, body: JsonObject, key: string, check: (number: number) => void): number {
  const value = ownOf(body, key) ?? null;
  if (typeof value !== "number" && typeof value !== "string") throw wrongType(request, body, key);
  try {
    const number = request.number(body, key, true);
    check(number);
    return number;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw request.contentError(request.places.value(body, key), `[slice] failed to parse field [${key}]`, error);
  }
}

function checkId(id: number, max: number): void {
  if (id < 0) throw illegalArgument("id must be greater than or equal to 0");
  if (max !== -1 && id >= max) throw illegalArgument("max must be greater than id");
}

function checkMax(id: number, max: number): void {
  if (max <= 1) throw illegalArgument("max must be greater than 1");
  if (id !== -1 && id >= max) throw illegalArgument("max must be greater than id");
}

function wrongType(request: RequestText, body: JsonObject, key: string): RequestError {
  const token = tokenName(ownOf(body, key) ?? null);
  return request.contentError(
    request.places.value(body, key),
    `[slice] ${key} doesn't support values of type: ${token}`,
  );
}
