/**
 * Short-lived tokens (`security.get_token`): an access token for twenty minutes, and a refresh token that gets the next
 * pair, once, within a day. Both are stored as keyed hashes only.
 */
import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../core/json.ts";
import { tokenKeyClaim } from "../records/claims.ts";
import type { IdentityServices } from "../identity-services.ts";
import { listAll } from "../records/list-all.ts";
import { accessTokenModel } from "../records/models.ts";
import { changeRecord, replaced } from "../records/change-record.ts";
import { type RecordChange, RecordConflict, type RecordStore, type StoredRecord } from "../records/record-store.ts";
import { numberOf, stringOf } from "../records/stored-values.ts";
import { newKey } from "../directory/token-keys.ts";

/** How long an access token lives. */
export const ACCESS_SECONDS = 20 * 60;
const REFRESH_SECONDS = 24 * 60 * 60;

/** Tokens that were just made; the only time that they are shown. */
export interface MadeTokens {
  readonly access: string;
  readonly refresh: string | undefined;
}

function refreshClaim(digest: string): string {
  return `refresh-token:${digest}`;
}

function claimsOf(fields: JsonObject): string[] {
  const refresh = stringOf(fields, "refresh_digest");
  return [tokenKeyClaim(stringOf(fields, "key_digest")), ...(refresh === "" ? [] : [refreshClaim(refresh)])];
}

/** Makes tokens for a user; those of the user that are over go. */
export async function makeTokens(
  services: IdentityServices,
  user: { pk: number; username: string },
  refreshable: boolean,
): Promise<MadeTokens> {
  const { store } = services;
  const { tokens, change } = newTokens(services, user, refreshable);
  await store.change([change]);
  await removeOver(services, user.pk);
  return tokens;
}

/**
 * The next pair for a refresh token; undefined for one that is unknown, over or invalidated, "used" for one that was
 * used.
 */
export async function refreshTokens(
  services: IdentityServices,
  refresh: string,
): Promise<{ tokens: MadeTokens; user: number } | "used" | undefined> {
  const { store, secretBox, clock } = services;
  const record = await held(store, refreshClaim(secretBox.digest(refresh)));
  if (
    !record ||
    record.fields["invalidated"] === true ||
    Date.parse(stringOf(record.fields, "refresh_expires_at")) <= clock.now()
  )
    return undefined;
  if (record.fields["refreshed"] === true) return "used";
  const user = { pk: numberOf(record.fields, "user"), username: stringOf(record.fields, "user__username") };
  const { tokens, change } = newTokens(services, user, true);
  const fields = { ...record.fields, refreshed: true };
  try {
    await store.change([
      { kind: "replace", id: record.id, fields, ifSeqNo: record.seqNo, claims: claimsOf(fields) },
      change,
    ]);
  } catch (error) {
    if (error instanceof RecordConflict) return "used";
    throw error;
  }
  return { tokens, user: user.pk };
}

/** Counts of tokens that an invalidation met. */
export interface Invalidation {
  readonly invalidated: number;
  readonly previously: number;
  readonly known: boolean;
}

/** Makes an access token useless. */
export async function invalidateAccess(
  { store, secretBox, clock }: IdentityServices,
  token: string,
): Promise<Invalidation> {
  const record = await held(store, tokenKeyClaim(secretBox.digest(token)));
  if (record?.model !== accessTokenModel.name) return { invalidated: 0, previously: 0, known: false };
  const over = Date.parse(stringOf(record.fields, "expires_at")) <= clock.now();
  if (!over) await end(store, record, (fields) => ({ ...fields, expires_at: new Date(clock.now()).toISOString() }));
  return { invalidated: over ? 0 : 1, previously: over ? 1 : 0, known: true };
}

/** Makes a refresh token useless. */
export async function invalidateRefresh({ store, secretBox }: IdentityServices, token: string): Promise<Invalidation> {
  const record = await held(store, refreshClaim(secretBox.digest(token)));
  if (!record) return { invalidated: 0, previously: 0, known: false };
  const over = record.fields["invalidated"] === true || record.fields["refreshed"] === true;
  if (!over) await end(store, record, (fields) => ({ ...fields, invalidated: true }));
  return { invalidated: over ? 0 : 1, previously: over ? 1 : 0, known: true };
}

