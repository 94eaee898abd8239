import { MessageChannel } from "node:worker_threads";
import { afterEach, describe, expect, test } from "vitest";
import { RequestError } from "../compat/errors.ts";
import { type Methods, PortCalls } from "./port-calls.ts";

const open: { close(): void }[] = [];
afterEach(() => open.splice(0).forEach((port) => port.close()));

function pair(left: Methods, right: Methods): [PortCalls, PortCalls] {
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  return [new PortCalls(port1, left), new PortCalls(port2, right)];
}

describe("calls over a port", () => {
  test("responses are assigned to their calls, whatever their order", async () => {
    const [caller] = pair(
      {},
      { wait: async (ms: number) => new Promise((resolve) => setTimeout(() => resolve(ms), ms)) },
    );
    expect(await Promise.all([30, 1, 15].map((ms) => caller.call<number>("wait", [ms])))).toEqual([30, 1, 15]);
  });

  test("the other side starts calls and notices in the order in which they were made", async () => {
    const seen: number[] = [];
    const [caller] = pair(
      {},
      { note: (n: number) => void seen.push(n), take: (n: number, _bytes: Uint8Array) => void seen.push(n) },
    );
    const last: Promise<unknown>[] = [];
    for (let n = 0; n < 300; n += 3) {
      caller.notify("note", [n]);
      const bytes = new Uint8Array(10);
      last.push(caller.call("take", [n + 1, bytes], n % 2 === 0 ? [bytes.buffer] : undefined));
      last.push(caller.call("note", [n + 2]));
    }
    await Promise.all(last);
    expect(seen).toEqual(Array.from({ length: 300 }, (_, n) => n));
  });

  test("errors keep status, type, details and cause", async () => {
    const cause = new RequestError(400, "inner", "why");
    const [caller] = pair(
      {},
      { refuse: () => Promise.reject(new RequestError(409, "conflict", "no", { details: { index: "x" }, cause })) },
    );
    await expect(caller.call("refuse", [])).rejects.toMatchObject({
      status: 409,
      type: "conflict",
      message: "no",
      details: { index: "x" },
      cause: { type: "inner" },
    });
  });

  test("a value that cannot be cloned fails its own call, and no other in the same turn", async () => {
    const refusal = new RequestError(409, "conflict", "no", { details: { why: () => "a function" } });
    const methods = {
      echo: (value: unknown) => value,
      make: () => () => "a function",
      refuse: () => Promise.reject(refusal),
    };
    const [caller] = pair({}, methods);
    const answers = await Promise.allSettled([
      caller.call("echo", [1]),
      caller.call("echo", [Object]),
      caller.call("make", []),
      caller.call("refuse", []),
      caller.call("echo", [new Uint8Array(2).buffer], [new ArrayBuffer(2)]),
      caller.call("echo", [Symbol("a symbol"), new Uint8Array(2)], [new ArrayBuffer(2)]),
      caller.call("echo", [2]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "rejected",
      "rejected",
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    const reasons = answers.flatMap((answer) => (answer.status === "rejected" ? [String(answer.reason)] : []));
    for (const reason of reasons) expect(reason).toContain("could not be cloned");
    expect(caller.pending).toBe(0);
  });

  test("a method that is a name of Object.prototype does not exist", async () => {
    const [caller] = pair({}, {});
    for (const name of ["constructor", "toString", "__proto__"])
      await expect(caller.call(name, [])).rejects.toThrow(`no method [${name}]`);
  });

  test("large responses are transferred, and both sides may call", async () => {
    const [left, right] = pair({ twice: (n: number) => 2 * n }, { bytes: () => new Uint8Array(100_000).fill(7) });
    const [bytes, doubled] = await Promise.all([left.call<Uint8Array>("bytes", []), right.call<number>("twice", [21])]);
    expect([bytes.length, bytes[99_999], doubled]).toEqual([100_000, 7, 42]);
  });

  test("when the other side is gone, pending and later calls fail", async () => {
    const [caller] = pair({}, { never: () => new Promise(() => undefined) });
    const waiting = caller.call("never", []);
    caller.fail(new Error("gone"));
    await expect(waiting).rejects.toThrow("gone");
    await expect(caller.call("never", [])).rejects.toThrow("gone");
    expect(caller.pending).toBe(0);
  });
});
