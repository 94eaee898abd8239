/** `snapshot.get_repository`: repositories of snapshots by names and patterns. */
import { nestSettings } from "../../cluster/index-settings.ts";
import { isJsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import { booleanParameter, listParameter } from "../../http/parameters.ts";
import { REPOSITORIES } from "../../snapshots/repositories.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const getRepository: Operation = {
  name: "snapshot.get_repository",
  actions: ["cluster:admin/repository/get"],

  async handle({ parameters }, { cluster, snapshots }) {
    checkTimeouts(parameters);
    booleanParameter(parameters, "local", false);
    const stored = ownOf(cluster.state.customs, REPOSITORIES) ?? {};
    const body: Record<string, unknown> = {};
    for (const name of snapshots.repositories.choose(listParameter(parameters, "repository") ?? ["_all"])) {
      const { type, settings } = ownOf(stored, name) ?? {};
      put(body, name, { type, settings: nestSettings(isJsonObject(settings) ? settings : {}) });
    }
    return { status: 200, body };
  },
};
