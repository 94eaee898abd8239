/** Fetches the hits of one shard; what is the same for all hits is planned once. */
import type { ShardHit } from "../collect/shard-hit.ts";
import type { AddToHit, FetchShard, RenderedHit } from "./fetch-phase.ts";
import { FetchedDocument } from "./fetched-document.ts";
import type { HitOptions } from "./hit-options.ts";
import { fetchPhases } from "./phases.ts";

export class ShardFetcher {
  readonly #shard: FetchShard;
  readonly #phases: readonly AddToHit[];

  /** Throws RequestError 400 for options that fail for any hit. */
  constructor(request: Readonly<HitOptions>, shard: FetchShard) {
    const phases: AddToHit[] = [];
    for (const phase of fetchPhases) {
      const prepared = shard.profiler ? shard.profiler.prepare(phase, request, shard) : phase.prepare(request, shard);
      if (!prepared) continue;
      phases.push(prepared);
    }
    this.#shard = shard;
    this.#phases = phases;
  }

  /** Renders one hit. Throws RequestError 400 for errors that appear only when values are read. */
  fetch(hit: ShardHit): RenderedHit {
    const { profiler } = this.#shard;
    if (!profiler) return this.#render(new FetchedDocument(this.#shard, hit));
    return profiler.within(() => this.#render(profiler.document(this.#shard, hit)));
  }

  #render(document: FetchedDocument): RenderedHit {
    const rendered: RenderedHit = {};
    for (const add of this.#phases) add(rendered, document);
    return rendered;
  }
}
