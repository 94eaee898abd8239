/** What documents bring to the mapping of their index, made part of the cluster state before anything else happens. */
import { indexClosed } from "../../cluster/index-expressions.ts";
import { RequestError } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import type { MaybeLater } from "../../core/maybe-later.ts";
import type { DocumentInput } from "../../mapping/document-parser.ts";
import type { DocumentsEvents } from "../documents.ts";
import type { IndexState } from "../index-state.ts";

// Mapping updates of one document: one usually, more when others change the mapping at the same time.
const MAPPING_ATTEMPTS = 10;

export class MappingExtension {
  readonly #index: IndexState;
  readonly #events: Pick<DocumentsEvents, "updateMapping">;
  #isRunning = false;

  constructor(index: IndexState, events: Pick<DocumentsEvents, "updateMapping">) {
    this.#index = index;
    this.#events = events;
  }

  /** A write waits until the cluster state has what it brings. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /**
   * Adds what the document needs to the mapping, before anything else happens to it. A closed index takes nothing new,
   * but what is replayed was taken already. Most documents bring nothing, and nothing is waited for.
   */
  extend(input: DocumentInput, replayed = false): MaybeLater<void> {
    const update = this.#index.parser.dynamicUpdate(input);
    return update === undefined ? undefined : this.#apply(update, input, replayed);
  }

  async #apply(first: JsonObject, input: DocumentInput, replayed: boolean): Promise<void> {
    const index = this.#index;
    let update: JsonObject | undefined = first;
    for (let attempt = 0; attempt < MAPPING_ATTEMPTS; attempt++) {
      const { metadata } = index;
      if (metadata.state === "close" && !replayed) throw indexClosed(metadata);
      this.#isRunning = true;
      try {
        index.apply(
          await this.#events.updateMapping({ name: metadata.name, uuid: metadata.uuid }, update, { closed: replayed }),
        );
      } finally {
        this.#isRunning = false;
      }
      update = index.parser.dynamicUpdate(input);
      if (update === undefined) return;
    }
    throw new RequestError(500, "illegal_state_exception", `the mapping of [${index.metadata.name}] does not settle`);
  }
}
