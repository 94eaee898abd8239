/** How often a user signed in, failed to, and was authorised for applications, for each of the last 24 hours. */
import { reference } from "../../interface/component.ts";
import type { Component, Endpoint } from "../../interface/endpoint.ts";
import { hourPoints } from "../../events/events-per-hour.ts";
import { pointComponent, pointsSchema } from "../../interface/point-schema.ts";
import { permissionDenied } from "../../interface/identity-errors.ts";
import { holds } from "../../directory/permissions.ts";
import { seen } from "../../interface/resource-records.ts";
import { numberOf, stringOf } from "../../records/stored-values.ts";
import { users } from "./users.ts";

const component: Component = {
  name: "UserMetrics",
  schema: {
    type: "object",
    required: ["logins_per_1h", "logins_failed_per_1h", "authorizations_per_1h"],
    properties: {
      logins_per_1h: pointsSchema,
      logins_failed_per_1h: pointsSchema,
      authorizations_per_1h: pointsSchema,
    },
  },
};

export const userMetrics: Endpoint = {
  path: "core/users/{id}/metrics/",
  title: "User Metrics",
  parameters: { id: users.keySchema },
  components: [pointComponent, component],
  methods: {
    GET: {
      id: "core_users_metrics",
      summary: "Logins and authorizations of the user for each of the last 24 hours, newest first",
      answer: { status: 200, description: "Success.", schema: reference(component.name) },
      refusals: [403, 404],
      permission: "view_event",
      async handle(request, parameters) {
        const user = await seen(users, request, parameters["id"] ?? "");
        if (!holds(request.principal, "view_event")) throw permissionDenied();
        const userPk = numberOf(user.fields, "pk");
        // Whoever fails to sign in is nobody yet, but for the name that they gave.
        const conditions = [
          { action: "login", userPk },
          { action: "login_failed", triedUsername: stringOf(user.fields, "username") },
          { action: "authorize_application", userPk },
        ];
        const nowMs = request.clock.now();
        const charts = await Promise.all(conditions.map((condition) => request.eventStore.perHour(condition, nowMs)));
        const [logins = [], failed = [], authorizations = []] = charts.map((counts) => hourPoints(counts, nowMs));
        return {
          status: 200,
          body: { logins_per_1h: logins, logins_failed_per_1h: failed, authorizations_per_1h: authorizations },
        };
      },
    },
  },
};
