/** What a shard counts for its statistics. Times in milliseconds. */
import { RequestError } from "../../compat/errors.ts";
import type { Operation } from "../../store/operation-log.ts";
import type { WriteItem } from "../documents.ts";
import type { ShardOutcome } from "./shard-outcome.ts";

/** What is counted of a write, or of an operation that came from elsewhere. */
export type CountedWrite = { readonly kind: WriteItem["kind"] | Operation["kind"] } & Pick<WriteItem, "source">;

export class ShardCounters {
  readonly indexing = {
    total: 0,
    timeMs: 0,
    failed: 0,
    deleteTotal: 0,
    deleteTimeMs: 0,
    current: 0,
    noopUpdates: 0,
    versionConflicts: 0,
  };
  readonly bulk = { operations: 0, timeMs: 0, bytes: 0 };
  readonly get = { exists: 0, existsTimeMs: 0, missing: 0, missingTimeMs: 0 };
  readonly refresh = { total: 0, timeMs: 0, externalTotal: 0, listeners: 0 };
  readonly flush = { total: 0, periodic: 0, timeMs: 0 };
  readonly merges = { current: 0, currentDocs: 0, currentBytes: 0, total: 0, timeMs: 0, docs: 0, bytes: 0 };
  readonly recovery = { startMs: 0, endMs: 0, replayed: 0, existing: false, files: 0, bytes: 0 };

  /** Counts one request of some writes. */
  countWrites(items: readonly CountedWrite[], outcomes: readonly ShardOutcome[], timeMs: number): void {
    const { indexing, bulk } = this;
    bulk.operations++;
    bulk.timeMs += timeMs;
    items.forEach(({ kind, source }, at) => {
      const outcome = outcomes[at];
      if (source && kind !== "update") bulk.bytes += source.length;
      if (!outcome?.ok) this.#countFailure(outcome?.error);
      else if (outcome.result === "noop") indexing.noopUpdates++;
      else if (kind === "delete") indexing.deleteTotal++;
      else indexing.total++;
    });
    if (items.every(({ kind }) => kind === "delete")) indexing.deleteTimeMs += timeMs;
    else indexing.timeMs += timeMs;
  }

  countGet(found: boolean, timeMs: number): void {
    if (found) {
      this.get.exists++;
      this.get.existsTimeMs += timeMs;
    } else {
      this.get.missing++;
      this.get.missingTimeMs += timeMs;
    }
  }

  /** A flush that finds nothing to do counts as well, as in Elasticsearch. */
  countFlush(periodic: boolean, timeMs: number): void {
    this.flush.total++;
    if (periodic) this.flush.periodic++;
    this.flush.timeMs += timeMs;
  }

  #countFailure(error: unknown): void {
    this.indexing.failed++;
    if (error instanceof RequestError && error.type === "version_conflict_engine_exception")
      this.indexing.versionConflicts++;
  }
}
