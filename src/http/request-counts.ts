/**
 * How many requests came to each documented path of each operation, how large they and their answers were, and how long
 * they took: for `nodes.usage` and `nodes.stats`. Kept by the thread that answers, gathered by main.
 */

/** Sizes below 1, 2, 4 … bytes; the last counts the rest. */
const SIZE_BUCKETS = 28;
/** Times below 1, 2, 4 … milliseconds; the last counts the rest. */
const TIME_BUCKETS = 18;

/** What was counted of an operation at a path. Plain data. */
export interface RequestCount {
  readonly operation: string;
  readonly path: string;
  /** Requests that ran. */
  readonly requests: SizeCount;
  readonly responses: SizeCount;
  readonly times: number[];
}

/** How many there were, their bytes, and how many there were of about each size. */
export interface SizeCount {
  count: number;
  bytes: number;
  readonly sizes: number[];
}

/** Counts the requests of one thread. */
export class RequestCounts {
  readonly #counts = new Map<string, RequestCount>();

  /** Where an operation is counted that is asked for by a path. */
  at(operation: string, path: string): RequestCount {
    const key = `${operation} ${path}`;
    let count = this.#counts.get(key);
    if (!count) {
      count = { operation, path, requests: noSizes(), responses: noSizes(), times: zeros(TIME_BUCKETS) };
      this.#counts.set(key, count);
    }
    return count;
  }

  all(): RequestCount[] {
    return [...this.#counts.values()];
  }

  /** What was counted until now, which is forgotten here. */
  take(): RequestCount[] {
    const taken = structuredClone(this.all().filter(({ requests }) => requests.count > 0));
    // Whoever counts holds on to the objects.
    for (const { requests, responses, times } of this.#counts.values()) {
      clear(requests);
      clear(responses);
      times.fill(0);
    }
    return taken;
  }

  /** Adds what another thread counted. */
  add(taken: readonly RequestCount[]): void {
    for (const { operation, path, ...counted } of taken) {
      const own = this.at(operation, path);
      addSizes(own.requests, counted.requests);
      addSizes(own.responses, counted.responses);
      addAll(own.times, counted.times);
    }
  }
}

/** Counts a request that was answered. */
export function countRequest(
  { requests, responses, times }: RequestCount,
  requestBytes: number,
  responseBytes: number,
  tookMs: number,
): void {
  countSize(requests, requestBytes);
  countSize(responses, responseBytes);
  const bucket = bucketOf(tookMs, TIME_BUCKETS);
  times[bucket] = times[bucket]! + 1;
}

/** The sum of counts by one of their names. */
export function summedBy(counts: readonly RequestCount[], name: "operation" | "path"): Map<string, RequestCount> {
  const sums = new Map<string, RequestCounts>();
  for (const count of counts) {
    const key = count[name];
    let sum = sums.get(key);
    if (!sum) sums.set(key, (sum = new RequestCounts()));
    sum.add([{ ...count, operation: key, path: key }]);
  }
  return new Map(Array.from(sums, ([key, sum]) => [key, sum.at(key, key)]));
}

/** A histogram as answers show it: from the first that is not empty to the last one. */
export function shownHistogram(counts: readonly number[], unit: "bytes" | "millis"): object[] {
  const first = counts.findIndex((count) => count > 0);
  const last = counts.findLastIndex((count) => count > 0);
  if (first < 0) return [];
  return counts.slice(first, last + 1).map((count, at) => {
    const bucket = first + at;
    return {
      ...(bucket > 0 ? { [`ge_${unit}`]: 2 ** (bucket - 1) } : {}),
      ...(bucket < counts.length - 1 ? { [`lt_${unit}`]: 2 ** bucket } : {}),
      count,
    };
  });
}

/** 0, then one for each power of two. */
function bucketOf(amount: number, buckets: number): number {
  return amount < 1 ? 0 : Math.min(buckets - 1, 32 - Math.clz32(Math.min(amount, 0x7fff_ffff)));
}

function countSize(into: SizeCount, bytes: number): void {
  into.count++;
  into.bytes += bytes;
  const bucket = bucketOf(bytes, SIZE_BUCKETS);
  into.sizes[bucket] = into.sizes[bucket]! + 1;
}

function noSizes(): SizeCount {
  return { count: 0, bytes: 0, sizes: zeros(SIZE_BUCKETS) };
}

function zeros(length: number): number[] {
  return Array.from({ length }, () => 0);
}

function clear(counted: SizeCount): void {
  counted.count = 0;
  counted.bytes = 0;
  counted.sizes.fill(0);
}

function addSizes(into: SizeCount, from: SizeCount): void {
  into.count += from.count;
  into.bytes += from.bytes;
  addAll(into.sizes, from.sizes);
}

function addAll(into: number[], from: readonly number[]): void {
  for (let at = 0; at < into.length; at++) into[at] = into[at]! + (from[at] ?? 0);
}
