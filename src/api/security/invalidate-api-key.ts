/** `security.invalidate_api_key`: makes keys useless, at once and on both interfaces. */
import { contentParseException } from "../../compat/body-reader.ts";
import { didYouMean } from "../../compat/did-you-mean.ts";
import { RequestError } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import type { JsonObject } from "../../core/json.ts";
import { eventApp, eventModel } from "../../identity/interface/resource-records.ts";
import { tokens } from "../../identity/resources/core/tokens.ts";
import { invalidateApiKey as invalidate, isInvalidated } from "../../identity/security/api-keys.ts";
import { storeTelling } from "../../identity/security/identity-access.ts";
import { stringOf } from "../../identity/records/stored-values.ts";
import type { Operation } from "../operation.ts";
import { readText, wrongType } from "../requests/api-key-body.ts";
import { type ApiKeyChoice, asksForOwn, chosenKeys } from "../requests/own-api-keys.ts";
import { refuseInvalid, requireCluster, requiredObject, securityOperation } from "../requests/security-operation.ts";

const BODY = "invalidate_api_key";
const FIELDS = ["realm_name", "username", "ids", "name", "owner"];
const ACTION = "cluster:admin/xpack/security/api_key/invalidate";
const ALL = ["manage_api_key", "manage_security", "all"];

export const invalidateApiKey: Operation = securityOperation(
  { name: "security.invalidate_api_key", actions: [], action: "cluster:admin/xpack/security/api_key/invalidate" },
  async (call) => {
    const { principal, store, services } = call;
    const choice = readChoice(await requiredObject(call.request));
    requireCluster(principal, ACTION, asksForOwn(principal, choice) ? ["manage_own_api_key", ...ALL] : ALL);
    const invalidated: string[] = [];
    // As in Elasticsearch, keys that were invalidated before are not found.
    for (const key of await chosenKeys(store, principal, choice)) {
      if (isInvalidated(key)) continue;
      const context = { model: eventModel(tokens, key) };
      const telling = storeTelling(services, call, () => [{ action: "model_deleted", app: eventApp(tokens), context }]);
      if (await invalidate(telling, key, services.clock.now())) invalidated.push(stringOf(key.fields, "pk"));
    }
    return {
      status: 200,
      body: { invalidated_api_keys: invalidated, previously_invalidated_api_keys: [], error_count: 0 },
    };
  },
);

function readChoice(body: JsonObject): ApiKeyChoice {
  for (const field of Object.keys(body))
    if (!FIELDS.includes(field))
      throw contentParseException(`[${BODY}] unknown field [${field}]${didYouMean(field, FIELDS)}`);
  const { ids, owner } = body;
  if (ids !== undefined && ids !== null && !(Array.isArray(ids) && ids.every((id) => typeof id === "string")))
    throw wrongType(BODY, "ids", ids);
  if (Array.isArray(ids) && ids.length === 0) {
    const cause = validationFailed(["Field [ids] cannot be an empty array"]);
    throw new RequestError(
      400,
      "x_content_parse_exception",
      `Failed to build [${BODY}] after last required field arrived`,
      { cause },
    );
  }
  if (owner !== undefined && owner !== null && typeof owner !== "boolean") throw wrongType(BODY, "owner", owner);
  const choice: ApiKeyChoice = {
    ids: Array.isArray(ids) ? ids.map(String) : [],
    name: readText(BODY, "name", body["name"]) ?? "",
    username: readText(BODY, "username", body["username"]) ?? "",
    realm: readText(BODY, "realm_name", body["realm_name"]) ?? "",
    owner: owner === true,
  };
  refuseInvalid(choiceFaults(choice));
  return choice;
}

function choiceFaults({ ids, name, username, realm, owner }: ApiKeyChoice): (string | undefined)[] {
  const one = ids.length > 0 || name !== "";
  const user = username !== "" || realm !== "";
  return [
    !one && !user && !owner
      ? "One of [api key id(s), api key name, username, realm name] must be specified if [owner] flag is false"
      : undefined,
    one && user
      ? "username or realm name must not be specified when the api key id(s) or api key name are specified"
      : undefined,
    owner && user ? "neither username nor realm-name may be specified when invalidating owned API keys" : undefined,
    ids.length > 0 && name !== "" ? "only one of [api key id(s), api key name] can be specified" : undefined,
  ];
}