/**
 * Makes all tokens of a user useless, together; of everybody when there is no user. `storeFor` gives the records for a
 * change that meets so many tokens.
 */
export async function invalidateAllTokens(
  { store, clock }: IdentityServices,
  user: number | undefined,
  storeFor: (invalidated: number) => RecordStore,
): Promise<Invalidation> {
  const filters = user === undefined ? {} : { user };
  for (;;) {
    const ends = endings(await listAll(store, { model: accessTokenModel.name, filters }), clock.now());
    const done = { invalidated: ends.invalidated, previously: 0, known: true };
    if (ends.changes.length === 0) return done;
    try {
      await storeFor(ends.invalidated).change(ends.changes);
      return done;
    } catch (error) {
      // One was used or ended meanwhile: again with what is there now.
      if (!(error instanceof RecordConflict)) throw error;
    }
  }
}

/** What ends access and refresh tokens that work, and how many these are. */
function endings(
  records: readonly StoredRecord[],
  nowMs: number,
): { readonly changes: readonly RecordChange[]; readonly invalidated: number } {
  const changes: RecordChange[] = [];
  let invalidated = 0;
  for (const record of records) {
    const { fields } = record;
    const access = Date.parse(stringOf(fields, "expires_at")) > nowMs;
    const refresh =
      stringOf(fields, "refresh_digest") !== "" && fields["invalidated"] !== true && fields["refreshed"] !== true;
    if (!access && !refresh) continue;
    const ended = { ...fields, expires_at: new Date(nowMs).toISOString(), invalidated: true };
    changes.push(replaced(record, ended, claimsOf(ended)));
    invalidated += Number(access) + Number(refresh);
  }
  return { changes, invalidated };
}

function newTokens(
  { secretBox, clock }: IdentityServices,
  user: { pk: number; username: string },
  refreshable: boolean,
): { tokens: MadeTokens; change: RecordChange } {
  const pk = randomUUID();
  const tokens = { access: newKey(), refresh: refreshable ? newKey() : undefined };
  const after = (seconds: number): string => new Date(clock.now() + seconds * 1000).toISOString();
  const fields: JsonObject = {
    pk,
    user: user.pk,
    user__username: user.username,
    expires_at: after(ACCESS_SECONDS),
    key_digest: secretBox.digest(tokens.access),
    ...(tokens.refresh === undefined
      ? {}
      : { refresh_digest: secretBox.digest(tokens.refresh), refresh_expires_at: after(REFRESH_SECONDS) }),
  };
  return {
    tokens,
    change: {
      kind: "create",
      id: `access_token:${pk}`,
      model: accessTokenModel.name,
      fields,
      claims: claimsOf(fields),
    },
  };
}

async function held(store: RecordStore, claim: string): Promise<StoredRecord | undefined> {
  const id = await store.claimed(claim);
  return id === undefined ? undefined : store.get(id);
}

async function end(store: RecordStore, first: StoredRecord, change: (fields: JsonObject) => JsonObject): Promise<void> {
  await changeRecord(store, first.id, (record) => {
    const fields = record && change(record.fields);
    return fields && replaced(record, fields, claimsOf(fields));
  });
}

/** A user who gets tokens all day would leave as many records behind. */
async function removeOver({ store, clock }: IdentityServices, user: number): Promise<void> {
  const now = clock.now();
  for (const record of await listAll(store, { model: accessTokenModel.name, filters: { user } })) {
    const ends = Math.max(
      ...["expires_at", "refresh_expires_at"].map((name) => Date.parse(stringOf(record.fields, name)) || 0),
    );
    if (ends > now) continue;
    try {
      await store.change([{ kind: "delete", id: record.id, ifSeqNo: record.seqNo }]);
    } catch (error) {
      // Somebody else removed it.
      if (!(error instanceof RecordConflict)) throw error;
    }
  }
}
