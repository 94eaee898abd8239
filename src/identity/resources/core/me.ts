/** The user who is asking. */
import type { JsonObject } from "../../../core/json.ts";
import { reference } from "../../interface/component.ts";
import type { Endpoint, IdentityRequest } from "../../interface/endpoint.ts";
import { LIST_PARAMETERS } from "../../interface/resource-list.ts";
import { showUsers } from "../../directory/user-view.ts";

export const me: Endpoint = {
  path: "core/users/me/",
  title: "Me",
  methods: {
    GET: {
      id: "core_users_me",
      summary: "The user who is asking",
      // Declared by the original, and without a meaning.
      query: LIST_PARAMETERS,
      answer: {
        status: 200,
        description: "Success.",
        schema: { allOf: [reference("User")], type: "object", required: ["user"], properties: { user: reference("User") } },
      },
      refusals: [],
      async handle(request) {
        const user = await own(request);
        // Clients of the time after read the same under `user`.
        return { status: 200, body: { ...user, user } };
      },
    },
  },
};

async function own(request: IdentityRequest): Promise<JsonObject> {
  const { principal, store } = request;
  const record = await store.get(`user:${principal.userId}`);
  // The emergency administrator has no record.
  const id = `user:${principal.userId}`;
  const fields = { pk: principal.userId, username: principal.username, name: principal.fullName || principal.username, email: principal.email };
  const [shown = {}] = await showUsers([record ?? { id, model: "user", fields, seqNo: -1, primaryTerm: -1 }], request);
  return record ? shown : { ...shown, is_superuser: principal.superuser };
}
