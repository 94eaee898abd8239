/** `ccr.put_auto_follow_pattern`: indices of another cluster that appear from now on are followed. */
import { updateCustom } from "../../cluster/changes/update-custom.ts";
import { normalizeIndexSettings } from "../../cluster/index-settings.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { AUTO_FOLLOW, isMatch, readPattern, storedPattern } from "../../replication/auto-follow-pattern.ts";
import { askIndices } from "../../replication/leader.ts";
import { replicatedAmong, settingsText } from "../../replication/replicated-settings.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { patternBody } from "../requests/ccr/follow-body.ts";
import { jsonWithText, parseFailure } from "../requests/request-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const putAutoFollowPattern: Operation = {
  name: "ccr.put_auto_follow_pattern",
  actions: ["cluster:admin/xpack/ccr/auto_follow_pattern/put"],
  audit: "told",

  async handle(request, services) {
    const { cluster } = services;
    checkTimeouts(request.parameters);
    const { name = "" } = request.parameters;
    const { json, text = "" } = await jsonWithText(request);
    if (json === undefined) throw parseFailure("request body is required");
    const body = patternBody(name, json, text);
    const replicated = replicatedAmong(normalizeIndexSettings(body.settings));
    if (Object.keys(replicated).length > 0)
      throw illegalArgument(
        `can not put auto-follow pattern that could override leader settings ${settingsText(replicated)}`,
      );
    const remote = (await services.remotes()).get(body.remoteCluster);
    const { signal } = new AbortController();
    const there = (await askIndices(remote, -1, { waitMs: 0, signal }))?.indices ?? [];
    await cluster.apply(
      changeSource(putAutoFollowPattern.name, request),
      updateCustom(AUTO_FOLLOW, name, (stored) => {
        const before = readPattern(name, stored);
        // What was there before is not followed by itself.
        const patterns = body.patterns.filter((pattern) => !before?.patterns.includes(pattern));
        const old = there.filter((index) => isMatch({ patterns, exclusions: body.exclusions }, index));
        const followed = [...new Set([...(before?.followed ?? []), ...old.map(({ uuid }) => uuid)])];
        return storedPattern({ name, isActive: true, ...body, followed });
      }),
    );
    return { status: 200, body: { acknowledged: true } };
  },
};
