/** Which tasks a request is about, and how they are shown. */
import { systemClock } from "../../core/clock.ts";
import { humanTime } from "../../compat/human-size.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { simpleMatchAny } from "../../compat/wildcard.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { listParameter } from "../../http/parameters.ts";
import type { NodeInfo } from "../stats/node-info.ts";
import { takesNode } from "../stats/node-header.ts";
import type { Services } from "../operation.ts";
import type { RunningTask } from "./running-tasks.ts";

type Parameters = Readonly<Record<string, string>>;

/** How tasks are shown. */
export interface TaskView {
  readonly detailed: boolean;
  readonly human: boolean;
}

const GROUPS = ["nodes", "parents", "none"];
const DEFAULT_TIMEOUT_MS = 30_000;

/** The tasks that `actions`, `nodes` and `parent_task_id` leave. */
export function selectedTasks(services: Services, parameters: Parameters): RunningTask[] {
  const actions = listParameter(parameters, "actions");
  const parent = parameters["parent_task_id"] ?? parameters["parent_task"];
  if (parent !== undefined) parseTaskId(parent);
  // No task here has a parent: what a request does is done by its own one.
  if (parent !== undefined && parent !== "") return [];
  if (!takesNode(listParameter(parameters, "nodes") ?? listParameter(parameters, "node_id"), services.info)) return [];
  return services.tasks.all.filter(
    ({ action }) => actions === undefined || actions.includes("_all") || simpleMatchAny(actions, action),
  );
}

/** `node:number`. Throws 400. */
export function parseTaskId(text: string): { node: string; id: number } {
  const colon = text.lastIndexOf(":");
  const number = text.slice(colon + 1);
  if (colon <= 0) throw illegalArgument(`malformed task id ${text}`);
  if (/^-?\d+$/.test(number)) return { node: text.slice(0, colon), id: Number(number) };
  const cause = new RequestError(400, "number_format_exception", `For input string: "${number}"`);
  throw new RequestError(400, "illegal_argument_exception", `malformed task id ${text}`, { cause });
}

/** How long to wait for tasks to end, in milliseconds. */
export function waitingTime(parameters: Parameters): number {
  return parameters["timeout"] === undefined ? DEFAULT_TIMEOUT_MS : parseTimeMs(parameters["timeout"], "timeout");
}

/** One task as all answers show it. */
export function shownTask(info: NodeInfo, task: RunningTask, view: TaskView): object {
  const { request, startedMs } = task;
  const runningMs = runningTime(task);
  return {
    node: info.id,
    id: task.id,
    type: "transport",
    action: task.action,
    ...(view.detailed ? { description: descriptionOf(task) } : {}),
    ...(view.human ? { start_time: new Date(startedMs).toISOString() } : {}),
    start_time_in_millis: startedMs,
    ...(view.human ? { running_time: humanTime(runningMs) } : {}),
    running_time_in_nanos: runningMs * 1e6,
    cancellable: task.cancellable,
    cancelled: task.cancelled,
    headers: request.opaqueId === undefined ? {} : { "X-Opaque-Id": request.opaqueId },
  };
}

/** Milliseconds since a task began. */
export function runningTime({ sinceMs }: RunningTask): number {
  return Math.floor(systemClock.monotonicMs() - sinceMs);
}

/** The indices that a task is about; empty for others. */
export function descriptionOf({ request: { parameters } }: RunningTask): string {
  return parameters["index"] === undefined ? "" : `indices[${parameters["index"]}]`;
}

/** Tasks grouped by node, by parent (none has one) or not at all. Throws 400 for another way. */
export function groupedTasks(info: NodeInfo, tasks: readonly RunningTask[], groupBy: string, view: TaskView): object {
  if (!GROUPS.includes(groupBy))
    throw illegalArgument(`[group_by] must be one of [nodes], [parents] or [none] but was [${groupBy}]`);
  if (groupBy === "none") return { tasks: tasks.map((task) => shownTask(info, task, view)) };
  const byId = Object.fromEntries(tasks.map((task) => [`${info.id}:${task.id}`, shownTask(info, task, view)]));
  if (groupBy === "parents") return { tasks: byId };
  if (tasks.length === 0) return { nodes: {} };
  const { name, host, ip, httpPort, roles } = info;
  const address = `${ip}:${httpPort}`;
  return {
    nodes: { [info.id]: { name, transport_address: address, host, ip: address, roles, attributes: {}, tasks: byId } },
  };
}
