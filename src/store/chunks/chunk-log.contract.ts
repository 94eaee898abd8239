/**
 * What all ChunkLogs do; each implementation runs this suite. `open` answers one of several nodes of the same store.
 */
import { expect, test } from "vitest";
import { decodeChunk, encodeSeal } from "./chunk-format.ts";
import type { ChunkLogs } from "./chunk-log.ts";
import { type ChunkContent, ChunkWriter, LogEnded } from "./chunk-writer.ts";
import { readChunks } from "./read-chunks.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text);
const pause = (ms: number): Promise<void> => new Promise((go) => setTimeout(go, Math.min(ms, 5)));

export function content(text: string): ChunkContent {
  return { shards: [], body: bytes(text), isContinued: false, isContinuation: false };
}

/** Bodies that count. */
async function bodies(logs: ChunkLogs, writer: string, sealedAt?: number, from = 1): Promise<string[]> {
  const read: string[] = [];
  const { lostUpTo } = await readChunks(await logs.open(writer), { from, sealedAt }, ({ body }) => {
    read.push(Buffer.from(body).toString());
  });
  expect(lostUpTo).toBeUndefined();
  return read;
}

export function chunkLogContract(name: string, open: () => Promise<() => Promise<ChunkLogs>>): void {
  test(`${name}: a place is taken once, and read by all nodes`, async () => {
    const node = await open();
    const [one, other] = [await node(), await node()];
    const log = await one.open("n1.1");
    expect(await log.read(1)).toBeUndefined();
    expect(await log.append(1, bytes("a"))).toBe(true);
    expect(await (await other.open("n1.1")).append(1, bytes("b")).catch(() => false)).toBe(false);
    expect(await log.append(2, bytes("c"))).toBe(true);
    const same = await other.open("n1.1");
    expect(Buffer.from((await same.read(1))!).toString()).toBe("a");
    expect(await same.read(3)).toBeUndefined();
    expect(await (await other.open("n2.1")).read(1)).toBeUndefined();
    await Promise.all([one.close(), other.close()]);
  });

  test(`${name}: many chunks at once are held in their order`, async () => {
    const logs = await (await open())();
    const writer = new ChunkWriter(await logs.open("n1.1"), { depth: logs.depth, pause });
    const texts = Array.from({ length: 40 }, (_, at) => String(at));
    await Promise.all(texts.map((text) => writer.append(content(text))));
    expect(writer.acked).toBe(40);
    expect(await bodies(logs, "n1.1")).toEqual(texts);
    expect(await bodies(logs, "n1.1", undefined, 39)).toEqual(["38", "39"]);
    await logs.close();
  });

  test(`${name}: the largest chunk is held`, async () => {
    const logs = await (await open())();
    const log = await logs.open("n1.1");
    const large = Buffer.alloc(logs.maximumBytes, 7);
    expect(await log.append(1, large)).toBe(true);
    expect(Buffer.compare((await log.read(1))!, large)).toBe(0);
    await logs.close();
  });

  test(`${name}: a sealed log takes nothing that counts, however busy its writer is`, async () => {
    const node = await open();
    const [one, other] = [await node(), await node()];
    let ended: LogEnded | undefined;
    const onEnd = (error: LogEnded): void => void (ended = error);
    const writer = new ChunkWriter(await one.open("n1.1"), { depth: one.depth, pause, onEnd });
    const acked: string[] = [];
    const busy = async (): Promise<void> => {
      for (let at = 0; ; at++) {
        await writer.append(content(String(at))).then(() => acked.push(String(at)));
        await new Promise((go) => setImmediate(go));
      }
    };
    const lanes = Promise.allSettled([busy()]);
    while (acked.length < 5) await pause(1);
    const log = await other.open("n1.1");
    const sealedAt = await log.seal(1, encodeSeal("n2.1"));
    expect(decodeChunk((await log.read(sealedAt))!)?.kind).toBe("seal");
    const read = await bodies(other, "n1.1", sealedAt);
    expect((await lanes)[0]).toMatchObject({ reason: ended });
    expect(ended).toBeInstanceOf(LogEnded);
    expect(read.slice(0, acked.length)).toEqual(acked);
    // Sealing again changes nothing, nor does whatever the writer still sends.
    for (let late = 1; late <= sealedAt + 2; late++) await log.append(late, bytes("late")).catch(() => false);
    const again = await log.seal(1, encodeSeal("n3.1"));
    expect(await bodies(other, "n1.1", again)).toEqual(read);
    await expect(writer.append(content("x"))).rejects.toBe(ended);
    await Promise.all([one.close(), other.close()]);
  });

  test(`${name}: a log that was never written is sealed as well`, async () => {
    const logs = await (await open())();
    const log = await logs.open("n1.1");
    const sealedAt = await log.seal(1, encodeSeal("n2.1"));
    expect(await bodies(logs, "n1.1", sealedAt)).toEqual([]);
    const writer = new ChunkWriter(log, { depth: logs.depth, pause });
    await expect(writer.append(content("x"))).rejects.toBeInstanceOf(LogEnded);
    await logs.close();
  });

  test(`${name}: a log that was trimmed goes on, and is read from there`, async () => {
    const logs = await (await open())();
    const log = await logs.open("n1.1");
    const writer = new ChunkWriter(log, { depth: logs.depth, pause });
    for (const text of ["a", "b", "c"]) await writer.append(content(text));
    await log.trim(3);
    await writer.append(content("d"));
    expect(await bodies(logs, "n1.1", undefined, 3)).toEqual(["c", "d"]);
    await log.trim(5);
    await writer.append(content("e"));
    expect(await bodies(logs, "n1.1", await log.seal(5, encodeSeal("n2.1")), 5)).toEqual(["e"]);
    await logs.close();
  });

  test(`${name}: logs are listed and removed`, async () => {
    const logs = await (await open())();
    for (const writer of ["n1.1", "n1.2", "n2.1"]) await (await logs.open(writer)).append(1, bytes("x"));
    expect((await logs.writers()).sort()).toEqual(["n1.1", "n1.2", "n2.1"]);
    await logs.remove("n1.1", 2);
    await logs.remove("none.1", 1);
    expect((await logs.writers()).sort()).toEqual(["n1.2", "n2.1"]);
    await logs.close();
  });

  test(`${name}: a writer that wakes up when its log is removed is told nothing`, async () => {
    const logs = await (await open())();
    const log = await logs.open("n1.1");
    for (const place of [1, 2]) expect(await log.append(place, bytes("x"))).toBe(true);
    await log.seal(1, encodeSeal("n2.1"));
    await logs.remove("n1.1", 3);
    expect(await log.append(3, bytes("late")).catch(() => false)).toBe(false);
    await logs.close();
  });
}
