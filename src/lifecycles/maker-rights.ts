/** Steps have the rights of whoever stored their policy, as they were then. */
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import { streamOf } from "../cluster/data-streams/data-stream.ts";
import { RequestError } from "../compat/errors.ts";
import { type NameTable, nameTable, ownOf } from "../core/names.ts";
import { FOLLOWING } from "../replication/follower-record.ts";
import type { LifecyclePolicy } from "./policy.ts";
import type { LifecycleNode } from "./step.ts";

const SETTINGS = "indices:admin/settings/update";
/** What is done on the index by the steps of an action, by the name of a right; those that do nothing are absent. */
const RIGHTS: NameTable<string> = nameTable({
  allocate: SETTINGS,
  delete: "indices:admin/delete",
  forcemerge: "indices:admin/forcemerge",
  migrate: SETTINGS,
  readonly: SETTINGS,
  rollover: "indices:admin/rollover",
  set_priority: SETTINGS,
  shrink: "indices:admin/resize",
  unfollow: "indices:admin/xpack/ccr/unfollow",
});

/** What is about to be done. */
interface Intended {
  readonly index: IndexMetadata;
  readonly policy: LifecyclePolicy;
  readonly action: string;
}

/** Throws 403 where the maker of the policy may not do it: on the index, or for rollover on what names it. */
export function checkRights({ index, policy, action }: Intended, node: LifecycleNode): void {
  const right = RIGHTS[action];
  if (right === undefined) return;
  if (action === "unfollow" && ownOf(index.settings, FOLLOWING) !== "true") return;
  const alias = ownOf(index.settings, "index.lifecycle.rollover_alias");
  const above = streamOf(index) ?? (typeof alias === "string" ? alias : undefined);
  try {
    node.authorize(policy.maker, right, [index.name]);
  } catch (error) {
    if (action !== "rollover" || above === undefined || !(error instanceof RequestError)) throw error;
    node.authorize(policy.maker, right, [above]);
  }
}
