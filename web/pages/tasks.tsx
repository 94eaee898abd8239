/** What is running, and how what runs by itself ended. */
import { useSignal } from "@preact/signals";
import { call, type Fault } from "../core/api.ts";
import { ago, nanos, when } from "../core/format.ts";
import { identityPath } from "../core/identity.ts";
import { rights, security } from "../core/session.ts";
import { useCall, usePolling } from "../parts/load.ts";
import { say } from "../parts/notice.tsx";
import { Request } from "../parts/request.tsx";
import { Failure, Loading, Status } from "../parts/states.tsx";

interface Task {
  readonly action: string;
  readonly description?: string;
  readonly running_time_in_nanos: number;
  readonly cancellable: boolean;
  readonly cancelled?: boolean;
  readonly status?: {
    readonly total?: number;
    readonly created?: number;
    readonly updated?: number;
    readonly deleted?: number;
  };
}
interface TaskList {
  readonly nodes: Readonly<Record<string, { readonly tasks: Readonly<Record<string, Task>> }>>;
}
interface SystemTask {
  readonly task_name: string;
  readonly task_description: string;
  readonly task_finish_timestamp: string;
  readonly status: string;
  readonly messages: readonly string[];
}

const PATH = "/_tasks?detailed=true";
const EVERY_MS = 2000;

export function Page() {
  return (
    <div class="view">
      <h1>Tasks</h1>
      {rights.value.cluster["monitor"] === true && <Running />}
      {rights.value.superuser && security.value === "on" && <ByItself />}
    </div>
  );
}

function Running() {
  const tasks = useCall<TaskList>("GET", PATH);
  const fault = useSignal<Fault | undefined>(undefined);
  usePolling(EVERY_MS, () => void tasks.reload());
  const failed = tasks.answer.value?.fault;
  const cancel = async (id: string): Promise<void> => {
    const answer = await call("POST", `/_tasks/${encodeURIComponent(id)}/_cancel`);
    fault.value = answer.fault;
    if (answer.ok) say("It is told to stop.");
    await tasks.reload();
  };
  const shown = Object.values(tasks.body?.nodes ?? {})
    .flatMap((node) => Object.entries(node.tasks))
    .filter(([, { action }]) => action !== "cluster:monitor/tasks/lists");
  return (
    <section class="section" aria-labelledby="running">
      <h2 id="running">Running now</h2>
      {failed && <Failure fault={failed} />}
      {fault.value && <Failure fault={fault.value} />}
      {!tasks.body && !failed && <Loading lines={2} />}
      {tasks.body && shown.length === 0 && <p class="dim">Nothing takes longer than a moment.</p>}
      <ul class="rows">
        {shown.map(([id, task]) => (
          <li key={id}>
            <b class="mono">{task.action}</b>
            <span class="dim" dir="auto">
              {task.description}
            </span>
            {task.status?.total !== undefined && (
              <span>
                {(task.status.created ?? 0) + (task.status.updated ?? 0) + (task.status.deleted ?? 0)} of{" "}
                {task.status.total}
              </span>
            )}
            <span class="grow" />
            {nanos(task.running_time_in_nanos)}
            {task.cancelled === true ? (
              <span class="tag">stopping</span>
            ) : (
              task.cancellable &&
              rights.value.cluster["manage"] === true && (
                <button type="button" onClick={() => void cancel(id)}>
                  Stop
                </button>
              )
            )}
          </li>
        ))}
      </ul>
      <Request line={{ method: "GET", path: PATH }} />
    </section>
  );
}

function ByItself() {
  const path = identityPath("admin/system_tasks");
  const tasks = useCall<readonly SystemTask[]>("GET", path);
  const failed = tasks.answer.value?.fault;
  const again = async (name: string): Promise<void> => {
    const answer = await call("POST", identityPath("admin/system_tasks", name, "retry"));
    say(answer.ok ? `${name} runs again.` : (answer.fault?.reason ?? ""));
    await tasks.reload();
  };
  return (
    <section class="section" aria-labelledby="itself">
      <h2 id="itself">By itself</h2>
      {failed && <Failure fault={failed} />}
      {!tasks.body && !failed && <Loading lines={3} />}
      <ul class="rows">
        {tasks.body?.map(({ task_name, task_description, task_finish_timestamp, status, messages }) => (
          <li key={task_name}>
            <Status kind={status === "SUCCESSFUL" ? "ok" : status === "ERROR" ? "bad" : "warn"}>
              <b>{task_name.replaceAll("_", " ")}</b>
            </Status>
            <span class="dim">{task_description}</span>
            {messages.length > 0 && <span>{messages.join(" ")}</span>}
            <span class="grow" />
            <time dateTime={task_finish_timestamp} title={when(task_finish_timestamp)}>
              {ago(task_finish_timestamp)}
            </time>
            <button type="button" onClick={() => void again(task_name)}>
              Run again
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
