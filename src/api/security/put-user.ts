/** `security.put_user`: makes a user, or replaces what is said of one. */
import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { tokenName } from "../../compat/body-reader.ts";
import { eventUser } from "../../identity/directory/new-password.ts";
import type { ToldEvent } from "../../identity/interface/endpoint.ts";
import { eventApp, eventModel } from "../../identity/interface/resource-records.ts";
import type { RecordChange } from "../../identity/records/record-store.ts";
import { users } from "../../identity/resources/core/users.ts";
import { isRoleName, roleNameRule } from "../../identity/directory/roles.ts";
import { putAction, storeTelling } from "../../identity/security/identity-access.ts";
import { findUser, putNativeUser } from "../../identity/security/native-users.ts";
import { hashPassword } from "../../security/password-hash.ts";
import { passwordFault } from "../../security/password-rule.ts";
import type { Operation } from "../operation.ts";
import { parseFailure } from "../requests/request-body.ts";
import {
  metadataFault,
  refuseInvalid,
  requiredBody,
  type SecurityCall,
  securityOperation,
} from "../requests/security-operation.ts";
import {
  booleanField,
  namesField,
  refusePasswordHash,
  textField,
  userObject,
  usernameFault,
} from "../requests/user-body.ts";

const LONGEST_ROLE = 507;

interface Draft {
  roles?: string[];
  fullName?: string | undefined;
  email?: string | undefined;
  metadata: JsonObject;
  enabled: boolean;
  password?: string | undefined;
}

export const putUser: Operation = securityOperation(
  { name: "security.put_user", actions: ["cluster:admin/xpack/security/user/put"] },
  async (call) => {
    const username = call.parameters["username"] ?? "";
    const draft = readUser(username, await requiredBody(call.request));
    const before = await findUser(call.store, username);
    refuseInvalid([
      before ? undefined : usernameFault(username),
      draft.roles ? undefined : "roles are missing",
      ...(draft.roles ?? []).map((role) => (isRoleName(role, LONGEST_ROLE) ? undefined : roleNameRule(LONGEST_ROLE))),
      metadataFault(draft.metadata),
    ]);
    if (draft.password === undefined && !before) {
      refuseInvalid(["password must be specified unless you are updating an existing user"], "validation_exception");
    }
    return { status: 200, body: { created: await write(call, username, draft) } };
  },
);

async function write(call: SecurityCall, username: string, draft: Draft): Promise<boolean> {
  const { services } = call;
  const hash = draft.password === undefined ? undefined : await hashPassword(draft.password, services.passwordCost);
  const body = {
    roles: draft.roles ?? [],
    fullName: draft.fullName,
    email: draft.email,
    metadata: draft.metadata,
    enabled: draft.enabled,
  };
  const store = storeTelling(services, call, ([change]) => eventsOf(change, hash !== undefined));
  return putNativeUser(store, username, body, hash);
}

function eventsOf(change: RecordChange | undefined, hasPassword: boolean): ToldEvent[] {
  if (!change || change.kind === "delete") return [];
  const app = eventApp(users);
  const put: ToldEvent = { action: putAction(change), app, context: { model: eventModel(users, change) } };
  if (!hasPassword || change.kind === "create") return [put];
  return [put, { action: "password_set", app, context: { user: eventUser(change) } }];
}

function readUser(username: string, json: Json): Draft {
  const draft: Draft = { metadata: {}, enabled: true };
  for (const [field, value] of Object.entries(userObject(json))) {
    switch (field) {
      case "username":
        if (textField(field, value) !== username)
          throw illegalArgument(`[username] in source does not match the username provided [${username}]`);
        break;
      case "password": {
        draft.password = textField(field, value) ?? "";
        refuseInvalid([passwordFault(draft.password)], "validation_exception");
        break;
      }
      case "password_hash":
        refusePasswordHash();
      case "roles":
        draft.roles = namesField(field, value);
        break;
      case "full_name":
        draft.fullName = textField(field, value, true);
        break;
      case "email":
        draft.email = textField(field, value, true);
        break;
      case "metadata":
        if (!isJsonObject(value))
          throw parseFailure(`expected field [${field}] to be of type object, but found [${tokenName(value)}] instead`);
        draft.metadata = value;
        break;
      case "enabled":
        draft.enabled = booleanField(field, value);
        break;
      default:
        throw parseFailure(`failed to parse add user request. unexpected field [${field}]`);
    }
  }
  return draft;
}
