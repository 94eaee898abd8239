/**
 * Users as Elasticsearch shows and writes them: full name, email, metadata, roles and whether they are enabled are
 * name, email, attributes, roles and is_active of the record.
 */
import { illegalArgument } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { rolesOfGroup } from "../directory/caller.ts";
import { userClaims, userNameClaim } from "../records/claims.ts";
import { email as emailKind, FieldFault } from "../interface/fields.ts";
import { loadGroups, withAncestors } from "../directory/group-graph.ts";
import { listAll } from "../records/list-all.ts";
import { userModel } from "../records/models.ts";
import { RecordConflict, type RecordStore, type StoredRecord } from "../records/record-store.ts";
import { rolesOf } from "../directory/roles.ts";
import { objectOf, stringOf, stringsOf } from "../records/stored-values.ts";

/** What a body says of a user. */
export interface UserBody {
  readonly roles: readonly string[];
  readonly fullName: string | undefined;
  readonly email: string | undefined;
  readonly metadata: JsonObject;
  readonly enabled: boolean;
}

/** Names that both interfaces can have: letters, digits and `_.@+-`. */
const USERNAME = /^[\p{L}\p{N}_.@+-]{1,150}$/u;

export async function findUser(store: RecordStore, username: string): Promise<StoredRecord | undefined> {
  const id = await store.claimed(userNameClaim(username));
  return id === undefined ? undefined : store.get(id);
}

/** All users by name. */
export async function allUsers(store: RecordStore): Promise<StoredRecord[]> {
  const users = await listAll(store, { model: userModel.name, filters: {} });
  return users.sort((one, other) => (stringOf(one.fields, "username") < stringOf(other.fields, "username") ? -1 : 1));
}

/**
 * Users as answers show them, with the roles that they have of themselves and by their groups; the groups of all are
 * read together.
 */
export async function showNativeUsers(store: RecordStore, users: readonly StoredRecord[]): Promise<JsonObject[]> {
  const groups = await loadGroups(
    store,
    users.flatMap((user) => stringsOf(user.fields, "groups")),
  );
  return users.map((user) => {
    const { fields } = user;
    const own = rolesOf(user);
    const given = withAncestors(groups, stringsOf(fields, "groups")).flatMap(rolesOfGroup);
    return {
      username: stringOf(fields, "username"),
      roles: [...new Set([...own, ...given])],
      full_name: stringOf(fields, "name") || null,
      email: stringOf(fields, "email") || null,
      metadata: objectOf(fields, "attributes"),
      enabled: fields["is_active"] !== false,
    };
  });
}

/**
 * Makes a user, or replaces what is said of one; `passwordHash` undefined: the password stays. Answers whether the user
 * is new. Throws 400 for what the identity interface could not keep.
 */
export async function putNativeUser(
  store: RecordStore,
  username: string,
  body: UserBody,
  passwordHash: string | undefined,
): Promise<boolean> {
  checkEmail(body.email);
  for (;;) {
    const before = await findUser(store, username);
    if (!before && !USERNAME.test(username)) {
      throw illegalArgument(
        `user name [${username}] cannot be used: names of users have at most 150 characters, and only letters, digits, and the characters _.@+-`,
      );
    }
    const id = before?.id ?? `user:${await store.nextNumber("user")}`;
    const fields: JsonObject = {
      groups: [],
      ...before?.fields,
      pk: Number(id.slice("user:".length)),
      username,
      name: body.fullName ?? "",
      email: body.email ?? "",
      attributes: body.metadata,
      is_active: body.enabled,
      roles: before ? await ownRoles(store, before, body.roles) : [...new Set(body.roles)],
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    };
    const claims = userClaims(fields);
    try {
      await store.change([
        before
          ? { kind: "replace", id, fields, ifSeqNo: before.seqNo, claims }
          : { kind: "create", id, model: userModel.name, fields, claims },
      ]);
      return !before;
    } catch (error) {
      // Another writer was first: again with what is there now.
      if (!(error instanceof RecordConflict)) throw error;
    }
  }
}

/** The roles to be written into a user: those that no group gives. One that a group gives cannot be taken away here. */
async function ownRoles(store: RecordStore, user: StoredRecord, wanted: readonly string[]): Promise<string[]> {
  const ids = stringsOf(user.fields, "groups");
  const given = new Map<string, string>();
  for (const group of withAncestors(await loadGroups(store, ids), ids))
    for (const role of rolesOfGroup(group)) given.set(role, stringOf(group.fields, "name"));
  for (const [role, group] of given) {
    if (wanted.includes(role)) continue;
    throw illegalArgument(
      `role [${role}] of user [${stringOf(user.fields, "username")}] comes from group [${group}] and cannot be taken away here`,
    );
  }
  const own = rolesOf(user);
  return [...new Set(wanted)].filter((role) => !given.has(role) || own.includes(role));
}

function checkEmail(email: string | undefined): void {
  try {
    if (email !== undefined) emailKind.parse(email);
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error;
    throw illegalArgument(`email [${email}] cannot be used: ${error.message}`);
  }
}
