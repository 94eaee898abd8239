/** The address of a webhook. Whoever knows it may send there, so it is encrypted where it is kept. */
import type { JsonObject } from "../../core/json.ts";
import { type SecretBox, SecretUnreadable } from "../../security/secret-box.ts";
import type { StoredRecord } from "../records/record-store.ts";
import { stringOf } from "../records/stored-values.ts";

/** The stored form, bound to the record of its transport; empty for none. */
export function sealedAddress(address: string, recordId: string, box: SecretBox): JsonObject {
  return { webhook_url_sealed: address === "" ? "" : box.seal(address, recordId) };
}

/** Whether a transport has an address. */
export function hasAddress(fields: JsonObject): boolean {
  return stringOf(fields, "webhook_url_sealed") !== "";
}

/** Empty for none; undefined when the server's secret key is another one than when the address was set. */
export function addressOf({ id, fields }: Pick<StoredRecord, "id" | "fields">, box: SecretBox): string | undefined {
  if (!hasAddress(fields)) return "";
  try {
    return box.open(stringOf(fields, "webhook_url_sealed"), id);
  } catch (error) {
    if (error instanceof SecretUnreadable) return undefined;
    throw error;
  }
}
