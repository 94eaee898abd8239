/** Is all well? And if not: why, and what mends it. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { call, type Fault, part } from "../core/api.ts";
import { type ClusterHealth, health, known, lookAtHealth, lookAtIndices, searchable } from "../core/cluster.ts";
import type { SearchAnswer } from "../core/search.ts";
import { ago, bytes, compact, count, duration, nanos, plural, when } from "../core/format.ts";
import { to } from "../core/router.ts";
import { rights, security } from "../core/session.ts";
import { Line } from "../parts/bars.tsx";
import { useCall, usePolling } from "../parts/load.ts";
import { say } from "../parts/notice.tsx";
import { Request } from "../parts/request.tsx";
import { Empty, Failure, Loading, Status } from "../parts/states.tsx";

/** What is looked at of a node. */
interface Node {
  readonly name: string;
  readonly timestamp: number;
  readonly indices: {
    readonly docs: { readonly count: number };
    readonly store: { readonly size_in_bytes: number };
    readonly indexing: { readonly index_total: number };
    readonly search: { readonly query_total: number };
  };
  readonly process: {
    readonly mem?: { readonly resident_in_bytes?: number };
    readonly cpu?: { readonly percent: number };
  };
  readonly jvm: { readonly uptime_in_millis: number; readonly mem: { readonly heap_used_in_bytes: number } };
  readonly thread_pool?: Readonly<
    Record<string, { readonly threads: number; readonly active: number; readonly rejected: number }>
  >;
}
interface NodesStats {
  readonly nodes: Readonly<Record<string, Node>>;
}

const STATS = "/_nodes/stats/indices,process,jvm,thread_pool";
const EVERY_MS = 2000;
const KEPT = 30;

export function Page() {
  useEffect(() => void lookAtIndices(), []);
  const monitor = rights.value.cluster["monitor"] === true;
  return (
    <div class="view">
      <h1>Overview</h1>
      {monitor ? (
        <>
          <Why />
          <Numbers />
          <Running />
        </>
      ) : (
        <Mine />
      )}
      {rights.value.superuser && security.value === "on" && <Failures />}
    </div>
  );
}

/** Sentences in place of a colour. */
function Why() {
  const fault = useSignal<Fault | undefined>(undefined);
  useEffect(() => void lookAtHealth(), []);
  const now = health.value;
  if (!now) return <Loading lines={2} />;
  const waiting = waitingOf(now);
  const replicas = waiting.filter(([, { status }]) => status === "yellow").map(([name]) => name);
  const lost = waiting.filter(([, { status }]) => status === "red").map(([name]) => name);
  const line = {
    method: "PUT",
    path: `/${replicas.map(part).join(",")}/_settings`,
    body: { index: { number_of_replicas: 0 } },
  };
  const mend = async (): Promise<void> => {
    const answer = await call("PUT", line.path, line.body);
    fault.value = answer.fault;
    if (answer.ok) say("No index waits for replicas any more.");
    await lookAtHealth();
  };
  if (now.status === "green")
    return (
      <section class="why ok" aria-label="Health">
        <Status kind="ok">
          <b>green</b>
        </Status>
        <p>
          Every shard is there. {plural(Object.keys(now.indices ?? {}).length, "index", "indices")}, all searchable.
        </p>
      </section>
    );
  return (
    <section class={lost.length > 0 ? "why bad" : "why"} aria-label="Health">
      <Status kind={lost.length > 0 ? "bad" : "warn"}>
        <b>{now.status}</b>
      </Status>
      {lost.length > 0 && (
        <p>
          Shards of <Names names={lost} /> cannot be opened: their documents are neither found nor written. The log of
          the server says why.
        </p>
      )}
      {replicas.length > 0 && (
        <>
          <p>
            All documents are here and can be searched. <Names names={replicas} />{" "}
            {replicas.length === 1 ? "wants a copy" : "want copies"} of {replicas.length === 1 ? "its" : "their"} shards
            on another node, and there is only this one: replicas need a second node.
          </p>
          {rights.value.everywhere["manage"] === true && (
            <p class="row">
              <button type="button" class="primary" onClick={() => void mend()}>
                Set replicas to 0
              </button>
              <span class="hint">
                Changes a setting of {plural(replicas.length, "index", "indices")}; it can be set back.
              </span>
            </p>
          )}
          <Request line={line} />
        </>
      )}
      {fault.value && <Failure fault={fault.value} />}
    </section>
  );
}

