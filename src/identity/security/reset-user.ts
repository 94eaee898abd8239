/** A new password for a user by whoever holds the data folder, and being a superuser with it: no caller is asked. */
import type { JsonObject } from "../../core/json.ts";
import { hashPassword } from "../../security/password-hash.ts";
import { SUPERUSER_ROLE } from "../../security/superuser.ts";
import { changeRecord, replaced } from "../records/change-record.ts";
import { userClaims } from "../records/claims.ts";
import type { IdentityServices } from "../identity-services.ts";
import { userModel } from "../records/models.ts";
import type { RecordChange } from "../records/record-store.ts";
import { ToldRecordStore } from "../records/told-record-store.ts";
import type { IdentityEvent } from "../event-sink.ts";
import { findUser } from "./native-users.ts";
import { rolesOfUser } from "../directory/caller.ts";
import { eventUser } from "../directory/new-password.ts";
import { rolesOf } from "../directory/roles.ts";

/** What is asked for. */
export interface Reset {
  readonly username: string;
  readonly password: string;
  /** The user becomes an active superuser, and is made where there is none. */
  readonly superuser: boolean;
}

/** What the user is afterwards; undefined: there is none. */
export async function resetUser(
  services: IdentityServices,
  { username, password, superuser }: Reset,
): Promise<{ readonly made: boolean; readonly active: boolean; readonly superuser: boolean } | undefined> {
  const { store, passwordCost, events, clock } = services;
  const before = await findUser(store, username);
  if (!before && !superuser) return undefined;
  const id = before?.id ?? `user:${await store.nextNumber("user")}`;
  const has = before !== undefined && (await rolesOfUser(store, before)).includes(SUPERUSER_ROLE);
  const hash = await hashPassword(password, passwordCost);
  let active = true;
  await changeRecord(
    new ToldRecordStore(store, events, ([change]) => resetEvents(change, clock.now())),
    id,
    (record) => {
      const fields: JsonObject = {
        ...(record?.fields ?? {
          pk: Number(id.slice("user:".length)),
          username,
          name: username,
          email: "",
          attributes: {},
          groups: [],
          is_active: true,
        }),
        password_hash: hash,
        ...(superuser ? { is_active: true } : {}),
        ...(superuser && !has ? { roles: [...new Set([...(record ? rolesOf(record) : []), SUPERUSER_ROLE])] } : {}),
      };
      active = fields["is_active"] !== false;
      return record
        ? replaced(record, fields, userClaims(fields))
        : { kind: "create", id, model: userModel.name, fields, claims: userClaims(fields) };
    },
  );
  return { made: !before, active, superuser: has || superuser };
}

function resetEvents(change: RecordChange | undefined, createdMs: number): IdentityEvent[] {
  if (!change || change.kind === "delete") return [];
  const context = { user: eventUser(change), message: "by the command reset-password" };
  return [{ action: "password_set", app: "wardex.command", user: undefined, context, clientIp: undefined, createdMs }];
}
