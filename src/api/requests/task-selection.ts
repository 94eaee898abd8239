/** Which tasks a request is about, and how they are shown. */
import { systemClock } from "../../core/clock.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { simpleMatchAny } from "../../compat/wildcard.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { listParameter } from "../../http/parameters.ts";
import type { NodeInfo } from "../stats/node-info.ts";
import { takesNode } from "../stats/node-header.ts";
import type { Services } from "../operation.ts";
import type { JsonObject } from "../../core/json.ts";
import { type TaskView, taskId, taskInfo } from "../../tasks/task-info.ts";
import type { Task } from "../../tasks/task.ts";

type Parameters = Readonly<Record<string, string>>;

const GROUPS = ["nodes", "parents", "none"];
const DEFAULT_TIMEOUT_MS = 30_000;

/** The tasks that `actions`, `nodes` and `parent_task_id` leave. */
export function selectedTasks(services: Services, parameters: Parameters): Task[] {
  const actions = listParameter(parameters, "actions");
  const parent = parameters["parent_task_id"] ?? parameters["parent_task"];
  if (parent !== undefined) parseTaskId(parent);
  if (!takesNode(listParameter(parameters, "nodes") ?? listParameter(parameters, "node_id"), services.info)) return [];
  return services.tasks.all.filter(
    (task) =>
      (actions === undefined || actions.includes("_all") || simpleMatchAny(actions, task.action)) &&
      (!parent || (task.parent !== undefined && taskId(services.info.id, task.parent) === parent)),
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

/** Tasks grouped by node, by parent or not at all. Throws 400 for another way. */
export function groupedTasks(info: NodeInfo, tasks: readonly Task[], groupBy: string, view: TaskView): object {
  if (!GROUPS.includes(groupBy))
    throw illegalArgument(`[group_by] must be one of [nodes], [parents] or [none] but was [${groupBy}]`);
  const shown = (task: Task): JsonObject => taskInfo(info.id, task, view, systemClock);
  if (groupBy === "none") return { tasks: tasks.map(shown) };
  if (groupBy === "parents") return { tasks: byId(info, topTasks(tasks), (task) => withChildren(task, tasks, shown)) };
  if (tasks.length === 0) return { nodes: {} };
  const { name, host, ip, httpPort, roles, attributes } = info;
  const address = `${ip}:${httpPort}`;
  const node = { name, transport_address: address, host, ip: address, roles, attributes };
  return { nodes: { [info.id]: { ...node, tasks: byId(info, tasks, shown) } } };
}

function byId(info: NodeInfo, tasks: readonly Task[], show: (task: Task) => JsonObject): JsonObject {
  return Object.fromEntries(tasks.map((task) => [taskId(info.id, task), show(task)]));
}

/** Those whose parents are not among them. */
function topTasks(tasks: readonly Task[]): Task[] {
  return tasks.filter(({ parent }) => parent === undefined || !tasks.includes(parent));
}

function withChildren(task: Task, tasks: readonly Task[], show: (task: Task) => JsonObject): JsonObject {
  const children = tasks.filter(({ parent }) => parent === task);
  if (children.length === 0) return show(task);
  return { ...show(task), children: children.map((child) => withChildren(child, tasks, show)) };
}
