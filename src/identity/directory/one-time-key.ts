/** Keys that work once: recovery tokens, for somebody who cannot sign in. */
import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../core/json.ts";
import { tokenClaims, tokenKeyClaim } from "../records/claims.ts";
import type { IdentityServices } from "../identity-services.ts";
import { tokenModel } from "../records/models.ts";
import type { StoredRecord } from "../records/record-store.ts";
import { numberOf, stringOf } from "../records/stored-values.ts";
import { expiresAt, isUsable, newKey, storedKey } from "./token-keys.ts";

/** How long a recovery link works. */
const RECOVERY_MS = 24 * 60 * 60 * 1000;

/** Makes a recovery token of a user; answers its key. */
export async function makeRecoveryKey(
  { store, secretBox, clock }: IdentityServices,
  user: StoredRecord,
): Promise<string> {
  const pk = randomUUID();
  const key = newKey();
  const expires = new Date(clock.now() + RECOVERY_MS).toISOString();
  const fields: JsonObject = {
    pk,
    identifier: `recovery-${pk}`,
    intent: "recovery",
    user: numberOf(user.fields, "pk"),
    user__username: stringOf(user.fields, "username"),
    description: "Recovery link",
    expires,
    expiring: true,
    expires_at: expiresAt(expires, true),
    ...storedKey(key, `token:${pk}`, secretBox),
  };
  await store.change([
    { kind: "create", id: `token:${pk}`, model: tokenModel.name, fields, claims: tokenClaims(fields) },
  ]);
  return key;
}

/** The recovery token of a key with its active user; undefined for one that does not work (any more). */
export async function findRecovery(
  { store, secretBox, clock }: IdentityServices,
  key: string,
): Promise<{ token: StoredRecord; user: StoredRecord } | undefined> {
  const id = key === "" ? undefined : await store.claimed(tokenKeyClaim(secretBox.digest(key)));
  const token = id === undefined ? undefined : await store.get(id);
  if (!token || token.fields["intent"] !== "recovery" || !isUsable(token.fields, clock.now())) return undefined;
  const user = await store.get(`user:${numberOf(token.fields, "user")}`);
  return user && user.fields["is_active"] !== false ? { token, user } : undefined;
}
