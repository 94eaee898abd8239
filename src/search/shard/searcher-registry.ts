/** The indices and shards that this thread can search. */
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { hasSameAnalysis, withKnownAnalysis } from "../../cluster/applied-index.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { isRemoteName } from "../../compat/remote-name.ts";
import { simpleMatch } from "../../compat/wildcard.ts";
import type { SearcherDescriptor } from "../../documents/documents.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import type { KeptSet, QueryCache } from "../../query/query-cache/query-cache.ts";
import { ScriptCompiler } from "../../scripting/script-compiler.ts";
import { FilePool } from "../../hits/fetch/record-files.ts";
import { RuntimeColumns } from "../runtime/runtime-columns.ts";
import { ReadCounts } from "./read-counts.ts";
import { Fielddata } from "./fielddata.ts";
import type { SharedMemory } from "./request-accounts.ts";
import { ReaderPool, ShardSearcher } from "./shard-searcher.ts";

const DEFAULT_RUNTIME_COLUMN_BYTES = 32 * 1024 * 1024;

/** An index; its mapping is read when it is first searched: of a thousand indices most are not, by most threads. */
class IndexEntry {
  readonly metadata: IndexMetadata;
  readonly #parse: () => MappingView;
  #mapping: MappingView | undefined;

  constructor(metadata: IndexMetadata, parse: () => MappingView, mapping?: MappingView) {
    this.metadata = metadata;
    this.#parse = parse;
    this.#mapping = mapping;
  }

