/**
 * The shard request cache: whole answers of searches that ask for no hits, or that ask to be kept
 * (`request_cache=true`). It stands where requests arrive, so that a hit is over before a search thread would hear of
 * it. An answer is kept under everything that the request says, its targets with their filters and granted fields
 * included, and dropped when anything changes on one of its indices: a shard's generation, mapping, settings, aliases.
 * What was not used for longest goes first.
 */
import { writeJson } from "../../compat/json/write-json.ts";
import { systemClock } from "../../core/clock.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import type { SearchAnswer, SearchAction, SearchTarget } from "../search-service.ts";

/** Requests with longer texts hardly come twice, and looking for them costs as much as a short search. */
const LONGEST_TEXT = 65_536;
/** What an answer costs beside its bytes. */
const ENTRY_BYTES = 512;
/** `took` stands at the beginning of a response, if it is there at all. */
const HEAD_BYTES = 48;
const TOOK = /^\{\s*"took"\s*:\s*(\d+)/;
const NO_HITS = /"size"\s*:\s*0/;

/** What happened on a shard. */
export interface RequestCacheCounts {
  readonly bytes: number;
  readonly hits: number;
  readonly misses: number;
  readonly evictions: number;
}

/** Counts with the shard that they belong to. */
export interface ShardRequestCacheCounts {
  readonly uuid: string;
  readonly shard: number;
  readonly counts: RequestCacheCounts;
}

interface Counts {
  bytes: number;
  hits: number;
  misses: number;
  evictions: number;
}

/** A request whose answer may be kept. */
export interface KeepableRequest {
  readonly key: string;
  readonly targets: readonly SearchTarget[];
  /** How often each target had changed when the request came. */
  readonly changes: readonly number[];
}

interface Entry {
  readonly key: string;
  readonly answer: SearchAnswer;
  /** The response around `took`; undefined: it does not say. */
  readonly around: { readonly before: Uint8Array; readonly after: Uint8Array } | undefined;
  readonly uuids: readonly string[];
  readonly bytes: number;
  /** Of the shards searched. */
  readonly counts: readonly Counts[];
}

/** What the cache asks about its surroundings. */
export interface RequestCacheDependencies {
  readonly bytes: number;
  readonly index: (uuid: string) => Pick<IndexMetadata, "settings" | "numberOfShards"> | undefined;
}

/** See the file comment. */
export class RequestCache {
  readonly #parts: RequestCacheDependencies;
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>();
  readonly #byIndex = new Map<string, Set<Entry>>();
  readonly #changes = new Map<string, number>();
  /** By index and shard. */
  readonly #counts = new Map<string, Counts[]>();
  #bytes = 0;

  constructor(parts: RequestCacheDependencies) {
    this.#parts = parts;
  }

  /** The request if its answer may be kept; looks at its text alone, as little as will do. */
  keepable(call: SearchAction): KeepableRequest | undefined {
    const [body = ""] = call.bodies;
    const [parameters = {}] = call.parameters;
    const [targets = []] = call.targets;
    if (call.kind.cacheable === undefined || call.render.format !== "json") return undefined;
    if (targets.length === 0 || body.length > LONGEST_TEXT) return undefined;
    const wanted = parameters.request_cache;
    if (wanted === "false") return undefined;
    if (wanted === undefined && !(asksForNoHits(call) && targets.every(({ uuid }) => this.#isEnabled(uuid))))
      return undefined;
    if (mayChangeByItself(body) || (parameters.q !== undefined && mayChangeByItself(parameters.q))) return undefined;
    // Filters and restrictions are rare; their texts are part of the key in any case.
    if (
      targets.some(
        ({ filters, access }) =>
          (filters.length > 0 || access) && mayChangeByItself(writeJson([filters, access?.queries])),
      )
    )
      return undefined;
    const { filterPath, pretty, human } = call.render;
    // No line of JSON text has a line break, so that the body need not be escaped once more.
    const said = [call.kind.name, targets, parameters, call.references ?? null, filterPath, pretty, human];
    const key = `${writeJson(said)}\n${body}`;
    return { key, targets, changes: targets.map(({ uuid }) => this.#changes.get(uuid) ?? 0) };
  }

  /** The answer kept for a request; `startedMs` is when it came. */
  find({ key }: KeepableRequest, startedMs: number): SearchAnswer | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const counts of entry.counts) counts.hits++;
    const tookMs = Math.max(0, Math.round(systemClock.monotonicMs() - startedMs));
    if (!entry.around || tookMs === 0) return entry.answer;
    return {
      ...entry.answer,
      body: Buffer.concat([entry.around.before, Buffer.from(String(tookMs)), entry.around.after]),
    };
  }

  /** Takes an answer; keeps it if it says that it may be, and nothing has changed since the request came. */
  take(request: KeepableRequest, answer: SearchAnswer): void {
    if (!answer.isCacheable || answer.status !== 200) return;
    const { key, targets, changes } = request;
    const counts = targets.flatMap((target) => this.#countsOf(target));
    for (const shard of counts) shard.misses++;
    if (targets.some(({ uuid }, at) => (this.#changes.get(uuid) ?? 0) !== changes[at]) || this.#entries.has(key))
      return;
    const around = aroundTook(answer.body);
    const bytes = key.length + answer.body.byteLength * (around ? 2 : 1) + ENTRY_BYTES;
    if (bytes > this.#parts.bytes) return;
    const body = around ? Buffer.concat([around.before, ZERO, around.after]) : answer.body;
    const kept = { ...answer, slow: undefined, body };
    this.#add({ key, answer: kept, around, uuids: [...new Set(targets.map(({ uuid }) => uuid))], bytes, counts });
  }

  /** Something has changed on an index: a searcher, its metadata. */
  changed(uuid: string): void {
    this.#changes.set(uuid, (this.#changes.get(uuid) ?? 0) + 1);
    for (const entry of this.#byIndex.get(uuid) ?? []) this.#remove(entry);
  }

  /** Forgets an index and what was counted on it. Its name is never used again: a new index has another uuid. */
  forget(uuid: string): void {
    this.changed(uuid);
    // A request under way knows of at least one change, and so is not taken for one of now.
    this.#changes.delete(uuid);
    this.#counts.delete(uuid);
  }

  /** Something has changed for all indices. */
  clear(): void {
    for (const entry of this.#entries.values()) this.#remove(entry);
    for (const [uuid, changes] of this.#changes) this.#changes.set(uuid, changes + 1);
  }

  /** Counts of the shards that were searched. */
  *counts(): Iterable<ShardRequestCacheCounts> {
    for (const [uuid, shards] of this.#counts)
      for (const [shard, counts] of shards.entries()) yield { uuid, shard, counts: { ...counts } };
  }

  get bytes(): number {
    return this.#bytes;
  }

  #add(entry: Entry): void {
    this.#entries.set(entry.key, entry);
    for (const uuid of entry.uuids) {
      const entries = this.#byIndex.get(uuid);
      if (entries) entries.add(entry);
      else this.#byIndex.set(uuid, new Set([entry]));
    }
    this.#bytes += entry.bytes;
    for (const counts of entry.counts) counts.bytes += entry.bytes / entry.counts.length;
    for (const oldest of this.#entries.values()) {
      if (this.#bytes <= this.#parts.bytes) return;
      this.#remove(oldest);
      for (const counts of oldest.counts) counts.evictions++;
    }
  }

  #remove(entry: Entry): void {
    this.#entries.delete(entry.key);
    for (const uuid of entry.uuids) {
      const entries = this.#byIndex.get(uuid);
      entries?.delete(entry);
      if (entries?.size === 0) this.#byIndex.delete(uuid);
    }
    this.#bytes -= entry.bytes;
    for (const counts of entry.counts) counts.bytes -= entry.bytes / entry.counts.length;
  }

  #isEnabled(uuid: string): boolean {
    return this.#parts.index(uuid)?.settings["index.requests.cache.enable"] !== "false";
  }

  #countsOf({ uuid, shards }: SearchTarget): Counts[] {
    let known = this.#counts.get(uuid);
    if (!known) {
      const length = this.#parts.index(uuid)?.numberOfShards ?? 0;
      this.#counts.set(uuid, (known = Array.from({ length }, () => ({ bytes: 0, hits: 0, misses: 0, evictions: 0 }))));
    }
    return shards ? shards.flatMap((shard) => known[shard] ?? []) : known;
  }
}

const ZERO = Buffer.from("0");

/** Whether it looks as if no hits are asked for; the answer says whether that is so. */
function asksForNoHits({ kind, bodies, parameters }: SearchAction): boolean {
  return kind.cacheable === "all" || parameters[0]?.size === "0" || NO_HITS.test(bodies[0] ?? "");
}

/**
 * Whether the answer to a text may change though nothing is written: by `now`, which an escape may hide, or by indices
 * that are no targets.
 */
function mayChangeByItself(text: string): boolean {
  return text.includes("now") || text.includes("\\u") || text.includes("indices_boost");
}

function aroundTook(body: Uint8Array): Entry["around"] {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const found = TOOK.exec(bytes.toString("latin1", 0, HEAD_BYTES));
  if (!found) return undefined;
  const end = found[0].length;
  return { before: bytes.subarray(0, end - (found[1]?.length ?? 0)), after: bytes.subarray(end) };
}
