/** `ccr.get_auto_follow_pattern`: one pattern, or all. */
import { nestSettings, normalizeIndexSettings } from "../../cluster/index-settings.ts";
import { autoFollowPatterns } from "../../replication/auto-follow-pattern.ts";
import type { Operation } from "../operation.ts";
import { patternMissing } from "../requests/ccr/patterns.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const getAutoFollowPattern: Operation = {
  name: "ccr.get_auto_follow_pattern",
  actions: ["cluster:admin/xpack/ccr/auto_follow_pattern/get"],

  handle({ parameters }, { cluster }) {
    checkTimeouts(parameters);
    const { name } = parameters;
    const found = autoFollowPatterns(cluster.state).filter((pattern) => name === undefined || pattern.name === name);
    if (name !== undefined && found.length === 0) throw patternMissing(name);
    const patterns = found.map((pattern) => {
      const settings = normalizeIndexSettings(pattern.settings);
      const isEmpty = Object.keys(settings).length === 0;
      const texts = Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, value ?? ""]));
      return {
        name: pattern.name,
        pattern: {
          active: pattern.isActive,
          remote_cluster: pattern.remoteCluster,
          leader_index_patterns: pattern.patterns,
          leader_index_exclusion_patterns: pattern.exclusions,
          ...(pattern.followPattern === undefined ? {} : { follow_index_pattern: pattern.followPattern }),
          ...(isEmpty ? {} : { settings: nestSettings(texts) }),
          ...pattern.parameters,
        },
      };
    });
    return { status: 200, body: { patterns } };
  },
};
