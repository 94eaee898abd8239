/** The first start: the administrators' group, the administrator and an API token, made once and in one piece. */
import { randomUUID } from "node:crypto";
import type { JsonObject } from "../core/json.ts";
import { hashPassword, type ScryptCost } from "../security/password-hash.ts";
import { type SecretBox, SecretUnreadable } from "../security/secret-box.ts";
import { groupClaims, tokenClaims, userClaims } from "./records/claims.ts";
import { groupModel, settingModel, tokenModel, userModel } from "./records/models.ts";
import { RecordConflict, type RecordChange, type RecordStore, type StoredRecord } from "./records/record-store.ts";
import { stringOf } from "./records/stored-values.ts";
import { recoveryToken } from "./directory/one-time-key.ts";
import { newKey, NEVER, storedKey } from "./directory/token-keys.ts";

/** What the settings say; read at the first start only. */
export interface AdministratorSettings {
  readonly username: string;
  /** Undefined: one is made. */
  readonly password: string | undefined;
  readonly token: string | undefined;
  /** Whether a password that is made comes with a link by which its owner sets another. */
  readonly link?: boolean;
}

/** What the first start made, to be shown once. What came from the settings is not repeated. */
export interface MadeCredentials {
  readonly username: string;
  readonly password: string | undefined;
  readonly token: string | undefined;
  /** Key of a recovery token. */
  readonly recovery: string | undefined;
}

/** The outcome of a start. */
export interface BootstrapResult {
  /** Undefined on later starts. */
  readonly made: MadeCredentials | undefined;
  /** Whether the secret key is the one that the stored keys were encrypted with. */
  readonly keyFits: boolean;
}

const BOOTSTRAP_ID = "setting:bootstrap";
const KEY_CHECK = "wardex";
const PASSWORD_LENGTH = 24;
// A password made by chance has 142 bits: it needs no expensive hash, and the first start does not wait for one.
const CHEAP = { logN: 12, blockSize: 8, parallelism: 1 };

/** Makes the administrator when there was no start before. */
export async function bootstrap(
  store: RecordStore,
  box: SecretBox,
  settings: AdministratorSettings,
  { nowMs, passwordCost }: { readonly nowMs: number; readonly passwordCost?: ScryptCost | undefined },
): Promise<BootstrapResult> {
  const before = await store.get(BOOTSTRAP_ID);
  if (before) return { made: undefined, keyFits: keyFits(before, box) };
  const password = settings.password ?? newKey().slice(0, PASSWORD_LENGTH);
  const token = settings.token ?? newKey();
  const hash = await hashPassword(password, settings.password === undefined ? CHEAP : passwordCost);
  const user = await store.nextNumber("user");
  const link =
    settings.link === true && settings.password === undefined
      ? recoveryToken({ user, username: settings.username }, { secretBox: box, nowMs })
      : undefined;
  try {
    const records = firstRecords({ user, username: settings.username, hash, token }, box);
    await store.change(link ? [...records, link.change] : records);
  } catch (error) {
    // Another process was first.
    if (error instanceof RecordConflict) return bootstrap(store, box, settings, { nowMs, passwordCost });
    throw error;
  }
  const made = {
    username: settings.username,
    password: settings.password === undefined ? password : undefined,
    token: settings.token === undefined ? token : undefined,
    recovery: link?.key,
  };
  return { made, keyFits: true };
}

function firstRecords(
  admin: { user: number; username: string; hash: string; token: string },
  box: SecretBox,
): RecordChange[] {
  const group = randomUUID();
  const tokenPk = randomUUID();
  const groupFields: JsonObject = {
    pk: group,
    name: "Wardex Admins",
    is_superuser: true,
    parent: null,
    attributes: {},
  };
  const userFields: JsonObject = {
    pk: admin.user,
    username: admin.username,
    name: "Wardex Administrator",
    is_active: true,
    email: "",
    attributes: {},
    groups: [group],
    password_hash: admin.hash,
  };
  const tokenFields: JsonObject = {
    pk: tokenPk,
    identifier: "wardex-bootstrap-token",
    intent: "api",
    user: admin.user,
    user__username: admin.username,
    description: "Made at the first start",
    expires: NEVER,
    expiring: false,
    expires_at: NEVER,
    ...storedKey(admin.token, `token:${tokenPk}`, box),
  };
  return [
    {
      kind: "create",
      id: `group:${group}`,
      model: groupModel.name,
      fields: groupFields,
      claims: groupClaims(groupFields),
    },
    {
      kind: "create",
      id: `user:${admin.user}`,
      model: userModel.name,
      fields: userFields,
      claims: userClaims(userFields),
    },
    {
      kind: "create",
      id: `token:${tokenPk}`,
      model: tokenModel.name,
      fields: tokenFields,
      claims: tokenClaims(tokenFields),
    },
    {
      kind: "create",
      id: BOOTSTRAP_ID,
      model: settingModel.name,
      fields: { key_check: box.seal(KEY_CHECK, BOOTSTRAP_ID) },
      claims: [],
    },
  ];
}

function keyFits(record: StoredRecord, box: SecretBox): boolean {
  try {
    return box.open(stringOf(record.fields, "key_check"), BOOTSTRAP_ID) === KEY_CHECK;
  } catch (error) {
    if (error instanceof SecretUnreadable) return false;
    throw error;
  }
}
