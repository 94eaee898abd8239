/** How many messages cross between main and the indexing thread for a write: each costs more than what is in it. */
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { afterEach, describe, expect, test } from "vitest";
import type { BulkOptions, Documents } from "../documents/documents.ts";
import { MemoryFiles } from "../store/memory-files.ts";
import { Harness, testIndex } from "../testing/documents/documents-harness.ts";
import { PortCalls } from "../transport/port-calls.ts";
import { documentsMethods } from "./documents-methods.ts";

const OPTIONS: BulkOptions = {
  index: undefined,
  routing: undefined,
  refresh: "false",
  requireAlias: false,
  requireDataStream: false,
  pipeline: undefined,
  sourceFilter: undefined,
  grant: { all: true, user: "admin", rules: [] },
};

const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

/** Main and the indexing thread over a port, and the messages that crossed it in either direction. */
function overPort(h: Harness): { main: PortCalls; messages: () => number; ensured: string[] } {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  let count = 0;
  for (const port of [port1, port2]) port.on("message", (posted: unknown[]) => (count += posted.length));
  const ensured: string[] = [];
  const thread = new PortCalls(port2, documentsMethods(h.service));
  const main = new PortCalls(port1, {
    ensureIndex(name: string) {
      ensured.push(name);
      return testIndex(name);
    },
  });
  h.ensureIndex = (name, options) => thread.call("ensureIndex", [name, options]);
  return { main, messages: () => count, ensured };
}

async function statuses(answer: { body: Uint8Array }): Promise<number[]> {
  const { items } = JSON.parse(Buffer.from(answer.body).toString()) as { items: Record<string, { status: number }>[] };
  return items.flatMap((item) => Object.values(item).map(({ status }) => status));
}

const line = (action: string, index: string, id: string): string =>
  action === "delete"
    ? `{"delete":{"_index":"${index}","_id":"${id}"}}\n`
    : `{"${action}":{"_index":"${index}","_id":"${id}"}}\n${action === "update" ? '{"doc":{"a":"y"}}' : '{"a":"x"}'}\n`;

describe("messages between main and the indexing thread", () => {
  test("a bulk body of one piece on known names takes two, whatever its actions", async () => {
    const h = await new Harness(new MemoryFiles()).start();
    await h.create(testIndex("i"));
    await h.create({ ...testIndex("j"), aliases: { "to-j": {} } });
    const { main, messages, ensured } = overPort(h);
    const body = ["index", "create", "update", "delete"]
      .flatMap((action, at) => [line(action, "i", `${at >> 1}`), line("index", "to-j", `${at}`)])
      .join("");
    const answer = await main.call<Awaited<ReturnType<Documents["bulk"]>>>("bulk", [OPTIONS, Buffer.from(body)]);
    expect(await statuses(answer)).toEqual([201, 201, 409, 201, 404, 201, 404, 201]);
    expect([messages(), ensured]).toEqual([2, []]);
  });

  test("a single write takes two", async () => {
    const h = await new Harness(new MemoryFiles()).start();
    await h.create(testIndex("i"));
    const { main, messages } = overPort(h);
    const item = { kind: "index", index: "i", id: "1", source: Buffer.from('{"a":"x"}'), options: {} } as const;
    expect(await main.call("write", [[item], { refresh: "false" }])).toMatchObject([{ ok: true, seqNo: 0 }]);
    expect(messages()).toBe(2);
  });

  test("a name that is not known is asked for once, and twice more messages cross", async () => {
    const h = await new Harness(new MemoryFiles()).start();
    const { main, messages, ensured } = overPort(h);
    const body = [1, 2, 3].map((id) => line("index", "new", `${id}`)).join("");
    await main.call("bulk", [OPTIONS, Buffer.from(body)]);
    expect([messages(), ensured]).toEqual([4, ["new"]]);
    await main.call("bulk", [OPTIONS, Buffer.from(body)]);
    expect([messages(), ensured]).toEqual([6, ["new"]]);
  });
});
