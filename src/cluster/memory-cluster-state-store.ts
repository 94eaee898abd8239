/** The cluster state in memory: for an engine without a disk, and for tests. */
import type { ClusterState, ClusterStateStore } from "./cluster-state.ts";

type Watcher = (state: ClusterState, revision: number) => void;

export class MemoryClusterStateStore implements ClusterStateStore {
  #state: ClusterState | undefined;
  #revision = 0;
  readonly #watchers = new Set<Watcher>();

  async read(): Promise<{ state: ClusterState; revision: number } | undefined> {
    return this.#state && { state: this.#state, revision: this.#revision };
  }

  async compareAndSet(expected: number, state: ClusterState): Promise<number | undefined> {
    if (expected !== this.#revision) return undefined;
    this.#state = state;
    this.#revision++;
    for (const onChange of this.#watchers) onChange(state, this.#revision);
    return this.#revision;
  }

  watch(onChange: Watcher): () => void {
    // A separate wrapper, so that one function can watch twice.
    const watcher: Watcher = (state, revision) => onChange(state, revision);
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }
}
