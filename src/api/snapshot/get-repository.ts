/** `snapshot.get_repository`: repositories of snapshots by names and patterns. */
import { listText } from "../../cluster/templates/matching-templates.ts";
import { RequestError } from "../../compat/errors.ts";
import { simpleMatch } from "../../compat/wildcard.ts";
import { ownOf, put } from "../../core/names.ts";
import { booleanParameter, listParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const getRepository: Operation = {
  name: "snapshot.get_repository",
  actions: ["cluster:admin/repository/get"],

  handle({ parameters }, { cluster }) {
    checkTimeouts(parameters);
    booleanParameter(parameters, "local", false);
    const names = (listParameter(parameters, "repository") ?? ["*"]).map((name) => (name === "_all" ? "*" : name));
    const repositories = ownOf(cluster.state.customs, "repositories") ?? {};
    const missing = names.filter((name) => !name.includes("*") && !Object.hasOwn(repositories, name));
    if (missing.length > 0)
      throw new RequestError(
        404,
        "repository_missing_exception",
        missing.length === 1 ? `[${missing.join("")}] missing` : `${listText(missing)} missing`,
      );
    const body: Record<string, unknown> = {};
    for (const [name, repository] of Object.entries(repositories))
      if (names.some((pattern) => simpleMatch(pattern, name))) put(body, name, repository);
    return Promise.resolve({ status: 200, body });
  },
};
