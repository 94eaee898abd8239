/** The user who is asking. */
import type { JsonObject } from "../../../core/json.ts";
import { component, reference } from "../../interface/component.ts";
import type { Endpoint, IdentityRequest } from "../../interface/endpoint.ts";
import { LIST_PARAMETERS } from "../../interface/resource-list.ts";
import { showUsers } from "../../directory/user-view.ts";
import { readOnly } from "./read-only.ts";
import { users } from "./users.ts";

const selfFields = users.fields.map((field) =>
  field.name === "groups"
    ? readOnly("groups", { type: "array", items: { type: "object", additionalProperties: true } })
    : field,
);

export const me: Endpoint = {
  path: "core/users/me/",
  title: "Me",
  components: [component("UserSelf", selfFields)],
  methods: {
    GET: {
      id: "core_users_me",
      summary: "The user who is asking",
      // Declared by authentik, and without a meaning.
      query: LIST_PARAMETERS,
      answer: {
        status: 200,
        description: "Success.",
        schema: {
          allOf: [reference("User")],
          type: "object",
          required: ["user"],
          properties: { user: reference("UserSelf") },
        },
      },
      refusals: [],
      async handle(request) {
        const user = await own(request);
        // Clients of the time after read the same under `user`, with the groups themselves in place of their ids.
        return { status: 200, body: { ...user, user: { ...user, groups: user["groups_obj"] ?? [] } } };
      },
    },
  },
};

async function own(request: IdentityRequest): Promise<JsonObject> {
  const { principal, store } = request;
  const record = await store.get(`user:${principal.userId}`);
  // The emergency administrator has no record.
  const id = `user:${principal.userId}`;
  const fields = {
    pk: principal.userId,
    username: principal.username,
    name: principal.fullName || principal.username,
    email: principal.email,
  };
  const [shown = {}] = await showUsers([record ?? { id, model: "user", fields, seqNo: -1, primaryTerm: -1 }], request);
  return record ? shown : { ...shown, is_superuser: principal.superuser };
}
