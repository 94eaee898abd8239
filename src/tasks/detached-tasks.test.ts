import { expect, test } from "vitest";
import { RequestError } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";
import { DetachedTasks } from "./detached-tasks.ts";
import { TaskManager } from "./task-manager.ts";
import type { TaskStart } from "./task.ts";

const START: TaskStart = {
  type: "transport",
  action: "indices:data/write/delete/byquery",
  description: "delete-by-query [a]",
  headers: { "X-Opaque-Id": "mine" },
  cancellable: true,
};

function world(put?: (id: string) => Promise<void>): {
  tasks: TaskManager;
  detached: DetachedTasks;
  kept: Map<string, JsonObject>;
  logged: string[];
} {
  const clock = { now: (): number => 1000, monotonicMs: (): number => 5 };
  const tasks = new TaskManager("node", clock);
  const kept = new Map<string, JsonObject>();
  const logged: string[] = [];
  const store = {
    isThere: true,
    put: put ?? ((id: string, result: JsonObject) => Promise.resolve(void kept.set(id, result))),
    get: (id: string) => Promise.resolve(kept.get(id)),
  };
  const log = (_level: string, message: string): void => void logged.push(message);
  return { tasks, detached: new DetachedTasks({ tasks, store, clock, log }), kept, logged };
}

test("the result of a task is stored before it ends, with its last status", async () => {
  const { tasks, detached, kept } = world();
  const task = detached.begin(START, (own) => {
    own.status = () => ({ deleted: 3 });
    return Promise.resolve({ took: 1 });
  });
  expect(tasks.all).toEqual([task]);
  const atTheEnd = new Promise<boolean>((resolve) => task.onEnd(() => resolve(kept.has("node:1"))));
  expect(await atTheEnd).toBe(true);
  expect(tasks.all).toEqual([]);
  expect(kept.get("node:1")).toMatchObject({
    completed: true,
    task: {
      node: "node",
      id: 1,
      status: { deleted: 3 },
      description: "delete-by-query [a]",
      headers: { "X-Opaque-Id": "mine" },
    },
    response: { took: 1 },
  });
});

test("an error is stored in the form of a response", async () => {
  const { tasks, detached, kept } = world();
  const failing = (): Promise<JsonObject> =>
    Promise.reject(new RequestError(404, "index_not_found_exception", "no such index [a]"));
  await tasks.ended([detached.begin(START, failing)], 60_000);
  expect(kept.get("node:1")).toMatchObject({
    completed: true,
    error: { type: "index_not_found_exception", reason: "no such index [a]" },
  });
});

test("a result that cannot be stored is logged, and its task ends", async () => {
  const { tasks, detached, logged } = world(() => Promise.reject(new Error("no room")));
  await tasks.ended([detached.begin(START, () => Promise.resolve({}))], 60_000);
  expect(logged).toEqual(["the result of task [node:1] could not be kept: Error: no room"]);
  expect(tasks.all).toEqual([]);
});

test("closing cancels tasks, and waits until their results are stored", async () => {
  const { detached, kept } = world();
  detached.begin(
    START,
    (task) => new Promise((resolve) => task.onCancel(() => resolve({ canceled: task.cancelReason ?? "" }))),
  );
  await detached.close();
  expect(kept.get("node:1")).toMatchObject({ response: { canceled: "the server stops" }, task: { cancelled: true } });
});
