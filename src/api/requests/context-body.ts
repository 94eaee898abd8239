/** Bodies that name contexts of searches (`RestSearchScrollAction`, `RestClearScrollAction`). */
import { tokenName } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import type { OperationRequest } from "../operation.ts";

/** The body; undefined when there is none. Throws 400 for what is no object. */
export async function contextBody(request: OperationRequest): Promise<JsonObject | undefined> {
  let json: Json | undefined;
  try {
    json = await request.json();
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 400) throw error;
    throw new RequestError(400, "illegal_argument_exception", "Failed to parse request body", { cause: error });
  }
  if (json === undefined || isJsonObject(json)) return json;
  throw illegalArgument("Malformed content, must start with an object");
}

/** A value that is no text where one is wanted, or has no meaning. */
export function unknownParameter(name: string, value: Json): RequestError {
  return wrongParameter(name, tokenName(value));
}

/** The same, of what stands there by its name in Jackson. */
export function wrongParameter(name: string, token: string): RequestError {
  return illegalArgument(`Unknown parameter [${name}] in request body or parameter is of the wrong type[${token}] `);
}
