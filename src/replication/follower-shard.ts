/**
 * A shard that follows one of another cluster: reads ahead by several requests, keeps what came in a buffer, and writes
 * it in order. What fails for a reason that may pass is tried again, ever later; anything else ends it.
 */
import { type ErrorBody, errorBody, RequestError } from "../compat/errors.ts";
import type { MonotonicClock } from "../core/clock.ts";
import type { ReplicatedOperations, ShardProgress } from "../documents/replication.ts";
import { BlockCursor } from "../store/sources/source-record.ts";
import type { FollowParameters } from "./follow-parameters.ts";
import type { LeaderPage, LeaderVersions } from "./leader-calls.ts";

/** A request for operations of the leader. */
export interface ReadRequest {
  readonly fromSeqNo: number;
  readonly maxCount: number;
  readonly maxBytes: number;
  readonly waitMs: number;
}

/** What a follower works with. */
export interface FollowerHost {
  readonly clock: MonotonicClock;
  readonly parameters: FollowParameters;
  read(request: ReadRequest, signal: AbortSignal): Promise<LeaderPage>;
  write(operations: Omit<ReplicatedOperations, "uuid" | "shard">): Promise<ShardProgress>;
  /** The shard here has come so far. */
  progress(): Promise<ShardProgress>;
  /** Resolves when mapping, settings and aliases are at least those versions of the leader. */
  prepare(versions: LeaderVersions): Promise<LeaderVersions>;
  /** At least 0 and below 1. */
  random(): number;
  log(level: "warn", message: string): void;
}

/** Some operations in a row, a part of what was read. */
interface Buffered {
  readonly records: Uint8Array;
  readonly firstSeqNo: number;
  readonly fromSeqNo: number;
  readonly toSeqNo: number;
  readonly count: number;
}

const STEP_MS = 50;
const MOST_DOUBLINGS = 24;
const NO_VERSIONS: LeaderVersions = { mapping: 0, settings: 0, aliases: 0 };

/** A read that failed, and how often by now. */
interface FailedRead {
  retries: number;
  error: ErrorBody;
}

export class FollowerShard {
  readonly #host: FollowerHost;
  readonly #ending = new AbortController();
  readonly #buffer: Buffered[] = [];
  readonly #failedReads = new Map<number, FailedRead>();
  readonly #timers = new Set<NodeJS.Timeout>();
  /** Resets behind which answers of earlier requests count no more. */
  #round = 0;
  #versions = NO_VERSIONS;
  #bufferCount = 0;
  #lastRequested = -1;
  /** The next that is to be written begins here. */
  #nextWrite = 0;
  #fatal: RequestError | undefined;
  #lastFetchMs: number | undefined;
  #writing: Promise<unknown> = Promise.resolve();
  readonly counts = {
    leaderGlobalCheckpoint: -1,
    leaderMaxSeqNo: -1,
    followerGlobalCheckpoint: -1,
    followerMaxSeqNo: -1,
    outstandingReads: 0,
    outstandingWrites: 0,
    bufferBytes: 0,
    readMs: 0,
    remoteReadMs: 0,
    reads: 0,
    failedReads: 0,
    operationsRead: 0,
    bytesRead: 0,
    writeMs: 0,
    writes: 0,
    failedWrites: 0,
    operationsWritten: 0,
  };

  constructor(host: FollowerHost) {
    this.#host = host;
  }

  get isOver(): boolean {
    return this.#ending.signal.aborted || this.#fatal !== undefined;
  }

  get fatal(): RequestError | undefined {
    return this.#fatal;
  }

  get versions(): LeaderVersions {
    return this.#versions;
  }

  get lastRequestedSeqNo(): number {
    return this.#lastRequested;
  }

  get bufferedOperations(): number {
    return this.#bufferCount;
  }

  /** Since the last request to the leader; -1 before the first. */
  get sinceLastReadMs(): number {
    return this.#lastFetchMs === undefined ? -1 : Math.round(this.#host.clock.monotonicMs() - this.#lastFetchMs);
  }

