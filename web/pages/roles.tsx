/** What a role lets people do: with the cluster, with indices, and with people. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { call, part } from "../core/api.ts";
import { choicesOf } from "../core/choices.ts";
import { rights } from "../core/session.ts";
import { Collection, type FormTools } from "../parts/collection.tsx";
import { FormDialog } from "../parts/form.tsx";
import { JsonDialog } from "../parts/json-dialog.tsx";
import { useCall } from "../parts/load.ts";
import { say } from "../parts/notice.tsx";
import type { Source } from "../parts/records.tsx";
import { Empty } from "../parts/states.tsx";
import type { Column } from "../parts/table.tsx";

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

const rolesOf =
  (builtIn: boolean): Source<Row> =>
  ({ word, version }) => {
    const roles = useCall<Readonly<Record<string, Role>>>("GET", "/_security/role");
    useEffect(() => {
      if (version > 0) void roles.reload();
    }, [version]);
    const rows = useMemo(
      () =>
        Object.entries(roles.body ?? {})
          .map(([name, role]) => ({ ...role, name }))
          .filter((role) => (builtIn || !isReserved(role)) && role.name.includes(word)),
      [roles.body, builtIn, word],
    );
    return {
      rows,
      total: roles.body && rows.length,
      fault: roles.answer.value?.fault,
      busy: roles.busy.value,
      load: roles.reload,
    };
  };

export function Page() {
  const builtIn = useSignal(false);
  const may = rights.value.superuser || rights.value.cluster["manage_security"] === true;
  return (
    <Collection<Row>
      title="Roles"
      one="role"
      source={rolesOf(builtIn.value)}
      columns={COLUMNS}
      keyOf={({ name }) => name}
      nameOf={({ name }) => name}
      may={(_, role) => may && (role === undefined || !isReserved(role))}
      makers={[{ label: "New role", form: (tools) => <NewRole {...tools} /> }]}
      edit={(role, tools) => <EditRole role={role} {...tools} />}
      fixed="built in: cannot be changed"
      filters={
        <label class="check">
          <input
            type="checkbox"
            checked={builtIn}
            onChange={(event) => (builtIn.value = event.currentTarget.checked)}
          />
          <span>Built-in ones too</span>
        </label>
      }
      empty={
        <Empty title="No roles of your own">
          A role says what people may do with which indices. Users and groups have roles.
        </Empty>
      }
      detail={(role) => <Detail role={role} />}
      drop={{
        act: ({ name }) => call("DELETE", pathOf(name)),
        label: "Delete the role",
        wordOf: ({ name }) => name,
        note: "Whoever has it may do less at once.",
      }}
    />
  );
}

function NewRole({ onClose, onSaved }: FormTools) {
  return (
    <FormDialog
      title="New role"
      label="Make the role"
      fields={[
        { name: "name", title: "Name", kind: "text", required: true },
        { name: "names", title: "Indices", kind: "text", hint: "Patterns, separated by commas: towns-*, logs" },
        { name: "privileges", title: "What may be done with them", kind: "several", choices: choicesOf(PRIVILEGES) },
        { name: "cluster", title: "With the cluster", kind: "several", choices: choicesOf(CLUSTER) },
      ]}
      values={{ name: "", names: "", privileges: ["read", "view_index_metadata"], cluster: [] }}
      onClose={onClose}
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
          onSaved(String(name));
        }
        return answer;
      }}
    />
  );
}

function Detail({ role: { indices = [], cluster = [], applications = [], description } }: { role: Row }) {
  return (
    <>
      {description && <p class="dim">{description}</p>}
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
    </>
  );
}

function EditRole({ role, onClose, onSaved }: FormTools & { role: Row }) {
  const { name, ...body } = role;
  const text = useSignal(JSON.stringify(body, undefined, 2));
  return (
    <JsonDialog
      title={`Edit ${name}`}
      label="Save"
      what="a role"
      name="Role, JSON"
      text={text.value}
      onChange={(next) => (text.value = next)}
      onClose={onClose}
      save={async ({ transient_metadata: _told, ...wanted }) => {
        const answer = await call("PUT", pathOf(name), wanted);
        if (answer.ok) {
          say(`${name} is saved.`);
          onSaved();
        }
        return answer.fault;
      }}
    />
  );
}
