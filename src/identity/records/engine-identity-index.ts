/**
 * The identity index of the engine: made when it is not there, then read and written through Documents and the search
 * threads.
 */
import { ownOf } from "../../core/names.ts";
import { presentIndex } from "../../cluster/changed-indices.ts";
import { createIndex } from "../../cluster/changes/create-index.ts";
import { putMapping } from "../../cluster/changes/put-mapping.ts";
import type { ClusterService } from "../../cluster/cluster-service.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { assert } from "../../core/assert.ts";
import { fromPortableError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { parseJsonBytes } from "../../compat/json/parse-json.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import type { Documents, GetResult, WriteItem, WriteResult } from "../../documents/documents.ts";
import { GROUP_ABORTED, GROUP_APART } from "../../documents/write/write-group.ts";
import { type SearchEngine, searchSystem } from "../../search/system-search.ts";
import { EngineRecordStore } from "./engine-record-store.ts";
import { IDENTITY_INDEX, type IdentityDocument, type IdentityIndex, type IdentityWrite } from "./identity-index.ts";
import { models } from "./models.ts";
import { identityMapping, identitySettings } from "./record-documents.ts";
import { NotWrittenAlong, type RecordModel, type RecordStore } from "./record-store.ts";

/** What the index is reached by. */
export interface EngineDependencies extends SearchEngine {
  readonly cluster: Pick<ClusterService, "state" | "apply">;
  readonly documents: Pick<Documents, "get" | "write" | "refresh">;
}

/** The records of a node's engine. */
export async function openEngineRecordStore(
  parts: EngineDependencies,
  held: readonly RecordModel[] = models,
): Promise<RecordStore> {
  await ensureIndex(parts, held);
  return EngineRecordStore.open(new EngineIdentityIndex(parts), held);
}

/** Makes the index, or adds what a newer version of the models needs to its mapping. */
async function ensureIndex({ cluster }: EngineDependencies, held: readonly RecordModel[]): Promise<void> {
  const mappings = identityMapping(held);
  const creation = { name: IDENTITY_INDEX, settings: identitySettings, mappings, aliases: {}, system: true };
  const isThere = ownOf(cluster.state.indices, IDENTITY_INDEX) !== undefined;
  const change = isThere ? putMapping([IDENTITY_INDEX], mappings) : createIndex(creation);
  await cluster.apply("server", change);
}

const CONFLICT = "version_conflict_engine_exception";

export class EngineIdentityIndex implements IdentityIndex {
  readonly #parts: EngineDependencies;

  constructor(parts: EngineDependencies) {
    this.#parts = parts;
  }

  get uuid(): string {
    return this.#metadata.uuid;
  }

  get isShared(): boolean {
    return this.#parts.cluster.state.nodes !== undefined;
  }

  get #metadata(): IndexMetadata {
    return presentIndex(this.#parts.cluster.state, IDENTITY_INDEX);
  }

  async get(ids: readonly string[]): Promise<(IdentityDocument | undefined)[]> {
    const results = await this.#parts.documents.get(ids.map((id) => ({ index: IDENTITY_INDEX, id, realtime: true })));
    return results.map((result) => {
      if (!("found" in result)) throw fromPortableError(result);
      return result.found ? toDocument(result) : undefined;
    });
  }

  async writeGroup(writes: readonly IdentityWrite[], along: readonly WriteItem[]): Promise<string | undefined> {
    const items = [...writes.map(toItem), ...along];
    const results = await this.#parts.documents.write(items, { refresh: "false", together: true });
    const failures = results.slice(0, writes.length).filter(isFailure);
    const conflict = failures.find((failure) => failure.error.type === CONFLICT);
    if (conflict?.id !== undefined) return conflict.id;
    if (along.length > 0 && results.some(isApart)) throw new NotWrittenAlong("its index is on another node");
    const other = failures.find((failure) => failure.error.type !== GROUP_ABORTED);
    if (other) throw fromPortableError(other.error);
    const refused = results.slice(writes.length).filter(isFailure);
    const cause = refused.find((failure) => failure.error.type !== GROUP_ABORTED) ?? refused[0];
    if (cause) throw new NotWrittenAlong(cause.error.reason);
    return undefined;
  }

  async refresh(): Promise<void> {
    await this.#parts.documents.refresh([this.#metadata.uuid]);
  }

  async search(body: JsonObject): Promise<{ total: number; documents: IdentityDocument[] }> {
    const { total, hits } = await searchSystem(this.#parts, [this.#metadata], body);
    return { total, documents: hits.map(hitDocument) };
  }
}

function isFailure(result: WriteResult): result is Extract<WriteResult, { ok: false }> {
  return !result.ok;
}

function isApart(result: WriteResult): boolean {
  return isFailure(result) && result.error.type === GROUP_APART;
}

function toItem(write: IdentityWrite): WriteItem {
  const onlyIf = write.kind === "create" ? undefined : write.onlyIf;
  const options = onlyIf ? { ifSeqNo: onlyIf.seqNo, ifPrimaryTerm: onlyIf.primaryTerm } : versionOf(write);
  if (write.kind === "delete") return { kind: "delete", index: IDENTITY_INDEX, id: write.id, options };
  return {
    kind: write.kind,
    index: IDENTITY_INDEX,
    id: write.id,
    source: Buffer.from(stringifyJson(write.source)),
    options,
  };
}

function versionOf(write: IdentityWrite): WriteItem["options"] {
  const version = write.kind === "index" ? write.version : undefined;
  return version === undefined ? {} : { version, versionType: "external_gte" };
}

function toDocument({ id, seqNo, primaryTerm, source }: Extract<GetResult, { found: true }>): IdentityDocument {
  return { id, seqNo, primaryTerm, source: asObject(parseJsonBytes(source), id) };
}

function hitDocument(hit: JsonObject): IdentityDocument {
  assert(typeof hit["_id"] === "string", "a hit has an id");
  return {
    id: hit["_id"],
    seqNo: Number(hit["_seq_no"]),
    primaryTerm: Number(hit["_primary_term"]),
    source: asObject(hit["_source"] ?? null, hit["_id"]),
  };
}

function asObject(value: Json, id: string): JsonObject {
  assert(isJsonObject(value), `document ${id} is an object`);
  return value;
}
