/**
 * `nodes.hot_threads`: which threads use the processor, as text. Their times are those that the system counts, between
 * two looks; there are no stacks to show, as threads of JavaScript tell theirs to nobody else.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { illegalArgument } from "../../compat/errors.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { systemClock } from "../../core/clock.ts";
import { booleanParameter, integerParameter, listParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { textsTogether } from "../requests/each-node.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { takesNode } from "../stats/node-header.ts";
import type { NodeInfo } from "../stats/node-info.ts";
import { roleLetters } from "../stats/role-letters.ts";

const TYPES = ["cpu", "wait", "block", "mem"];
const ORDERS = ["cpu", "total"];
const LONGEST_INTERVAL_MS = 30_000;

export const nodesHotThreads: Operation = {
  name: "nodes.hot_threads",
  actions: ["cluster:monitor/nodes/hot_threads"],
  eachNode: textsTogether,
  breaker: "never",

  async handle({ parameters }, { info }) {
    checkTimeouts(parameters);
    const asked = readQuestion(parameters);
    const taken = takesNode(listParameter(parameters, "node_id"), info);
    return { status: 200, text: taken ? `${header(info)}\n${await hotThreads(info, asked)}\n` : "" };
  },
};

interface Question {
  readonly type: string;
  readonly threads: number;
  readonly interval: string;
  readonly intervalMs: number;
  readonly ignoresIdle: boolean;
}

function readQuestion(parameters: Readonly<Record<string, string>>): Question {
  const { type = "cpu", sort = "total", interval = "500ms" } = parameters;
  const ignoresIdle = booleanParameter(parameters, "ignore_idle_threads", true);
  if (!TYPES.includes(type.toLowerCase())) throw illegalArgument(`type not supported [${type}]`);
  if (!ORDERS.includes(sort.toLowerCase())) throw illegalArgument(`sort order not supported [${sort}]`);
  integerParameter(parameters, "snapshots");
  const threads = integerParameter(parameters, "threads") ?? 3;
  const intervalMs = Math.min(LONGEST_INTERVAL_MS, Math.max(0, parseTimeMs(interval, "interval")));
  return { type: type.toLowerCase(), threads, interval, intervalMs, ignoresIdle };
}

function header({ name, id, ephemeralId, host, ip, httpPort, roles, version, attributes: own }: NodeInfo): string {
  const attributes = Object.entries(own).map(([key, value]) => `${key}=${value}`);
  const facts = [
    name,
    id,
    ephemeralId,
    name,
    host,
    `${ip}:${httpPort}`,
    roleLetters(roles),
    version,
    attributes.join(", "),
  ];
  return `::: ${facts.map((fact) => `{${fact}}`).join("")}`;
}

async function hotThreads(info: NodeInfo, asked: Question): Promise<string> {
  const { type, threads, interval, intervalMs, ignoresIdle } = asked;
  const begunMs = systemClock.monotonicMs();
  const before = info.threadTimes();
  if (intervalMs > 0) await sleep(intervalMs);
  const elapsedMs = Math.max(1, systemClock.monotonicMs() - begunMs);
  const after = info.threadTimes();
  const shares = Array.from(after, ([thread, { name, cpuMs }]) => {
    const cpu = Math.max(0, cpuMs - (before.get(thread)?.cpuMs ?? cpuMs));
    return { name: `${name}[${thread}]`, cpu, wait: Math.max(0, elapsedMs - cpu) };
  });
  // Nobody measures what threads are blocked by, or how much memory each of them takes.
  const measured = (share: (typeof shares)[number]): number =>
    type === "cpu" ? share.cpu : type === "wait" ? share.wait : 0;
  const busiest = shares
    .filter((share) => measured(share) > 0 || (!ignoresIdle && type === "cpu"))
    .sort((left, right) => measured(right) - measured(left))
    .slice(0, Math.max(0, threads));
  const lines = busiest.map((share) => {
    const percent = ((100 * measured(share)) / elapsedMs).toFixed(1);
    const parts = type === "cpu" ? ` [cpu=${percent}%, other=0.0%]` : "";
    return `   \n    ${percent}%${parts} (${Math.round(measured(share))}ms out of ${interval}) ${type} usage by thread '${share.name}'\n`;
  });
  const at = new Date(systemClock.now()).toISOString();
  const terms = `interval=${interval}, busiestThreads=${threads}, ignoreIdleThreads=${ignoresIdle}`;
  return `   Hot threads at ${at}, ${terms}:\n${lines.join("")}`;
}
