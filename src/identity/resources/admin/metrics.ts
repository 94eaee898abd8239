/** Sign-ins of the last 24 hours. */
import { reference } from "../../interface/component.ts";
import type { Endpoint } from "../../interface/endpoint.ts";
import { hourPoints } from "../../events/events-per-hour.ts";
import { pointComponent, pointsSchema } from "../../interface/point-schema.ts";
import { superusersOnly } from "./superusers-only.ts";

export const metrics: Endpoint = {
  path: "admin/metrics/",
  title: "Administration Metrics",
  components: [
    pointComponent,
    {
      name: "AdministrationMetrics",
      schema: {
        type: "object",
        required: ["logins_per_1h", "logins_failed_per_1h"],
        properties: { logins_per_1h: pointsSchema, logins_failed_per_1h: pointsSchema },
      },
    },
  ],
  methods: {
    GET: {
      id: "admin_metrics_list",
      summary: "Logins for each of the last 24 hours",
      answer: {
        status: 200,
        description: "Success.",
        schema: { type: "array", items: reference("AdministrationMetrics") },
      },
      refusals: [403],
      permission: "superuser",
      async handle(request) {
        superusersOnly(request);
        const nowMs = request.clock.now();
        const { eventStore } = request;
        const counts = await Promise.all([
          eventStore.perHour({ action: "login" }, nowMs),
          eventStore.perHour({ action: "login_failed" }, nowMs),
        ]);
        const [logins, failed] = counts.map((each) => hourPoints(each, nowMs));
        return { status: 200, body: [{ logins_per_1h: logins ?? [], logins_failed_per_1h: failed ?? [] }] };
      },
    },
  },
};
