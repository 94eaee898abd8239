/** Names of indices and aliases as writes name them. Main is asked for those alone that are not known here. */
import { writeIndexOf } from "../../cluster/write-index.ts";
import { ownOf } from "../../core/names.ts";
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

  /** The index of a name, or the one behind an alias; undefined when there is none, or no single one. */
  find(name: string): IndexEntry | undefined {
    const index = this.#indices.byName(name);
    if (index) return index;
    const aliased = this.#aliased(name);
    const writes = aliased.find(({ state }) => ownOf(state.metadata.aliases, name)?.is_write_index === true);
    return writes ?? (aliased.length === 1 ? aliased[0] : undefined);
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
      ? writeIndexOf(name, this.#named(name), requireAlias)
      : await this.#events.ensureIndex(name, { requireAlias });
    if (!metadata) throw indexNotFound(name);
    if (!this.#indices.byUuid(metadata.uuid)) await this.#indices.apply(metadata);
    const entry = this.#indices.byUuid(metadata.uuid);
    if (!entry) throw indexNotFound(name);
    if (entry.following) await entry.ready();
    return entry;
  }

  #named(name: string): Parameters<typeof writeIndexOf>[1] {
    return {
      index: this.#indices.byName(name)?.state.metadata,
      aliased: this.#aliased(name).map(({ state }) => state.metadata),
    };
  }

  #aliased(name: string): IndexEntry[] {
    const aliased: IndexEntry[] = [];
    for (const entry of this.#indices.all)
      if (!entry.removed && Object.hasOwn(entry.state.metadata.aliases, name)) aliased.push(entry);
    return aliased;
  }
}
