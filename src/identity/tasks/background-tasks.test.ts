import { describe, expect, test } from "vitest";
import { Scheduler } from "../../tasks/scheduler.ts";
import { TaskManager } from "../../tasks/task-manager.ts";
import type { IdentityEvent } from "../event-sink.ts";
import { MemoryRecordStore } from "../records/memory-record-store.ts";
import { models } from "../records/models.ts";
import type { BackgroundTask, TaskOutcome } from "./task.ts";
import { BackgroundTasks } from "./background-tasks.ts";

const MINUTE_MS = 60_000;

/** Background tasks with the scheduler that runs them. */
type Board = BackgroundTasks & Pick<Scheduler, "tick" | "idle">;

function world(store = new MemoryRecordStore(models)): {
  store: MemoryRecordStore;
  events: IdentityEvent[];
  clock: { nowMs: number; wallMs: number; now(): number; monotonicMs(): number };
  board(): Board;
} {
  const events: IdentityEvent[] = [];
  const clock = {
    nowMs: Date.UTC(2026, 0, 1),
    wallMs: 0,
    now: (): number => clock.nowMs + clock.wallMs,
    monotonicMs: (): number => clock.nowMs,
  };
  return {
    store,
    events,
    clock,
    board() {
      const log = (): void => undefined;
      const scheduler = new Scheduler({ tasks: new TaskManager("node", clock), clock, log });
      const record = (event: IdentityEvent): void => void events.push(event);
      const tasks = new BackgroundTasks({ scheduler, store, clock, events: { record }, log });
      return Object.assign(tasks, { tick: () => scheduler.tick(), idle: () => scheduler.idle() });
    },
  };
}

function task(run: BackgroundTask["run"], more: Partial<BackgroundTask> = {}): BackgroundTask {
  return { name: "work", description: "Works.", everyMs: 5 * MINUTE_MS, firstMs: MINUTE_MS, run, ...more };
}

const done: TaskOutcome = { status: "SUCCESSFUL", messages: ["done"] };

describe("a task", () => {
  test("runs after its first pause, and then with the pause between the end and the next run", async () => {
    const { clock, board } = world();
    const made = board();
    let runs = 0;
    await made.add([
      task(() => {
        runs++;
        return Promise.resolve(done);
      }),
    ]);
    const after = async (ms: number): Promise<number> => {
      clock.nowMs += ms;
      await made.tick();
      return runs;
    };
    expect(await after(0)).toBe(0);
    expect((await made.find("work"))?.status).toBe("UNKNOWN");
    expect(await after(MINUTE_MS)).toBe(1);
    expect(await after(5 * MINUTE_MS - 1)).toBe(1);
    expect(await after(1)).toBe(2);
    expect(await made.find("work")).toEqual({ name: "work", description: "Works.", finishedMs: clock.nowMs, ...done });
  });

  test("runs on when the wall clock is set back, also over a restart", async () => {
    const { clock, board } = world();
    const daily = { everyMs: 24 * 60 * MINUTE_MS };
    let runs = 0;
    const counted = task(() => Promise.resolve(((runs += 1), done)), daily);
    const first = board();
    await first.add([counted]);
    clock.nowMs += MINUTE_MS;
    await first.tick();
    clock.wallMs -= 7 * daily.everyMs;
    clock.nowMs += daily.everyMs;
    await first.tick();
    expect(runs).toBe(2);
    await first.close();
    clock.wallMs -= 7 * daily.everyMs;
    const second = board();
    await second.add([counted]);
    clock.nowMs += daily.everyMs;
    await second.tick();
    expect(runs).toBe(3);
  });

  test("that fails is an ERROR with its words, an event tells of it, and it runs again", async () => {
    const { clock, board, events } = world();
    const made = board();
    let fails = true;
    await made.add([task(() => (fails ? Promise.reject(new Error("no room")) : Promise.resolve(done)))]);
    clock.nowMs += MINUTE_MS;
    await made.tick();
    expect(await made.find("work")).toMatchObject({ status: "ERROR", messages: ["no room"], finishedMs: clock.nowMs });
    expect(events).toMatchObject([
      {
        action: "system_task_exception",
        user: undefined,
        context: { task: "work", message: expect.stringContaining("no room") },
      },
    ]);
    // The same once more is no news.
    clock.nowMs += 5 * MINUTE_MS;
    await made.tick();
    expect(await made.find("work")).toMatchObject({ status: "ERROR", finishedMs: clock.nowMs });
    fails = false;
    await made.retry("work");
    await made.idle();
    expect(await made.find("work")).toMatchObject(done);
    expect(events).toHaveLength(1);
    fails = true;
    await made.retry("work");
    await made.idle();
    expect(events).toHaveLength(2);
  });

  test("that failed is remembered over a restart, and so is the pause of one that runs daily", async () => {
    const { clock, board } = world();
    const first = board();
    const daily = task(() => Promise.resolve(done), { name: "daily", everyMs: 24 * 60 * MINUTE_MS });
    const failing = task(() => Promise.reject(new Error("no room")));
    await first.add([failing, daily]);
    clock.nowMs += MINUTE_MS;
    await first.tick();
    await first.close();
    const finishedMs = clock.nowMs;
    clock.nowMs += 23 * 60 * MINUTE_MS;
    const second = board();
    await second.add([failing, daily]);
    expect(await second.find("work")).toMatchObject({ status: "ERROR", messages: ["no room"], finishedMs });
    clock.nowMs += 30 * MINUTE_MS;
    await second.tick();
    expect((await second.find("daily"))?.finishedMs).toBe(finishedMs);
    clock.nowMs += 30 * MINUTE_MS;
    await second.tick();
    expect((await second.find("daily"))?.finishedMs).toBe(clock.nowMs);
  });

  test("is told when background tasks close, is waited for, and is not started any more", async () => {
    const { clock, board, events } = world();
    const made = board();
    let runs = 0;
    await made.add([
      task((signal) => {
        runs++;
        return new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(new Error("given up")));
        });
      }),
    ]);
    clock.nowMs += MINUTE_MS;
    void made.tick();
    await made.close();
    clock.nowMs += 10 * MINUTE_MS;
    await made.tick();
    await made.retry("work");
    await made.idle();
    expect(runs).toBe(1);
    expect(events).toEqual([]);
    expect((await made.find("work"))?.status).toBe("UNKNOWN");
  });
});

describe("background tasks", () => {
  test("shows tasks of its own and of others by name, and passes retries on", async () => {
    const { board } = world();
    const made = board();
    await made.add([task(() => Promise.resolve(done))]);
    const other = { name: "another", description: "", finishedMs: 1, status: "ERROR" as const, messages: ["x"] };
    const retried: string[] = [];
    made.addSource({
      list: () => Promise.resolve([other]),
      find: (name) => Promise.resolve(name === other.name ? other : undefined),
      retry: (name) => Promise.resolve(name === other.name && retried.push(name) > 0),
    });
    expect((await made.list()).map(({ name }) => name)).toEqual(["another", "work"]);
    expect(await made.find("another")).toEqual(other);
    expect([await made.retry("another"), await made.retry("nobody")]).toEqual([true, false]);
    expect(retried).toEqual(["another"]);
    expect(await made.find("nobody")).toBeUndefined();
  });
});