  get failedReads(): { fromSeqNo: number; retries: number; error: ErrorBody }[] {
    return [...this.#failedReads]
      .sort(([one], [other]) => one - other)
      .map(([fromSeqNo, failed]) => ({ fromSeqNo, ...failed }));
  }

  start(): void {
    void this.#begin(0);
  }

  /** Nothing is written any more when the promise resolves. */
  async stop(): Promise<void> {
    this.#ending.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#writing.catch(() => undefined);
  }

  /** Begins where the shard is. */
  async #begin(retries: number): Promise<void> {
    const round = ++this.#round;
    try {
      this.#versions = await this.#host.prepare(NO_VERSIONS);
      const { globalCheckpoint, maxSeqNo } = await this.#host.progress();
      if (this.isOver || round !== this.#round) return;
      this.#buffer.length = 0;
      this.#bufferCount = 0;
      this.#failedReads.clear();
      Object.assign(this.counts, { outstandingReads: 0, outstandingWrites: 0, bufferBytes: 0 });
      this.counts.followerGlobalCheckpoint = globalCheckpoint;
      this.counts.followerMaxSeqNo = maxSeqNo;
      this.counts.leaderGlobalCheckpoint = Math.max(this.counts.leaderGlobalCheckpoint, globalCheckpoint);
      this.#lastRequested = globalCheckpoint;
      this.#nextWrite = globalCheckpoint + 1;
      this.#coordinateReads();
    } catch (error) {
      this.#again(error, retries, () => void this.#begin(retries + 1));
    }
  }

  #coordinateReads(): void {
    if (this.isOver) return;
    const { counts } = this;
    const { readCount } = this.#host.parameters;
    while (this.#mayRead && this.#lastRequested < counts.leaderGlobalCheckpoint) {
      const from = this.#lastRequested + 1;
      const required = Math.min(counts.leaderGlobalCheckpoint, from + readCount - 1);
      const count = counts.outstandingReads === 0 ? readCount : required - from + 1;
      counts.outstandingReads++;
      this.#lastRequested = required;
      void this.#read(from, required, count, 0);
    }
    if (counts.outstandingReads === 0 && this.#mayRead) {
      counts.outstandingReads++;
      void this.#read(this.#lastRequested + 1, this.#lastRequested, readCount, 0);
    }
  }

