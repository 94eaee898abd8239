/** For whom an operation changes the cluster state or the sets of synonyms, as the audit trail is told. */
import type { ChangeCaller } from "../../cluster/cluster-change.ts";
import type { OperationRequest } from "../operation.ts";

export function changeSource(
  operation: string,
  { principal, clientAddress }: Pick<OperationRequest, "principal" | "clientAddress">,
): ChangeCaller {
  const { userId, username, email } = principal;
  return { operation, user: { pk: userId, username, email }, address: clientAddress };
}
