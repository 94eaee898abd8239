/** `enrich.get_policy`: policies by their names, or all. */
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { Operation } from "../operation.ts";
import { keptPolicy, policyNames } from "../requests/enrich/policies.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const getPolicy: Operation = {
  name: "enrich.get_policy",
  actions: ["cluster:admin/xpack/enrich/get"],

  handle({ parameters }, { cluster }) {
    checkTimeouts(parameters);
    const asked = parameters["name"]?.split(",");
    const names = policyNames(cluster.state)
      .sort()
      .filter((name) => asked?.includes(name) ?? true);
    const policies = names.flatMap((name) => {
      const definition = keptPolicy(cluster.state, name)?.definition;
      return definition ? [{ config: named(name, definition) }] : [];
    });
    return { status: 200, body: { policies } };
  },
};

function named(name: string, definition: JsonObject): JsonObject {
  const [kind = ""] = Object.keys(definition);
  const own = ownOf(definition, kind);
  return { [kind]: { name, ...(isJsonObject(own) ? own : {}) } };
}