  get #mayRead(): boolean {
    const { reads, bufferBytes, bufferCount } = this.#host.parameters;
    return (
      this.counts.outstandingReads < reads && this.counts.bufferBytes < bufferBytes && this.#bufferCount <= bufferCount
    );
  }

  /** Reads up to a number that must come, and perhaps beyond it. */
  async #read(from: number, required: number, maxCount: number, retries: number): Promise<void> {
    const { clock, parameters } = this.#host;
    const round = this.#round;
    const startedMs = clock.monotonicMs();
    this.#lastFetchMs = startedMs;
    let page: LeaderPage;
    try {
      const request = { fromSeqNo: from, maxCount, maxBytes: parameters.readBytes, waitMs: parameters.pollMs };
      page = await this.#host.read(request, this.#ending.signal);
      if (this.isOver || round !== this.#round) return;
      this.#failedReads.delete(from);
      if (page.count > 0) this.#countRead(page, clock.monotonicMs() - startedMs);
      await this.#prepare(page.versions);
    } catch (error) {
      if (this.isOver || round !== this.#round) return;
      this.counts.failedReads++;
      this.counts.readMs += clock.monotonicMs() - startedMs;
      if (this.#failedReads.size < parameters.reads || this.#failedReads.has(from))
        this.#failedReads.set(from, { retries, error: errorBody(error) });
      this.#again(error, retries, () => void this.#read(from, required, maxCount, retries + 1));
      return;
    }
    if (!this.isOver && round === this.#round) this.#take(page, from, required);
  }

  #countRead({ tookMs, count, records }: LeaderPage, readMs: number): void {
    const { counts } = this;
    counts.remoteReadMs += tookMs;
    counts.readMs += readMs;
    counts.reads++;
    counts.operationsRead += count;
    counts.bytesRead += records.length;
  }

  async #prepare(versions: LeaderVersions): Promise<void> {
    const { mapping, settings, aliases } = this.#versions;
    if (versions.mapping > mapping || versions.settings > settings || versions.aliases > aliases)
      this.#versions = await this.#host.prepare(versions);
  }

  #take(page: LeaderPage, from: number, required: number): void {
    const { counts } = this;
    counts.leaderGlobalCheckpoint = Math.max(counts.leaderGlobalCheckpoint, page.globalCheckpoint);
    counts.leaderMaxSeqNo = Math.max(counts.leaderMaxSeqNo, page.maxSeqNo);
    const next = Math.max(from, page.toSeqNo + 1);
    if (next > from) {
      const { records, firstSeqNo, count } = page;
      this.#lastRequested = Math.max(this.#lastRequested, page.toSeqNo);
      this.#buffer.push({ records, firstSeqNo, count, fromSeqNo: from, toSeqNo: page.toSeqNo });
      this.#buffer.sort((one, other) => one.fromSeqNo - other.fromSeqNo);
      this.#bufferCount += count;
      counts.bufferBytes += records.length;
      this.#coordinateWrites();
    }
    if (next <= required) void this.#read(next, required, required - next + 1, 0);
    else {
      counts.outstandingReads--;
      this.#coordinateReads();
    }
  }

  #coordinateWrites(): void {
    const { counts } = this;
    const { writes, writeCount, writeBytes } = this.#host.parameters;
    while (!this.isOver && counts.outstandingWrites < writes) {
      const [first] = this.#buffer;
      if (!first || first.fromSeqNo !== this.#nextWrite) return;
      const [share, rest] = divided(first, writeCount, writeBytes);
      if (rest) this.#buffer[0] = rest;
      else this.#buffer.shift();
      this.#bufferCount -= share.count;
      counts.bufferBytes -= share.records.length;
      this.#nextWrite = share.toSeqNo + 1;
      counts.outstandingWrites++;
      this.#writing = this.#write(share, 0);
    }
  }

  async #write(share: Buffered, retries: number): Promise<void> {
    const { clock } = this.#host;
    const { counts } = this;
    const round = this.#round;
    const startedMs = clock.monotonicMs();
    const { records, firstSeqNo, fromSeqNo, toSeqNo } = share;
    try {
      const progress = await this.#host.write({ records, firstSeqNo, toSeqNo, afterSeqNo: fromSeqNo - 1 });
      if (round !== this.#round) return;
      counts.writeMs += clock.monotonicMs() - startedMs;
      counts.writes++;
      counts.operationsWritten += share.count;
      counts.followerGlobalCheckpoint = Math.max(counts.followerGlobalCheckpoint, progress.globalCheckpoint);
      counts.followerMaxSeqNo = Math.max(counts.followerMaxSeqNo, progress.maxSeqNo);
    } catch (error) {
      if (this.isOver || round !== this.#round) return;
      counts.writeMs += clock.monotonicMs() - startedMs;
      counts.failedWrites++;
      // Later writes may be under way that must follow this one: all of it once more, from where the shard is.
      this.#again(error, retries, () => void this.#begin(retries + 1));
      this.#round++;
      return;
    }
    counts.outstandingWrites--;
    this.#coordinateWrites();
    this.#coordinateReads();
  }

  #again(error: unknown, retries: number, work: () => void): void {
    if (this.isOver) return;
    if (!mayPass(error)) {
      this.#fatal =
        error instanceof RequestError ? error : new RequestError(500, "exception", `internal error: ${String(error)}`);
      this.#host.log("warn", `shard follow task encounter non-retryable error: ${this.#fatal.message}`);
      return;
    }
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        if (!this.isOver) work();
      },
      this.#delayMs(retries + 1),
    );
    this.#timers.add(timer.unref());
  }

  #delayMs(attempt: number): number {
    const most = 2 ** (Math.min(attempt, MOST_DOUBLINGS) - 1);
    return Math.min(Math.floor(this.#host.random() * (most + 1)) * STEP_MS, this.#host.parameters.retryMs);
  }
}

/** So much of what is buffered as one request may hold, and the rest. */
function divided(buffered: Buffered, maxCount: number, maxBytes: number): [Buffered, Buffered | undefined] {
  const { records, firstSeqNo, fromSeqNo, toSeqNo, count } = buffered;
  if (count <= maxCount && records.length <= maxBytes) return [buffered, undefined];
  const cursor = new BlockCursor(records, firstSeqNo);
  let taken = 0;
  let end = 0;
  let last = toSeqNo;
  while (taken < maxCount && (taken === 0 || end <= maxBytes) && cursor.advance()) {
    taken++;
    end = cursor.end;
    last = cursor.seqNo;
  }
  if (taken >= count) return [buffered, undefined];
  return [
    { records: records.subarray(0, end), firstSeqNo, fromSeqNo, toSeqNo: last, count: taken },
    { records: records.subarray(end), firstSeqNo, fromSeqNo: last + 1, toSeqNo, count: count - taken },
  ];
}

const PASSING = new Set([
  "connect_transport_exception",
  "receive_timeout_transport_exception",
  "node_disconnected_exception",
  "corrupt_transport_exception",
  "unavailable_shards_exception",
  "no_shard_available_action_exception",
  "shard_not_found_exception",
  "index_closed_exception",
  "cluster_block_exception",
  "security_exception",
  "es_rejected_execution_exception",
  "circuit_breaking_exception",
  "no_such_remote_cluster_exception",
]);

/** Whether another attempt may meet something else. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false;
  return PASSING.has(error.type) || error.status === 429 || error.status === 503 || error.status === 409;
}
