/** A follower beside a leader of this test: what each tuning field does, and that it ends equal in any case. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RequestError } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";
import type { Operation } from "../store/operation-log.ts";
import { BlockWriter, blockOperations } from "../store/sources/source-record.ts";
import { followParameters } from "./follow-parameters.ts";
import { FollowerShard, type ReadRequest } from "./follower-shard.ts";
import type { LeaderPage } from "./leader-calls.ts";

const SOURCE = Buffer.from(JSON.stringify({ text: "some words of a document" }));
const VERSIONS = { mapping: 1, settings: 1, aliases: 1 };

function operation(seqNo: number): Operation {
  const fixed = { kind: "index", version: 1, primaryTerm: 1, previousSeqNo: -1, routing: undefined } as const;
  return { ...fixed, seqNo, id: `d${seqNo}`, source: SOURCE };
}

/** Nothing here takes so long. */
const LONGEST_MS = 20_000;

const soon = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A leader that has some operations, and the shard that follows it. */
class Scene {
  readonly reads: ReadRequest[] = [];
  readonly writes: { readonly operations: Operation[]; readonly bytes: number }[] = [];
  readonly delays: number[] = [];
  readonly written: number[] = [];
  mostReads = 0;
  mostWrites = 0;
  /** While a promise is there, writes wait for it. */
  writing: Promise<void> = Promise.resolve();
  /** Fails a read or not, by its number. */
  fails: (read: number) => RequestError | undefined = () => undefined;
  readonly shard: FollowerShard;
  readonly #last: number;
  #reading = 0;
  #atOnce = 0;
  #nowMs = 0;

