/** Which version runs. Nothing is asked outside, so the latest one that is known is the present one. */
import { reference } from "../../interface/component.ts";
import type { Endpoint } from "../../interface/endpoint.ts";
import { LIST_PARAMETERS } from "../../interface/resource-list.ts";
import { superusersOnly } from "./superusers-only.ts";

export const version: Endpoint = {
  path: "admin/version/",
  title: "Version",
  components: [
    {
      name: "Version",
      schema: {
        type: "object",
        required: ["version_current", "version_latest", "outdated"],
        properties: {
          version_current: { type: "string", readOnly: true },
          version_latest: { type: "string", readOnly: true },
          build_hash: { type: "string", readOnly: true },
          outdated: { type: "boolean", readOnly: true },
        },
      },
    },
  ],
  methods: {
    GET: {
      id: "admin_version_list",
      summary: "Running and latest version",
      // Declared by authentik, and without a meaning.
      query: LIST_PARAMETERS,
      answer: { status: 200, description: "Success.", schema: { type: "array", items: reference("Version") } },
      refusals: [403],
      permission: "superuser",
      handle(request) {
        superusersOnly(request);
        const current = request.productVersion;
        return Promise.resolve({
          status: 200,
          body: [{ version_current: current, version_latest: current, build_hash: "", outdated: false }],
        });
      },
    },
  },
};
