import { setImmediate, setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import type { RawRequest, RawResponse } from "../http/exchange.ts";
import { Balance } from "./balance.ts";
import { ServingWords } from "./serving-words.ts";

const answering = {
  answer: (): RawResponse => ({ status: 200, headers: {}, body: new Uint8Array() }),
  refusesLength: () => false,
};

const from = (connection: object): RawRequest => ({
  head: { method: "GET", url: "/", headers: {}, notes: undefined },
  clientAddress: "127.0.0.1",
  connection,
  body: undefined,
  onGone: () => undefined,
});

/** How many answers end their connection, while a thread that does nothing but answer looks three times. */
async function ended(connections: readonly object[], other: number): Promise<number> {
  const words = new ServingWords(2);
  const balance = new Balance(answering, words, 0);
  words.tellUtilisation(1, other);
  let closed = 0;
  const until = performance.now() + 200;
  while (performance.now() < until) {
    for (const connection of connections) {
      const answer = balance.answer(from(connection));
      if ("close" in answer && answer.close) closed++;
    }
    const next = performance.now() + 10;
    while (performance.now() < next);
    await setImmediate();
  }
  balance.end();
  return closed;
}

test("a busy thread ends some connections behind their answers while another one is idle", async () => {
  expect(await ended([{}, {}, {}], 0)).toBeGreaterThan(0);
  expect(await ended([{}, {}, {}], 1)).toBe(0);
});

test("a connection alone stays where it is", async () => {
  expect(await ended([{}], 0)).toBe(0);
});

test("a thread that nobody asks does not look, and looks again when it is asked", async () => {
  const words = new ServingWords(2);
  const balance = new Balance(answering, words, 0);
  onTestFinished(() => balance.end());
  const tell = vi.spyOn(words, "tellUtilisation");
  for (let round = 0; round < 2; round++) {
    tell.mockClear();
    await setTimeout(150);
    expect(tell).not.toHaveBeenCalled();
    void balance.answer(from({}));
    await vi.waitFor(() => expect(tell.mock.calls.length).toBeGreaterThan(1), { timeout: 5_000 });
    await setTimeout(150);
  }
});
