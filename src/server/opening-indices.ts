/**
 * The indices that are still opened after the start: what asks for one of them waits for it alone, everything else goes
 * on.
 */
import type { MaybeLater } from "../core/maybe-later.ts";
import type { Documents } from "../documents/documents.ts";
import {
  type Question,
  type SearchAnswer,
  type SearchCaller,
  type SearchTarget,
  type SearchVerbs,
  serviceOf,
} from "../search/search-service.ts";
import type { Services } from "../api/operation.ts";
import type { SearchThreads } from "../threads/search-threads.ts";
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

  /** Whether all indices are open. */
  get isEmpty(): boolean {
    return this.#byUuid.size === 0;
  }

  add({ uuid, name, opened }: Opening): void {
    const done = opened.finally(() => {
      this.#byUuid.delete(uuid);
      this.#byName.delete(name);
    });
    this.#byUuid.set(uuid, done);
    this.#byName.set(name, done);
  }

  /** The search side, for callers that name indices which may not be there yet. */
  searching(searches: Pick<SearchThreads, "call" | "ask">): Pick<Services, "respond" | "searches"> {
    return {
      respond: (action, caller) => {
        const waiting = this.#opened(action.targets.flat());
        const call = (): MaybeLater<SearchAnswer> => searches.call(action, this.#resolving(caller));
        return waiting ? waiting.then(call) : call();
      },
      searches: serviceOf(async (verb, question, caller) => {
        const waiting = this.#opened(targetsOf(question));
        if (waiting) await waiting;
        return searches.ask(verb, question, this.#resolving(caller));
      }),
    };
  }

  /** A caller who finds indices that may not be there yet. */
  #resolving(caller: SearchCaller = {}): SearchCaller {
    const { resolve } = caller;
    if (this.#byUuid.size === 0 || !resolve) return caller;
    return {
      ...caller,
      resolve: async (references) => {
        const resolved = await resolve(references);
        await this.#opened(resolved.flatMap((each) => ("targets" in each ? each.targets : [])));
        return resolved;
      },
    };
  }

  /** Resolves when what is searched is open; undefined when it is. */
  #opened(targets: readonly SearchTarget[]): Promise<unknown> | undefined {
    if (this.#byUuid.size === 0) return undefined;
    return this.#allOf(
      this.#byUuid,
      targets.map(({ uuid }) => uuid),
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

function targetsOf(question: Question<keyof SearchVerbs>): readonly SearchTarget[] {
  return "targets" in question ? question.targets : question.map(({ target }) => target);
}
