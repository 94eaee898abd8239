/** What of searches and writes goes into the log because it took long (`index.*.slowlog.*`). */
import type { FlatSettings } from "./index-settings.ts";
import { parseTimeMs } from "../compat/time-value.ts";
import { ownOf } from "../core/names.ts";

/** From the most severe on, as Elasticsearch looks at them. */
const LEVELS = ["warn", "info", "debug", "trace"] as const;
export type SlowLevel = (typeof LEVELS)[number];

/** Milliseconds from which on a level is told; those that are not set are absent. */
export type Thresholds = readonly { readonly level: SlowLevel; readonly leastMs: number }[];

export interface SlowSearches {
  readonly query: Thresholds;
  readonly fetch: Thresholds;
  readonly includeUser: boolean;
}

export interface SlowWrites {
  readonly index: Thresholds;
  readonly includeUser: boolean;
  /** Characters of the source that are told; Infinity: all. */
  readonly sourceLength: number;
  /** Whether the source stands on one line, without spaces between its parts. */
  readonly reformat: boolean;
}

const QUERY = {
  warn: "index.search.slowlog.threshold.query.warn",
  info: "index.search.slowlog.threshold.query.info",
  debug: "index.search.slowlog.threshold.query.debug",
  trace: "index.search.slowlog.threshold.query.trace",
};
const FETCH = {
  warn: "index.search.slowlog.threshold.fetch.warn",
  info: "index.search.slowlog.threshold.fetch.info",
  debug: "index.search.slowlog.threshold.fetch.debug",
  trace: "index.search.slowlog.threshold.fetch.trace",
};
const INDEX = {
  warn: "index.indexing.slowlog.threshold.index.warn",
  info: "index.indexing.slowlog.threshold.index.info",
  debug: "index.indexing.slowlog.threshold.index.debug",
  trace: "index.indexing.slowlog.threshold.index.trace",
};

const searches = new WeakMap<FlatSettings, SlowSearches | null>();

/** Undefined: nothing is told. Settings are read once. */
export function slowSearchesOf(settings: FlatSettings): SlowSearches | undefined {
  let known = searches.get(settings);
  if (known === undefined) searches.set(settings, (known = readSearches(settings) ?? null));
  return known ?? undefined;
}

/** Undefined: nothing is told. */
export function slowWritesOf(settings: FlatSettings): SlowWrites | undefined {
  const index = thresholdsOf(settings, INDEX);
  if (index.length === 0) return undefined;
  return {
    index,
    includeUser: tellsWriters(settings),
    sourceLength: lengthOf(ownOf(settings, "index.indexing.slowlog.source") ?? "1000"),
    reformat: ownOf(settings, "index.indexing.slowlog.reformat") !== "false",
  };
}

/** Whether the log tells who writes. */
export function tellsWriters(settings: FlatSettings): boolean {
  return ownOf(settings, "index.indexing.slowlog.include.user") === "true";
}

/** The level at which something that took so long is told; undefined: at none. */
export function slowLevel(thresholds: Thresholds, tookMs: number): SlowLevel | undefined {
  return thresholds.find(({ leastMs }) => tookMs > leastMs)?.level;
}

/** `took[1.2s], took_millis[1234]`, the beginning of what is told. */
export function slowHead(index: string, shard: number, level: SlowLevel, tookMs: number): string {
  const shown = tookMs >= 1000 ? `${(tookMs / 1000).toFixed(1)}s` : `${tookMs.toFixed(1)}ms`;
  return `[${level.toUpperCase()}] [${index}][${shard}] took[${shown}], took_millis[${Math.floor(tookMs)}]`;
}

/** The level of the server's log: what somebody has set a threshold for is told, whatever the level is called. */
export function logLevel(level: SlowLevel): "warn" | "info" {
  return level === "warn" ? "warn" : "info";
}

function readSearches(settings: FlatSettings): SlowSearches | undefined {
  const query = thresholdsOf(settings, QUERY);
  const fetch = thresholdsOf(settings, FETCH);
  if (query.length + fetch.length === 0) return undefined;
  return { query, fetch, includeUser: ownOf(settings, "index.search.slowlog.include.user") === "true" };
}

function thresholdsOf(settings: FlatSettings, names: Readonly<Record<SlowLevel, string>>): Thresholds {
  return LEVELS.flatMap((level) => {
    const value = ownOf(settings, names[level]);
    const leastMs = typeof value === "string" ? parseTimeMs(value, names[level]) : -1;
    return leastMs >= 0 ? [{ level, leastMs }] : [];
  });
}

function lengthOf(value: string | readonly string[]): number {
  if (value === "true") return Number.POSITIVE_INFINITY;
  return value === "false" ? 0 : Number(value);
}
