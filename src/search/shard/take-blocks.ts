/** How a thread takes part in a shared search. */
import { fromPortableError, RequestError, toPortableError } from "../../compat/errors.ts";
import type { ShardMatches } from "../shard-result.ts";
import type { RequestControl } from "./request-control.ts";
import { collectionOf, type Collection, type ContextSource, joinParts, type ShardTask } from "./search-shard.ts";
import { ShardPass } from "./shard-pass.ts";
import type { BlockQueue, TakenBlocks } from "./shared-search.ts";

/** The shards of a shared search, as each thread divides them. */
export class SharedShards {
  readonly tasks: readonly ShardTask[];
  readonly collections: readonly Collection[];
  /** Shard and block by number. */
  readonly #places: { readonly shard: number; readonly block: number }[] = [];

  constructor(tasks: readonly ShardTask[]) {
    this.tasks = tasks;
    this.collections = tasks.map((task) => collectionOf(task, true));
    this.collections.forEach(({ blocks }, shard) => blocks.forEach((_, block) => this.#places.push({ shard, block })));
  }

  /** The number of blocks. */
  get blocks(): number {
    return this.#places.length;
  }

  /** Takes blocks until there are no more. Throws what concerns the whole call. */
  *take(
    queue: BlockQueue,
    control: RequestControl,
    contexts: ContextSource,
    failed: (shard: number, error: unknown) => unknown,
  ): Generator<void, TakenBlocks[]> {
    const passes = new Map<number, ShardPass>();
    const errors = new Map<number, unknown>();
    for (let next = queue.take(this.blocks); next !== undefined; next = queue.take(this.blocks)) {
      const { shard, block } = this.#places[next]!;
      if (errors.has(shard)) continue;
      try {
        let pass = passes.get(shard);
        if (!pass) passes.set(shard, (pass = this.#pass(shard, control, contexts)));
        yield* pass.block(block, this.collections[shard]!.blocks[block]!);
      } catch (error) {
        if (error instanceof RequestError && error.type === "task_cancelled_exception") throw error;
        errors.set(shard, failed(shard, error));
      }
    }
    const taken: TakenBlocks[] = [];
    for (const [shard, pass] of passes) if (!errors.has(shard)) taken.push({ shard, part: pass.part() });
    for (const [shard, error] of errors) taken.push({ shard, error: toPortableError(error) });
    return taken;
  }

  /** What a shard answers when nobody found a block of it. */
  nothing(shard: number, control: RequestControl, contexts: ContextSource): TakenBlocks {
    return { shard, part: this.#pass(shard, control, contexts).part() };
  }

  /** The answer of a shard by the parts that were found of it. Throws what went wrong in one of them. */
  join(shard: number, taken: readonly TakenBlocks[], control: RequestControl): ShardMatches {
    const parts = taken.map((each) => {
      if ("error" in each) throw fromPortableError(each.error);
      return each.part;
    });
    return joinParts(this.tasks[shard]!, parts, this.collections[shard]!, control);
  }

  #pass(shard: number, control: RequestControl, contexts: ContextSource): ShardPass {
    return new ShardPass(this.tasks[shard]!, control, contexts, this.collections[shard]!);
  }
}
