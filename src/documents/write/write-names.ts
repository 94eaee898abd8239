/** Names of indices and aliases as writes name them. Main is asked for those alone that are not known here. */
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { type NamedIndices, writeIndexAmong, writeIndexOf } from "../../cluster/write-index.ts";
import type { DocumentsEvents } from "../documents.ts";
import type { HeldIndices } from "../held-indices.ts";
import { type IndexEntry, indexNotFound } from "../index-entry.ts";

export class WriteNames {
  readonly #indices: HeldIndices;
  readonly #events: Pick<DocumentsEvents, "ensureIndex">;

  constructor(indices: HeldIndices, events: Pick<DocumentsEvents, "ensureIndex">) {
    this.#indices = indices;
    this.#events = events;
  }

  /** Whether an index or alias of the name is there. */
  known(name: string): boolean {
    return this.#indices.byName(name) !== undefined || this.#aliased(name).length > 0;
  }

  /** The index that a write to a name goes to; undefined when there is none, or no single one. */
  find(name: string): IndexEntry | undefined {
    const { index, aliased } = this.#named(name);
    const metadata = index ?? writeIndexOf(aliased, name);
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
  async ensure(name: string, requireAlias: boolean): Promise<IndexEntry> {
    const metadata = this.known(name)
      ? writeIndexAmong(this.#named(name), name, requireAlias)
      : await this.#events.ensureIndex(name, { requireAlias });
    if (!metadata) throw indexNotFound(name);
    if (!this.#indices.byUuid(metadata.uuid)) await this.#indices.apply(metadata);
    const entry = this.#indices.byUuid(metadata.uuid);
    if (!entry) throw indexNotFound(name);
    if (entry.following) await entry.ready();
    return entry;
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
