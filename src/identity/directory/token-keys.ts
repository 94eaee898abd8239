/** Keys of tokens: made by chance, stored as a keyed hash to be found by and encrypted to be shown. */
import { randomInt } from "node:crypto";
import type { JsonObject } from "../../core/json.ts";
import type { SecretBox } from "../../security/secret-box.ts";
import { stringOf } from "../records/stored-values.ts";

const KEY_LENGTH = 60;
const CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** How long tokens live where nothing is said. */
export const TOKEN_LIFETIME_MS = 30 * 60 * 1000;

/** The end of time, for tokens that never expire. */
export const NEVER = "9999-12-31T23:59:59.999Z";

/** 60 letters and digits. */
export function newKey(): string {
  return Array.from({ length: KEY_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join("");
}

/** The stored form of a key, bound to its record. */
export function storedKey(key: string, recordId: string, box: SecretBox): JsonObject {
  return { key_digest: box.digest(key), key_sealed: box.seal(key, recordId) };
}

/** The key of a stored token; throws SecretUnreadable. */
export function openKey(fields: JsonObject, recordId: string, box: SecretBox): string {
  return box.open(stringOf(fields, "key_sealed"), recordId);
}

/** When a token stops working, for lists and look-ups. */
export function expiresAt(expires: string, expiring: boolean): string {
  return expiring ? expires : NEVER;
}

/** Whether a token can be used and seen. */
export function isUsable(fields: JsonObject, nowMs: number): boolean {
  return Date.parse(stringOf(fields, "expires_at")) > nowMs;
}