  get mapping(): MappingView {
    return (this.#mapping ??= this.#parse());
  }

  /** The mapping, if it was read. */
  get readMapping(): MappingView | undefined {
    return this.#mapping;
  }
}

/** Mapping views by index and current searchers by shard. */
export class SearcherRegistry {
  readonly #parseMapping: (metadata: IndexMetadata, scripts: ScriptCompiler) => MappingView;
  readonly #onRelease: (uuid: string, shard: number, generation: number) => void;
  readonly #indices = new Map<string, IndexEntry>();
  readonly #shards = new Map<string, Map<number, ShardSearcher>>();
  /** Who makes programs of scripts on this thread. */
  readonly scripts = new ScriptCompiler();
  /** Searchers that are kept whether they are current or not, by shard and generation. */
  readonly #kept = new Map<string, ShardSearcher>();
  /** What searches have read of fields. */
  readonly readCounts = new ReadCounts();
  readonly queryCache: QueryCache | undefined;
  readonly runtimeColumns: RuntimeColumns;
  readonly fielddata: Fielddata;
  readonly #readers = new ReaderPool((reader) => {
    this.queryCache?.dropSegment(reader);
    this.runtimeColumns.dropSegment(reader);
    this.fielddata.dropSegment(reader);
  });
  readonly #files = new FilePool();

  constructor(
    parseMapping: (metadata: IndexMetadata, scripts: ScriptCompiler) => MappingView,
    onRelease: (uuid: string, shard: number, generation: number) => void,
    {
      queryCache,
      runtimeColumnBytes = DEFAULT_RUNTIME_COLUMN_BYTES,
      memory,
    }: {
      readonly queryCache?: QueryCache | undefined;
      readonly runtimeColumnBytes?: number | undefined;
      /** What field data is taken from; absent: nobody counts. */
      readonly memory?: SharedMemory | undefined;
    } = {},
  ) {
    this.queryCache = queryCache;
    this.fielddata = new Fielddata(memory);
    this.runtimeColumns = new RuntimeColumns(runtimeColumnBytes);
    this.#parseMapping = parseMapping;
    this.#onRelease = onRelease;
  }

  applyIndex(metadata: IndexMetadata): void {
    const known = this.#indices.get(metadata.uuid);
    const applied = withKnownAnalysis(metadata, known?.metadata);
    const same =
      known && known.metadata.mappingVersion === metadata.mappingVersion && hasSameAnalysis(known.metadata, applied);
    const parse = (): MappingView => this.#parseMapping(applied, this.scripts);
    this.#indices.set(metadata.uuid, new IndexEntry(applied, parse, same ? known.readMapping : undefined));
    if (metadata.state === "close") this.#dropShards(metadata.uuid);
  }

  removeIndex(uuid: string): void {
    this.readCounts.removeIndex(uuid);
    this.#indices.delete(uuid);
    this.#dropShards(uuid);
  }

  publish(descriptor: SearcherDescriptor): void {
    let shards = this.#shards.get(descriptor.uuid);
    if (!shards) this.#shards.set(descriptor.uuid, (shards = new Map<number, ShardSearcher>()));
    const before = shards.get(descriptor.shard);
    if (before && before.descriptor.generation > descriptor.generation) return;
    // Segments that both hold are opened once: the new one acquires them before the old one lets go.
    shards.set(descriptor.shard, this.#open(descriptor));
    before?.release();
  }

  /** Keeps a searcher, which may be the current one, until it is let go. */
  keep(descriptor: SearcherDescriptor): void {
    const { uuid, shard, generation } = descriptor;
    const key = keyOf(uuid, shard, generation);
    if (this.#kept.has(key)) return;
    this.#kept.set(key, this.acquire(uuid, shard, generation) ?? this.#open(descriptor));
  }

  letGo(uuid: string, shard: number, generation: number): void {
    const key = keyOf(uuid, shard, generation);
    this.#kept.get(key)?.release();
    this.#kept.delete(key);
  }

  has(uuid: string): boolean {
    return this.#indices.has(uuid);
  }

  /** Metadata and mapping of an index. Throws 404 `index_not_found_exception` for one that is gone. */
  index(uuid: string, name: string): IndexEntry {
    const entry = this.#indices.get(uuid);
    if (entry) return entry;
    throw notFound(name);
  }

  /**
   * Names of the indices that a name or pattern stands for, as index or alias; throws 404 for a name that stands for
   * none, unless it may be missing.
   */
  indicesOf(name: string, mayBeMissing: boolean): ReadonlySet<string> {
    if (isRemoteName(name))
      throw illegalArgument(
        `Cross-cluster calls are not supported in this context but remote indices were requested: [${name}]`,
      );
    const found = new Set<string>();
    for (const { metadata } of this.#indices.values()) {
      if ([metadata.name, ...Object.keys(metadata.aliases)].some((known) => simpleMatch(name, known)))
        found.add(metadata.name);
    }
    if (found.size === 0 && !mayBeMissing && !name.includes("*")) throw notFound(name);
    return found;
  }

  /**
   * The searcher of a shard, to be released after use: the current one, or that of a generation. Undefined when it is
   * not there (yet, or any more).
   */
  acquire(uuid: string, shard: number, generation?: number): ShardSearcher | undefined {
    const current = this.#shards.get(uuid)?.get(shard);
    const searcher =
      generation === undefined || current?.descriptor.generation === generation
        ? current
        : this.#kept.get(keyOf(uuid, shard, generation));
    searcher?.acquire();
    return searcher;
  }

  /** The shard whose searcher reads a file; undefined when none does any more. */
  shardOf(file: string): { index: string; uuid: string; shard: number } | undefined {
    const current = [...this.#shards.values()].flatMap((shards) => [...shards.values()]);
    return [...current, ...this.#kept.values()].find(
      ({ descriptor: { sources, segments } }) =>
        sources.some(({ name }) => name === file) || segments.some(({ data }) => data.file?.path === file),
    )?.descriptor;
  }

  /** Takes over a set of the query cache, if its segment is still searched here. */
  takeSet(kept: KeptSet): void {
    const reader = this.#readers.find(kept.segment);
    if (reader && this.#indices.has(kept.uuid)) this.queryCache?.take(kept, reader);
  }

  #open(descriptor: SearcherDescriptor): ShardSearcher {
    const { uuid, shard, generation } = descriptor;
    const searcher = new ShardSearcher(descriptor, this.#readers, this.#files, () =>
      this.#onRelease(uuid, shard, generation),
    );
    const keeper = this.fielddata.keeperOf(uuid, shard, (path) => {
      const mapping = this.#indices.get(uuid)?.mapping;
      return mapping?.field(path)?.fielddataFilter;
    });
    for (const reader of searcher.segments) reader.fielddataKeeper ??= keeper;
    return searcher;
  }

  #dropShards(uuid: string): void {
    for (const { descriptor } of this.#kept.values())
      if (descriptor.uuid === uuid) this.letGo(uuid, descriptor.shard, descriptor.generation);
    for (const searcher of this.#shards.get(uuid)?.values() ?? []) searcher.release();
    this.#shards.delete(uuid);
    this.queryCache?.dropIndex(uuid);
  }
}

function keyOf(uuid: string, shard: number, generation: number): string {
  return `${uuid}/${shard}/${generation}`;
}

function notFound(name: string): RequestError {
  const details = { "resource.type": "index_or_alias", "resource.id": name, index_uuid: "_na_", index: name };
  return new RequestError(404, "index_not_found_exception", `no such index [${name}]`, { details });
}
