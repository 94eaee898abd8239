/** `field_caps`: which fields indices have, and what can be done with them. */
import { fieldCaps as fieldCapsKind } from "../search/actions/field-caps.ts";
import type { Operation } from "./operation.ts";
import { capsTargets } from "./requests/caps-here.ts";
import { clustersNamed } from "./requests/clusters-named.ts";
import { bodyText } from "./requests/request-body.ts";
import { runSearch } from "./requests/run-search.ts";

export const fieldCaps: Operation = {
  name: "field_caps",
  actions: ["indices:data/read/field_caps"],
  cancellable: true,

  async handle(request, services) {
    const { parameters, principal } = request;
    const text = await bodyText(request);
    const across = clustersNamed(services, parameters["index"]);
    if (across && across.remote.size > 0) {
      const { fieldsAcross } = await import("./requests/remote-fields.ts");
      return fieldsAcross(request, services, text, across);
    }
    const targets = capsTargets(services, principal, across ? across.local : parameters["index"], parameters);
    const parts = { kind: fieldCapsKind, targets: [targets], bodies: [text], parameters: [parameters] };
    return runSearch(request, services, parts);
  },
};
