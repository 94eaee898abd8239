/** Settings of an index, and what can be done with it as a whole. */
import { useSignal } from "@preact/signals";
import { type Answer, call, type Fault, part } from "../../core/api.ts";
import { lookAtHealth, lookAtIndices } from "../../core/cluster.ts";
import { rightsOn } from "../../core/index-rights.ts";
import { FormDialog } from "../../parts/form.tsx";
import { useCall } from "../../parts/load.ts";
import { say } from "../../parts/notice.tsx";
import { Request } from "../../parts/request.tsx";
import { Failure, Loading } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";

type Flat = Readonly<Record<string, unknown>>;
type Answered = Readonly<Record<string, { readonly settings: Flat; readonly defaults?: Flat }>>;

interface Row {
  readonly name: string;
  readonly value: string;
  readonly isDefault: boolean;
}

const ACTIONS = [
  ["Refresh", "POST", "_refresh", "What was written can be found."],
  ["Flush", "POST", "_flush", "What is kept stands in files."],
  ["Clear caches", "POST", "_cache/clear", "The caches are empty."],
  [
    "Merge segments",
    "POST",
    "_forcemerge?max_num_segments=1&wait_for_completion=false",
    "Merging has begun; see the tasks.",
  ],
] as const;

export function Settings({ name }: { name: string }) {
  const path = `/${part(name)}/_settings?flat_settings=true&include_defaults=true`;
  const settings = useCall<Answered>("GET", path);
  const defaults = useSignal(false);
  const editing = useSignal<Row | undefined>(undefined);
  const fault = useSignal<Fault | undefined>(undefined);
  const may = rightsOn(name)["manage"] === true;
  const found = Object.values(settings.body ?? {})[0];
  const rows = [...rowsOf(found?.settings, false), ...(defaults.value ? rowsOf(found?.defaults, true) : [])];
  const closed = found?.settings["index.verified_before_close"] === "true";
  const act = async (method: string, what: string, done: string): Promise<void> => {
    const answer = await call(method, `/${part(name)}/${what}`);
    fault.value = answer.fault;
    if (!answer.ok) return;
    say(done);
    await Promise.all([settings.reload(), lookAtIndices(), lookAtHealth()]);
  };
  const failed = settings.answer.value?.fault;
  if (failed) return <Failure fault={failed} retry={() => void settings.reload()} />;
  if (!found) return <Loading />;
  const columns: Column<Row>[] = [
    { key: "name", title: "Setting", mono: true, wide: true, sortBy: (row) => row.name, render: (row) => row.name },
    {
      key: "value",
      title: "Value",
      mono: true,
      wide: true,
      render: ({ value, isDefault }) => (isDefault ? <span class="dim">{value}</span> : value),
    },
    {
      key: "change",
      title: "",
      render: (row) =>
        may && (
          <button type="button" class="link" aria-label={`Change ${row.name}`} onClick={() => (editing.value = row)}>
            Change
          </button>
        ),
    },
  ];
  return (
    <section class="stack" aria-label="Settings">
      <div class="tools padded">
        {may && (
          <>
            {ACTIONS.map(([title, method, what, done]) => (
              <button key={title} type="button" onClick={() => void act(method, what, done)}>
                {title}
              </button>
            ))}
            <button
              type="button"
              onClick={() =>
                void (closed ? act("POST", "_open", `${name} is open.`) : act("POST", "_close", `${name} is closed.`))
              }
            >
              {closed ? "Open" : "Close"}
            </button>
            <button type="button" onClick={() => (editing.value = { name: "index.", value: "", isDefault: true })}>
              Set another
            </button>
          </>
        )}
        <label class="check">
          <input
            type="checkbox"
            checked={defaults}
            onChange={(event) => (defaults.value = event.currentTarget.checked)}
          />
          <span>Defaults too</span>
        </label>
        <Request line={{ method: "GET", path }} />
      </div>
      {fault.value && <Failure fault={fault.value} />}
      <Table label={`Settings of ${name}`} rows={rows} columns={columns} keyOf={(row) => row.name} />
      {editing.value && (
        <Change
          index={name}
          row={editing.value}
          onClose={() => (editing.value = undefined)}
          onDone={() => void settings.reload()}
        />
      )}
    </section>
  );
}

function rowsOf(flat: Flat | undefined, isDefault: boolean): Row[] {
  return Object.entries(flat ?? {}).map(([name, value]) => ({
    name,
    value: typeof value === "string" ? value : JSON.stringify(value),
    isDefault,
  }));
}

function Change({ index, row, onClose, onDone }: { index: string; row: Row; onClose: () => void; onDone: () => void }) {
  const set = async (name: string, value: unknown): Promise<Answer<unknown>> => {
    const answer = await call("PUT", `/${part(index)}/_settings`, { [name]: value });
    if (answer.ok) {
      say(`${name} is set.`);
      onDone();
      void lookAtHealth();
    }
    return answer;
  };
  return (
    <FormDialog
      title="Change a setting"
      label="Set it"
      fields={[
        { name: "name", title: "Setting", kind: "text", required: true, mono: true },
        { name: "value", title: "Value", kind: "text", mono: true, focus: true },
      ]}
      values={{ name: row.name, value: row.value }}
      onClose={onClose}
      save={({ name, value }) => set(String(name), value)}
      other={row.isDefault ? undefined : { label: "Back to the default", save: ({ name }) => set(String(name), null) }}
    />
  );
}
