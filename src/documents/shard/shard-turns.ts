/** The turns of a shard: one thing after another, and going back to what is durable before anything else. */
import { RequestError } from "../../compat/errors.ts";
import type { ShardContents } from "./shard-contents.ts";
import { isDamage, type ShardHealth } from "./shard-health.ts";
import { WorkQueue } from "./work-queue.ts";

export class ShardTurns {
  readonly #queue = new WorkQueue();
  readonly #contents: ShardContents;
  readonly #health: ShardHealth;

  constructor(contents: ShardContents, health: ShardHealth) {
    this.#contents = contents;
    this.#health = health;
  }

  /** What runs now, in a word; undefined for nothing. */
  get running(): string | undefined {
    return this.#queue.running;
  }

  /** Resolves when nothing that was asked for before runs any more. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  /** Runs work of the shard in its turn. Rejects when the shard is closed or failed by then. */
  run<T>(what: string, work: () => Promise<T>): Promise<T> {
    return this.#queue.run(what, async () => {
      this.checkCut();
      // Once more when the log was cut while the shard read it.
      while (this.#health.isAhead && this.#health.isUsable) await this.#contents.load();
      this.#health.checkUsable();
      return work();
    });
  }

  /** Runs in its turn what does not ask how the shard is. */
  runAnyway<T>(what: string, work: () => Promise<T>): Promise<T> {
    return this.#queue.run(what, work);
  }

  /** Starts over when the log has cut what the shard holds. */
  checkCut(): void {
    if (this.#health.isFailed || this.#contents.isLoading || this.#health.isAhead) return;
    if (this.#contents.writer.isStale) this.startOver();
  }

  /** The shard goes back to what is durable before it does anything else. */
  startOver(): void {
    this.#health.isAhead = true;
    void this.run("restart", async () => undefined).catch(() => undefined);
  }

  /** A search, or a merge, met damage in a file: as if it were met here. */
  damaged(file: string): void {
    if (this.#health.isUsable && this.#health.suspect(file)) this.startOver();
  }

  /**
   * Request errors pass; anything else is our bug or corrupt data, and stops the shard. A file that turns out damaged
   * is first tried to be made again, by starting over.
   */
  async orFail<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const health = this.#health;
      // Others may meet the damage before the repair begins.
      if (isDamage(error) && (health.suspect(error.file) || health.isAhead)) {
        if (!health.isAhead) this.startOver();
        throw health.unavailable(`it is being repaired: ${error.message}`);
      }
      if (!health.isFailed && this.#contents.writer.isStale) {
        this.checkCut();
        if (error instanceof RequestError) throw error;
        throw health.unavailable("it goes back to what is durable after a failed sync");
      }
      if (!(error instanceof RequestError)) health.fail(error);
      throw error;
    }
  }
}
