/** `security.get_api_key`: keys by id, name or owner. */
import type { JsonObject } from "../../core/json.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { rolesOfUser } from "../../identity/directory/caller.ts";
import type { RecordStore, StoredRecord } from "../../identity/records/record-store.ts";
import { descriptorsOf } from "../../identity/directory/roles.ts";
import { isInvalidated, showApiKey, typeOfApiKey } from "../../identity/security/api-keys.ts";
import { isUsable } from "../../identity/directory/token-keys.ts";
import { numberOf } from "../../identity/records/stored-values.ts";
import type { Operation } from "../operation.ts";
import { type ApiKeyChoice, asksForOwn, chosenKeys, limitedBy } from "../requests/own-api-keys.ts";
import { hasCluster, refuseInvalid, requireCluster, securityOperation } from "../requests/security-operation.ts";

const ACTION = "cluster:admin/xpack/security/api_key/get";
const ALL = ["read_security", "manage_api_key", "manage_security", "all"];

export const getApiKey: Operation = securityOperation(
  { name: "security.get_api_key", actions: [], action: "cluster:admin/xpack/security/api_key/get" },
  async (call) => {
    const { parameters, principal, store, services } = call;
    const choice: ApiKeyChoice = {
      ids: parameters["id"] ? [parameters["id"]] : [],
      name: parameters["name"] ?? "",
      username: parameters["username"] ?? "",
      realm: parameters["realm_name"] ?? "",
      owner: booleanParameter(parameters, "owner", false),
    };
    refuseInvalid(choiceFaults(choice));
    requireCluster(principal, ACTION, asksForOwn(principal, choice) ? ["manage_own_api_key", ...ALL] : ALL);
    const limited = booleanParameter(parameters, "with_limited_by", false);
    if (limited && principal.apiKey && !hasCluster(principal, ALL)) requireCluster(principal, ACTION, ALL);
    const activeOnly = booleanParameter(parameters, "active_only", false);
    booleanParameter(parameters, "with_profile_uid", false);
    const keys = (await chosenKeys(store, principal, choice)).filter(
      (key) => !activeOnly || (!isInvalidated(key) && isUsable(key.fields, services.clock.now())),
    );
    const shown = await Promise.all(
      keys.map(async (key) => ({ ...showApiKey(key), ...(limited ? await limitsOf(store, key) : {}) })),
    );
    return { status: choice.ids.length > 0 && shown.length === 0 ? 404 : 200, body: { api_keys: shown } };
  },
);

/** What limits a key, as answers show it: what its owner may now; a key for another cluster is not limited. */
export async function limitsOf(store: RecordStore, key: StoredRecord): Promise<{ limited_by?: JsonObject[] }> {
  if (typeOfApiKey(key.fields) === "cross_cluster") return {};
  const owner = await store.get(`user:${numberOf(key.fields, "user")}`);
  return { limited_by: limitedBy(await descriptorsOf(store, owner ? await rolesOfUser(store, owner) : [])) };
}

function choiceFaults({ ids, name, username, realm, owner }: ApiKeyChoice): (string | undefined)[] {
  const one = ids.length > 0 || name !== "";
  const user = username !== "" || realm !== "";
  return [
    one && user
      ? "username or realm name must not be specified when the api key id or api key name is specified"
      : undefined,
    owner && user ? "neither username nor realm-name may be specified when retrieving owned API keys" : undefined,
    ids.length > 0 && name !== "" ? "only one of [api key id, api key name] can be specified" : undefined,
  ];
}
