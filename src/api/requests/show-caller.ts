/** A caller as Elasticsearch's operations show one. */
import type { JsonObject } from "../../core/json.ts";
import type { RecordStore } from "../../identity/records/record-store.ts";
import { REALM } from "../../identity/roles/role-mappings.ts";
import { objectOf } from "../../identity/records/stored-values.ts";
import type { Principal } from "../../security/principal.ts";

const API_KEY_REALM = { name: "_es_api_key", type: "_es_api_key" };

/** How the caller proved who they are, as the original names it. */
export function authenticationType(principal: Principal): string {
  const { authentication, apiKey } = principal.authenticatedAs ?? principal;
  if (apiKey) return "api_key";
  // The key of a token as a bearer token acts as its owner.
  if (authentication === "access_token" || authentication === "token") return "token";
  return authentication === "anonymous" ? "anonymous" : "realm";
}

/** What `security.authenticate` tells, and `security.get_token` beside a new token. */
export async function showCaller(store: RecordStore, principal: Principal): Promise<JsonObject> {
  const record = principal.userId === 0 ? undefined : await store.get(`user:${principal.userId}`);
  const proving = principal.authenticatedAs ?? principal;
  const type = authenticationType(principal);
  const byKey = type === "api_key";
  const realm = byKey ? API_KEY_REALM : REALM;
  return {
    username: principal.username,
    // A key has no roles of its own.
    roles: principal.apiKey ? [] : [...principal.roles],
    full_name: principal.fullName || null,
    email: principal.email || null,
    metadata: record ? objectOf(record.fields, "attributes") : {},
    enabled: true,
    authentication_realm: { ...realm },
    lookup_realm: principal.authenticatedAs ? { ...REALM } : { ...realm },
    authentication_type: type,
    ...(byKey && proving.apiKey ? { api_key: { name: proving.apiKey.name, id: proving.apiKey.id } } : {}),
  };
}