const waitingOf = (now: ClusterHealth): [string, { readonly status: string }][] =>
  Object.entries(now.indices ?? {}).filter(([, { status }]) => status !== "green");

const MOST_NAMES = 5;

function Names({ names }: { names: readonly string[] }) {
  return (
    <>
      {names.slice(0, MOST_NAMES).map((name, at) => (
        <span key={name}>
          {at > 0 && ", "}
          <a href={to(["indices", name])} class="mono" dir="auto">
            {name}
          </a>
        </span>
      ))}
      {names.length > MOST_NAMES && ` and ${plural(names.length - MOST_NAMES, "other")}`}
    </>
  );
}

/** What the node holds and does, and how it was in the last minute. */
function Numbers() {
  const stats = useCall<NodesStats>("GET", STATS);
  const past = useSignal<readonly Node[]>([]);
  usePolling(EVERY_MS, () => void stats.reload());
  const node = Object.values(stats.body?.nodes ?? {})[0];
  useEffect(() => {
    if (node) past.value = [...past.value, node].slice(-KEPT - 1);
  }, [node]);
  const answer = stats.answer.value;
  if (answer?.fault) return <Failure fault={answer.fault} retry={() => void stats.reload()} />;
  if (!node) return <Loading lines={4} />;
  const memory = past.value.map(memoryOf);
  const searches = rates(past.value, (one) => one.indices.search.query_total);
  const writes = rates(past.value, (one) => one.indices.indexing.index_total);
  const threads = Object.values(node.thread_pool ?? {});
  const indices = known.value?.indices.filter(({ name }) => !name.startsWith(".")).length;
  return (
    <section class="section" aria-label="Numbers">
      <div class="cards">
        <Card
          title="Documents"
          value={compact(node.indices.docs.count)}
          note={indices === undefined ? "" : plural(indices, "index", "indices")}
        />
        <Card
          title="On disk"
          value={bytes(node.indices.store.size_in_bytes)}
          note={`up ${duration(node.jvm.uptime_in_millis)}`}
        />
        <Card
          title="Threads"
          value={count(threads.reduce((sum, pool) => sum + pool.threads, 0))}
          note={`${count(threads.reduce((sum, pool) => sum + pool.active, 0))} busy, ${plural(
            threads.reduce((sum, pool) => sum + pool.rejected, 0),
            "request",
          )} refused`}
        />
        <Graph title="Searches a second" values={searches} show={(value) => value.toFixed(1)} />
        <Graph title="Writes a second" values={writes} show={(value) => value.toFixed(0)} />
        <Graph title="Memory" values={memory} show={(value) => bytes(value)} note="of the whole process" />
      </div>
      <Request line={{ method: "GET", path: STATS }} />
    </section>
  );
}

const memoryOf = (node: Node): number => node.process.mem?.resident_in_bytes ?? node.jvm.mem.heap_used_in_bytes;

function rates(past: readonly Node[], of: (node: Node) => number): number[] {
  return past.slice(1).map((node, at) => {
    const before = past[at] ?? node;
    const seconds = (node.timestamp - before.timestamp) / 1000;
    return seconds > 0 ? Math.max(0, of(node) - of(before)) / seconds : 0;
  });
}

