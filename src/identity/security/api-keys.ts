/**
 * API keys of Elasticsearch: tokens of intent `api`, with a name that need not be unique, descriptors of rights, and
 * metadata.
 */
import { randomUUID } from "node:crypto";
import type { Json, JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import { tokenClaims } from "../records/claims.ts";
import type { IdentityServices } from "../identity-services.ts";
import { listAll } from "../records/list-all.ts";
import { tokenModel } from "../records/models.ts";
import { changeRecord, replaced } from "../records/change-record.ts";
import type { RecordStore, StoredRecord } from "../records/record-store.ts";
import { REALM } from "../roles/role-mappings.ts";
import { numberOf, objectOf, stringOf } from "../records/stored-values.ts";
import { expiresAt, newKey, NEVER, storedKey } from "../directory/token-keys.ts";

/** What a body says of a key. Undefined in a change: it stays. */
export interface ApiKeyBody {
  /** Descriptors as records keep them, by name; empty: the rights of the owner. */
  readonly roleDescriptors: JsonObject | undefined;
  readonly metadata: JsonObject | undefined;
  /** Lifetime from now. */
  readonly expirationMs: number | undefined;
  /** What a key for another cluster gives to it, which the descriptors say as well; absent: it is none, or it stays. */
  readonly access?: JsonObject | undefined;
}

/** For whom a key is: those who ask, or another cluster. */
export type ApiKeyType = "rest" | "cross_cluster";

/** A key that was just made; the only time that it is shown. */
export interface MadeApiKey {
  readonly id: string;
  readonly key: string;
  /** Milliseconds since 1970; undefined: never. */
  readonly expiration: number | undefined;
}

const ID_PART = 12;
const LONGEST_IDENTIFIER = 255;

/**
 * Makes a key. Its identifier at the identity interface is the name as far as it fits there, and the beginning of the
 * id.
 */
export async function makeApiKey(
  services: IdentityServices,
  owner: { pk: number; username: string },
  name: string,
  body: ApiKeyBody,
): Promise<MadeApiKey> {
  const { store, secretBox, clock } = services;
  const pk = randomUUID();
  const id = `token:${pk}`;
  const key = newKey();
  const creation = clock.now();
  const expiration = body.expirationMs === undefined ? undefined : creation + body.expirationMs;
  const expires = expiration === undefined ? NEVER : new Date(expiration).toISOString();
  const fields: JsonObject = {
    pk,
    identifier: identifierOf(name, pk),
    intent: "api",
    user: owner.pk,
    user__username: owner.username,
    description: name,
    name,
    expires,
    expiring: expiration !== undefined,
    expires_at: expires,
    creation,
    metadata: body.metadata ?? {},
    role_descriptors: body.roleDescriptors ?? {},
    ...(body.access ? { key_type: "cross_cluster", access: body.access } : {}),
    ...storedKey(key, id, secretBox),
  };
  await store.change([{ kind: "create", id, model: tokenModel.name, fields, claims: tokenClaims(fields) }]);
  return { id: pk, key, expiration };
}

function identifierOf(name: string, pk: string): string {
  const slug = name.replaceAll(/[^-a-zA-Z0-9_]+/g, "-").replaceAll(/^-+|-+$/g, "");
  const part = pk.replaceAll("-", "").slice(0, ID_PART);
  return `${slug.slice(0, LONGEST_IDENTIFIER - ID_PART - 1) || "api-key"}-${part}`;
}

/** All tokens of intent `api`, in the order in which they were made: whatever opens the interface is a key to it. */
export async function allApiKeys(store: RecordStore): Promise<StoredRecord[]> {
  const keys = await listAll(store, { model: tokenModel.name, filters: { intent: "api" } });
  return keys.sort(
    (one, other) =>
      numberOf(one.fields, "creation") - numberOf(other.fields, "creation") || (one.id < other.id ? -1 : 1),
  );
}

/** A key by its id. */
export async function findApiKey(store: RecordStore, id: string): Promise<StoredRecord | undefined> {
  const record = await store.get(`token:${id}`);
  return record?.fields["intent"] === "api" ? record : undefined;
}

/** A key as answers show it. */
export function showApiKey({ fields }: Pick<StoredRecord, "fields">): JsonObject {
  const { invalidation } = fields;
  return {
    id: stringOf(fields, "pk"),
    name: nameOfApiKey(fields),
    type: typeOfApiKey(fields),
    creation: numberOf(fields, "creation"),
    ...(fields["expiring"] === false ? {} : { expiration: Date.parse(stringOf(fields, "expires")) }),
    invalidated: typeof invalidation === "number",
    ...(typeof invalidation === "number" ? { invalidation } : {}),
    username: stringOf(fields, "user__username"),
    realm: REALM.name,
    realm_type: REALM.type,
    metadata: objectOf(fields, "metadata"),
    role_descriptors: objectOf(fields, "role_descriptors"),
    ...(typeOfApiKey(fields) === "cross_cluster" ? { access: objectOf(fields, "access") } : {}),
  };
}

export function typeOfApiKey(fields: JsonObject): ApiKeyType {
  return fields["key_type"] === "cross_cluster" ? "cross_cluster" : "rest";
}

/** The name that was given; that of a token of the identity interface is its identifier. */
export function nameOfApiKey(fields: JsonObject): string {
  return stringOf(fields, "name") || stringOf(fields, "identifier");
}

export function isInvalidated({ fields }: Pick<StoredRecord, "fields">): boolean {
  return typeof fields["invalidation"] === "number";
}

/** Makes a key useless at once on both interfaces; it stays to be seen here until expired tokens are cleaned up. */
export async function invalidateApiKey(store: RecordStore, key: StoredRecord, nowMs: number): Promise<boolean> {
  return changeApiKey(store, key, (fields) =>
    typeof fields["invalidation"] === "number"
      ? undefined
      : { ...fields, invalidation: nowMs, expires_at: new Date(nowMs).toISOString() },
  );
}

/** Changes what a key may do, its metadata or its lifetime; answers whether anything changed. */
export async function updateApiKey(
  store: RecordStore,
  key: StoredRecord,
  body: ApiKeyBody,
  nowMs: number,
): Promise<boolean> {
  return changeApiKey(store, key, (fields) => {
    const expires = body.expirationMs === undefined ? undefined : new Date(nowMs + body.expirationMs).toISOString();
    const given: Record<string, Json> = {
      ...(body.metadata === undefined ? {} : { metadata: body.metadata }),
      ...(body.roleDescriptors === undefined ? {} : { role_descriptors: body.roleDescriptors }),
      ...(body.access === undefined ? {} : { access: body.access }),
      ...(expires === undefined ? {} : { expires, expiring: true, expires_at: expiresAt(expires, true) }),
    };
    const same = Object.entries(given).every(
      ([name, value]) => stringifyJson(ownOf(fields, name) ?? {}) === stringifyJson(value),
    );
    return same ? undefined : { ...fields, ...given };
  });
}

async function changeApiKey(
  store: RecordStore,
  key: StoredRecord,
  change: (fields: JsonObject) => JsonObject | undefined,
): Promise<boolean> {
  return changeRecord(store, key.id, (record) => {
    // Gone meanwhile: somebody revoked it at the identity interface.
    const fields = record && change(record.fields);
    return fields && replaced(record, fields, tokenClaims(fields));
  });
}
