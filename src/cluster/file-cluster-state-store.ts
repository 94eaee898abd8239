/** The cluster state in a small sealed file and its mirror, replaced as a whole; the version before is kept. */
import { assert } from "../core/errors.ts";
import { isJsonObject } from "../core/json.ts";
import { parseJson } from "../core/parse-json.ts";
import { writeJson } from "../core/write-json.ts";
import type { Files } from "../store/files.ts";
import type { SealBroken } from "../store/sealed-file.ts";
import { SealedSeries } from "../store/sealed-series.ts";
import type { ClusterState, ClusterStateStore } from "./cluster-state.ts";

type Watcher = (state: ClusterState, revision: number) => void;

const FORMAT = 1;

export class FileClusterStateStore implements ClusterStateStore {
  readonly #series: SealedSeries;
  #state: ClusterState | undefined;
  #revision = 0;
  readonly #watchers = new Set<Watcher>();
  /** Changes one after another. */
  #queue: Promise<unknown> = Promise.resolve();

  /** Both copies of the newest version are damaged: the state is the one before it, and there may be indices that it does not know. */
  readonly isOutdated: boolean;

  /** Reads what is in `folder`. `onDamage` hears of each damaged file. */
  constructor(files: Files, folder: string, onDamage: (damage: SealBroken) => void) {
    this.#series = new SealedSeries(files, folder, "cluster-state", { mirrored: true });
    const { versions, damages, isNewestLost } = this.#series.read();
    this.isOutdated = isNewestLost;
    for (const damage of damages) onDamage(damage);
    const newest = versions[0];
    // To begin anew over a state that cannot be read would make its indices unreachable.
    if (!newest && damages[0]) throw damages[0];
    if (!newest) return;
    this.#state = decode(newest.body);
    this.#revision = newest.generation;
  }

  async read(): Promise<{ state: ClusterState; revision: number } | undefined> {
    return this.#state && { state: this.#state, revision: this.#revision };
  }

  compareAndSet(expected: number, state: ClusterState): Promise<number | undefined> {
    const change = this.#queue.then(() => this.#replace(expected, state));
    this.#queue = change.catch(() => undefined); // whoever asked for it hears of its failure
    return change;
  }

  watch(onChange: Watcher): () => void {
    // A wrapper of its own, so that one function can watch twice.
    const watcher: Watcher = (state, revision) => onChange(state, revision);
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  async #replace(expected: number, state: ClusterState): Promise<number | undefined> {
    if (expected !== this.#revision) return undefined;
    this.#revision = await this.#series.write(encode(state));
    this.#state = state;
    for (const onChange of this.#watchers) onChange(state, this.#revision);
    return this.#revision;
  }
}

/** Transient settings are kept only in memory. */
function encode(state: ClusterState): Uint8Array {
  return Buffer.from(writeJson({ format: FORMAT, state: { ...state, transientSettings: {} } }));
}

/** The checksum held, so the shape is what `encode` gave it. */
function decode(body: Uint8Array): ClusterState {
  const value = parseJson(Buffer.from(body).toString("utf8"));
  assert(isJsonObject(value) && value["format"] === FORMAT, "the cluster state has a format that this version does not read");
  return value["state"] as unknown as ClusterState;
}
