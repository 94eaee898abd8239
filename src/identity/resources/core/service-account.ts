/** Makes a user for a program: with a token, and a group of its own when asked. */
import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../../core/json.ts";
import { groupClaims, tokenClaims, userClaims } from "../../records/claims.ts";
import { reference } from "../../interface/component.ts";
import { type Endpoint, type IdentityRequest, changeTold, type ToldEvent } from "../../interface/endpoint.ts";
import { boolean, dateTime, type Field } from "../../interface/fields.ts";
import { invalid, permissionDenied } from "../../interface/identity-errors.ts";
import { groupModel, tokenModel, userModel } from "../../records/models.ts";
import { holds } from "../../directory/permissions.ts";
import { RecordConflict, type RecordChange, type StoredRecord } from "../../records/record-store.ts";
import { eventApp, eventModel } from "../../interface/resource-records.ts";
import { stringOf } from "../../records/stored-values.ts";
import { expiresAt, newKey, storedKey } from "../../directory/token-keys.ts";
import { memberView } from "../../directory/user-view.ts";
import { validBody } from "../../interface/validate-body.ts";
import { groups } from "./groups.ts";
import { tokens } from "./tokens.ts";
import { username, users } from "./users.ts";

const fields: readonly Field[] = [
  { name: "name", kind: username, required: true },
  { name: "create_group", kind: boolean, default: false },
  { name: "expiring", kind: boolean, default: true },
  { name: "expires", kind: dateTime },
];

/** How long its token lives where nothing is said. */
const LIFETIME_MS = 365 * 24 * 60 * 60 * 1000;

const answerSchema: JsonObject = {
  type: "object",
  required: ["username", "token", "user_pk", "user_uid"],
  properties: {
    username: { type: "string" },
    token: { type: "string" },
    user_pk: { type: "integer" },
    user_uid: { type: "string" },
    group_pk: { type: "string", format: "uuid", nullable: true },
  },
};

export const serviceAccount: Endpoint = {
  path: "core/users/service_account/",
  title: "Service Account",
  components: [{ name: "ServiceAccount", schema: answerSchema }],
  methods: {
    POST: {
      id: "core_users_service_account",
      summary: "Create a service account with a token",
      body: { name: "ServiceAccountRequest", fields },
      answer: { status: 200, description: "Created.", schema: reference("ServiceAccount") },
      refusals: [400, 403, 413, 415],
      permission: "add_user",
      async handle(request) {
        const { principal } = request;
        if (!holds(principal, "add_user") || !holds(principal, "add_token")) throw permissionDenied();
        const values = await validBody(request, fields);
        if (values["create_group"] === true && !holds(principal, "add_group")) throw permissionDenied();
        const made = await create(request, values);
        return { status: 200, body: made };
      },
    },
  },
};

async function create(request: IdentityRequest, values: JsonObject): Promise<JsonObject> {
  const name = stringOf(values, "name");
  const pk = await request.store.nextNumber("user");
  const key = newKey();
  const changes = newRecords(request, { name, pk, key, values });
  const told = changes.flatMap((change): ToldEvent[] => {
    if (change.kind !== "create") return [];
    const declared = change.model === userModel.name ? users : change.model === groupModel.name ? groups : tokens;
    const record: StoredRecord = { ...change, seqNo: -1, primaryTerm: -1 };
    const context = { model: eventModel(declared, record) };
    return [{ action: "model_created", app: eventApp(declared), context }];
  });
  try {
    await changeTold(request, changes, told);
  } catch (error) {
    if (error instanceof RecordConflict && error.claim !== undefined)
      throw invalid({ name: ["A user, group or token of that name already exists."] });
    throw error;
  }
  const [user, , group] = changes;
  const { uid } = memberView(user && "fields" in user ? user.fields : {}, request);
  return {
    username: name,
    token: key,
    user_pk: pk,
    user_uid: uid ?? "",
    group_pk: group ? group.id.slice("group:".length) : null,
  };
}

/** User, token, and the group where it is wanted. */
function newRecords(
  request: IdentityRequest,
  made: { name: string; pk: number; key: string; values: JsonObject },
): RecordChange[] {
  const { name, pk, key, values } = made;
  const group = values["create_group"] === true ? randomUUID() : undefined;
  const user: JsonObject = {
    pk,
    username: name,
    name,
    is_active: true,
    email: "",
    attributes: { "goauthentik.io/user/service-account": true },
    groups: group === undefined ? [] : [group],
  };
  const tokenPk = randomUUID();
  const expires = stringOf(values, "expires") || new Date(request.clock.now() + LIFETIME_MS).toISOString();
  const expiring = values["expiring"] !== false;
  const token: JsonObject = {
    pk: tokenPk,
    identifier: `service-account-${name.replaceAll(/[^-a-zA-Z0-9_]/g, "-")}-${pk}`,
    intent: "api",
    user: pk,
    user__username: name,
    description: "Made with the service account",
    expires,
    expiring,
    expires_at: expiresAt(expires, expiring),
    ...storedKey(key, `token:${tokenPk}`, request.secretBox),
  };
  const changes: RecordChange[] = [
    { kind: "create", id: `user:${pk}`, model: userModel.name, fields: user, claims: userClaims(user) },
    { kind: "create", id: `token:${tokenPk}`, model: tokenModel.name, fields: token, claims: tokenClaims(token) },
  ];
  if (group === undefined) return changes;
  const fieldsOfGroup: JsonObject = {
    pk: group,
    name: name.slice(0, 80),
    is_superuser: false,
    parent: null,
    attributes: {},
  };
  return [
    ...changes,
    {
      kind: "create",
      id: `group:${group}`,
      model: groupModel.name,
      fields: fieldsOfGroup,
      claims: groupClaims(fieldsOfGroup),
    },
  ];
}
