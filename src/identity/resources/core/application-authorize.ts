/**
 * Authorises a user for an application through its bindings, which the audit trail tells of: what charts of log-ins
 * count.
 */
import { reference } from "../../interface/component.ts";
import type { Endpoint, IdentityRequest } from "../../interface/endpoint.ts";
import type { IdentityEvent } from "../../event-sink.ts";
import { type Field, integerReference } from "../../interface/fields.ts";
import { notFound } from "../../interface/identity-errors.ts";
import type { StoredRecord } from "../../records/record-store.ts";
import { eventApp, eventModel } from "../../interface/resource-records.ts";
import { validBody } from "../../interface/validate-body.ts";
import { accessResult, askAccess } from "./application-user.ts";
import { applications, findApplication } from "./applications.ts";

const fields: readonly Field[] = [
  {
    name: "for_user",
    kind: integerReference,
    nullable: true,
    description: "Another user than the caller: takes change_application.",
  },
];

export const authorize: Endpoint = {
  path: "core/applications/{slug}/authorize/",
  title: "Application Authorize",
  parameters: { slug: applications.keySchema },
  components: [accessResult],
  methods: {
    POST: {
      id: "core_applications_authorize",
      summary: "Authorise a user for the application; recorded when the bindings let pass",
      body: { name: "ApplicationAuthorization", fields },
      answer: { status: 200, description: "Success.", schema: reference(accessResult.name) },
      refusals: [400, 403, 404, 413, 415],
      async handle(request, parameters) {
        const application = await findApplication(request.store, parameters["slug"] ?? "");
        if (!application) throw notFound();
        const values = await validBody(request, fields);
        const forUser = typeof values["for_user"] === "number" ? values["for_user"] : undefined;
        const { user, passing, messages } = await askAccess(request, application, forUser);
        if (passing) tell(request, application, user);
        return { status: 200, body: { passing, messages: [...messages] } };
      },
    },
  },
};

/** The event is the authorised user's; who asked for another stands in it. */
function tell(
  { principal, events, clientIp, clock }: IdentityRequest,
  application: StoredRecord,
  user: NonNullable<IdentityEvent["user"]>,
): void {
  const { userId, username, email } = principal;
  const asked = userId === user.pk ? {} : { requested_by: { pk: userId, username, email } };
  events.record({
    action: "authorize_application",
    app: eventApp(applications),
    user,
    context: { authorized_application: eventModel(applications, application), ...asked },
    clientIp,
    createdMs: clock.now(),
  });
}
