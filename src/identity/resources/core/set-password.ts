/**
 * Sets the password of a user: of others with a permission, one's own where a password or a session proves who is
 * asking.
 */
import { type Endpoint, toldStore } from "../../interface/endpoint.ts";
import { assertNoEscalation } from "../../directory/escalation.ts";
import { permissionDenied } from "../../interface/identity-errors.ts";
import { eventUser, passwordField, writePassword } from "../../directory/new-password.ts";
import { holds } from "../../directory/permissions.ts";
import { eventApp, seen } from "../../interface/resource-records.ts";
import { numberOf, stringOf } from "../../records/stored-values.ts";
import { validBody } from "../../interface/validate-body.ts";
import { users } from "./users.ts";

const fields = [passwordField];

export const setPassword: Endpoint = {
  path: "core/users/{id}/set_password/",
  title: "User Set Password",
  parameters: { id: users.keySchema },
  methods: {
    POST: {
      id: "core_users_set_password",
      summary: "Set the password",
      body: { name: "UserPasswordSet", fields },
      answer: { status: 204, description: "Done, no body." },
      refusals: [400, 403, 404, 413, 415],
      permission: "reset_user_password",
      async handle(request, parameters) {
        const { principal, store } = request;
        const proven = principal.authentication === "password" || principal.authentication === "session";
        const reset = holds(principal, "reset_user_password");
        if (!reset && !proven) throw permissionDenied();
        const user = await seen(users, request, parameters["id"] ?? "");
        if (!reset && numberOf(user.fields, "pk") !== principal.userId) throw permissionDenied();
        const values = await validBody(request, fields);
        await assertNoEscalation(store, principal, user);
        const told = { action: "password_set", app: eventApp(users), context: { user: eventUser(user) } } as const;
        const writing = { ...request, store: toldStore(request, () => [told]) };
        await writePassword(writing, user, stringOf(values, "password"));
        return { status: 204 };
      },
    },
  },
};
