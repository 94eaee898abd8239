/** What follows the cluster state on this node, beside the data. */
import type { ClusterState } from "../cluster/cluster-state.ts";
import { ScriptCompiler } from "../scripting/script-compiler.ts";
import type { RefusedCall } from "../security/remote-gate.ts";
import type { EngineData } from "./engine-data.ts";
import type { EngineOptions } from "./engine-options.ts";
import { FollowedPipelines } from "./followed-pipelines.ts";
import { FollowedRemotes } from "./followed-remotes.ts";
import { FollowedScripts } from "./followed-scripts.ts";
import { FollowedSettings } from "./followed-settings.ts";
import { RemoteCredentialsFile } from "./remote-credentials-file.ts";
import type { serverSecrets } from "./server-secrets.ts";

/** What followers are told by, and tell. */
interface FollowersParts {
  readonly data: EngineData;
  readonly secrets: ReturnType<typeof serverSecrets>;
  /** Hears of callers of other clusters who may not call. */
  readonly refused: (refusal: RefusedCall) => void;
}

export interface StateFollowers {
  readonly scripts: ScriptCompiler;
  readonly remotes: FollowedRemotes;
}

/** They have taken over the present state when they are answered. */
export function followState(options: EngineOptions, parts: FollowersParts): StateFollowers {
  const { dataPath, memoryBytes, remoteClusters = {}, log } = options;
  const { data, secrets, refused } = parts;
  const { searches, breakers, documents, pipelines, later, cluster, store } = data;
  const scripts = new ScriptCompiler();
  const keptKeys = dataPath === undefined ? undefined : new RemoteCredentialsFile(dataPath, secrets);
  const remotes = new FollowedRemotes(remoteClusters, { kept: () => keptKeys?.read() ?? {}, refused, log });
  const followers: readonly Follower[] = [
    new FollowedSettings({ searches, breakers, memoryBytes }),
    new FollowedScripts({ searches, documents, compiler: scripts }),
    remotes,
    new FollowedPipelines(pipelines, log),
  ];
  for (const follower of followers) follower.follow(cluster.state);
  store.watch((state) => {
    for (const follower of followers) follower.follow(state);
    later.serving?.follow(state);
  });
  return { scripts, remotes };
}

interface Follower {
  follow(state: ClusterState): void;
}
