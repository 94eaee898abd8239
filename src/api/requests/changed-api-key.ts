/** Changes keys of the caller, for `security.update_api_key` and `security.bulk_update_api_keys`. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { eventApp, eventModel } from "../../identity/interface/resource-records.ts";
import { tokens } from "../../identity/resources/core/tokens.ts";
import {
  type ApiKeyBody,
  type ApiKeyType,
  findApiKey,
  isInvalidated,
  typeOfApiKey,
  updateApiKey,
} from "../../identity/security/api-keys.ts";
import { storeTelling } from "../../identity/security/identity-access.ts";
import { isUsable } from "../../identity/directory/token-keys.ts";
import { isOwn } from "./own-api-keys.ts";
import type { SecurityCall } from "./security-operation.ts";

/** A key cannot change keys: it would give itself more. */
export function refuseKeys({ principal }: SecurityCall): void {
  if (principal.apiKey)
    throw illegalArgument("authentication via API key not supported: only the owner user can update an API key");
}

/**
 * Changes a key; answers whether anything changed. Throws 404 for one that is not the caller's, 400 for one that is
 * over.
 */
export async function changeKey(
  call: SecurityCall,
  id: string,
  body: ApiKeyBody,
  expected: ApiKeyType = "rest",
): Promise<boolean> {
  const { store, services, principal } = call;
  const key = await findApiKey(store, id);
  if (!key || !isOwn(principal, key))
    throw new RequestError(
      404,
      "resource_not_found_exception",
      `no API key owned by requesting user found for ID [${id}]`,
    );
  if (isInvalidated(key)) throw illegalArgument(`cannot update invalidated API key [${id}]`);
  if (!isUsable(key.fields, services.clock.now())) throw illegalArgument(`cannot update expired API key [${id}]`);
  const type = typeOfApiKey(key.fields);
  if (type !== expected)
    throw illegalArgument(`cannot update API key of type [${type}] while expected type is [${expected}]`);
  const context = { model: eventModel(tokens, key) };
  const telling = storeTelling(services, call, () => [{ action: "model_updated", app: eventApp(tokens), context }]);
  return updateApiKey(telling, key, body, services.clock.now());
}
