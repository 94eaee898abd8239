/** What a role lets people do: with the cluster, with indices, and with people. */
import { useSignal } from "@preact/signals";
import { call, type Fault, isObject, part } from "../core/api.ts";
import { plural } from "../core/format.ts";
import { rights } from "../core/session.ts";
import { Code } from "../parts/code.tsx";
import { Confirm, Dialog } from "../parts/dialog.tsx";
import { FormDialog } from "../parts/form.tsx";
import { useCall } from "../parts/load.ts";
import { say } from "../parts/notice.tsx";
import { Failure, Loading } from "../parts/states.tsx";
import { type Column, Table } from "../parts/table.tsx";

interface Role {
  readonly cluster?: readonly string[];
  readonly indices?: readonly {
    readonly names: readonly string[];
    readonly privileges: readonly string[];
    readonly query?: unknown;
  }[];
  readonly applications?: readonly { readonly application: string; readonly privileges: readonly string[] }[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly description?: string;
}
type Row = Role & { readonly name: string };

const isReserved = ({ metadata }: Role): boolean => metadata?.["_reserved"] === true;
const PRIVILEGES = [
  "read",
  "view_index_metadata",
  "index",
  "create",
  "delete",
  "write",
  "create_index",
  "delete_index",
  "monitor",
  "manage",
  "all",
];
const CLUSTER = [
  "monitor",
  "manage",
  "manage_security",
  "manage_index_templates",
  "manage_pipeline",
  "manage_api_key",
  "all",
];
const pathOf = (name: string): string => `/_security/role/${part(name)}`;

const COLUMNS: readonly Column<Row>[] = [
  {
    key: "name",
    title: "Role",
    wide: true,
    sortBy: ({ name }) => name,
    render: ({ name }) => <b dir="auto">{name}</b>,
  },
  {
    key: "indices",
    title: "Indices",
    wide: true,
    render: ({ indices = [] }) => (
      <span dir="auto">
        {indices.map(({ names, privileges }) => `${names.join(", ")}: ${privileges.join(", ")}`).join("; ")}
      </span>
    ),
  },
  { key: "cluster", title: "Cluster", render: ({ cluster = [] }) => cluster.join(", ") },
  { key: "reserved", title: "", render: (role) => isReserved(role) && <span class="tag">built in</span> },
];

export function Page() {
  const roles = useCall<Readonly<Record<string, Role>>>("GET", "/_security/role");
  const typed = useSignal("");
  const builtIn = useSignal(false);
  const picked = useSignal<string | undefined>(undefined);
  const making = useSignal(false);
  const rows: Row[] = Object.entries(roles.body ?? {})
    .map(([name, role]) => ({ ...role, name }))
    .filter((role) => (builtIn.value || !isReserved(role)) && role.name.includes(typed.value.trim()));
  const chosen = rows.find(({ name }) => name === picked.value);
  const fault = roles.answer.value?.fault;
  return (
    <div class="view full">
      <div class="head">
        <h1>Roles</h1>
        <span class="dim">{roles.body && plural(rows.length, "role")}</span>
        <span class="grow" />
        <button type="button" class="primary" onClick={() => (making.value = true)}>
          New role
        </button>
      </div>
      <div class="tools">
        <input
          type="search"
          aria-label="Find roles"
          placeholder="Find…"
          value={typed}
          onInput={(event) => (typed.value = event.currentTarget.value)}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={builtIn}
            onChange={(event) => (builtIn.value = event.currentTarget.checked)}
          />
          <span>Built-in ones too</span>
        </label>
      </div>
      <div class={chosen ? "split" : "split alone"}>
        <section class="stack" aria-label="Roles">
          {fault ? (
            <Failure fault={fault} retry={() => void roles.reload()} />
          ) : !roles.body ? (
            <Loading />
          ) : rows.length === 0 ? (
            <div class="empty">
              <h2>No roles of your own</h2>
              <p>A role says what people may do with which indices. Users and groups have roles.</p>
            </div>
          ) : (
            <Table
              label="Roles"
              rows={rows}
              columns={COLUMNS}
              keyOf={({ name }) => name}
              picked={picked.value}
              onPick={({ name }) => (picked.value = name)}
            />
          )}
        </section>
        {chosen && (
          <Detail
            key={chosen.name}
            role={chosen}
            onClose={() => (picked.value = undefined)}
            onChanged={() => void roles.reload()}
          />
        )}
      </div>
      {making.value && (
        <FormDialog
          title="New role"
          label="Make the role"
          fields={[
            { name: "name", title: "Name", kind: "text", required: true },
            { name: "names", title: "Indices", kind: "text", hint: "Patterns, separated by commas: towns-*, logs" },
            {
              name: "privileges",
              title: "What may be done with them",
              kind: "several",
              choices: PRIVILEGES.map((one) => ({ value: one, title: one })),
            },
            {
              name: "cluster",
              title: "With the cluster",
              kind: "several",
              choices: CLUSTER.map((one) => ({ value: one, title: one })),
            },
          ]}
          values={{ name: "", names: "", privileges: ["read", "view_index_metadata"], cluster: [] }}
          onClose={() => (making.value = false)}
          save={async ({ name, names, privileges, cluster }) => {
            const patterns = String(names)
              .split(",")
              .map((one) => one.trim())
              .filter((one) => one !== "");
            const answer = await call("PUT", pathOf(String(name)), {
              cluster,
              indices: patterns.length === 0 ? [] : [{ names: patterns, privileges }],
            });
            if (answer.ok) {
              say(`${String(name)} is there.`);
              await roles.reload();
              picked.value = String(name);
            }
            return answer;
          }}
        />
      )}
    </div>
  );
}

function Detail({ role, onClose, onChanged }: { role: Row; onClose: () => void; onChanged: () => void }) {
  const doing = useSignal<"edit" | "delete" | undefined>(undefined);
  const { name, indices = [], cluster = [], applications = [] } = role;
  const may = !isReserved(role) && (rights.value.superuser || rights.value.cluster["manage_security"] === true);
  const drop = async (): Promise<Fault | undefined> => {
    const answer = await call("DELETE", pathOf(name));
    if (answer.ok) onChanged();
    return answer.fault;
  };
  return (
    <aside class="side" aria-label="The picked role">
      <div class="row">
        <h2 class="grow" dir="auto">
          {name}
        </h2>
        <button type="button" class="quiet icon" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </div>
      <p class="row">
        {may ? (
          <>
            <button type="button" onClick={() => (doing.value = "edit")}>
              Edit
            </button>
            <button type="button" class="danger" onClick={() => (doing.value = "delete")}>
              Delete…
            </button>
          </>
        ) : (
          <span class="tag">built in: cannot be changed</span>
        )}
      </p>
      {role.description && <p class="dim">{role.description}</p>}
      <h3>Indices</h3>
      {indices.length === 0 && <p class="dim">None.</p>}
      <ul class="rows">
        {indices.map((one, at) => (
          <li key={at}>
            <b class="mono" dir="auto">
              {one.names.join(", ")}
            </b>
            <span>{one.privileges.join(", ")}</span>
            {one.query !== undefined && <span class="tag">some documents</span>}
          </li>
        ))}
      </ul>
      <h3>Cluster</h3>
      <p>{cluster.join(", ") || <span class="dim">Nothing.</span>}</p>
      {applications.length > 0 && (
        <>
          <h3>People and applications</h3>
          <p>{applications.map((one) => `${one.application}: ${one.privileges.join(", ")}`).join("; ")}</p>
        </>
      )}
      {doing.value === "edit" && <EditRole role={role} onClose={() => (doing.value = undefined)} onSaved={onChanged} />}
      {doing.value === "delete" && (
        <Confirm
          title={`Delete ${name}?`}
          word={name}
          label="Delete the role"
          act={drop}
          onClose={() => (doing.value = undefined)}
        >
          <p>Whoever has it may do less at once.</p>
        </Confirm>
      )}
    </aside>
  );
}

function EditRole({ role, onClose, onSaved }: { role: Row; onClose: () => void; onSaved: () => void }) {
  const { name, ...body } = role;
  const text = useSignal(JSON.stringify(body, undefined, 2));
  const fault = useSignal<Fault | undefined>(undefined);
  const submit = async (): Promise<void> => {
    let parsed: unknown;
    try {
      parsed = JSON.parse(text.value);
    } catch (error) {
      fault.value = { status: 0, type: "This is not JSON yet", reason: String(error) };
      return;
    }
    if (!isObject(parsed)) return;
    const { transient_metadata: _told, ...wanted } = parsed;
    const answer = await call("PUT", pathOf(name), wanted);
    fault.value = answer.fault;
    if (!answer.ok) return;
    say(`${name} is saved.`);
    onSaved();
    onClose();
  };
  return (
    <Dialog title={`Edit ${name}`} wide onClose={onClose}>
      <div class="body">
        <div class="editing">
          <Code
            label="Role, JSON"
            text={text.value}
            onChange={(next) => (text.value = next)}
            onRun={() => void submit()}
          />
        </div>
        {fault.value && <Failure fault={fault.value} />}
      </div>
      <footer>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="primary" onClick={() => void submit()}>
          Save
        </button>
      </footer>
    </Dialog>
  );
}
