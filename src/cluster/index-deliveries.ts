/**
 * Sends indices to the threads, each index in the order of its changes. The next delivery of an index waits for the
 * previous one, but not for its shards.
 */
import { KeyedQueue } from "../core/keyed-queue.ts";
import type { IndexMetadata } from "./cluster-state.ts";

/** Receives indices. */
export interface IndexReceiver {
  /** Reads what the threads need in addition to the metadata, and returns the result. Absent: nothing is added. */
  prepareIndex?(metadata: IndexMetadata): Promise<IndexMetadata>;
  /**
   * Sends new metadata to the threads immediately; the promise resolves when the shards have applied it. A change that
   * neither opens nor closes the index resolves without waiting for shards.
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

  /** Sends an index to the threads; resolves when its shards have applied it. */
  deliver(index: IndexMetadata): Promise<void> {
    return this.#follow(index.uuid, async () => {
      const prepared = (await this.#receiver.prepareIndex?.(index)) ?? index;
      return { shards: this.#receiver.applyIndex(prepared) };
    });
  }

  remove(uuid: string): Promise<void> {
    return this.#follow(uuid, async () => ({ shards: this.#receiver.removeIndex(uuid) }));
  }

  /** Resolves when all pending deliveries of an index have reached the threads. */
  async delivered(uuid: string): Promise<void> {
    await this.#queue.pending(uuid);
  }

  async #follow(uuid: string, deliver: () => Promise<{ shards: Promise<void> }>): Promise<void> {
    const { shards } = await this.#queue.run(uuid, deliver);
    await shards;
  }
}

/** Resolves when all have settled; rejects with the first failure. */
export async function settled(all: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(all)) if (outcome.status === "rejected") throw outcome.reason;
}
