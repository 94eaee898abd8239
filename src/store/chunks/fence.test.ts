/**
 * The fence: a writer with several chunks under way, against a successor that seals its log and reads it. Whatever the
 * writer has acknowledged, at any time, the successor has seen. It must fail on a store that looks first and writes
 * then.
 */
import { expect, test } from "vitest";
import { FaultyChunkLogs } from "../../testing/store/faulty-chunk-logs.ts";
import { MemoryBlobs } from "../../testing/store/memory-blobs.ts";
import { StreamChunkLogs } from "../../testing/store/stream-chunk-logs.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import { BlobChunkLogs } from "./blob-chunk-logs.ts";
import { encodeSeal } from "./chunk-format.ts";
import { content } from "./chunk-log.contract.ts";
import type { ChunkLogs } from "./chunk-log.ts";
import { ChunkWriter, LogEnded } from "./chunk-writer.ts";
import { readChunks } from "./read-chunks.ts";

const ROUNDS = process.env["WARDEX_DEEP"] === undefined ? 60 : 5000;
const FIRST_SEED = Number(process.env["WARDEX_FENCE_SEED"] ?? 1);

/** A generator of the same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Time in which all that waits goes on in an order that the seed decides. */
class Turns {
  readonly random: () => number;
  readonly #waiting: { at: number; go: () => void }[] = [];
  #now = 0;
  #isOver = false;

  constructor(random: () => number) {
    this.random = random;
  }

  delay = (longest = 10): Promise<void> =>
    new Promise((go) => void this.#waiting.push({ at: this.#now + this.random() * longest, go }));

  stop(): void {
    this.#isOver = true;
  }

  async run(): Promise<void> {
    while (!this.#isOver) {
      for (let turn = 0; turn < 12; turn++) await Promise.resolve();
      let next = 0;
      for (let at = 1; at < this.#waiting.length; at++) if (this.#waiting[at]!.at < this.#waiting[next]!.at) next = at;
      const [due] = this.#waiting.splice(next, 1);
      if (!due) await new Promise((go) => setImmediate(go));
      else {
        this.#now = due.at;
        due.go();
      }
    }
  }
}

/** Rounds in which the writer was writing when its log was sealed. */
let sealedWhileBusy = 0;

/** Acknowledged chunks that the successor has not seen. */
async function missed(seed: number, store: (turns: Turns) => ChunkLogs): Promise<string[]> {
  const turns = new Turns(seeded(seed));
  const faults = { random: turns.random, delay: turns.delay, lostAppends: 0.05, lostAnswers: 0.1 };
  const logs = new FaultyChunkLogs(store(turns), faults);
  const pause = (): Promise<void> => turns.delay(3);
  const depth = 1 + Math.floor(turns.random() * 12);
  const writer = new ChunkWriter(await logs.open("n1.1"), { depth, pause });
  const acked: string[] = [];
  const seen: string[] = [];
  const write = async (lane: number): Promise<void> => {
    for (let at = 0; writer.number < 150; at++) {
      const text = `${lane}-${at}`;
      await writer.append(content(text));
      acked.push(text);
    }
  };
  const takeOver = async (): Promise<void> => {
    await turns.delay(300);
    const log = await logs.open("n1.1");
    const sealedAt = await log.seal(1, encodeSeal("n2.1"));
    // What is known to be taken is read until it is there.
    const { number } = await readChunks(log, { from: 1, sealedAt }, ({ body }) => {
      seen.push(Buffer.from(body).toString());
    });
    expect(number).toBeLessThanOrEqual(sealedAt);
    // The writer goes on for a while.
    for (let wait = 0; wait < 5; wait++) await turns.delay(50);
    writer.end(new Error("over"));
  };
  const lanes = Array.from({ length: 1 + Math.floor(turns.random() * 12) }, (_, lane) => write(lane));
  const all = Promise.allSettled([...lanes, takeOver()]).then((results) => {
    turns.stop();
    return results;
  });
  await turns.run();
  const last = (await all).at(-1);
  if (last?.status === "rejected") throw last.reason;
  sealedWhileBusy += Number(acked.length > 0 && writer.ended instanceof LogEnded);
  return acked.filter((text) => !seen.includes(text));
}

async function failures(store: (turns: Turns) => ChunkLogs): Promise<string[]> {
  const failed: string[] = [];
  sealedWhileBusy = 0;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + ROUNDS; seed++) {
    const lost = await missed(seed, store);
    if (lost.length > 0) failed.push(`seed ${seed}: ${lost.join(", ")}`);
  }
  expect(sealedWhileBusy).toBeGreaterThan(ROUNDS / 4);
  return failed;
}

/** Blobs whose calls take their time. */
function slow(
  turns: Turns,
  create?: (blobs: BlobStore, name: string, bytes: Uint8Array) => Promise<boolean>,
): BlobStore {
  const blobs = new MemoryBlobs();
  const slowly = async <T>(work: () => Promise<T>): Promise<T> => {
    await turns.delay(4);
    const answer = await work();
    await turns.delay(4);
    return answer;
  };
  return {
    key: blobs.key,
    write: (name, bytes) => blobs.write(name, bytes),
    create: (name, bytes) => slowly(() => (create ? create(blobs, name, bytes) : blobs.create(name, bytes))),
    read: (name) => slowly(() => blobs.read(name)),
    stream: (name) => blobs.stream(name),
    list: (prefix) => slowly(() => blobs.list(prefix)),
    remove: (names) => blobs.remove(names),
  };
}

/** Looks whether a blob is there, and writes it then. */
function checkThenAct(turns: Turns): BlobStore {
  return slow(turns, async (blobs, name, bytes) => {
    if ((await blobs.list(name)).length > 0) return false;
    await turns.delay(5);
    await blobs.write(name, bytes);
    return true;
  });
}

test("a successor has seen all that the writer of a log of blobs ever acknowledges", async () => {
  expect(await failures((turns) => new BlobChunkLogs(slow(turns)))).toEqual([]);
});

test("a successor has seen all that the writer of a stream ever acknowledges", async () => {
  expect(await failures(() => new StreamChunkLogs())).toEqual([]);
});

test("with conditional writes that look first and write then it has not", async () => {
  expect((await failures((turns) => new BlobChunkLogs(checkThenAct(turns)))).length).toBeGreaterThan(0);
});
