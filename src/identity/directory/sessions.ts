/**
 * Sessions: what a browser holds in place of credentials. They end with time, with the password, and with their user.
 */
import { randomBytes } from "node:crypto";
import type { SecretBox } from "../../security/secret-box.ts";
import { sessionModel } from "../records/models.ts";
import { RecordConflict, type RecordStore, type StoredRecord } from "../records/record-store.ts";
import { numberOf, stringOf } from "../records/stored-values.ts";

/** How long a session lasts. */
export const SESSION_SECONDS = 12 * 60 * 60;

const KEY_BYTES = 32;

interface SessionParts {
  readonly store: RecordStore;
  readonly secretBox: SecretBox;
}

/** Begins a session of a user; answers its key, which is stored nowhere. */
export async function beginSession(
  { store, secretBox }: SessionParts,
  user: StoredRecord,
  nowMs: number,
): Promise<{ key: string; expiresMs: number }> {
  const key = randomBytes(KEY_BYTES).toString("base64url");
  const expiresMs = nowMs + SESSION_SECONDS * 1000;
  const fields = {
    user: numberOf(user.fields, "pk"),
    created: new Date(nowMs).toISOString(),
    expires: new Date(expiresMs).toISOString(),
    password_mark: passwordMark(user, secretBox),
  };
  await store.change([{ kind: "create", id: sessionId(key, secretBox), model: sessionModel.name, fields, claims: [] }]);
  return { key, expiresMs };
}

/** The user of a session that is not over, and when it will be; undefined otherwise. */
export async function findSession(
  { store, secretBox }: SessionParts,
  key: string,
  nowMs: number,
): Promise<{ user: StoredRecord; expiresMs: number } | undefined> {
  const session = await store.get(sessionId(key, secretBox));
  if (!session) return undefined;
  const expiresMs = Date.parse(stringOf(session.fields, "expires"));
  const user = await store.get(`user:${numberOf(session.fields, "user")}`);
  if (!user || expiresMs <= nowMs || stringOf(session.fields, "password_mark") !== passwordMark(user, secretBox))
    return undefined;
  return { user, expiresMs };
}

/** Ends a session; one that is gone already is as good. */
export async function endSession({ store, secretBox }: SessionParts, key: string): Promise<void> {
  const session = await store.get(sessionId(key, secretBox));
  if (!session) return;
  try {
    await store.change([{ kind: "delete", id: session.id, ifSeqNo: session.seqNo }]);
  } catch (error) {
    // Somebody else ended it meanwhile.
    if (!(error instanceof RecordConflict)) throw error;
  }
}

/** What scripts of our own pages send back with whatever changes something. */
export function csrfOf(secretBox: SecretBox, key: string): string {
  return secretBox.digest(`csrf:${key}`);
}

function sessionId(key: string, secretBox: SecretBox): string {
  return `session:${secretBox.digest(`session:${key}`)}`;
}

function passwordMark({ fields }: StoredRecord, secretBox: SecretBox): string {
  return secretBox.digest(`session-password:${stringOf(fields, "password_hash")}`);
}
