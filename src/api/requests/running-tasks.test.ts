import { expect, test } from "vitest";
import type { OperationRequest } from "../operation.ts";
import { RunningTasks } from "./running-tasks.ts";

const request = (): OperationRequest => ({}) as OperationRequest;

/** A request that runs until `end` is called. */
function running(
  tasks: RunningTasks,
  operation: string,
): { request: OperationRequest; end: () => void; over: Promise<string> } {
  const own = request();
  let end = (): void => undefined;
  const over = tasks.run(operation, own, () => new Promise<string>((resolve) => (end = () => resolve("done"))));
  return { request: own, end: () => end(), over };
}

test("a request is a task until its answer is there, also when that is an error", async () => {
  const tasks = new RunningTasks();
  const search = running(tasks, "search");
  const failing = tasks.run("bulk", request(), () => Promise.reject(new Error("refused")));
  expect(tasks.all).toMatchObject([
    { id: 1, action: "indices:data/read/search", cancellable: true, cancelled: false },
    { id: 2, action: "indices:data/write/bulk", cancellable: false },
  ]);
  await expect(failing).rejects.toThrow("refused");
  expect(tasks.all.map(({ id }) => id)).toEqual([1]);
  search.end();
  expect(await search.over).toBe("done");
  expect(tasks.all).toEqual([]);
});

test("a cancelled task tells who listens, once; what cannot stop is not cancelled", async () => {
  const tasks = new RunningTasks();
  const search = running(tasks, "search");
  const refresh = running(tasks, "indices.refresh");
  const told: string[] = [];
  tasks.onCancel(search.request, () => told.push("search"));
  tasks.onCancel(refresh.request, () => told.push("refresh"));
  for (const task of [...tasks.all, ...tasks.all]) tasks.cancel(task);
  expect(told).toEqual(["search"]);
  expect(tasks.all.map(({ cancelled }) => cancelled)).toEqual([true, false]);
  search.end();
  refresh.end();
  await Promise.all([search.over, refresh.over]);
});

test("waiting for tasks ends with the last of them, or with the time", async () => {
  const tasks = new RunningTasks();
  const first = running(tasks, "search");
  const second = running(tasks, "search");
  const all = tasks.all;
  expect(await tasks.ended(all, 1)).toBe(false);
  const waiting = tasks.ended(all, 60_000);
  first.end();
  second.end();
  expect(await waiting).toBe(true);
  expect(await tasks.ended(all, 60_000)).toBe(true);
});
