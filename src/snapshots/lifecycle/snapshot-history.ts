/** What policies did, one document for each snapshot that was made or removed, in a data stream with 8.19's name. */
import { createDataStream } from "../../cluster/changes/create-data-stream.ts";
import { putIndexTemplate } from "../../cluster/changes/put-index-template.ts";
import type { ClusterService } from "../../cluster/cluster-service.ts";
import { dataStreamOf } from "../../cluster/data-streams/data-stream.ts";
import { errorBody, fromPortableError } from "../../compat/errors.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Documents } from "../../documents/documents.ts";

export const SNAPSHOT_HISTORY = ".slm-history-7";

const KEYWORD: JsonObject = { type: "keyword" };
const BOOLEAN: JsonObject = { type: "boolean" };
const TEMPLATE: JsonObject = {
  index_patterns: [`${SNAPSHOT_HISTORY}*`],
  priority: 2_147_483_647,
  template: {
    settings: { "index.number_of_shards": "1", "index.auto_expand_replicas": "0-1" },
    mappings: {
      dynamic: false,
      properties: {
        "@timestamp": { type: "date", format: "epoch_millis" },
        policy: KEYWORD,
        repository: KEYWORD,
        snapshot_name: KEYWORD,
        operation: KEYWORD,
        success: BOOLEAN,
        configuration: {
          type: "object",
          dynamic: false,
          properties: { indices: KEYWORD, partial: BOOLEAN, include_global_state: BOOLEAN },
        },
        error_details: { type: "text", index: false },
      },
    },
    lifecycle: { data_retention: "90d" },
  },
  data_stream: { hidden: true },
  _meta: { description: "index template for snapshot lifecycle history", managed: true },
  version: 7,
  allow_auto_create: true,
};

/** What a policy did. */
export interface HistoryEntry {
  readonly atMs: number;
  readonly policy: string;
  readonly repository: string;
  readonly snapshot: string;
  readonly operation: "CREATE" | "DELETE";
  /** Of a snapshot that was made: as the policy asked for it. */
  readonly configuration: JsonObject | undefined;
  readonly failure: unknown;
}

export interface SnapshotHistoryDependencies {
  readonly cluster: Pick<ClusterService, "state" | "apply">;
  readonly documents: Pick<Documents, "write">;
  readonly log: (level: "error", message: string) => void;
}

export class SnapshotHistory {
  readonly #parts: SnapshotHistoryDependencies;
  #making: Promise<unknown> | undefined;

  constructor(parts: SnapshotHistoryDependencies) {
    this.#parts = parts;
  }

  /** Never rejects: what was done is done, whether it is written down or not. */
  async add(entry: HistoryEntry): Promise<void> {
    const { documents, log } = this.#parts;
    try {
      const index = await this.#writeIndex();
      const source = Buffer.from(writeJson(documentOf(entry)));
      const item = { kind: "create", index, id: undefined, source, options: {} } as const;
      const [written] = await documents.write([item], { refresh: "false" });
      if (written?.ok === false) throw fromPortableError(written.error);
    } catch (error) {
      const { policy, snapshot } = entry;
      log(
        "error",
        `what the policy [${policy}] did to [${snapshot}] is not in [${SNAPSHOT_HISTORY}]: ${String(error)}`,
      );
    }
  }

  /** The index of the stream that takes the writes; the stream is made where there is none. */
  async #writeIndex(): Promise<string> {
    const { cluster } = this.#parts;
    if (!dataStreamOf(cluster.state, SNAPSHOT_HISTORY)) {
      const template = { name: SNAPSHOT_HISTORY, create: false, cause: "snapshot lifecycles", template: TEMPLATE };
      this.#making ??= cluster
        .apply("server", putIndexTemplate(template), createDataStream(SNAPSHOT_HISTORY))
        .finally(() => (this.#making = undefined));
      await this.#making;
    }
    return dataStreamOf(cluster.state, SNAPSHOT_HISTORY)?.indices.at(-1) ?? SNAPSHOT_HISTORY;
  }
}

function documentOf({
  atMs,
  policy,
  repository,
  snapshot,
  operation,
  configuration,
  failure,
}: HistoryEntry): JsonObject {
  return {
    "@timestamp": atMs,
    policy,
    repository,
    snapshot_name: snapshot,
    operation,
    success: failure === undefined,
    configuration: configuration ?? null,
    error_details: failure === undefined ? null : writeJson(errorBody(failure)),
  };
}
