/** Makes a policy, or changes one: what it did stays known. */
import { updateCustom } from "../../cluster/changes/update-custom.ts";
import type { ClusterChange } from "../../cluster/cluster-change.ts";
import { POLICIES, type PolicyDefinition, type PolicyMaker, policyOf, storedPolicy } from "./policy.ts";

const NOTHING = { taken: 0, failed: 0, deleted: 0, notDeleted: 0 };

export function putPolicy(id: string, definition: PolicyDefinition, maker: PolicyMaker): ClusterChange {
  return updateCustom(POLICIES, id, (stored, nowMs) => {
    const before = stored && policyOf(stored);
    const version = (before?.version ?? 0) + 1;
    return storedPolicy({ counts: NOTHING, ...before, definition, maker, version, modifiedMs: nowMs });
  });
}
