import { expect, test } from "vitest";
import { Scheduler, type ScheduledWork } from "./scheduler.ts";
import { TaskManager } from "./task-manager.ts";

const MINUTE_MS = 60_000;

function world(): {
  scheduler: Scheduler;
  tasks: TaskManager;
  logged: string[];
  after(ms: number): Promise<void>;
} {
  const logged: string[] = [];
  const clock = { nowMs: 0, now: (): number => 1e12, monotonicMs: (): number => clock.nowMs };
  const tasks = new TaskManager("node", clock);
  const scheduler = new Scheduler({ tasks, clock, log: (level, message) => void logged.push(`${level} ${message}`) });
  const after = (ms: number): Promise<void> => {
    clock.nowMs += ms;
    return scheduler.tick();
  };
  return { scheduler, tasks, logged, after };
}

function work(run: ScheduledWork["run"]): ScheduledWork {
  return { name: "work", description: "Works.", everyMs: 5 * MINUTE_MS, firstMs: MINUTE_MS, run };
}

test("work runs as a task after its initial delay, then again a fixed delay after each end", async () => {
  const { scheduler, tasks, after } = world();
  const seen: string[] = [];
  scheduler.add(
    work(() => {
      seen.push(...tasks.all.map(({ type, action }) => `${type} ${action}`));
      return Promise.resolve();
    }),
  );
  await after(MINUTE_MS - 1);
  expect(seen).toEqual([]);
  await after(1);
  await after(5 * MINUTE_MS - 1);
  expect(seen).toEqual(["scheduled internal:scheduled/work"]);
  await after(1);
  expect(seen).toHaveLength(2);
  expect(tasks.all).toEqual([]);
});

test("work never runs twice at once; requests during a run cause one more run after it", async () => {
  const { scheduler, after } = world();
  const ends: (() => void)[] = [];
  let underWay = 0;
  let most = 0;
  const scheduled = scheduler.add(
    work(async () => {
      most = Math.max(most, ++underWay);
      await new Promise<void>((resolve) => ends.push(resolve));
      underWay--;
    }),
  );
  void after(MINUTE_MS);
  scheduled.runNow();
  scheduled.runNow();
  void after(10 * MINUTE_MS);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.();
  await scheduler.idle();
  expect([ends.length, most]).toEqual([2, 1]);
});

test("a failure is logged once while it repeats, and the work runs again", async () => {
  const { scheduler, logged, after } = world();
  const outcomes = ["no room", "no room", undefined, "no room"];
  scheduler.add(
    work(() => {
      const failure = outcomes.shift();
      return failure === undefined ? Promise.resolve() : Promise.reject(new Error(failure));
    }),
  );
  for (const told of [1, 1, 1, 2]) {
    await after(5 * MINUTE_MS);
    expect(logged).toHaveLength(told);
  }
  expect(logged[0]).toContain("error background task work failed: Error: no room");
  expect(outcomes).toEqual([]);
});

test("cancelling a run's task ends it, is not a failure, and the next run is on time", async () => {
  const { scheduler, tasks, logged, after } = world();
  let runs = 0;
  scheduler.add(
    work((signal) => {
      runs++;
      return new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(new Error("given up")));
      });
    }),
  );
  for (const run of [1, 2]) {
    const over = after(5 * MINUTE_MS);
    for (const task of tasks.all) tasks.cancel(task, "by user request");
    await over;
    expect(runs).toBe(run);
  }
  expect(logged).toEqual([]);
});

test("closing aborts runs, waits for them, and starts no others", async () => {
  const { scheduler, after } = world();
  const seen: string[] = [];
  let end = (): void => undefined;
  const scheduled = scheduler.add(
    work(async (signal) => {
      seen.push("begun");
      await new Promise<void>((resolve) => (end = resolve));
      seen.push(signal.aborted ? "told" : "not told");
    }),
  );
  void after(MINUTE_MS);
  const closed = scheduler.close().then(() => seen.push("closed"));
  end();
  await closed;
  await after(10 * MINUTE_MS);
  scheduled.runNow();
  scheduler.add(work(() => Promise.resolve(void seen.push("late")))).runNow();
  await after(10 * MINUTE_MS);
  expect(seen).toEqual(["begun", "told", "closed"]);
});

test("what one of several nodes does is left to it, what each node does is not", async () => {
  const clock = { nowMs: 0, now: (): number => 1e12, monotonicMs: (): number => clock.nowMs };
  let isActive = false;
  const tasks = new TaskManager("node", clock);
  const scheduler = new Scheduler({ tasks, clock, isActive: () => isActive, log: () => undefined });
  const ran: string[] = [];
  const run = (name: string) => (): Promise<void> => {
    ran.push(name);
    return Promise.resolve();
  };
  scheduler.add(work(run("one")));
  scheduler.add({ ...work(run("each")), isOfEachNode: true });
  clock.nowMs += MINUTE_MS;
  await scheduler.tick();
  expect(ran).toEqual(["each"]);
  isActive = true;
  await scheduler.tick();
  expect(ran).toEqual(["each", "one"]);
});
