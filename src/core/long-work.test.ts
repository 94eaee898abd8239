import { expect, test } from "vitest";
import { LongWork } from "./long-work.ts";

/** Works that end when they are told to. */
class Works {
  readonly began: string[] = [];
  readonly #ends = new Map<string, () => void>();

  work(key: string): () => Promise<void> {
    return () => {
      this.began.push(key);
      return new Promise((resolve) => this.#ends.set(key, resolve));
    };
  }

  async end(key: string): Promise<void> {
    this.#ends.get(key)?.();
    await settled();
  }
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

test("so many run at once, others in their order, and none twice at the same time", async () => {
  const works = new Works();
  const long = new LongWork(2);
  for (const key of ["a", "a", "b", "c", "d"]) long.begin(key, works.work(key));
  await settled();
  expect(works.began).toEqual(["a", "b"]);
  expect(long.has("c")).toBe(true);
  await works.end("b");
  expect(works.began).toEqual(["a", "b", "c"]);
  expect(long.has("b")).toBe(false);
  long.begin("b", works.work("b"));
  for (const key of ["a", "c", "d", "b"]) await works.end(key);
  await long.idle();
  expect(works.began).toEqual(["a", "b", "c", "d", "b"]);
  expect(long.isIdle).toBe(true);
});

test("the end waits for what runs, and what waits is not begun", async () => {
  const works = new Works();
  const long = new LongWork(1);
  for (const key of ["a", "b"]) long.begin(key, works.work(key));
  await settled();
  const closed = long.close();
  long.begin("c", works.work("c"));
  await works.end("a");
  await closed;
  expect(works.began).toEqual(["a"]);
});
