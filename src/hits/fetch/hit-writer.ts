/** Writes the hits of one shard into an answer at once, where all that they show can be: no object is made of a hit. */
import type { JsonWriter } from "../../compat/json/json-writer.ts";
import type { ShardHit } from "../collect/shard-hit.ts";
import type { FetchShard, WriteToHit } from "./fetch-phase.ts";
import type { HitOptions } from "./hit-options.ts";
import { fetchPhases } from "./phases.ts";

export class HitWriter {
  readonly #shard: FetchShard;
  readonly #phases: readonly WriteToHit[];

  private constructor(shard: FetchShard, phases: readonly WriteToHit[]) {
    this.#shard = shard;
    this.#phases = phases;
  }

  /** Undefined: hits with these options are objects. Throws RequestError 400 for options that fail for any hit. */
  static of(request: Readonly<HitOptions>, shard: FetchShard): HitWriter | undefined {
    if (shard.profiler || !shard.scans) return undefined;
    const phases: WriteToHit[] = [];
    for (const phase of fetchPhases) {
      if (!phase.prepare(request, shard)) continue;
      const prepared = phase.prepareWritten?.(request, shard);
      if (!prepared) return undefined;
      phases.push(prepared);
    }
    return new HitWriter(shard, phases);
  }

  /** Writes one hit, as it would be rendered. */
  write(writer: JsonWriter, hit: ShardHit): void {
    const document = { hit, reader: this.#shard.view.segments[hit.segment]!, doc: hit.doc };
    writer.beginObject();
    for (const write of this.#phases) write(writer, document);
    writer.endObject();
  }
}
