/** Tells where documents are parsed which pipelines there are, whenever they change. */
import { PIPELINES } from "../cluster/changes/put-pipeline.ts";
import type { ClusterState } from "../cluster/cluster-state.ts";
import { ownOf } from "../core/names.ts";
import type { IngestPipelines } from "../ingest/ingest-pipelines.ts";
import type { Log } from "./log.ts";

export class FollowedPipelines {
  readonly #pipelines: IngestPipelines;
  readonly #log: Log;
  #told: ClusterState["customs"][string] | undefined;

  constructor(pipelines: IngestPipelines, log: Log) {
    this.#pipelines = pipelines;
    this.#log = log;
  }

  follow({ customs }: ClusterState): void {
    const definitions = ownOf(customs, PIPELINES);
    if (definitions === this.#told) return;
    this.#told = definitions;
    this.#pipelines
      .applyPipelines(definitions ?? {})
      .catch((error: unknown) => this.#log("error", `pipelines could not be taken over: ${String(error)}`));
  }
}
