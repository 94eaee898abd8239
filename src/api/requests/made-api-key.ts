/** Makes API keys for `security.create_api_key` and `security.grant_api_key`. */
import { illegalArgument } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { eventApp, eventModel } from "../../identity/interface/resource-records.ts";
import { tokens } from "../../identity/resources/core/tokens.ts";
import { rightsOfDescriptors } from "../../identity/directory/roles.ts";
import { isJsonObject } from "../../core/json.ts";
import { type ApiKeyBody, makeApiKey } from "../../identity/security/api-keys.ts";
import { storeTelling } from "../../identity/security/identity-access.ts";
import type { Principal } from "../../security/principal.ts";
import { apiKeyNameFault } from "./api-key-body.ts";
import { refuseInvalid, type SecurityCall } from "./security-operation.ts";

const NO_RIGHTS = "creating derived api keys requires an explicit role descriptor that is empty (has no privileges)";

/** Makes a key for `owner`; answers the body that shows it, the only time that it is shown. */
export async function answerWithKey(
  call: SecurityCall,
  owner: Principal,
  name: string | undefined,
  body: ApiKeyBody,
): Promise<JsonObject> {
  if (name === undefined) throw illegalArgument("Required [name]");
  refuseInvalid([apiKeyNameFault(name)]);
  if (owner.userId === 0) throw illegalArgument(`user [${owner.username}] has no record and cannot own an API key`);
  if (owner.apiKey) refuseRights(body);
  const { services } = call;
  const store = storeTelling(services, call, ([change]) =>
    change?.kind === "create"
      ? [{ action: "model_created", app: eventApp(tokens), context: { model: eventModel(tokens, change) } }]
      : [],
  );
  const made = await makeApiKey({ ...services, store }, { pk: owner.userId, username: owner.username }, name, body);
  return {
    id: made.id,
    name,
    ...(made.expiration === undefined ? {} : { expiration: made.expiration }),
    api_key: made.key,
    encoded: Buffer.from(`${made.id}:${made.key}`).toString("base64"),
  };
}

/** A key made with a key gives nothing: it would outlive what it came from. */
function refuseRights({ roleDescriptors }: ApiKeyBody): void {
  const descriptors = Object.values(roleDescriptors ?? {}).filter(isJsonObject);
  const { cluster, rules, applications, runAs } = rightsOfDescriptors(descriptors);
  if (descriptors.length === 0 || cluster.length + rules.length + applications.length + runAs.length > 0)
    throw illegalArgument(NO_RIGHTS);
}
