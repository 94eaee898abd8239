/** Makes a link by which a user sets a new password, once, within a day. */
import { reference } from "../../interface/component.ts";
import { type Endpoint, toldStore } from "../../interface/endpoint.ts";
import { assertNoEscalation } from "../../directory/escalation.ts";
import { permissionDenied } from "../../interface/identity-errors.ts";
import { IDENTITY_PREFIX } from "../../interface/identity-prefix.ts";
import { makeRecoveryKey } from "../../directory/one-time-key.ts";
import { holds } from "../../directory/permissions.ts";
import { eventApp, eventModel, seen } from "../../interface/resource-records.ts";
import { users } from "./users.ts";

export const recovery: Endpoint = {
  path: "core/users/{id}/recovery/",
  title: "User Recovery",
  parameters: { id: users.keySchema },
  components: [
    { name: "Link", schema: { type: "object", required: ["link"], properties: { link: { type: "string" } } } },
  ],
  methods: {
    GET: {
      id: "core_users_recovery",
      summary: "Make a recovery link",
      answer: { status: 200, description: "Success.", schema: reference("Link") },
      refusals: [403, 404],
      permission: "reset_user_password",
      async handle(request, parameters) {
        const { principal, store } = request;
        if (!holds(principal, "reset_user_password")) throw permissionDenied();
        const user = await seen(users, request, parameters["id"] ?? "");
        await assertNoEscalation(store, principal, user);
        const context = { secret: eventModel(users, user), type: "recovery_link" };
        const making = toldStore(request, () => [{ action: "secret_view", app: eventApp(users), context }]);
        const key = await makeRecoveryKey({ ...request, store: making }, user);
        return { status: 200, body: { link: `${request.publicUrl}${IDENTITY_PREFIX}/auth/recovery/?token=${key}` } };
      },
    },
  },
};
