/** `slm.get_lifecycle`: policies by their ids, or all. */
import { RequestError } from "../../compat/errors.ts";
import { systemClock } from "../../core/clock.ts";
import { put } from "../../core/names.ts";
import { listParameter } from "../../http/parameters.ts";
import { policiesOf } from "../../snapshots/lifecycle/policy.ts";
import type { Operation } from "../operation.ts";
import { shownPolicy } from "../requests/render-policy.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const getLifecycle: Operation = {
  name: "slm.get_lifecycle",
  actions: ["cluster:admin/slm/get"],

  handle({ parameters, render }, { cluster, snapshots }) {
    checkTimeouts(parameters);
    const asked = listParameter(parameters, "policy_id") ?? [];
    const policies = policiesOf(cluster.state);
    const found = policies.filter(([id]) => asked.length === 0 || asked.includes(id));
    if (found.length === 0 && asked.length > 0) {
      const why = policies.length === 0 ? ", no policies are configured" : "";
      const names = `[${asked.join(", ")}]`;
      throw new RequestError(
        404,
        "resource_not_found_exception",
        `snapshot lifecycle policy or policies ${names} not found${why}`,
      );
    }
    const body: Record<string, object> = {};
    for (const [id, policy] of found) {
      const running = snapshots.running.find(
        ({ repository, metadata }) => repository === policy.definition.repository && metadata?.["policy"] === id,
      );
      put(body, id, shownPolicy(id, policy, { running, nowMs: systemClock.now(), human: render.human }));
    }
    return { status: 200, body };
  },
};
