/** What the fields of indices can do, for a cluster that asks several. */
import type { PlainData } from "../../remote/plain-data.ts";
import { capsHere } from "../requests/caps-here.ts";
import { readAsked } from "../requests/remote-body.ts";
import { FIELDS_ACTION } from "../requests/remote-fields.ts";
import type { RemoteCall } from "./remote-call.ts";

export const fieldCaps: RemoteCall = {
  action: FIELDS_ACTION,
  keyPrivileges: ["cross_cluster_search"],

  async handle(body, context, services) {
    const asked = readAsked(body);
    services.authorizeIndices(context.principal, FIELDS_ACTION, asked.expression.split(","));
    return (await capsHere(context, services, asked)) as unknown as PlainData;
  },
};
