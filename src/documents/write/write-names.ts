/** Names of indices and aliases as writes name them. Main is asked for those alone that are not known here. */
import { rollsOverOnWrite } from "../../cluster/data-streams/data-stream.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { type NamedIndices, type WriteDemands, writeIndexAmong, writeIndexOf } from "../../cluster/write-index.ts";
import { ownOf } from "../../core/names.ts";
import type { DocumentsEvents } from "../documents.ts";
import type { HeldIndices } from "../held-indices.ts";
import { type IndexEntry, indexNotFound } from "../index-entry.ts";

export class WriteNames {
  readonly #indices: HeldIndices;
  readonly #events: Pick<DocumentsEvents, "ensureIndex" | "settingsOfNew">;

  constructor(indices: HeldIndices, events: Pick<DocumentsEvents, "ensureIndex" | "settingsOfNew">) {
    this.#indices = indices;
    this.#events = events;
  }

  /** Whether an index or alias of the name is there. */
  known(name: string): boolean {
    return this.#indices.byName(name) !== undefined || this.#aliased(name).length > 0;
  }

  /** Whether a data stream of the name is there. */
  isStream(name: string): boolean {
    return this.#aliased(name).some(({ aliases }) => ownOf(aliases, name)?.is_data_stream === true);
  }

  /** The index that a write to a name goes to; undefined when there is none, or no single one. */
  find(name: string): IndexEntry | undefined {
    const { index, aliased } = this.#named(name);
    const metadata = index ?? (aliased.some(rollsOverOnWrite) ? undefined : writeIndexOf(aliased, name));
    return metadata && this.#indices.byUuid(metadata.uuid);
  }

  /** An index by its own name, with its shards where they are on their way. */
  async ready(name: string): Promise<IndexEntry> {
    const entry = this.#indices.byName(name);
    if (!entry) throw indexNotFound(name);
    if (entry.following) await entry.ready();
    return entry;
  }

  /** The index that a write to a name goes to; made when there is none and that is allowed. */
  async ensure(name: string, demands: WriteDemands): Promise<IndexEntry> {
    const metadata =
      this.known(name) && !this.#rollsOver(name)
        ? writeIndexAmong(this.#named(name), name, demands.requireAlias)
        : await this.#events.ensureIndex(name, demands);
    if (!metadata) throw indexNotFound(name);
    if (!this.#indices.byUuid(metadata.uuid)) await this.#indices.apply(metadata);
    const entry = this.#indices.byUuid(metadata.uuid);
    if (!entry) throw indexNotFound(name);
    if (entry.following) await entry.ready();
    return entry;
  }

  /** Settings of the index that a write to an unknown name would make; undefined when it is to make none. */
  settingsOfNew(name: string): Promise<IndexMetadata["settings"] | undefined> {
    return this.#events.settingsOfNew(name);
  }

  /** The indices with an alias of a name, which a data stream gives all of its own. */
  indicesOf(name: string): IndexEntry[] {
    return this.#aliased(name).flatMap(({ uuid }) => this.#indices.byUuid(uuid) ?? []);
  }

  /** Whether main is to roll a data stream over before it is written to. */
  #rollsOver(name: string): boolean {
    return this.#aliased(name).some(rollsOverOnWrite);
  }

  #named(name: string): NamedIndices {
    const index = this.#indices.byName(name)?.state.metadata;
    return { index, aliased: index ? [] : this.#aliased(name) };
  }

  #aliased(name: string): IndexMetadata[] {
    const aliased: IndexMetadata[] = [];
    for (const { state, removed } of this.#indices.all)
      if (!removed && Object.hasOwn(state.metadata.aliases, name)) aliased.push(state.metadata);
    return aliased;
  }
}
