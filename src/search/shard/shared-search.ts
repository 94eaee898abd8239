/**
 * A large search as several threads work on it: each takes the next block until none is left. Who has it begins at
 * once; the others come when they are awake, and only those that came in time are waited for.
 */
import type { PortableError } from "../../compat/errors.ts";
import type { ResolvedReference, SearchTarget } from "../search-service.ts";
import type { SearchRequest } from "../request/search-request.ts";
import type { ShardReference } from "../shard-result.ts";
import type { ShardPart } from "./shard-pass.ts";

/** What others need to take part. Plain data. */
export interface SharedSearch {
  /** Known to the thread that shares it. */
  readonly id: number;
  readonly request: SearchRequest;
  readonly targets: readonly SearchTarget[];
  readonly references: readonly ResolvedReference[] | undefined;
  readonly nowMs: number;
  /** The shards whose blocks are to be taken, in order, in the states that are searched. */
  readonly shards: readonly ShardReference[];
  /** The number of their blocks: who counts others does not take part. */
  readonly blocks: number;
  /** 1 when the call was cancelled. */
  readonly control: Int32Array | undefined;
  /** Words of a BlockQueue. */
  readonly queue: SharedArrayBuffer;
}

/** What a thread found in the blocks of a shard that it took, or what went wrong there. */
export type TakenBlocks =
  | { readonly shard: number; readonly part: ShardPart }
  | { readonly shard: number; readonly error: PortableError };

/** What a thread that took part answers: once, and only if it took part. */
export type Help = readonly TakenBlocks[];

/** Answers of the others, as they arrive. */
export interface Helpers {
  /** Throws when one of them was lost. */
  readonly helps: readonly Help[];
  /** Fulfilled when there is one more. */
  next(): Promise<void>;
  /** None is waited for any more. */
  end(): void;
}

/** See Helpers. */
export class ArrivingHelp implements Helpers {
  readonly #helps: Help[] = [];
  readonly #ended: () => void;
  #lost: Error | undefined;
  #wake: () => void = () => undefined;

  /** `ended`: nobody asks any more. */
  constructor(ended: () => void) {
    this.#ended = ended;
  }

  get helps(): readonly Help[] {
    if (this.#lost) throw this.#lost;
    return this.#helps;
  }

  /** Takes an answer, or the end of a thread that may have taken blocks. */
  arrived(help: Help | Error): void {
    if (help instanceof Error) this.#lost = help;
    else this.#helps.push(help);
    this.#wake();
  }

  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  end(): void {
    this.#ended();
  }
}

/** Offers a search to other threads. */
export type ShareSearch = (search: Omit<SharedSearch, "id">) => Helpers;

const NEXT = 0;
const MEMBERS = 1;
const CLOSED = 1 << 30;

/** Numbers of blocks, each of which is taken once; and who takes some. */
export class BlockQueue {
  readonly #words: Int32Array;

  constructor(buffer: SharedArrayBuffer = new SharedArrayBuffer(8)) {
    this.#words = new Int32Array(buffer);
  }

  get buffer(): SharedArrayBuffer {
    return this.#words.buffer as SharedArrayBuffer;
  }

  /** The number of the next block, of `count` blocks; undefined when all are taken. */
  take(count: number): number | undefined {
    const block = Atomics.add(this.#words, NEXT, 1);
    return block < count ? block : undefined;
  }

  /** Whether whoever asks is waited for; it must answer then. */
  join(): boolean {
    return (Atomics.add(this.#words, MEMBERS, 1) & CLOSED) === 0;
  }

  /** Lets nobody join any more; the number of those who have. */
  close(): number {
    return Atomics.or(this.#words, MEMBERS, CLOSED) & (CLOSED - 1);
  }
}
