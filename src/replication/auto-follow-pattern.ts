/** Patterns of names: indices of another cluster that are followed as they appear. */
import type { ClusterState } from "../cluster/cluster-state.ts";
import { illegalArgument } from "../compat/errors.ts";
import { simpleMatch } from "../compat/wildcard.ts";
import { isJsonObject, type JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import { textOf } from "./follower-record.ts";

/** Kind of `ClusterState.customs`. */
export const AUTO_FOLLOW = "ccr_auto_follow";

/** In the name of a follower, stands for that of its leader. */
export const LEADER_NAME = "{{leader_index}}";

export interface AutoFollowPattern {
  readonly name: string;
  readonly isActive: boolean;
  readonly remoteCluster: string;
  readonly patterns: readonly string[];
  readonly exclusions: readonly string[];
  readonly followPattern: string | undefined;
  readonly settings: JsonObject;
  readonly parameters: JsonObject;
  /** Uuids of leaders that are followed, or were there before the pattern. */
  readonly followed: readonly string[];
}

export function autoFollowPatterns(state: ClusterState): AutoFollowPattern[] {
  const stored = ownOf(state.customs, AUTO_FOLLOW) ?? {};
  return Object.keys(stored)
    .sort()
    .flatMap((name) => readPattern(name, ownOf(stored, name)) ?? []);
}

export function readPattern(name: string, stored: JsonObject | undefined): AutoFollowPattern | undefined {
  if (!stored) return undefined;
  const texts = (member: string): string[] => {
    const value = ownOf(stored, member);
    return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
  };
  const object = (member: string): JsonObject => {
    const value = ownOf(stored, member);
    return isJsonObject(value) ? value : {};
  };
  const follow = ownOf(stored, "follow_index_pattern");
  return {
    name,
    isActive: ownOf(stored, "active") === true,
    remoteCluster: textOf(stored, "remote_cluster"),
    patterns: texts("leader_index_patterns"),
    exclusions: texts("leader_index_exclusion_patterns"),
    followPattern: typeof follow === "string" ? follow : undefined,
    settings: object("settings"),
    parameters: object("parameters"),
    followed: texts("followed"),
  };
}

export function storedPattern(pattern: AutoFollowPattern): JsonObject {
  return {
    active: pattern.isActive,
    remote_cluster: pattern.remoteCluster,
    leader_index_patterns: [...pattern.patterns],
    leader_index_exclusion_patterns: [...pattern.exclusions],
    ...(pattern.followPattern === undefined ? {} : { follow_index_pattern: pattern.followPattern }),
    settings: pattern.settings,
    parameters: pattern.parameters,
    followed: [...pattern.followed],
  };
}

/** Whether an index, by its own name or by that of its data stream, is to be followed: exclusions of a name win. */
export function isMatch(
  { patterns, exclusions }: Pick<AutoFollowPattern, "patterns" | "exclusions">,
  { name, stream }: { readonly name: string; readonly stream: string | null },
): boolean {
  return [name, ...(stream === null ? [] : [stream])].some((known) => {
    const matches = (pattern: string): boolean => simpleMatch(pattern, known);
    return patterns.some(matches) && !exclusions.some(matches);
  });
}

/** `.ds-`, with what may stand before it, the name of the stream, and the day with the generation. */
const BACKING_INDEX = /^(.*?\.ds-)(.+)(-\d{4}\.\d{2}\.\d{2}(?:-\d+)?)$/;

/**
 * The name of what follows an index or a data stream. For an index of a data stream the pattern stands for the name of
 * the stream within it. Throws 400 when there is none to be found.
 */
export function followerName({ followPattern }: Pick<AutoFollowPattern, "followPattern">, leader: string): string {
  if (followPattern === undefined) return leader;
  const renamed = (name: string): string => followPattern.replaceAll(LEADER_NAME, () => name);
  if (!leader.includes(".ds-")) return renamed(leader);
  const [, prefix, stream, end] = BACKING_INDEX.exec(leader) ?? [];
  if (prefix === undefined || stream === undefined || end === undefined)
    throw illegalArgument(
      `unable to determine follower index name from leader index name [${leader}] and follow index pattern: [${followPattern}], index appears to follow a regular data stream backing pattern, but could not be parsed`,
    );
  return `${prefix}${renamed(stream)}${end}`;
}
