/**
 * The indices that are still opened after the start: what asks for one of them waits for it alone, everything else goes
 * on.
 */
import type { Documents } from "../documents/documents.ts";
import type { SearchAction } from "../search/search-service.ts";
import { documentsMethods } from "../threads/documents-methods.ts";

/** An index on its way. */
interface Opening {
  readonly uuid: string;
  readonly name: string;
  /** Resolves when its shards are there, or failed. */
  readonly opened: Promise<void>;
}

export class OpeningIndices {
  readonly #byUuid = new Map<string, Promise<void>>();
  readonly #byName = new Map<string, Promise<void>>();

  add({ uuid, name, opened }: Opening): void {
    const done = opened.finally(() => {
      this.#byUuid.delete(uuid);
      this.#byName.delete(name);
    });
    this.#byUuid.set(uuid, done);
    this.#byName.set(name, done);
  }

  /** Resolves when what a call searches is open; undefined when it is. */
  beforeSearch(call: SearchAction): Promise<unknown> | undefined {
    if (this.#byUuid.size === 0) return undefined;
    // Indices of lookups are named by the documents: any may be meant.
    if (call.lookups) return Promise.all(this.#byUuid.values());
    return this.#allOf(
      this.#byUuid,
      call.targets.flatMap((targets) => targets.map(({ uuid }) => uuid)),
    );
  }

  /** The write side, for callers that name or number indices which may not be there yet. Writes wait for them there. */
  waiting(documents: Documents): Documents {
    const ofUuids = async (uuids: readonly string[]): Promise<void> => void (await this.#allOf(this.#byUuid, uuids));
    return {
      ...documentsMethods(documents),
      get: async (requests) => {
        const waiting = this.#allOf(
          this.#byName,
          requests.map(({ index }) => index),
        );
        if (waiting) await waiting;
        return documents.get(requests);
      },
      refresh: async (uuids) => {
        await ofUuids(uuids);
        await documents.refresh(uuids);
      },
      flush: async (uuids, options) => {
        await ofUuids(uuids);
        await documents.flush(uuids, options);
      },
      forceMerge: async (uuids, options) => {
        await ofUuids(uuids);
        await documents.forceMerge(uuids, options);
      },
    };
  }

  #allOf(opening: ReadonlyMap<string, Promise<void>>, keys: readonly string[]): Promise<unknown> | undefined {
    if (opening.size === 0) return undefined;
    const waiting = keys.flatMap((key) => opening.get(key) ?? []);
    return waiting.length > 0 ? Promise.all(waiting) : undefined;
  }
}
