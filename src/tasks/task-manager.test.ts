import { expect, test } from "vitest";
import { TaskManager } from "./task-manager.ts";
import type { Task, TaskStart } from "./task.ts";

const clock = { now: (): number => 1000, monotonicMs: (): number => 5 };

function start(action: string, more: Partial<TaskStart> = {}): TaskStart {
  return { type: "transport", action, description: "", headers: {}, cancellable: true, ...more };
}

/** Work that runs until `end` is called. */
function running(tasks: TaskManager, what: TaskStart): { task: Task; end: () => void; over: Promise<string> } {
  let end = (): void => undefined;
  const begun: Task[] = [];
  const over = tasks.run(what, (task) => {
    begun.push(task);
    return new Promise<string>((resolve) => (end = () => resolve("done")));
  });
  const [task] = begun;
  if (!task) throw new Error("the work has not begun");
  return { task, end: () => end(), over };
}

test("work is a task until it is done, also when it fails", async () => {
  const tasks = new TaskManager("node", clock);
  const search = running(tasks, start("search"));
  const failing = tasks.run(start("bulk", { cancellable: false }), () => Promise.reject(new Error("refused")));
  expect(tasks.all).toMatchObject([
    { id: 1, action: "search", cancellable: true, cancelled: false, startedMs: 1000, sinceMs: 5 },
    { id: 2, action: "bulk", cancellable: false },
  ]);
  await expect(failing).rejects.toThrow("refused");
  expect(tasks.all.map(({ id }) => id)).toEqual([1]);
  search.end();
  expect(await search.over).toBe("done");
  expect(tasks.all).toEqual([]);
  expect(tasks.get(1)).toBeUndefined();
});

test("numbers continue after those of an earlier process", async () => {
  const tasks = new TaskManager("node", clock, 41);
  expect(await tasks.run(start("search"), ({ id }) => Promise.resolve(id))).toBe(42);
});

test("a cancelled task calls its listeners once, late ones immediately; a task that is not cancellable continues", async () => {
  const tasks = new TaskManager("node", clock);
  const search = running(tasks, start("search"));
  const refresh = running(tasks, start("refresh", { cancellable: false }));
  const told: string[] = [];
  search.task.onCancel(() => told.push("search"));
  refresh.task.onCancel(() => told.push("refresh"));
  for (const task of [...tasks.all, ...tasks.all]) tasks.cancel(task, "by user request");
  search.task.onCancel(() => told.push("late"));
  expect(told).toEqual(["search", "late"]);
  expect(tasks.all.map(({ cancelReason }) => cancelReason)).toEqual(["by user request", undefined]);
  search.end();
  refresh.end();
  await Promise.all([search.over, refresh.over]);
});

test("children of a cancelled task are cancelled with it, and new ones do not start", async () => {
  const tasks = new TaskManager("node", clock);
  const whole = running(tasks, start("whole"));
  const part = running(tasks, start("part", { parent: whole.task }));
  const partOfPart = running(tasks, start("part", { parent: part.task }));
  const other = running(tasks, start("other"));
  expect(tasks.children(whole.task)).toEqual([part.task]);
  tasks.cancel(whole.task, "enough");
  expect(tasks.all.map(({ cancelReason }) => cancelReason)).toEqual(["enough", "enough", "enough", undefined]);
  await expect(tasks.run(start("late", { parent: part.task }), () => Promise.resolve())).rejects.toThrow(
    "task cancelled before it started [enough]",
  );
  for (const { end } of [whole, part, partOfPart, other]) end();
  await Promise.all([whole.over, part.over, partOfPart.over, other.over]);
  expect(tasks.all).toEqual([]);
});

test("waiting for tasks ends with the last of them, or at the timeout", async () => {
  const tasks = new TaskManager("node", clock);
  const first = running(tasks, start("search"));
  const second = running(tasks, start("search"));
  const all = tasks.all;
  expect(await tasks.ended(all, 1)).toBe(false);
  const waiting = tasks.ended(all, 60_000);
  first.end();
  second.end();
  expect(await waiting).toBe(true);
  expect(await tasks.ended(all, 60_000)).toBe(true);
});
