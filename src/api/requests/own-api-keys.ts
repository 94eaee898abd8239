/** Which API keys a caller is about: by id, name, user and realm, their own or all. */
import type { JsonObject } from "../../core/json.ts";
import { simpleMatch } from "../../compat/wildcard.ts";
import type { RecordStore, StoredRecord } from "../../identity/records/record-store.ts";
import { REALM } from "../../identity/roles/role-mappings.ts";
import { allApiKeys, findApiKey, nameOfApiKey } from "../../identity/security/api-keys.ts";
import { numberOf, stringOf } from "../../identity/records/stored-values.ts";
import type { Principal } from "../../security/principal.ts";

/** What is asked for; empty texts and lists ask for nothing in particular. */
export interface ApiKeyChoice {
  readonly ids: readonly string[];
  readonly name: string;
  readonly username: string;
  readonly realm: string;
  readonly owner: boolean;
}

/** Whether a key is the caller's: with a key alone, only that key is. */
export function isOwn(principal: Principal, { fields }: Pick<StoredRecord, "fields">): boolean {
  if (principal.apiKey) return stringOf(fields, "pk") === principal.apiKey.id;
  return numberOf(fields, "user") === principal.userId;
}

/** The keys that are asked for, in the order in which they were made. */
export async function chosenKeys(
  store: RecordStore,
  principal: Principal,
  choice: ApiKeyChoice,
): Promise<StoredRecord[]> {
  const { ids, name, username, realm, owner } = choice;
  const keys =
    ids.length > 0
      ? (await Promise.all(ids.map((id) => findApiKey(store, id)))).flatMap((key) => key ?? [])
      : await allApiKeys(store);
  return keys.filter(({ fields }) => {
    if (owner && !isOwn(principal, { fields })) return false;
    if (name !== "" && !simpleMatch(name, nameOfApiKey(fields))) return false;
    if (username !== "" && username !== stringOf(fields, "user__username")) return false;
    return realm === "" || realm === REALM.name;
  });
}

/** Whether what is asked for is the caller's own, so that the privilege for one's own keys is enough. */
export function asksForOwn(principal: Principal, choice: ApiKeyChoice): boolean {
  const { ids, username, realm, owner } = choice;
  if (owner) return true;
  if (principal.apiKey) return ids.length === 1 && ids[0] === principal.apiKey.id;
  return username === principal.username && realm === REALM.name;
}

/** Descriptors of the roles that the owner of a key has now, which limit it. */
export function limitedBy(descriptors: ReadonlyMap<string, JsonObject>): JsonObject[] {
  return [Object.fromEntries([...descriptors].map(([name, { name: _name, ...descriptor }]) => [name, descriptor]))];
}