  constructor(count: number, given: JsonObject) {
    this.#last = count - 1;
    this.shard = new FollowerShard({
      clock: { monotonicMs: () => this.#nowMs++ },
      parameters: followParameters(given),
      read: async (request, signal) => this.#read(request, signal),
      write: async ({ records, firstSeqNo, toSeqNo }) => {
        this.mostWrites = Math.max(this.mostWrites, ++this.#atOnce);
        const operations = blockOperations(records, firstSeqNo);
        this.writes.push({ operations, bytes: records.length });
        await this.writing;
        this.#atOnce--;
        this.written.push(...operations.map(({ seqNo }) => seqNo));
        return { globalCheckpoint: toSeqNo, maxSeqNo: toSeqNo };
      },
      progress: () => Promise.resolve({ globalCheckpoint: -1, maxSeqNo: -1 }),
      prepare: () => Promise.resolve(VERSIONS),
      random: () => 0.999,
      log: () => undefined,
    });
  }

  /** Resolves when all is written, or the shard is over. */
  async caughtUp(): Promise<void> {
    this.shard.start();
    const endsMs = performance.now() + LONGEST_MS;
    while (performance.now() < endsMs && this.written.length <= this.#last && !this.shard.isOver) await soon();
  }

  async #read(request: ReadRequest, signal: AbortSignal): Promise<LeaderPage> {
    this.reads.push(request);
    this.mostReads = Math.max(this.mostReads, ++this.#reading);
    try {
      const failure = this.fails(this.reads.length);
      await soon();
      if (failure) throw failure;
      // Nothing is there yet: it waits.
      if (request.fromSeqNo > this.#last) await new Promise((resolve) => signal.addEventListener("abort", resolve));
      const block = new BlockWriter();
      let seqNo = request.fromSeqNo;
      for (let count = 0; count < request.maxCount && seqNo <= this.#last; count++, seqNo++) {
        if (count > 0 && block.size >= request.maxBytes) break;
        block.add(operation(seqNo));
      }
      const numbers = { globalCheckpoint: this.#last, maxSeqNo: this.#last, toSeqNo: seqNo - 1, count: block.records };
      const records = Uint8Array.from(block.bytes);
      return { records, firstSeqNo: request.fromSeqNo, ...numbers, versions: VERSIONS, tookMs: 1 };
    } finally {
      this.#reading--;
    }
  }
}

async function followed(
  count: number,
  given: JsonObject,
  change: (scene: Scene) => void = () => undefined,
): Promise<Scene> {
  const scene = new Scene(count, given);
  change(scene);
  await scene.caughtUp();
  await scene.shard.stop();
  return scene;
}

const BYTES = 100;

describe("a field of a follower", () => {
  test("max_read_request_operation_count: no read asks for more", async () => {
    const { reads } = await followed(100, { max_read_request_operation_count: 7 });
    expect(Math.max(...reads.map(({ maxCount }) => maxCount))).toBe(7);
    expect(reads.length).toBeGreaterThanOrEqual(15);
  });

  test("max_read_request_size: no read asks for more bytes, and what is left is asked for behind", async () => {
    const { reads, written } = await followed(100, { max_read_request_size: `${BYTES}b` });
    expect(new Set(reads.map(({ maxBytes }) => maxBytes))).toEqual(new Set([BYTES]));
    expect(reads.length).toBeGreaterThan(20);
    expect(written).toHaveLength(100);
  });

  test("max_outstanding_read_requests: so many are under way", async () => {
    for (const most of [1, 3]) {
      const given = { max_read_request_operation_count: 5, max_outstanding_read_requests: most };
      expect((await followed(200, given)).mostReads).toBe(most);
    }
  });

  test("max_write_request_operation_count: no write holds more", async () => {
    const { writes } = await followed(100, { max_write_request_operation_count: 9 });
    expect(Math.max(...writes.map(({ operations }) => operations.length))).toBe(9);
  });

  test("max_write_request_size: a write ends with the operation that passes it", async () => {
    const { writes } = await followed(50, { max_write_request_size: `${BYTES}b` });
    expect(writes.length).toBeGreaterThan(10);
    for (const { operations, bytes } of writes) expect(bytes * (1 - 1 / operations.length)).toBeLessThanOrEqual(BYTES);
    const alone = await followed(5, { max_write_request_size: "1b" });
    expect(alone.writes.map(({ operations }) => operations.length)).toEqual([1, 1, 1, 1, 1]);
  });

  test("max_outstanding_write_requests: so many wait for the disk", async () => {
    for (const most of [1, 4]) {
      const given = { max_write_request_operation_count: 2, max_outstanding_write_requests: most };
      expect((await followed(100, given)).mostWrites).toBe(most);
    }
  });

  test.each([
    ["max_write_buffer_count", { max_write_buffer_count: 10 }],
    ["max_write_buffer_size", { max_write_buffer_size: "300b" }],
  ])("%s: nothing more is read while so much waits", async (_name, given) => {
    const small = { max_read_request_operation_count: 5, max_outstanding_read_requests: 2 };
    const scene = new Scene(100, { ...small, max_outstanding_write_requests: 1, ...given });
    let goOn = (): void => undefined;
    scene.writing = new Promise((resolve) => (goOn = resolve));
    scene.shard.start();
    for (let turn = 0; turn < 200; turn++) await soon();
    const { reads } = scene;
    const before = reads.length;
    expect(before).toBeLessThan(8);
    expect(scene.shard.counts.outstandingReads).toBe(0);
    goOn();
    for (let turn = 0; turn < 2000 && scene.written.length < 100; turn++) await soon();
    expect(reads.length).toBeGreaterThan(before);
    expect(scene.written).toHaveLength(100);
    await scene.shard.stop();
  });

  test("max_retry_delay: no attempt waits longer", async () => {
    const again = new RequestError(503, "unavailable_shards_exception", "not now");
    const startedMs = performance.now();
    const scene = await followed(10, { max_retry_delay: "1ms" }, (one) => {
      one.fails = (read) => (read < 30 ? again : undefined);
    });
    expect(scene.written).toHaveLength(10);
    expect(scene.shard.counts.failedReads).toBe(29);
    // By the default of 500 ms it would be more than ten seconds.
    expect(performance.now() - startedMs).toBeLessThan(3000);
  });

  test("read_poll_timeout: so long a read waits for news", async () => {
    const { reads } = await followed(10, { read_poll_timeout: "123ms" });
    expect(new Set(reads.map(({ waitMs }) => waitMs))).toEqual(new Set([123]));
  });
});

test("a follower writes all operations once and in order, whatever its fields are and whatever reads fail", async () => {
  const fields = fc.record({
    max_read_request_operation_count: fc.integer({ min: 1, max: 50 }),
    max_read_request_size: fc.integer({ min: 1, max: 900 }).map((bytes) => `${bytes}b`),
    max_outstanding_read_requests: fc.integer({ min: 1, max: 6 }),
    max_write_request_operation_count: fc.integer({ min: 1, max: 50 }),
    max_write_request_size: fc.integer({ min: 1, max: 900 }).map((bytes) => `${bytes}b`),
    max_outstanding_write_requests: fc.integer({ min: 1, max: 6 }),
    max_write_buffer_count: fc.integer({ min: 1, max: 60 }),
    max_write_buffer_size: fc.integer({ min: 1, max: 2000 }).map((bytes) => `${bytes}b`),
  });
  const again = new RequestError(503, "unavailable_shards_exception", "not now");
  await fc.assert(
    fc.asyncProperty(
      fields,
      fc.integer({ min: 1, max: 120 }),
      fc.integer({ min: 2, max: 9 }),
      async (given, count, each) => {
        const scene = await followed(count, { ...given, max_retry_delay: "1ms" }, (one) => {
          one.fails = (read) => (read % each === 0 ? again : undefined);
        });
        expect(scene.written).toEqual(Array.from({ length: count }, (_, seqNo) => seqNo));
      },
    ),
    { numRuns: process.env["WARDEX_DEEP"] === undefined ? 25 : 2000 },
  );
});

test("what another attempt cannot mend ends it, and says why", async () => {
  const gone = new RequestError(404, "index_not_found_exception", "no such index [leader]");
  const { shard } = await followed(10, {}, (one) => {
    one.fails = () => gone;
  });
  expect(shard.fatal).toBe(gone);
});
