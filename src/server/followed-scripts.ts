/** Stored scripts of the cluster state, which all threads that run scripts follow. */
import type { ClusterState } from "../cluster/cluster-state.ts";
import { ownOf } from "../core/names.ts";
import type { Documents } from "../documents/documents.ts";
import type { ScriptCompiler } from "../scripting/script-compiler.ts";
import { STORED_SCRIPTS, type StoredScripts } from "../scripting/stored-scripts.ts";
import type { CustomsFollower } from "../search/search-customs.ts";

/** Those who are told. */
interface Followers {
  readonly searches: CustomsFollower;
  readonly documents: Pick<Documents, "followScripts">;
  /** The compiler of the main thread. */
  readonly compiler: ScriptCompiler;
}

/** See the file comment. */
export class FollowedScripts {
  readonly #followers: Followers;
  #told: ClusterState["customs"][string] | undefined;

  constructor(followers: Followers) {
    this.#followers = followers;
  }

  /** Tells what this state says; nothing when its scripts are those told last. */
  follow({ customs }: ClusterState): void {
    const scripts = ownOf(customs, STORED_SCRIPTS);
    if (scripts === this.#told) return;
    this.#told = scripts;
    // Only what was read as one is stored.
    const stored = (scripts ?? {}) as unknown as StoredScripts;
    const { searches, documents, compiler } = this.#followers;
    searches.applyCustoms("scripts", stored);
    documents.followScripts(stored);
    compiler.follow(stored);
  }
}