function Card({ title, value, note }: { title: string; value: string; note: string }) {
  return (
    <div class="card">
      <h2 class="dim">{title}</h2>
      <p class="big">{value}</p>
      <p class="hint">{note}</p>
    </div>
  );
}

function Graph({
  title,
  values,
  show,
  note,
}: {
  title: string;
  values: readonly number[];
  show: (value: number) => string;
  note?: string;
}) {
  const last = values.at(-1) ?? 0;
  return (
    <div class="card">
      <h2 class="dim">{title}</h2>
      <p class="big">{show(last)}</p>
      <Line
        values={values}
        room={KEPT}
        label={`${title}, the last minute: now ${show(last)}, at most ${show(Math.max(0, ...values))}`}
      />
      <p class="hint">{note ?? "the last minute"}</p>
    </div>
  );
}

interface Task {
  readonly action: string;
  readonly description: string;
  readonly start_time_in_millis: number;
  readonly running_time_in_nanos: number;
}
interface TaskList {
  readonly nodes: Readonly<Record<string, { readonly tasks: Readonly<Record<string, Task>> }>>;
}
/** Asking for the tasks, and for what else this page shows. */
const OWN = /^cluster:monitor\//;

function Running() {
  const tasks = useCall<TaskList>("GET", "/_tasks?detailed=true");
  usePolling(EVERY_MS * 2, () => void tasks.reload());
  const shown = Object.values(tasks.body?.nodes ?? {})
    .flatMap((node) => Object.entries(node.tasks))
    .filter(([, { action }]) => !OWN.test(action));
  return (
    <section class="section" aria-labelledby="running">
      <h2 id="running">Running now</h2>
      {shown.length === 0 ? (
        <p class="dim">Nothing takes longer than a moment.</p>
      ) : (
        <ul class="rows">
          {shown.map(([id, task]) => (
            <li key={id}>
              <b class="mono">{task.action}</b> <span class="dim">{task.description}</span>
              <span class="grow" />
              {nanos(task.running_time_in_nanos)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface Event {
  readonly pk: string;
  readonly action: string;
  readonly created: string;
  readonly client_ip: string;
  readonly user: { readonly username?: string };
  readonly context: { readonly username?: string; readonly message?: string };
}
const EVENTS = "/.wardex-events-*/_search?ignore_unavailable=true";
const BAD = ["login_failed", "suspicious_request", "system_exception", "system_task_exception", "configuration_error"];

function Failures() {
  const events = useCall<SearchAnswer<Event>>("POST", EVENTS, {
    size: 5,
    query: { terms: { action: BAD } },
    sort: [{ created: "desc" }],
  });
  const fault = events.answer.value?.fault;
  const found = events.body?.hits.hits.map((hit) => hit._source);
  return (
    <section class="section" aria-labelledby="failures">
      <h2 id="failures">Last failures</h2>
      {fault && <Failure fault={fault} />}
      {found?.length === 0 && <p class="dim">None: no wrong password, no task that failed.</p>}
      <ul class="rows">
        {found?.map(({ pk, action, created, client_ip, user, context }) => (
          <li key={pk}>
            <Status kind="warn">
              <b>{action.replaceAll("_", " ")}</b>
            </Status>
            <span dir="auto">{context.username ?? user.username}</span>
            <span class="dim">{context.message ?? `from ${client_ip}`}</span>
            <span class="grow" />
            <time dateTime={created} title={when(created)}>
              {ago(created)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** For who may not look at the node: what is there for them. */
function Mine() {
  const names = searchable(known.value);
  if (!known.value) return <Loading lines={3} />;
  if (names.length === 0)
    return (
      <Empty title="No index is open to you">Somebody who administers roles can give you the right to read one.</Empty>
    );
  return (
    <section class="section" aria-labelledby="mine">
      <h2 id="mine">What you may read</h2>
      <ul class="rows">
        {names.map((name) => (
          <li key={name}>
            <a href={to(["search"], { index: name })} dir="auto">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
