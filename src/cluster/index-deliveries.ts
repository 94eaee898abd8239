/**
 * Brings indices to the threads, each in the order of its changes. The next delivery of an index waits for the one
 * before it, but not for its shards.
 */
import { KeyedQueue } from "../core/keyed-queue.ts";
import type { IndexMetadata } from "./cluster-state.ts";

/** Who takes indices. */
export interface IndexReceiver {
  /** Reads what the threads need beside the metadata; answers what they are given. Absent: nothing. */
  prepareIndex?(metadata: IndexMetadata): Promise<IndexMetadata>;
  /**
   * Gives the threads new metadata, at once; the promise resolves when the shards have followed. What does not open or
   * close the index resolves without waiting for shards.
   */
  applyIndex(metadata: IndexMetadata): Promise<void>;
  removeIndex(uuid: string): Promise<void>;
}

export class IndexDeliveries {
  readonly #receiver: IndexReceiver;
  readonly #queue = new KeyedQueue();

  constructor(receiver: IndexReceiver) {
    this.#receiver = receiver;
  }

  /** Brings an index to the threads; resolves when its shards have followed. */
  deliver(index: IndexMetadata): Promise<void> {
    return this.#follow(index.uuid, async () => {
      const prepared = (await this.#receiver.prepareIndex?.(index)) ?? index;
      return { shards: this.#receiver.applyIndex(prepared) };
    });
  }

  remove(uuid: string): Promise<void> {
    return this.#follow(uuid, async () => ({ shards: this.#receiver.removeIndex(uuid) }));
  }

  /** Resolves when the threads have been given all that was to be delivered of an index until now. */
  async delivered(uuid: string): Promise<void> {
    await this.#queue.pending(uuid);
  }

  async #follow(uuid: string, deliver: () => Promise<{ shards: Promise<void> }>): Promise<void> {
    const { shards } = await this.#queue.run(uuid, deliver);
    await shards;
  }
}

/** Resolves when all are done; rejects with the first failure then. */
export async function settled(all: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(all)) if (outcome.status === "rejected") throw outcome.reason;
}
