/** The terms of a field that begin with a text, for a cluster that asks several. */
import { readAsked } from "../requests/remote-body.ts";
import { TERMS_ACTION, termsHere } from "../requests/remote-terms.ts";
import type { RemoteCall } from "./remote-call.ts";

export const termsEnum: RemoteCall = {
  action: TERMS_ACTION,
  keyPrivileges: ["cross_cluster_search"],

  async handle(body, context, services) {
    const asked = readAsked(body);
    services.authorizeIndices(context.principal, TERMS_ACTION, asked.expression.split(","));
    return { ...(await termsHere({ ...context, parameters: asked.parameters }, services, asked)) };
  },
};
