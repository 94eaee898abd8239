/** What all shards of an index share: metadata, parser, placement, and the settings that the write side reads. */
import { hasSameAnalysis, withKnownAnalysis } from "../cluster/applied-index.ts";
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import { checkIndexBlocks } from "../cluster/index-blocks.ts";
import { isSystemName } from "../cluster/system-indices.ts";
import { type SlowWrites, slowWritesOf } from "../cluster/slow-logs.ts";
import { ownOf } from "../core/names.ts";
import { parseTimeMs } from "../compat/time-value.ts";
import type { DocumentParser } from "../mapping/document-parser.ts";
import { isTimeSeries } from "../mapping/time-series/index-mode.ts";
import { type ShardRouting, shardRouting } from "./shard-routing.ts";

/** Makes the parser of a mapping version. */
export type ParserFactory = (metadata: IndexMetadata) => DocumentParser;

/** Settings in milliseconds and counts, with Elasticsearch's defaults. */
export interface WriteSettings {
  /** -1: never by itself. */
  readonly refreshIntervalMs: number;
  /** Whether the interval was set: then idle shards refresh as well. */
  readonly refreshIntervalSet: boolean;
  readonly searchIdleAfterMs: number;
  readonly maximumRefreshListeners: number;
  readonly gcDeletesMs: number;
  /** It takes the operations of its leader, and no others. */
  readonly isFollower: boolean;
  /** What is told of slow writes; undefined: nothing. */
  readonly slow: SlowWrites | undefined;
}

/** Replaced in place when the metadata changes. */
export class IndexState {
  readonly #parserOf: ParserFactory;
  readonly #isFlooded: () => boolean;
  #metadata: IndexMetadata;
  /** Made when it is first asked for: of a thousand indices most are not written. */
  #parser: DocumentParser | undefined;
  #routing: ShardRouting;
  #settings: WriteSettings;

  /** `isFlooded` tells whether the disk has so little room that documents are refused. */
  constructor(metadata: IndexMetadata, parserOf: ParserFactory, isFlooded: () => boolean = () => false) {
    this.#parserOf = parserOf;
    this.#isFlooded = isFlooded;
    this.#metadata = metadata;
    this.#routing = shardRouting(metadata);
    this.#settings = readSettings(metadata);
  }

  get metadata(): IndexMetadata {
    return this.#metadata;
  }

  get parser(): DocumentParser {
    return (this.#parser ??= this.#parserOf(this.#metadata));
  }

  get routing(): ShardRouting {
    return this.#routing;
  }

  get settings(): WriteSettings {
    return this.#settings;
  }

  /** Takes over newer metadata; an older mapping, overtaken on its way, is not put back. */
  apply(metadata: IndexMetadata): void {
    const { mappingVersion, settingsVersion } = this.#metadata;
    if (metadata.mappingVersion < mappingVersion || metadata.settingsVersion < settingsVersion) return;
    const applied = withKnownAnalysis(metadata, this.#metadata);
    // Parsers of time series know the time of their index, which settings move on.
    const isRead = isTimeSeries(applied.settings) && metadata.settingsVersion > settingsVersion;
    const isSame = !isRead && metadata.mappingVersion === mappingVersion && hasSameAnalysis(this.#metadata, applied);
    this.#metadata = applied;
    this.#routing = shardRouting(applied);
    if (metadata.settingsVersion > settingsVersion) this.#settings = readSettings(applied);
    if (!isSame) this.#parser = undefined;
  }

  /** Throws 403 (429 for a full disk) `cluster_block_exception` when the index is blocked for reading or writing. */
  checkBlocks(access: "read" | "write"): void {
    const metadata = this.#metadata;
    // Indices of the server itself go on: without them nobody could sign in to delete anything.
    const blocked = access === "write" && this.#isFlooded() && !isSystemName(metadata.name);
    checkIndexBlocks(
      [blocked ? { ...metadata, settings: { ...metadata.settings, ...FLOOD_STAGE_BLOCK } } : metadata],
      access,
    );
  }
}

/** What Elasticsearch sets on an index whose disk passes the flood stage; here it holds as long as the disk is full. */
const FLOOD_STAGE_BLOCK = { "index.blocks.read_only_allow_delete": "true" };

function readSettings(metadata: IndexMetadata): WriteSettings {
  const text = (name: string): string | undefined => {
    const value = ownOf(metadata.settings, name);
    return typeof value === "string" ? value : undefined;
  };
  const interval = text("index.refresh_interval");
  const time = (name: string, otherwise: string): number => parseTimeMs(text(name) ?? otherwise, name);
  return {
    refreshIntervalMs: time("index.refresh_interval", "1s"),
    refreshIntervalSet: interval !== undefined,
    searchIdleAfterMs: time("index.search.idle.after", "30s"),
    maximumRefreshListeners: Number(text("index.max_refresh_listeners") ?? 1000),
    isFollower: text("index.xpack.ccr.following_index") === "true",
    gcDeletesMs: time("index.gc_deletes", "60s"),
    slow: slowWritesOf(metadata.settings),
  };
}
