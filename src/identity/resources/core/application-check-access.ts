/** Whether somebody may use an application; nobody is told that it was asked. */
import { reference } from "../../interface/component.ts";
import type { Endpoint } from "../../interface/endpoint.ts";
import { FieldFault, integerReference } from "../../interface/fields.ts";
import { invalid, notFound } from "../../interface/identity-errors.ts";
import { accessResult, askAccess } from "./application-user.ts";
import { applications, findApplication } from "./applications.ts";

export const checkAccess: Endpoint = {
  path: "core/applications/{slug}/check_access/",
  title: "Application Check Access",
  parameters: { slug: applications.keySchema },
  components: [accessResult],
  methods: {
    GET: {
      id: "core_applications_check_access",
      summary: "Whether a user may use the application",
      query: [
        {
          name: "for_user",
          schema: integerReference.schema,
          description: "Another user than the caller: takes change_application.",
        },
      ],
      answer: { status: 200, description: "Success.", schema: reference(accessResult.name) },
      refusals: [400, 403, 404],
      async handle(request, parameters) {
        const application = await findApplication(request.store, parameters["slug"] ?? "");
        if (!application) throw notFound();
        const { passing, messages } = await askAccess(request, application, userNumber(request.query["for_user"]));
        return { status: 200, body: { passing, messages: [...messages] } };
      },
    },
  },
};

function userNumber(value: string | undefined): number | undefined {
  if (value === undefined || value === "") return undefined;
  try {
    return Number(integerReference.parse(value));
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error;
    throw invalid({ for_user: [error.message] });
  }
}
