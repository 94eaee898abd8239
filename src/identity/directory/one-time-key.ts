/** Keys that work once: recovery tokens, for somebody who cannot sign in. */
import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../core/json.ts";
import { tokenClaims, tokenKeyClaim } from "../records/claims.ts";
import type { IdentityServices } from "../identity-services.ts";
import { tokenModel } from "../records/models.ts";
import type { RecordChange, StoredRecord } from "../records/record-store.ts";
import type { SecretBox } from "../../security/secret-box.ts";
import { numberOf, stringOf } from "../records/stored-values.ts";
import { expiresAt, isUsable, newKey, storedKey } from "./token-keys.ts";

/** How long a recovery link works. */
const RECOVERY_MS = 24 * 60 * 60 * 1000;

/** Makes a recovery token of a user; answers its key. */
export async function makeRecoveryKey(
  { store, secretBox, clock }: IdentityServices,
  user: StoredRecord,
): Promise<string> {
  const whose = { user: numberOf(user.fields, "pk"), username: stringOf(user.fields, "username") };
  const { key, change } = recoveryToken(whose, { secretBox, nowMs: clock.now() });
  await store.change([change]);
  return key;
}

/** The record of a new recovery token, and its key. */
export function recoveryToken(
  { user, username }: { readonly user: number; readonly username: string },
  { secretBox, nowMs }: { readonly secretBox: SecretBox; readonly nowMs: number },
): { readonly key: string; readonly change: RecordChange } {
  const pk = randomUUID();
  const key = newKey();
  const expires = new Date(nowMs + RECOVERY_MS).toISOString();
  const fields: JsonObject = {
    pk,
    identifier: `recovery-${pk}`,
    intent: "recovery",
    user,
    user__username: username,
    description: "Recovery link",
    expires,
    expiring: true,
    expires_at: expiresAt(expires, true),
    ...storedKey(key, `token:${pk}`, secretBox),
  };
  return {
    key,
    change: { kind: "create", id: `token:${pk}`, model: tokenModel.name, fields, claims: tokenClaims(fields) },
  };
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
