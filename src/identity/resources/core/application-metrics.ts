/** How often users were authorised for an application, for each of the last 24 hours. */
import type { Endpoint } from "../../interface/endpoint.ts";
import { hourPoints } from "../../events/events-per-hour.ts";
import { pointComponent, pointsSchema } from "../../interface/point-schema.ts";
import { notFound } from "../../interface/identity-errors.ts";
import { holds } from "../../directory/permissions.ts";
import { seen } from "../../interface/resource-records.ts";
import { stringOf } from "../../records/stored-values.ts";
import { applications } from "./applications.ts";

export const applicationMetrics: Endpoint = {
  path: "core/applications/{slug}/metrics/",
  title: "Application Metrics",
  parameters: { slug: applications.keySchema },
  components: [pointComponent],
  methods: {
    GET: {
      id: "core_applications_metrics",
      summary: "Logins to the application for each of the last 24 hours, newest first",
      answer: { status: 200, description: "Success.", schema: pointsSchema },
      refusals: [404],
      permission: "view_event",
      async handle(request, parameters) {
        const application = await seen(applications, request, parameters["slug"] ?? "");
        if (!holds(request.principal, "view_event")) throw notFound();
        const nowMs = request.clock.now();
        const authorizedApplication = stringOf(application.fields, "pk").replaceAll("-", "");
        const counts = await request.eventStore.perHour(
          { action: "authorize_application", authorizedApplication },
          nowMs,
        );
        return { status: 200, body: hourPoints(counts, nowMs) };
      },
    },
  },
};
