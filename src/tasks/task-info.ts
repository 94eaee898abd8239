/** A task in responses, and in its stored form. */
import type { MonotonicClock } from "../core/clock.ts";
import { humanTime } from "../compat/human-size.ts";
import type { JsonObject } from "../core/json.ts";
import type { Task } from "./task.ts";

/** How a task is rendered. */
export interface TaskView {
  /** Includes its description and its status. */
  readonly detailed: boolean;
  readonly human: boolean;
}

/** `node:number`. */
export function taskId(nodeId: string, { id }: Task): string {
  return `${nodeId}:${id}`;
}

/** The fields of a task, in Elasticsearch's order. */
export function taskInfo(nodeId: string, task: Task, view: TaskView, clock: MonotonicClock): JsonObject {
  const runningMs = runningTime(task, clock);
  return {
    node: nodeId,
    id: task.id,
    type: task.type,
    action: task.action,
    ...(view.detailed && task.status ? { status: task.status() } : {}),
    ...(view.detailed ? { description: task.description } : {}),
    ...(view.human ? { start_time: new Date(task.startedMs).toISOString() } : {}),
    start_time_in_millis: task.startedMs,
    ...(view.human ? { running_time: humanTime(runningMs) } : {}),
    running_time_in_nanos: runningMs * 1e6,
    cancellable: task.cancellable,
    cancelled: task.cancelled,
    ...(task.parent ? { parent_task_id: taskId(nodeId, task.parent) } : {}),
    headers: task.headers,
  };
}

/** Milliseconds since a task started. */
export function runningTime({ sinceMs }: Task, clock: MonotonicClock): number {
  return Math.floor(clock.monotonicMs() - sinceMs);
}
